import { expect, onTestFinished, test } from 'vitest';
import { exampleState } from '../fakes/window-engine.ts';
import { startWindowServer } from '../fakes/window-server.ts';
import { sharedChromium } from './shared-chromium.ts';

const [standing] = exampleState('everyday').files;

test('a page that sends a large file where another one stands hears so while it still sends', async () => {
  const server = await startWindowServer();
  onTestFinished(() => server.close());
  const context = await (await sharedChromium()).newContext();
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(server.address);
  const place = { libraryId: standing?.libraryId ?? '', path: standing?.path ?? '', ifThere: 'ask' };
  const heard = await page.evaluate(`new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('PUT', '/intake?${new URLSearchParams(place).toString()}');
    request.setRequestHeader('Authorization', 'Bearer ' + location.hash.split('=').at(-1));
    request.onload = () => resolve(request.status + ' ' + request.responseText);
    request.onerror = () => resolve('nothing');
    request.send(new Blob([new Uint8Array(30_000_000)]));
  })`);
  expect(heard).toMatch(/^409 .*"occupied"/);
});

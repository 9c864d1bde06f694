import { expect, test } from 'vitest';
import { openWindow } from './open-window.ts';

test('of paused libraries the window says neither that all is published nor that all is sent', async () => {
  const { page, engine } = await openWindow('quiet', '#/publish');
  await page.getByText('Every file is published as it is.').waitFor();
  const libraries = engine.state.status.libraries.map((library) => ({
    ...library,
    state: 'paused' as const,
    settings: { ...library.settings, isPaused: true },
  }));
  engine.state.status = { ...engine.state.status, libraries };
  engine.publish({ kind: 'status', status: engine.state.status });
  await page.getByText('No draft is known.').waitFor();
  await page.goto(`${engine.url}#/activity`);
  await page.getByText('Nothing waits for its turn to be sent or fetched.').waitFor();
  expect(await page.getByText('Everything has been sent and fetched.').count()).toBe(0);
});

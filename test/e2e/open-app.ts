import type { Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { startScript, type RunningProcess } from '../processes/processes.ts';
import { sharedChromium } from './shared-chromium.ts';
import { untilKeysArrive } from './shown-page.ts';

/** The app itself, as `npm start` serves it, in a browser. */

/** @param environment credentials, where the app gets any */
export async function startApp(
  dataDir: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<{ readonly address: string; readonly process: RunningProcess }> {
  const app = startScript('build/start.ts', ['--browser', '--no-open', '--port', '0', '--data', dataDir], environment);
  onTestFinished(async () => {
    app.kill();
    await app.ended;
  });
  const [, address = ''] = await app.waitFor(/^Ready: (\S+)$/m);
  return { address, process: app };
}

/** Opens the window; what it complains about fails the test. */
export async function openWindow(address: string): Promise<Page> {
  const context = await (await sharedChromium()).newContext({ viewport: { width: 1280, height: 800 } });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  onTestFinished(() => expect(complaints).toEqual([]));
  await page.goto(address);
  await untilKeysArrive(page);
  return page;
}

import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { sharedChromium } from './shared-chromium.ts';
import { startScript } from '../processes/processes.ts';
import { temporaryFolder } from '../processes/temporary-folder.ts';

/** The app as a person starts it, served to a browser, with its address. */
async function startApp(dataDir: string) {
  const app = startScript('build/start.ts', ['--browser', '--no-open', '--port', '0', '--data', dataDir]);
  onTestFinished(async () => {
    app.kill();
    await app.ended;
  });
  const [, address = ''] = await app.waitFor(/^Ready: (\S+)$/m);
  return { app, address };
}

async function openSettings(page: Page) {
  await page.getByRole('link', { name: 'Settings' }).first().click();
  await page.getByRole('button', { name: 'Settings', exact: true }).first().click();
  return page.getByRole('group', { name: /^Settings: / });
}

test('what is set for a library counts at once and is still there after a restart', { timeout: 120_000 }, async () => {
  const dataDir = temporaryFolder();
  const page = await (await sharedChromium()).newPage({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' });
  onTestFinished(() => page.close());
  page.setDefaultTimeout(30_000);

  const first = await startApp(dataDir);
  await page.goto(first.address);
  await page.getByRole('button', { name: 'Try it now' }).click();
  await page.getByRole('status').getByText('1 file has no class yet').waitFor();
  const form = await openSettings(page);
  await form.getByLabel('Fetch').selectOption('releases');
  // What is said stays for as long as somebody points at it.
  await page.getByText('Saved.').hover();
  await form.getByLabel('Quiet time').selectOption('5000');
  await form.getByLabel('Ignore').fill('Old/\n*.bak.dwg');
  await form.getByRole('button', { name: 'Save patterns' }).press('Enter');
  await expect.poll(() => page.getByText('Saved.').count()).toBe(3);
  first.app.kill();
  await first.app.ended;

  const second = await startApp(dataDir);
  await page.goto(second.address);
  const again = await openSettings(page);
  await expect.poll(() => again.getByLabel('Fetch').inputValue()).toBe('releases');
  await expect.poll(() => again.getByLabel('Quiet time').inputValue()).toBe('5000');
  await expect.poll(() => again.getByLabel('Ignore').inputValue()).toBe('Old/\n*.bak.dwg');
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { openChromium } from '../test/e2e/chromium.ts';
import { keepScreens } from '../test/e2e/screens/screens.ts';
import { openEngine, pictures } from '../test/fakes/window-pictures.ts';
import { startScript } from '../test/processes/processes.ts';
import { hasSamples } from '../test/unit/cad/sample-files.ts';
import { buildWindow } from './build-window.ts';

/** Takes the pictures of the README; with `--keep-screens` those that the end-to-end tests compare key screens with. */

const viewport = { width: 1280, height: 800 };

/** The demo library, as a person sees it after "Try it now". */
async function takeLibrary(browser: Browser): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'cadsync-picture-'));
  const app = startScript('build/start.ts', ['--browser', '--no-open', '--data', dataDir]);
  try {
    const [, address = ''] = await app.waitFor(/^Ready: (\S+)$/m);
    const page = await browser.newPage({ viewport });
    await page.goto(address);
    await page.getByRole('button', { name: 'Try it now' }).click();
    await page.getByRole('status').getByText('1 file has no class yet').waitFor();
    await page.getByText('Cable tray', { exact: true }).last().click();
    const publish = page.getByRole('button', { name: 'Publish 0.1 as 1.0' });
    await publish.waitFor();
    await page
      .locator('section.panel')
      .getByRole('textbox')
      .first()
      .fill('First issue, checked against the sheet of the maker');
    await publish.click();
    await page.locator('section.panel').getByText('First issue', { exact: false }).first().waitFor();
    await page.locator('section.panel').getByText('Up to date').first().waitFor();
    await page.getByText('Being published.').waitFor({ state: 'hidden' });
    await page.mouse.move(640, 60);
    // Outlines are drawn when nothing is more urgent.
    await page.locator('[role=option] img').nth(7).waitFor({ timeout: 120_000 });
    await page.locator('section.panel img').nth(1).waitFor({ timeout: 120_000 });
    // The folder of the computer the picture was taken on is nobody's business.
    await page.evaluate("document.querySelector('dd.folder').textContent = '…/demo library'");
    await page.screenshot({ path: join('docs', 'library.png') });
  } finally {
    app.kill();
    await app.ended;
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Two versions of a real assembly, in the colours of how far they are apart. It is one of the sample files. */
async function takeComparison(browser: Browser): Promise<void> {
  const picture = pictures.find(({ name }) => name === 'compare-distance');
  if (!picture || !hasSamples) throw new Error('The sample files are not there: docs/compare.png was left as it is.');
  await buildWindow();
  const engine = await openEngine(picture);
  try {
    const page = await browser.newPage({ viewport, colorScheme: 'dark', locale: 'en-GB' });
    await page.goto(engine.url + picture.hash);
    await picture.act?.(page);
    // The last frame has no event to wait for.
    await page.waitForTimeout(1_000);
    await page.screenshot({ path: join('docs', 'compare.png') });
  } finally {
    await engine.close();
  }
}

async function takeForReadme(): Promise<void> {
  const browser = await openChromium();
  try {
    await takeLibrary(browser);
    await takeComparison(browser);
  } finally {
    await browser.close();
  }
}

const { values } = parseArgs({ options: { 'keep-screens': { type: 'boolean' } } });
if (values['keep-screens']) {
  await buildWindow();
  await keepScreens();
} else await takeForReadme();

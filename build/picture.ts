import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openChromium } from '../test/e2e/chromium.ts';
import { startScript } from '../test/processes/processes.ts';

/** Takes the picture of the README: the demo library, as a person sees it after "Try it now". */
const dataDir = mkdtempSync(join(tmpdir(), 'cadsync-picture-'));
const app = startScript('build/start.ts', ['--browser', '--no-open', '--data', dataDir]);
const browser = await openChromium();
try {
  const [, address = ''] = await app.waitFor(/^Ready: (\S+)$/m);
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
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
  // The folder of the computer the picture was taken on is nobody's business.
  await page.evaluate("document.querySelector('dd.folder').textContent = '…/demo library'");
  await page.screenshot({ path: join('docs', 'library.png') });
} finally {
  await browser.close();
  app.kill();
  await app.ended;
  rmSync(dataDir, { recursive: true, force: true });
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openChromium } from '../test/e2e/chromium.ts';
import { startScript } from '../test/e2e/processes.ts';

/** Takes the picture of the README: the demo library, as a person sees it after "Try it now". */
const dataDir = mkdtempSync(join(tmpdir(), 'cadsync-picture-'));
const app = startScript('build/start.ts', ['--browser', '--no-open', '--data', dataDir]);
const browser = await openChromium();
try {
  const [, address = ''] = await app.waitFor(/^Ready: (\S+)$/m);
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(address);
  await page.getByRole('button', { name: 'Try it now' }).click();
  await page.getByText('Up to date').first().waitFor();
  await page.getByText('Panel radiator', { exact: true }).click();
  await page.getByText('0.1').last().waitFor();
  await page.screenshot({ path: join('docs', 'library.png') });
} finally {
  await browser.close();
  app.kill();
  await app.ended;
  rmSync(dataDir, { recursive: true, force: true });
}

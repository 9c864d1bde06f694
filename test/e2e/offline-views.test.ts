import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { makeDemoCatalogue } from '../../electron/demo/catalogue.ts';
import { startScript } from '../processes/processes.ts';
import { sampleDrawing } from '../processes/samples.ts';
import { serviceSecrets } from '../processes/service-process.ts';
import { stoppableService } from '../processes/stoppable-service.ts';
import { libraryWith, syncOnce } from '../processes/sync-once.ts';
import { temporaryFolder } from '../processes/temporary-folder.ts';
import { sharedChromium } from './shared-chromium.ts';

async function openApp(dataDir: string, environment: Readonly<Record<string, string>>): Promise<Page> {
  const args = ['--browser', '--no-open', '--port', '0', '--data', dataDir];
  const app = startScript('build/start.ts', args, environment);
  const [, address = ''] = await app.waitFor(/^Ready: (\S+)$/m);
  const page = await (await sharedChromium()).newPage({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' });
  onTestFinished(async () => {
    await page.close();
    app.kill();
    await app.ended;
  });
  await page.goto(address);
  return page;
}

const lookUp = (page: Page) => page.getByRole('button', { name: /^Look up/ }).click();
const age = (page: Page) => page.getByText(/^as of today \d\d:\d\d$/);

test('what was looked at while the service was there is shown with its age when it is not', async () => {
  const home = await stoppableService({ demo: true });
  const { environment } = home;
  const library = libraryWith({
    'EC011022_v7/MC000101_v2/door.step': sampleDrawing('step/Simple door.step'),
  });
  const dataDir = temporaryFolder();
  await syncOnce(library, dataDir, environment);

  const page = await openApp(dataDir, environment);
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('textbox', { name: 'Content service', exact: true }).fill(home.baseUrl);
  await page.getByRole('textbox', { name: 'Client id', exact: true }).fill(serviceSecrets.CADSYNC_CLIENT_ID);
  await page.getByRole('button', { name: 'Save and test' }).click();
  await page.getByText('Connected', { exact: true }).first().waitFor();

  const [product, unseen] = makeDemoCatalogue().products;
  const heading = page.getByRole('heading', { name: product?.names['en'] ?? '' });
  await page.getByRole('link', { name: 'Products' }).click();
  await page.getByRole('textbox', { name: 'GTINs, one per line' }).fill(product?.gtins[0] ?? '');
  await lookUp(page);
  await heading.waitFor();
  await page.getByRole('link', { name: 'Library', exact: true }).click();
  await page.getByText('door').first().click();
  await page.getByRole('link', { name: 'All versions' }).click();
  const timeline = page.getByRole('list').filter({ hasText: '0.1' });
  await timeline.waitFor();
  await expect.poll(() => age(page).count()).toBe(0);

  await home.stop();
  await page.getByRole('link', { name: 'Products' }).click();
  await page.getByRole('textbox', { name: 'GTINs, one per line' }).fill(product?.gtins[0] ?? '');
  await lookUp(page);
  await heading.waitFor();
  await age(page).waitFor();
  await page.getByRole('textbox', { name: 'GTINs, one per line' }).fill(unseen?.gtins[0] ?? '');
  await lookUp(page);
  await page.getByText('The service cannot be reached.', { exact: true }).last().waitFor();
  await page.getByRole('link', { name: 'Library', exact: true }).click();
  await page.getByText('door').first().click();
  await page.getByRole('link', { name: 'All versions' }).click();
  await timeline.waitFor();
  await age(page).waitFor();

  await home.startAgain();
  await page.getByRole('link', { name: 'Products' }).click();
  await page.getByRole('textbox', { name: 'GTINs, one per line' }).fill(product?.gtins[0] ?? '');
  // In the moment after an outage the service is left alone.
  const ageNow = async (): Promise<number> => {
    await lookUp(page);
    await heading.waitFor();
    return age(page).count();
  };
  await expect.poll(ageNow, { interval: 300 }).toBe(0);
});

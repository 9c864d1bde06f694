import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { sharedChromium } from './shared-chromium.ts';
import { startScript } from '../processes/processes.ts';
import { temporaryFolder } from '../processes/temporary-folder.ts';

/** The app as a person starts it in a browser, on a folder of its own, with the service inside it. */
async function openApp(): Promise<Page> {
  const app = startScript('build/start.ts', ['--browser', '--no-open', '--port', '0', '--data', temporaryFolder()]);
  const context = await (
    await sharedChromium()
  ).newContext({ locale: 'en-GB', viewport: { width: 1280, height: 900 } });
  onTestFinished(async () => {
    await context.close();
    app.kill();
    await app.ended;
  });
  const [, address = ''] = await app.waitFor(/Ready: (\S+)/);
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  await page.goto(address);
  await page.getByRole('button', { name: 'Try it now' }).click();
  await page.getByRole('listbox').waitFor();
  return page;
}

const product = (code: string, more: object = {}) => ({
  ProductIdentification: {
    ManufacturerIdGln: '8712345000004',
    ManufacturerName: 'Invented Pumps',
    ManufacturerProductNumber: code,
  },
  ProductDetails: { ProductDescriptions: [{ MinimalProductDescription: `Zeppelin pump ${code}` }] },
  ...more,
});

function xchangeFile(products: readonly object[]): string {
  const path = join(temporaryFolder(), 'pumps.json');
  writeFileSync(path, JSON.stringify({ SchemaVersion: '2.0', Supplier: [{ SupplierName: 'S', Product: products }] }));
  return path;
}

describe('product data in the app', () => {
  test('a file is imported by its path while the service runs, and its products are found by text', async () => {
    const page = await openApp();
    await page.goto(new URL('/#/settings?section=productData', page.url()).href);
    const section = page.getByRole('region', { name: 'Product data' });
    const file = section.getByRole('textbox', { name: 'File' });

    await file.fill('pumps.json');
    await section.getByRole('button', { name: 'Import' }).click();
    await page.getByText('This is not the full path of a file: pumps.json').waitFor();

    const products = [product('ZP-100'), product('ZP-200'), { ProductIdentification: {} }];
    await file.fill(xchangeFile(products));
    await section.getByRole('button', { name: 'Import' }).click();
    await section.getByText('The import is done.').waitFor();
    const outcome = section.getByRole('region', { name: 'Result of the import' });
    expect((await outcome.innerText()).replace(/\s+/g, ' ')).toMatch(
      /Products 2 .*Skipped 1 .*pumps\.json \/Supplier\/0\/Product\/2/,
    );

    await page.goto(new URL('/#/products', page.url()).href);
    await page.getByText('Search', { exact: true }).click();
    await page.getByRole('searchbox', { name: 'Search products' }).fill('zepp pump');
    await page.getByText('2 products found').waitFor();
    await page.getByRole('button', { name: /Zeppelin pump ZP-200/ }).click();
    await page.getByRole('article').getByRole('heading', { name: 'Zeppelin pump ZP-200' }).waitFor();
    await page.getByRole('article').getByText('8712345000004').waitFor();
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeDemoCatalogue } from '../../electron/demo/catalogue.ts';
import { temporaryFolder } from '../processes/temporary-folder.ts';
import { openWindow, startApp } from './open-app.ts';

describe('exports in the app', () => {
  test('products that were looked up become a selection, and its table a file in the folder for downloads', async () => {
    const home = temporaryFolder();
    const { address } = await startApp(temporaryFolder(), { HOME: home, USERPROFILE: home });
    const page = await openWindow(address);
    await page.getByRole('button', { name: 'Try it now' }).click();
    await page.getByRole('listbox').waitFor();
    const products = makeDemoCatalogue().products.slice(0, 2);

    await page.getByRole('link', { name: 'Products' }).click();
    await page
      .getByRole('textbox', { name: 'GTINs, one per line' })
      .fill(products.map(({ gtins }) => gtins[0]).join('\n'));
    await page.getByRole('button', { name: 'Look up 2' }).click();
    await page.getByRole('button', { name: 'Export or save selection' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Plant room');
    await page.getByRole('button', { name: 'Save as selection' }).click();
    await page.getByRole('heading', { name: 'Plant room' }).waitFor();

    await page.getByRole('article').getByRole('button', { name: 'Export table' }).click();
    await page.getByRole('status', { name: 'Notices' }).getByText('Saved Plant room.csv').waitFor();
    const downloads = join(home, 'Downloads');
    const [name = '', ...others] = readdirSync(downloads);
    expect(others).toEqual([]);
    const table = readFileSync(join(downloads, name), 'utf8');
    for (const { productCode } of products) expect(table).toContain(productCode);

    await page.reload();
    await page.getByRole('link', { name: 'Plant room' }).waitFor();
  });
});

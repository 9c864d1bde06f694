import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { WindowEngine } from '../fakes/window-engine.ts';
import { callsOf, openWindow, preloadStandIn } from './open-window.ts';

function useEmbeddedService(engine: WindowEngine): void {
  const { status } = engine.state;
  engine.state.status = { ...status, connection: { ...status.connection, kind: 'embedded' } };
  engine.publish({ kind: 'status', status: engine.state.status });
}

/** A finished import, as the engine tells of it. */
const importOutcome = {
  classes: 0,
  modellingClasses: 0,
  features: 0,
  values: 0,
  units: 0,
  products: 12,
  updated: 2,
  skipped: 1,
  faultCount: 101,
  faults: [{ file: 'pumps.json', pointer: '/Supplier/0/Product/3', detail: 'a product code is missing' }],
};

/** As much of a field as is asked here: the tests know no pages. */
interface Field {
  value: string;
  readonly dispatchEvent: (event: Event) => boolean;
}

/** Types a letter at a time without a pause: keys that come from here pause for as long as the machine is busy. */
const typeInOneGo = (field: Locator, text: string): Promise<void> =>
  field.evaluate((element: Field, typed) => {
    for (const letter of typed) {
      element.value += letter;
      element.dispatchEvent(new Event('input', { bubbles: true }));
    }
  }, text);

describe('products', () => {
  test('are searched for while one types, with one question for what was typed in one go', async () => {
    const { page, engine } = await openWindow('everyday', '#/products');
    useEmbeddedService(engine);
    await page.getByText('Search', { exact: true }).click();
    const search = page.getByRole('searchbox', { name: 'Search products' });
    await typeInOneGo(search, 'panel 1000');
    await page.getByText('3 products found').waitFor();
    await search.fill('PR22-900');
    await page.getByText('1 product found').waitFor();
    const texts = callsOf(engine, 'products.search').map((call) => (call.input as { text: string }).text);
    expect(texts.at(-1)).toBe('PR22-900');
    expect(texts).not.toContain('p');
    expect(texts.length).toBeLessThan('panel 1000'.length);
    await page.getByRole('button', { name: /Example Heating · PR22-900-1000.*Radiator, panel · EC011524/ }).click();
    await page.getByRole('article').getByText('PR22-900-1000').waitFor();
    await page.getByRole('table', { name: /^Connection 2/ }).waitFor();
    await page.getByLabel('Language of the answers').selectOption('nl');
    await page.getByText('Breedte').waitFor();
  });

  test('cannot be searched for on another service, and then there is no field that pretends they can', async () => {
    const { page, engine } = await openWindow('everyday', '#/products');
    await page.getByText('Search', { exact: true }).click();
    await page.getByText('Search works with the service inside this app only.').waitFor();
    await expect.poll(() => page.getByRole('searchbox').count()).toBe(0);
    expect(callsOf(engine, 'products.search')).toEqual([]);
  });
});

describe('the section on product data', () => {
  test('product data is imported by the path of its file, with its progress, its end and its faults', async () => {
    const { page, engine } = await openWindow('everyday', '#/settings?section=productData');
    const section = page.getByRole('region', { name: 'Product data' });
    await section.getByText('there is nothing to import here').waitFor();
    await expect.poll(() => section.getByRole('button').count()).toBe(0);
    useEmbeddedService(engine);
    await section.getByRole('button', { name: 'Import' }).click();
    await section.getByText('the path is missing').waitFor();
    await section.getByRole('textbox', { name: 'File' }).fill('"C:\\data\\pumps.json" ');
    await section.getByRole('button', { name: 'Import' }).click();
    await section.getByText('Importing pumps.json').waitFor();
    expect(callsOf(engine, 'imports.start')[0]?.input).toEqual({
      paths: ['C:\\data\\pumps.json'],
      languageCode: 'en',
    });
    const running = { state: 'running', file: 'pumps.json', fileNumber: 1, fileCount: 1 } as const;
    engine.publish({ kind: 'import', productImport: { ...running, progress: 0.42 } });
    await section.getByText('42%').waitFor();
    await section.getByRole('button', { name: 'Cancel' }).click();
    await section.getByText('Cancelling').waitFor();
    expect(callsOf(engine, 'imports.cancel')).toHaveLength(1);
    engine.publish({ kind: 'import', productImport: { state: 'ended', result: importOutcome } });
    const outcome = section.getByRole('region', { name: 'Result of the import' });
    await outcome.getByText('101 faults were found').waitFor();
    await outcome.getByText('/Supplier/0/Product/3').waitFor();
    await outcome.getByText('and 100 more').waitFor();
    await section.getByRole('button', { name: 'Import' }).waitFor();
  });

  test('where no service is set up yet, it is said which one product data is imported into', async () => {
    const { page } = await openWindow('firstRun', '#/settings?section=productData');
    await page
      .getByText('No service is set up yet. Product data is imported into the service inside this app')
      .waitFor();
    expect(await page.getByText('The connected service').count()).toBe(0);
  });

  test('an import that does not begin says why in sight beside its field, and no longer what came of the one before', async () => {
    const { page, engine } = await openWindow('ownService', '#/settings?section=productData');
    await page.setViewportSize({ width: 1280, height: 500 });
    const section = page.getByRole('region', { name: 'Product data' });
    engine.publish({ kind: 'import', productImport: { state: 'ended', result: importOutcome } });
    const outcome = section.getByRole('region', { name: 'Result of the import' });
    await outcome.waitFor();
    engine.state.failing.set('imports.start', { code: 'invalid-request', detail: '/nowhere.json' });
    await section.getByRole('textbox', { name: 'File' }).fill('/nowhere.json');
    await section.getByRole('button', { name: 'Import' }).click();
    const said = section.getByText('/nowhere.json');
    await said.waitFor();
    await expect.poll(async () => (await said.boundingBox())?.y ?? Infinity).toBeLessThan(500 - 20);
    await expect.poll(() => outcome.count()).toBe(0);
    await expect.poll(() => page.getByRole('status', { name: 'Notices' }).innerText()).toBe('');
  });

  test('in the desktop window, files of product data are dropped, and the preload script tells their paths', async () => {
    const preload = `${preloadStandIn}; window.cadLibrarySync.pathOfFile = (file) => '/catalogues/' + file.name;`;
    const { page, engine } = await openWindow('everyday', '#/settings?section=productData', preload);
    useEmbeddedService(engine);
    const target = page.getByRole('group', { name: 'Drop product data files here' });
    const dropped = await page.evaluateHandle(`(() => {
      const dropped = new DataTransfer();
      for (const name of ['model.zip', 'pumps.json']) dropped.items.add(new File(['{}'], name));
      return dropped;
    })()`);
    // They lie over the window before they lie over the box, which takes them for itself.
    const sign = page.getByText('Drop to add to the library');
    for (const type of ['dragenter', 'dragover'])
      await page.getByRole('main').dispatchEvent(type, { dataTransfer: dropped });
    await sign.waitFor();
    for (const type of ['dragenter', 'dragover']) await target.dispatchEvent(type, { dataTransfer: dropped });
    await sign.waitFor({ state: 'detached' });
    await target.dispatchEvent('drop', { dataTransfer: dropped });
    await page.getByText('Importing model.zip (1 of 2)').waitFor();
    expect(callsOf(engine, 'imports.start')[0]?.input).toMatchObject({
      paths: ['/catalogues/model.zip', '/catalogues/pumps.json'],
    });
    const result = { ...importOutcome, faultCount: 0, faults: [] };
    engine.publish({ kind: 'import', productImport: { state: 'ended', result } });
    await page.getByText('The import is done.').waitFor();
    await page
      .getByLabel('Choose files …')
      .first()
      .setInputFiles({
        name: 'valves.xml',
        mimeType: 'text/xml',
        buffer: Buffer.from('<BMECAT/>'),
      });
    await page.getByText('Importing valves.xml').waitFor();
  });
});

import { describe, expect, test } from 'vitest';
import { asDraft } from '../fakes/window/file-rows.ts';
import { openPalette, openWindow } from './open-window.ts';

/** The same file in both libraries, as far as name and class say. */
async function openTwins(hash: string) {
  const { page, engine } = await openWindow('quiet', '#/activity');
  const { state, publish } = engine;
  const twin = state.files.find(({ name }) => name === 'Design radiator vertical.rfa');
  if (!twin) throw new Error('It is among the examples.');
  const [revit, other] = ['revit', 'other'].map((libraryId) => ({
    ...asDraft({ ...twin, version: '3.1' }),
    ...{ libraryId, fileId: `of-${libraryId}`, key: `${libraryId}/${twin.key}` },
  }));
  if (!revit || !other) throw new Error('There are two.');
  state.files = [revit, other];
  publish({ kind: 'files', fileIds: state.files.map(({ fileId }) => fileId) });
  await page.goto(engine.url + hash);
  return page;
}

describe('files of two libraries that are called alike', () => {
  test('are told apart where they are published', async () => {
    const page = await openTwins('#/publish');
    for (const library of ['Revit 2025', 'AutoCAD symbols and everything else'])
      await page.getByRole('checkbox', { name: `Publish Design radiator vertical (${library})` }).waitFor();
    // The library comes first: the end of a long line is cut off.
    await page.getByTitle(/^AutoCAD symbols and everything else · /).waitFor();
    const facts = page.getByRole('listitem').getByText('Radiator, panel');
    await expect
      .poll(() => facts.allInnerTexts())
      .toEqual(['Revit 2025 · Radiator, panel', 'AutoCAD symbols and everything else · Radiator, panel · Revit 2025']);
  });

  test('are told apart when they are found by name or fit a product', async () => {
    const page = await openTwins('#/products?gtin=8712423012342');
    await page.getByText('Revit 2025 · AutoCAD symbols and everything else').waitFor();
    await openPalette(page);
    await page.getByRole('combobox', { name: 'Go to …' }).fill('Design radiator');
    await page.getByRole('option', { name: /AutoCAD symbols and everything else · / }).waitFor();
    await page.getByRole('option', { name: /Revit 2025 · / }).waitFor();
  });

  test('are told apart in the list of all libraries, and need not be in that of one, where the palette finds both', async () => {
    const page = await openTwins('#/library');
    const list = page.getByRole('listbox', { name: 'Files' });
    await list.getByText('AutoCAD symbols and everything else').waitFor();
    await page.getByTitle('Table').click();
    const table = page.getByRole('grid', { name: 'Files' });
    await table.getByText('AutoCAD symbols and everything else').waitFor();
    await page.evaluate("location.hash = '#/library?library=other'");
    await table.getByText('AutoCAD symbols and everything else').waitFor({ state: 'detached' });
    await expect.poll(() => table.getByText('Design radiator vertical').count()).toBe(1);
    await openPalette(page);
    await page.getByRole('combobox', { name: 'Go to …' }).fill('Design radiator');
    await page.getByRole('option', { name: /AutoCAD symbols and everything else · / }).waitFor();
    await page.getByTitle(/^Revit 2025 · Radiator, panel/).waitFor();
  });
});

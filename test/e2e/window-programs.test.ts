import { describe, expect, test } from 'vitest';
import { callsOf, openWindow } from './open-window.ts';

describe('the programs of a library', () => {
  test('are named when it is added, each in one version', async () => {
    const { page, engine } = await openWindow('everyday', '#/settings?section=libraries');
    await page.getByRole('button', { name: 'Add a library' }).click();
    await page.getByRole('textbox', { name: 'Folder', exact: true }).fill('/libraries/Valves');
    const versions = page.getByRole('textbox', { name: 'Version', exact: true });
    await versions.fill('2024');
    await page.getByRole('button', { name: 'Add a program' }).click();
    await page.getByLabel('CAD program', { exact: true }).nth(1).selectOption('SketchUp');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('the version is missing').waitFor();
    await versions.nth(1).fill('abc');
    await page.getByText('a version is one word with a digit, such as 2025 or R14').waitFor();
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    expect(callsOf(engine, 'libraries.add')).toEqual([]);
    await versions.nth(1).fill(' 2023 ');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('Valves was added.').waitFor();
    expect(callsOf(engine, 'libraries.add').map(({ input }) => input)).toMatchObject([
      {
        programs: [
          { name: 'Revit', version: '2024' },
          { name: 'SketchUp', version: '2023' },
        ],
      },
    ]);
  });

  test('are changed in its settings, and shown beside it', async () => {
    const { page, engine } = await openWindow('everyday', '#/settings?section=libraries');
    const library = page.getByRole('article', { name: 'Revit 2025' });
    await library.getByRole('button', { name: 'Settings', exact: true }).click();
    const form = library.getByRole('group', { name: 'CAD programs: Revit 2025' });
    await expect.poll(() => form.getByRole('button', { name: 'Save programs' }).count()).toBe(0);
    await form.getByRole('button', { name: 'Add a program' }).click();
    await form.getByRole('textbox', { name: 'Version' }).nth(1).fill('2025');
    await form.getByRole('button', { name: 'Save programs' }).click();
    await page.getByText('Saved. Files that belong to another program').waitFor();
    await library.getByText('Revit 2025 and AutoCAD 2025 · ').waitFor();
    await form.getByRole('button', { name: 'Remove Revit' }).click();
    await form.getByRole('button', { name: 'Save programs' }).click();
    await library.getByText(/^AutoCAD 2025 · /).waitFor();
    expect(callsOf(engine, 'libraries.savePrograms').map(({ input }) => input)).toMatchObject([
      { libraryId: 'revit', confirmed: false },
      { libraryId: 'revit', programs: [{ name: 'AutoCAD', version: '2025' }] },
    ]);
  });
});

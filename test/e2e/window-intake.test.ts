import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { callsOf, loadWindow, openWindow, preloadStandIn } from './open-window.ts';
import { fileDialogOf } from './shown-page.ts';

/** Drops files on the middle of the window, as a person does who let go of them there. */
async function drop(page: Page, ...names: readonly string[]): Promise<void> {
  await page.evaluate(`{
    const dataTransfer = new DataTransfer();
    for (const name of ${JSON.stringify(names)}) dataTransfer.items.add(new File(['bytes of ' + name], name));
    for (const type of ['dragenter', 'dragover', 'drop'])
      document.querySelector('main').dispatchEvent(
        new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }),
      );
  }`);
}

const adding = (page: Page) => page.getByRole('region', { name: 'Adding files' });

describe('files dropped on the window', () => {
  test('are added to the library that is looked at; what they show is asked, found by name, and all is undone', async () => {
    const { page, engine } = await openWindow('everyday', '#/library?library=revit');
    await drop(page, 'Kogelkraan DN20.rfa', 'Radiator symbol.dwg', 'notes.txt');
    const card = adding(page);
    await card.getByRole('heading', { name: '2 files added to Revit 2025.' }).waitFor();
    await card.getByText('1 is no CAD file.').waitFor();
    expect(callsOf(engine, 'intake').map(({ input }) => input)).toEqual([
      { libraryId: 'revit', path: 'Kogelkraan DN20.rfa', ifThere: 'ask' },
      { libraryId: 'revit', path: 'Radiator symbol.dwg', ifThere: 'ask' },
    ]);
    // Faster than anything is found: what is typed counts, and nothing that was offered before.
    await card.getByRole('combobox', { name: 'ETIM class' }).fill('panel rad');
    await card.getByRole('combobox', { name: 'ETIM class' }).press('Enter');
    await card.getByText('EC011524 v1').waitFor();
    await card.getByRole('combobox', { name: 'Modelling class' }).click();
    await card.getByRole('option', { name: /Panel with 4 connections/ }).click();
    await card.getByRole('button', { name: 'Assign 2 files' }).click();
    await page.getByText('Assigned. 2 files have their classes now.').waitFor();
    const assigned = callsOf(engine, 'files.assign').map(({ input }) => input);
    expect(assigned).toMatchObject([
      {
        assignments: [
          { fileIds: ['revit/Kogelkraan DN20.rfa'], etimClassCode: 'EC011524', contentType: 'Template' },
          { fileIds: ['revit/Radiator symbol.dwg'], modellingClassCode: 'MC000123', contentType: 'Symbol' },
        ],
      },
    ]);
    await page.getByText('2 files added to Revit 2025.').waitFor();
    // The last thing that was done goes first.
    await page.keyboard.press('Control+z');
    await page.getByText('Undone: the classes you chose no longer apply.').waitFor();
    await page.keyboard.press('Control+z');
    await page.getByText('Taken back: 2 files are in the backup folder.').waitFor();
  });

  test('say which of them stay where not all can be taken back', async () => {
    const { page, engine } = await openWindow('everyday', '#/library?library=revit');
    await drop(page, 'Kogelkraan DN20.rfa', 'Radiator symbol.dwg');
    engine.state.openFileId = 'revit/Radiator symbol.dwg';
    await adding(page).getByRole('button', { name: 'Later' }).click();
    await page.getByText('2 files added to Revit 2025.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).last().click();
    const said =
      'Taken back: the file is in the backup folder. 1 file stays: it was changed since, or is open in a program.';
    await page.getByText(said).waitFor();
  });

  test('never replace one that is there unasked', async () => {
    const { page, engine } = await openWindow('everyday', '#/library');
    const there = engine.state.files.find(({ name }) => name === 'Washbasin 600.rfa');
    engine.state.files = engine.state.files.map((file) => (file === there ? { ...file, path: file.name } : file));
    await page.goto(`${engine.url}#/library?library=${there?.libraryId}`);
    await page.getByRole('complementary').locator('[aria-current="true"]').waitFor();
    await drop(page, 'Washbasin 600.rfa');
    const card = adding(page);
    await card.getByText('Another Washbasin 600.rfa is in the library already, with different content.').waitFor();
    await card.getByRole('button', { name: 'Replace' }).click();
    await page.getByText(/^Added to /).waitFor();
    expect(callsOf(engine, 'intake').map(({ input }) => input)).toMatchObject([
      { ifThere: 'ask' },
      { ifThere: 'replace' },
    ]);
  });

  test('wait where the window has not heard yet which libraries there are', async () => {
    const late = `const WebSocketAtOnce = WebSocket;
      const asked = new Promise((resolve) => { window.askNow = resolve; });
      window.WebSocket = class extends WebSocketAtOnce {
        send(message) { void asked.then(() => super.send(message)); }
      };`;
    const { page, engine } = await loadWindow('everyday', '#/library?library=revit', late);
    await expect.poll(() => page.getByRole('button', { name: 'Add files' }).count()).toBe(0);
    await drop(page, 'Pump.rfa');
    await page.evaluate('askNow()');
    await adding(page).getByRole('heading', { name: 'Added to Revit 2025.' }).waitFor();
    expect(callsOf(engine, 'intake')).toHaveLength(1);
  });

  test('are looked for where a person sees it; what is dropped meanwhile is added too, and what was left out is told', async () => {
    const preload = `${preloadStandIn}; window.cadLibrarySync.pathOfFile = (file) => '/desk/' + file.name;`;
    const { page, engine } = await openWindow('everyday', '#/library?library=revit', preload);
    await page.getByRole('option').first().waitFor();
    const [looked, added] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    engine.state.held.set('intake.look', looked.promise);
    engine.state.held.set('intake.add', added.promise);
    engine.state.leftOut = { skipped: 2, inLibrary: 1, beyond: 3 };
    const there = engine.state.files.filter(({ libraryId }) => libraryId === 'revit').slice(0, 2);
    const names = there.map(({ name }) => name);
    engine.state.files = engine.state.files.map((file) => (there.includes(file) ? { ...file, path: file.name } : file));
    await drop(page, 'Pump.rfa');
    const card = adding(page);
    await card.getByRole('heading', { name: 'Looking for CAD files …' }).waitFor();
    await card.getByRole('button', { name: 'Stop' }).waitFor();
    await drop(page, ...names);
    looked.resolve();
    await card.getByText('0 of 1').waitFor();
    await drop(page, 'Valve.rfa');
    added.resolve();
    await card.getByText('2 of the files are in the library already, with different content.').waitFor();
    for (const name of names) await card.getByRole('listitem').filter({ hasText: name }).waitFor();
    expect(callsOf(engine, 'intake.add').map(({ input }) => input)).toMatchObject(
      ['Pump.rfa', ...names, 'Valve.rfa'].map((path) => ({ path })),
    );
    await drop(page, 'Bend.rfa');
    await expect.poll(() => callsOf(engine, 'intake.add').length).toBe(5);
    await card.getByRole('button', { name: 'Leave out' }).click();
    await card.getByRole('heading', { name: '3 files added to Revit 2025.' }).waitFor();
    await card.getByRole('button', { name: 'Later' }).click();
    const said =
      '3 files added to Revit 2025. 4 are in a library already. 8 are no CAD files. At most 5,000 files are added at once: 12 more were left out. Add them after these.';
    await page.getByText(said).waitFor();
  });

  test('are taken from where they lie in the desktop app, which says where that is', async () => {
    const preload = `${preloadStandIn}; window.cadLibrarySync.pathOfFile = (file) => '/desk/' + file.name;`;
    const { page, engine } = await openWindow('everyday', '#/library?library=revit', preload);
    await drop(page, 'Pump.rfa');
    await adding(page).getByRole('heading', { name: 'Added to Revit 2025.' }).waitFor();
    expect(callsOf(engine, 'intake')).toEqual([]);
    expect(callsOf(engine, 'intake.look').map(({ input }) => input)).toEqual([{ paths: ['/desk/Pump.rfa'] }]);
    expect(callsOf(engine, 'intake.add').map(({ input }) => input)).toEqual([
      { from: '/desk/Pump.rfa', libraryId: 'revit', path: 'Pump.rfa', ifThere: 'ask' },
    ]);
  });
});

test('files are also chosen with a button or Ctrl+O; where several libraries could take them, that is asked', async () => {
  const { page, engine } = await openWindow('everyday', '#/library');
  await page.getByRole('option').first().waitFor();
  await page.getByRole('button', { name: 'Add files' }).waitFor();
  await expect
    .poll(() => page.getByRole('button', { name: 'Add files' }).getAttribute('aria-keyshortcuts'))
    .toBe('Control+O Meta+O');
  const dialog = await fileDialogOf(page, () => page.keyboard.press('Control+o'));
  await dialog.setFiles([{ name: 'Bracket.step', mimeType: 'model/step', buffer: Buffer.from('a bracket') }]);
  const card = adding(page);
  await card.getByRole('heading', { name: 'Which library is this file for?' }).waitFor();
  await card.getByRole('button', { name: 'Revit 2025' }).click();
  await card.getByRole('heading', { name: 'Added to Revit 2025.' }).waitFor();
  expect(callsOf(engine, 'intake')).toHaveLength(1);
});

test('the dialog for files to add opens from every view, with its keys and out of the palette', async () => {
  const { page } = await openWindow('everyday', '#/activity');
  await fileDialogOf(page, () => page.keyboard.press('Control+o'));
  await expect.poll(() => page.evaluate('location.hash')).toBe('#/library');
  await page.keyboard.press('Control+3');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Go to …' }).fill('add files');
  await page.getByRole('option', { name: /^Add files/ }).waitFor();
  await fileDialogOf(page, () => page.keyboard.press('Enter'));
});

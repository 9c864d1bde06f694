import { describe, expect, test } from 'vitest';
import { callsOf, openWindow } from './open-window.ts';

const focused = `document.activeElement.getAttribute('role') ?? document.activeElement.textContent.trim()`;

describe('a question', () => {
  test('in the settings is about what was asked, and none any more once that is changed', async () => {
    const { page, engine } = await openWindow('everyday', '#/settings?section=libraries');
    const library = page.getByRole('article', { name: 'Revit 2025' });
    await library.getByRole('button', { name: 'Settings', exact: true }).click();
    const form = library.getByRole('group', { name: 'CAD programs: Revit 2025' });
    const version = form.getByRole('textbox', { name: 'Version' });
    await version.fill('2015');
    await form.getByRole('button', { name: 'Save programs' }).click();
    await form.getByRole('alert').waitFor();
    await version.fill('2016');
    await expect.poll(() => form.getByRole('alert').count()).toBe(0);
    await form.getByRole('button', { name: 'Save programs' }).click();
    await form.getByRole('alert').getByRole('button', { name: 'Change it anyway' }).click();
    await page.getByText('Saved. Files that belong to another program').waitFor();
    const saved = callsOf(engine, 'libraries.savePrograms').map(({ input }) => input);
    expect(saved).toMatchObject([
      { programs: [{ version: '2015' }], confirmed: false },
      { programs: [{ version: '2016' }], confirmed: false },
      { programs: [{ version: '2016' }], confirmed: true },
    ]);

    await page.getByRole('button', { name: 'Add a library' }).click();
    const folder = page.getByRole('textbox', { name: 'Folder', exact: true });
    await folder.fill('/home/anna/Downloads');
    await page.getByRole('textbox', { name: 'Version', exact: true }).last().fill('2024');
    const add = page.getByRole('button', { name: 'Add', exact: true });
    await add.click();
    const question = page.getByRole('alert').filter({ hasText: '20,000' });
    await question.waitFor();
    await folder.fill('/srv/share/Downloads');
    await expect.poll(() => question.count()).toBe(0);
    await add.click();
    await question.waitFor();
    const asked = callsOf(engine, 'libraries.add').map(({ input }) => input);
    expect(asked).toMatchObject([
      { root: '/home/anna/Downloads', confirmed: false },
      { root: '/srv/share/Downloads', confirmed: false },
    ]);
  });

  test('gets the keyboard where its button made way for it, and gives it back', async () => {
    const { page, engine } = await openWindow('everyday', '#/library?show=removedHere');
    const gone = engine.state.files.find(({ state }) => state === 'removedHere');
    if (gone) engine.state.files = [...engine.state.files, { ...gone, fileId: 'gone-2', path: 'x/gone-2.rfa' }];
    engine.publish({ kind: 'files', fileIds: ['gone-2'] });
    const restoreAll = page.getByRole('button', { name: /^Restore all/ });
    await restoreAll.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(focused)).toBe('alert');
    await page.keyboard.press('Tab');
    await expect.poll(() => page.evaluate(focused)).toBe('Restore 2 files');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(focused)).toMatch(/^Restore all/);

    await page.evaluate(`location.hash = '#/settings?section=libraries'`);
    const library = page.getByRole('article', { name: 'Revit 2025' });
    await library.getByRole('button', { name: 'Remove', exact: true }).focus();
    await page.keyboard.press('Enter');
    await library.getByRole('alert').getByRole('button', { name: 'Stop syncing' }).focus();
    await page.keyboard.press('Enter');
    await library.getByRole('button', { name: 'Stop syncing anyway' }).waitFor();
    await expect.poll(() => page.evaluate(focused)).toBe('alert');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect.poll(() => page.evaluate(focused)).toBe('Cancel');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(focused)).toBe('Remove');
  });

  test('about what waits, and about a move, gets the keyboard too', async () => {
    const waiting = await openWindow('trouble', '#/activity');
    const discard = waiting.page.getByRole('button', { name: 'Discard', exact: true }).first();
    await discard.focus();
    await waiting.page.keyboard.press('Enter');
    await expect.poll(() => waiting.page.evaluate(focused)).toBe('alertdialog');
    await waiting.page.getByRole('button', { name: 'Keep it' }).press('Enter');
    await expect.poll(() => waiting.page.evaluate(focused)).toBe('Discard');

    const request = await openWindow('everyday', '#/validation?project=P-7&ticket=639000000000030000');
    await request.page.getByRole('button', { name: 'Delete', exact: true }).press('Enter');
    await request.page.getByRole('alert').getByRole('button', { name: 'Cancel' }).press('Enter');
    await expect.poll(() => request.page.evaluate(focused)).toBe('Delete');

    const moving = await openWindow('moving', '#/activity');
    await moving.page.getByRole('button', { name: 'Stop moving' }).focus();
    await moving.page.keyboard.press('Enter');
    await expect.poll(() => moving.page.evaluate(focused)).toBe('alert');
    await moving.page.getByRole('button', { name: 'Cancel' }).press('Enter');
    await expect.poll(() => moving.page.evaluate(focused)).toBe('Stop moving');
  });

  test('that a choice in a list raised gives the keyboard back to that list', async () => {
    const { page } = await openWindow('everyday', '#/settings?section=libraries');
    const library = page.getByRole('article', { name: 'Revit 2025' });
    await library.getByRole('button', { name: 'Settings', exact: true }).click();
    const direction = library.getByLabel('Direction');
    await direction.focus();
    await direction.selectOption('downOnly');
    await library.getByRole('alert').getByRole('button', { name: 'Cancel' }).press('Enter');
    await expect.poll(() => page.evaluate('document.activeElement.value')).toBe('both');
  });
});

describe('what is shown', () => {
  test('of a setting that was not saved is what counts', async () => {
    const { page, engine } = await openWindow('everyday', '#/settings?section=libraries');
    const library = page.getByRole('article', { name: 'Revit 2025' });
    await library.getByRole('button', { name: 'Settings', exact: true }).click();
    const direction = library.getByLabel('Direction');
    const counts = await direction.inputValue();
    engine.state.failing.set('libraries.saveSettings', { code: 'library-missing' });
    await direction.selectOption('upOnly');
    await expect.poll(() => direction.inputValue()).toBe(counts);
    engine.state.failing.clear();
    await direction.selectOption('upOnly');
    await page.getByText('Saved').first().waitFor();
    await expect.poll(() => direction.inputValue()).toBe('upOnly');

    await page.evaluate(`location.hash = '#/settings?section=syncing'`);
    const quiet = page.getByLabel('Quiet time').last();
    const before = await quiet.inputValue();
    engine.state.failing.set('settings.save', { code: 'disk-full' });
    await quiet.selectOption('60000');
    await page.locator('.stack').getByText('The disk is full.').waitFor();
    await expect.poll(() => quiet.inputValue()).toBe(before);
  });

  test('when a badge is pointed at is why the file is in that state, not in the last one', async () => {
    const { page, engine } = await openWindow('everyday', '#/library');
    const badge = page.getByRole('option').filter({ hasText: 'Panel radiator type 22' }).first().locator('.pointed');
    await badge.hover();
    await expect.poll(() => badge.getAttribute('title')).not.toBeNull();
    const before = await badge.getAttribute('title');
    engine.state.files = engine.state.files.map((file) =>
      file.fileId === 'file-1' ? { ...file, state: 'conflict' } : file,
    );
    engine.publish({ kind: 'files', fileIds: ['file-1'] });
    await badge.getByText('Conflict').waitFor();
    await expect.poll(() => badge.getAttribute('title')).not.toBe(before);
    await expect.poll(() => callsOf(engine, 'files.explain').length).toBe(2);
  });

  test('of copies is every one of them, of a file and of all', async () => {
    const { page, engine } = await openWindow('everyday', '#/settings?section=copies');
    const [one] = engine.state.backups;
    if (one) {
      const copyOf = (_none: unknown, place: number) => ({ ...one, backupId: `copy-${place}` });
      engine.state.backups = Array.from({ length: 120 }, copyOf);
      await page.evaluate("location.hash = '#/library?file=file-1'");
    }
    const details = page.getByRole('region', { name: 'Details of the file' });
    const copies = details.getByRole('button', { name: /^Restore Panel/ });
    const more = details.getByRole('button', { name: 'Show more' });
    for (const count of [50, 100, 120]) {
      await expect.poll(() => copies.count()).toBe(count);
      if (count < 120) await more.click();
    }
    await expect.poll(() => more.count()).toBe(0);
  });

  test('of a saved file that was dismissed stays away when the connection comes back', async () => {
    const { page, engine } = await openWindow('everyday', '#/library');
    const file = { errandId: 1, fileName: 'list.csv' };
    const saving = { state: 'saved' as const, ...file, path: '/home/a/list.csv', sizeBytes: 10 };
    engine.state.saving = saving;
    engine.publish({ kind: 'saving', saving });
    const stack = page.locator('.stack');
    await stack.getByText('Saved list.csv').waitFor();
    await stack.getByRole('button', { name: 'Dismiss' }).click();
    const asked = callsOf(engine, 'snapshot').length;
    engine.dropConnections();
    await expect.poll(() => callsOf(engine, 'snapshot').length).toBeGreaterThan(asked);
    await page.locator('.lost').waitFor({ state: 'detached' });
    await expect.poll(() => stack.getByText('list.csv').count()).toBe(0);
    engine.publish({ kind: 'saving', saving: { state: 'running', ...file, errandId: 2, receivedBytes: 1 } });
    await stack.getByText('Saving list.csv').waitFor();
    engine.publish({ kind: 'saving', saving });
    await stack.getByText('Saved list.csv').waitFor();
  });

  test('of a saved file goes once it was seen, and waits for whoever is elsewhere meanwhile', async () => {
    const { page, engine } = await openWindow('everyday', '#/library');
    await page.clock.install();
    const save = (errandId: number): void => {
      const file = { errandId, fileName: `list ${errandId}.csv` };
      const saving = { state: 'saved' as const, ...file, path: `/home/a/list ${errandId}.csv`, sizeBytes: 10 };
      engine.state.saving = saving;
      engine.publish({ kind: 'saving', saving });
    };
    await page.evaluate('document.hasFocus = () => false');
    save(1);
    const saved = page.locator('.stack').getByText('Saved list 1.csv');
    await saved.waitFor();
    await page.clock.runFor(60_000);
    expect(await saved.count()).toBe(1);
    await page.evaluate('document.hasFocus = () => true');
    await page.clock.runFor(7_000);
    await saved.waitFor({ state: 'detached' });
    save(2);
    await page.locator('.stack').getByText('Saved list 2.csv').waitFor();
  });
});

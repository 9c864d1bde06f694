import { describe, expect, test } from 'vitest';
import { callsOf, keyOf, openWindow } from './open-window.ts';

describe('what a file was before', () => {
  test('stands in its details, and a copy is put back with one press', async () => {
    const { page, engine } = await openWindow('everyday', '#/library?file=file-1');
    const details = page.getByRole('region', { name: 'Details of the file' });
    await details.getByRole('heading', { name: 'Earlier copies on this computer' }).waitFor();
    const restore = details.getByRole('button', { name: /^Restore Panel radiator type 22.rfa of/ });
    await expect.poll(() => restore.count()).toBe(3);
    await restore.first().click();
    await page
      .getByText('Put back. It is sent as the next draft. A file that it replaced is kept as an earlier copy.')
      .waitFor();
    await expect.poll(() => restore.count()).toBe(2);
    expect(callsOf(engine, 'files.restoreBackup')).toHaveLength(1);
  });

  test('a file that is open in another program stays as it is, and the window says so', async () => {
    const { page, engine } = await openWindow('everyday', '#/library?file=file-1');
    engine.state.failing.set('files.restoreBackup', { code: 'file-in-use' });
    await page.getByRole('button', { name: /^Restore Panel radiator type 22.rfa of yesterday/ }).click();
    await page.getByText('The file is open in another program.').waitFor();
  });

  test('a copy is deleted only after a yes, which says when the service is not known to have it', async () => {
    const { page, engine } = await openWindow('everyday', '#/settings?section=copies');
    const luminaire = page.getByRole('listitem').filter({ hasText: 'Old symbols/Luminaire' });
    await luminaire.getByText('not known on the service', { exact: true }).waitFor();
    await luminaire.getByRole('button', { name: /^Delete the copy/ }).click();
    const question = luminaire.getByRole('alert');
    await question.getByText(/^The service may not have this copy\./).waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect(callsOf(engine, 'files.deleteBackup')).toHaveLength(0);
    await luminaire.getByRole('button', { name: /^Delete the copy/ }).click();
    await question.getByRole('button', { name: 'Delete' }).click();
    await luminaire.waitFor({ state: 'detached' });
    expect(callsOf(engine, 'files.deleteBackup')).toHaveLength(1);
  });

  test('what a program saved into a file after it was replaced is shown in Activity, to be restored or left', async () => {
    const { page, engine } = await openWindow('everyday', '#/library');
    const [copy, ...others] = engine.state.backups;
    if (!copy) throw new Error('There is a copy.');
    engine.state.backups = [{ ...copy, reason: 'savedLate', version: undefined, isOnService: false }, ...others];
    const [library, ...otherLibraries] = engine.state.status.libraries;
    if (!library) throw new Error('There is a library.');
    const libraries = [{ ...library, besideFiles: { savedLate: 1, failedWork: 0 } }, ...otherLibraries];
    engine.publish({ kind: 'status', status: { ...engine.state.status, libraries } });
    const { queue } = engine.state.status;
    await page.getByRole('link', { name: `Activity , ${queue.needsAttention + 1} needing you` }).click();
    const late = page.getByRole('region', { name: 'Saved after it was replaced 1' });
    await late.getByText('a program saved into it after it was replaced by 2.4').waitFor();
    await expect.poll(() => late.getByRole('button', { name: /^Restore Panel/ }).count()).toBe(1);
    await late.getByRole('button', { name: /^Leave Panel/ }).click();
    await page.getByText('Left among the earlier copies.').waitFor();
    await late.waitFor({ state: 'detached' });
    expect(callsOf(engine, 'files.leaveBackup')).toHaveLength(1);
  });

  test('an earlier version of the service is restored as a new draft; the version that the file is cannot be', async () => {
    const { page, engine } = await openWindow('everyday', '#/versions?file=file-1');
    await page.getByRole('button', { name: 'Restore 2.3 as a new draft' }).click();
    await page.getByText('Put back. It is sent as the next draft.').waitFor();
    expect(callsOf(engine, 'versions.restore').map(({ input }) => input)).toEqual([
      { fileId: 'file-1', key: keyOf(engine, 'file-1'), version: '2.3' },
    ]);
    await expect.poll(() => page.getByRole('button', { name: 'Restore 2.4 as a new draft' }).count()).toBe(0);
  });

  test('how long replaced files are kept is set and saved', async () => {
    const { page, engine } = await openWindow('everyday', '#/settings?section=copies');
    await page.getByLabel('Keep replaced files for').selectOption('90');
    await expect.poll(() => callsOf(engine, 'settings.save').map(({ input }) => input)).toEqual([{ backupDays: 90 }]);
  });

  test('how long and how many unsent saves are kept is set and saved, or switched off', async () => {
    const { page, engine } = await openWindow('everyday', '#/settings?section=copies');
    await page.getByLabel('Keep saves that were not sent for').selectOption('30');
    await page.getByText(/not files above 512 MB, without a class .*, nor saves while a library is paused$/).waitFor();
    const upTo = page.getByLabel('Up to', { exact: true });
    await expect.poll(() => upTo.locator('option').allTextContents()).toEqual(['500 MB', '2 GB', '8 GB', '32 GB']);
    await upTo.selectOption('8 GB');
    await page.getByLabel('Keep saves that were not sent for').selectOption('0');
    await upTo.waitFor({ state: 'detached' });
    await expect
      .poll(() => callsOf(engine, 'settings.save').map(({ input }) => input))
      .toEqual([{ historyDays: 30 }, { historyMegabytes: 8_000 }, { historyDays: 0 }]);
  });
});

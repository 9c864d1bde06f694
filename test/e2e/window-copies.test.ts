import { describe, expect, test } from 'vitest';
import { callsOf, openWindow, useChromium } from './open-window.ts';

useChromium();

describe('what a file was before', () => {
  test('stands in its details, and a copy is put back with one press', async () => {
    const { page, engine } = await openWindow('everyday', '#/library?file=file-1');
    const details = page.getByRole('region', { name: 'Details of the file' });
    await details.getByRole('heading', { name: 'Earlier copies on this computer' }).waitFor();
    const restore = details.getByRole('button', { name: /^Restore Panel radiator type 22.rfa of/ });
    expect(await restore.count()).toBe(3);
    await restore.first().click();
    await page.getByText('Put back. It is sent as the next draft; what it replaced is kept here.').waitFor();
    await expect.poll(() => restore.count()).toBe(2);
    expect(callsOf(engine, 'files.restoreBackup')).toHaveLength(1);
  });

  test('a file that is open in another program stays as it is, and the window says so', async () => {
    const { page, engine } = await openWindow('everyday', '#/library?file=file-1');
    engine.state.failing.set('files.restoreBackup', { code: 'file-in-use' });
    await page.getByRole('button', { name: /^Restore Panel radiator type 22.rfa of yesterday/ }).click();
    await page.getByText('The file is open in another program.').waitFor();
  });

  test('a copy is deleted only after a yes, which says when it is the only one', async () => {
    const { page, engine } = await openWindow('everyday', '#/settings?section=copies');
    const luminaire = page.getByRole('listitem').filter({ hasText: 'Old symbols/Luminaire' });
    await luminaire.getByText('the only copy', { exact: true }).waitFor();
    await luminaire.getByRole('button', { name: /^Delete the copy/ }).click();
    const question = luminaire.getByRole('alert');
    await question.getByText('This is the only known copy of these bytes.').waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect(callsOf(engine, 'files.deleteBackup')).toHaveLength(0);
    await luminaire.getByRole('button', { name: /^Delete the copy/ }).click();
    await question.getByRole('button', { name: 'Delete' }).click();
    await luminaire.waitFor({ state: 'detached' });
    expect(callsOf(engine, 'files.deleteBackup')).toHaveLength(1);
  });

  test('an earlier version of the service is restored as a new draft; the version that the file is cannot be', async () => {
    const { page, engine } = await openWindow('everyday', '#/versions?file=file-1');
    await page.getByRole('button', { name: 'Restore 2.3 as a new draft' }).click();
    await page.getByText('2.3 is put back and sent as the next draft.').waitFor();
    expect(callsOf(engine, 'versions.restore').map(({ input }) => input)).toEqual([
      { fileId: 'file-1', version: '2.3' },
    ]);
    expect(await page.getByRole('button', { name: 'Restore 2.4 as a new draft' }).count()).toBe(0);
  });

  test('how long replaced files are kept is set and saved', async () => {
    const { page, engine } = await openWindow('everyday', '#/settings?section=copies');
    await page.getByLabel('Keep replaced files for').selectOption('90');
    await expect.poll(() => callsOf(engine, 'settings.save').map(({ input }) => input)).toEqual([{ backupDays: 90 }]);
  });
});

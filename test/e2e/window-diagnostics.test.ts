import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { callsOf, openWindow } from './open-window.ts';

const diagnostics = '#/settings?section=diagnostics';

describe('the diagnostics in Settings', () => {
  test('run when they are asked for, problems first, with what to do; what is fine is behind one line', async () => {
    const { page, engine } = await openWindow('everyday', diagnostics);
    await page.getByRole('button', { name: 'Check now' }).waitFor();
    expect(callsOf(engine, 'diagnostics.run')).toEqual([]);
    await page.getByRole('button', { name: 'Check now' }).click();
    await page.getByText('2 problems were found.').waitFor();
    const computer = page.getByRole('region', { name: 'This computer' });
    const [first] = await computer.getByRole('listitem').allInnerTexts();
    expect(first).toMatch(/Problem[^]*Sign-in[^]*refuses[^]*Enter client id and secret again\./);
    await expect.poll(() => computer.getByText('Versions').isVisible()).toBe(false);
    await computer.getByText('8 checks are fine').click();
    await computer.getByText('Versions').waitFor();
    await page.getByRole('region', { name: 'AutoCAD' }).getByText('Nothing can be written here').waitFor();
  });

  test('list what a bundle holds before it is saved', async () => {
    const { page } = await openWindow('everyday', diagnostics);
    await page.getByRole('button', { name: 'Prepare a bundle' }).click();
    await page.getByText('The bundle holds:').waitFor();
    for (const name of ['report.json', 'settings.json', 'counts.json', 'app.log', 'shell.log'])
      await page.getByText(name, { exact: true }).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save the bundle' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('cad-library-sync-support.zip');
    expect((await readFile(await download.path())).subarray(0, 2).toString()).toBe('PK');
  });
});

import { describe, expect, test } from 'vitest';
import { callsOf, openWindow } from './open-window.ts';

/** The details of the file that shares its key with the one of which it is a copy. */
async function openClaimed() {
  const opened = await openWindow('everyday', '#/library');
  const { engine, page } = opened;
  const idOf = (name: string): string => engine.state.files.find((file) => file.name === name)?.fileId ?? '';
  const copyId = idOf('Washbasin 600 copy.rfa');
  await page.goto(`${engine.url}#/library?file=${copyId}`);
  const details = page.getByRole('region', { name: 'Details of the file' });
  await details.getByRole('heading', { name: 'Which file is the right one?' }).waitFor();
  return { ...opened, details, copyId, originalId: idOf('Washbasin 600.rfa') };
}

describe('a file that shares its key with another', () => {
  test('shows both with what tells them apart, and leads to the other', async () => {
    const { page, details, originalId } = await openClaimed();
    await details.getByText('the same as 6.0 on the service').waitFor();
    await details.getByText('The file you are looking at').waitFor();
    await details.getByRole('link', { name: 'Washbasin 600.rfa' }).click();
    await expect.poll(() => page.url()).toContain(`file=${originalId}`);
  });

  test('is picked by one press; the other is unassigned then', async () => {
    const { page, engine, details, copyId } = await openClaimed();
    await details.getByRole('button', { name: 'Use Washbasin 600 copy.rfa' }).click();
    await page.getByText('Using Washbasin 600 copy.rfa. The other file is now unassigned.').waitFor();
    expect(callsOf(engine, 'files.pick').map(({ input }) => input)).toEqual([{ fileId: copyId }]);
    await details.getByRole('heading', { name: 'Which file is the right one?' }).waitFor({ state: 'detached' });
  });

  test('is not the one where the other is picked, and that can be undone', async () => {
    const { page, engine, details, originalId } = await openClaimed();
    await details.getByRole('button', { name: 'Use Washbasin 600.rfa' }).click();
    await details.getByRole('heading', { name: 'What does this file show?' }).waitFor();
    expect(callsOf(engine, 'files.pick').map(({ input }) => input)).toEqual([{ fileId: originalId }]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone: the files share their class again.').waitFor();
    await details.getByRole('heading', { name: 'Which file is the right one?' }).waitFor();
  });
});

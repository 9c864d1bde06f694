import { expect, test } from 'vitest';
import { callsOf, openWindow, useChromium } from './open-window.ts';

useChromium();

test('what an unassigned file may be stands in the form with its reason, and counts once a person says so', async () => {
  const { page, engine } = await openWindow('everyday', '#/library');
  const fileId = engine.state.files.find(({ name }) => name === 'New valve from supplier.rfa')?.fileId ?? '';
  await page.goto(`${engine.url}#/library?file=${fileId}`);
  const details = page.getByRole('region', { name: 'Details of the file' });
  await details.getByText('Suggested: EC010231 v2 · MC000040 v1, like 3 of the 4 files in its folder.').waitFor();
  expect(await details.getByLabel('ETIM class').inputValue()).toBe('EC010231');
  expect(callsOf(engine, 'files.assign')).toEqual([]);
  await details.getByRole('button', { name: 'Assign' }).click();
  await page.getByText('Assigned. The file is sent next.').waitFor();
  expect(callsOf(engine, 'files.assign').map(({ input }) => input)).toEqual([
    {
      assignments: [
        {
          fileIds: [fileId],
          etimClassCode: 'EC010231',
          etimClassVersion: '2',
          modellingClassCode: 'MC000040',
          modellingClassVersion: '1',
        },
      ],
    },
  ]);
});

test('several unassigned files of a folder are assigned at once', async () => {
  const { page, engine } = await openWindow('everyday', '#/library');
  const idOf = (name: string) => engine.state.files.find((file) => file.name === name)?.fileId ?? '';
  await page.goto(`${engine.url}#/library?file=${idOf('New valve from supplier.rfa')}`);
  const details = page.getByRole('region', { name: 'Details of the file' });
  await details.getByRole('checkbox', { name: 'Bracket.step' }).check();
  await details.getByRole('button', { name: 'Assign 2 files' }).click();
  await page.getByText('Assigned. 2 files are sent next.').waitFor();
  expect(callsOf(engine, 'files.assign').map(({ input }) => input)).toMatchObject([
    { assignments: [{ fileIds: [idOf('New valve from supplier.rfa'), idOf('Bracket.step')] }] },
  ]);
});

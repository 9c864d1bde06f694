import { expect, test } from 'vitest';
import { show } from './at-the-window.ts';
import { callsOf, openWindow } from './open-window.ts';

async function openUnassigned() {
  const opened = await openWindow('everyday', '#/library');
  const { engine, page } = opened;
  const idOf = (name: string) => engine.state.files.find((file) => file.name === name)?.fileId ?? '';
  await page.goto(`${engine.url}#/library?file=${idOf('New valve from supplier.rfa')}`);
  const details = page.getByRole('region', { name: 'Details of the file' });
  const assignments = () => callsOf(engine, 'files.assign').map(({ input }) => input);
  return { ...opened, details, idOf, assignments };
}

/** Two unassigned files of one library are chosen, and the form for their classes is open. */
async function openTwoChosen() {
  const { page, engine } = await openWindow('everyday', '#/activity');
  engine.state.files = engine.state.files.map((file) =>
    file.state === 'unassigned' ? { ...file, libraryId: 'revit' } : file,
  );
  await show(page, '#/library?show=unassigned');
  const choose = (place: number) =>
    page
      .getByRole('option')
      .nth(place)
      .click({ modifiers: ['Control'] });
  await page.getByRole('option').nth(0).click();
  await choose(1);
  const panel = page.getByRole('region', { name: 'Chosen files' });
  await panel.getByRole('button', { name: /^Choose classes/ }).click();
  return { engine, choose, panel };
}

const valve = {
  etimClassCode: 'EC010231',
  etimClassVersion: '2',
  modellingClassCode: 'MC000040',
  modellingClassVersion: '1',
};

test('what an unassigned file may be stands in the form with its reason, and counts once a person says so', async () => {
  const { page, details, idOf, assignments } = await openUnassigned();
  await details
    .getByText('Suggested: EC010231 v2 · MC000040 v1, like 3 of the 4 files with a class in its folder.')
    .waitFor();
  await details.getByText('EC010231 v2', { exact: true }).waitFor();
  await expect
    .poll(() => details.getByRole('combobox', { name: 'ETIM class' }).inputValue())
    .toBe('Ball valve, straight');
  expect(assignments()).toEqual([]);
  await details.getByRole('button', { name: 'Assign' }).click();
  await page.getByText('Assigned. The file has its classes now.').waitFor();
  expect(assignments()).toEqual([
    { assignments: [{ fileIds: [idOf('New valve from supplier.rfa')], ...valve, contentType: 'Template' }] },
  ]);
});

test('a class is found by words of its name and chosen with the keys; what goes with it is offered', async () => {
  const { page, details, idOf, assignments } = await openUnassigned();
  const etimClass = details.getByRole('combobox', { name: 'ETIM class' });
  await etimClass.fill('heating pump');
  await details.getByRole('option', { name: 'Circulation pump' }).getByText('also central heating pump').waitFor();
  await etimClass.press('Enter');
  await details.getByText('EC011491 v5').waitFor();
  const modellingClass = details.getByRole('combobox', { name: 'Modelling class' });
  await modellingClass.fill('');
  await details.getByRole('option', { name: /Twin connection pump/ }).click();
  await details.getByRole('combobox', { name: 'Kind of content' }).selectOption('Section');
  await details.getByRole('button', { name: 'Assign' }).click();
  await page.getByText('Assigned. The file has its classes now.').waitFor();
  expect(assignments()).toMatchObject([
    {
      assignments: [
        {
          fileIds: [idOf('New valve from supplier.rfa')],
          ...{ etimClassCode: 'EC011491', etimClassVersion: '5', modellingClassCode: 'MC000071' },
          contentType: 'Section',
        },
      ],
    },
  ]);
});

test('a typed code is taken as it is, also one that has no name and in another version than the newest', async () => {
  const { page, details, assignments } = await openUnassigned();
  const etimClass = details.getByRole('combobox', { name: 'ETIM class' });
  await etimClass.fill('EC019999');
  await details.getByText('EC019999 v1').waitFor();
  await etimClass.press('Enter');
  await expect.poll(() => etimClass.getAttribute('aria-expanded')).toBe('false');
  expect(await etimClass.inputValue()).toBe('EC019999');
  const modellingClass = details.getByRole('combobox', { name: 'Modelling class' });
  await modellingClass.fill('MC000123 v7');
  await details.getByText('MC000123 v7', { exact: true }).waitFor();
  await modellingClass.press('Enter');
  await expect.poll(() => modellingClass.inputValue()).toBe('Panel with 4 connections');
  await details.getByRole('button', { name: 'Assign' }).click();
  await page.getByText('Assigned. The file has its classes now.').waitFor();
  const codes = { etimClassCode: 'EC019999', etimClassVersion: '1', modellingClassCode: 'MC000123' };
  expect(assignments()).toMatchObject([{ assignments: [{ ...codes, modellingClassVersion: '7' }] }]);
});

test('a class that is chosen stays where its field is opened and left with Enter; the arrows choose another', async () => {
  const { details } = await openUnassigned();
  const etimClass = details.getByRole('combobox', { name: 'ETIM class' });
  await expect.poll(() => etimClass.inputValue()).toBe('Ball valve, straight');
  await etimClass.click();
  await details.getByRole('option', { name: 'Panel radiator' }).waitFor();
  await etimClass.press('Enter');
  await expect.poll(() => etimClass.getAttribute('aria-expanded')).toBe('false');
  expect(await etimClass.inputValue()).toBe('Ball valve, straight');
  await etimClass.press('ArrowDown');
  await etimClass.press('Enter');
  await expect.poll(() => etimClass.inputValue()).toBe('Ball valve with discharge');
});

test('a whole folder is answered for at once, without the files that could not be sent together; and undone', async () => {
  const { page, engine, details, idOf, assignments } = await openUnassigned();
  const before = engine.state.files.filter(({ state }) => state === 'unassigned').length;
  engine.state.files = engine.state.files.map((file) =>
    file.name === 'Bracket.step' ? { ...file, kind: 'rfa' } : file,
  );
  await page.reload();
  await details.getByText(/^All \d+ here$/).click();
  await details.getByText(/^2 files have the same kind, program and language as another/).waitFor();
  await details.getByRole('checkbox', { name: 'IMG_export_final_FINAL (2).dwg' }).uncheck();
  await details.getByRole('checkbox', { name: 'New valve from supplier.rfa' }).check();
  await details.getByRole('checkbox', { name: 'Bracket.step' }).check();
  await details.getByText('2 chosen files share class, kind, program and language and will not be sent.').waitFor();
  await details.getByRole('combobox', { name: 'What Bracket.step is' }).selectOption('Detail');
  await details
    .getByText('2 chosen files share class, kind, program and language and will not be sent.')
    .waitFor({ state: 'detached' });
  await details.getByRole('button', { name: 'Assign 2 files' }).click();
  await page.getByText('Assigned. 2 files have their classes now.').waitFor();
  expect(assignments()).toEqual([
    {
      assignments: [
        { fileIds: [idOf('New valve from supplier.rfa')], ...valve, contentType: 'Template' },
        { fileIds: [idOf('Bracket.step')], ...valve, contentType: 'Detail' },
      ],
    },
  ]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Undone: the classes you chose no longer apply.').waitFor();
  expect(engine.state.files.filter(({ state }) => state === 'unassigned')).toHaveLength(before);
});

test('the files of a kind stay unfolded, or folded, while they are ticked', async () => {
  const { page, engine, details, idOf } = await openUnassigned();
  const valveFile = engine.state.files.find(({ fileId }) => fileId === idOf('New valve from supplier.rfa'));
  if (!valveFile) throw new Error('The example has no such file.');
  const copies = Array.from({ length: 12 }, (_, place) => {
    const name = `Valve ${place}.rfa`;
    return { ...valveFile, name, fileId: name, path: valveFile.path.replace(valveFile.name, name) };
  });
  engine.state.files = [...engine.state.files, ...copies];
  await page.reload();
  await details.getByText(/^All \d+ here$/).click();
  const summary = details.getByText(/^The \d+ files$/);
  await summary.click();
  await details.getByRole('checkbox', { name: 'Valve 3.rfa' }).check();
  await details.getByRole('checkbox', { name: 'Valve 5.rfa' }).check();
  await details.getByText('2 chosen files share class').waitFor();
  await expect.poll(() => details.getByRole('checkbox', { name: 'Valve 5.rfa' }).isVisible()).toBe(true);
  await summary.click();
  await details.getByRole('checkbox', { name: /^Template, / }).check();
  await details.getByText('13 chosen files share class').waitFor();
  await expect.poll(() => details.getByRole('checkbox', { name: 'Valve 5.rfa' }).isVisible()).toBe(false);
});

test('files of programs that the library is not for are given classes, and said not to be sent', async () => {
  const { page, engine, details } = await openUnassigned();
  const others = engine.state.files.filter(
    ({ state, name }) => state === 'unassigned' && !name.startsWith('New valve'),
  );
  for (const file of others) file.kind = 'skp';
  await page.reload();
  await details.getByText(/^All \d+ here$/).click();
  const said = 'chosen files are of a program or version that the library is not for';
  await details.getByText(`2 ${said}: they are not sent until the settings name it.`).waitFor();
  await details.getByRole('button', { name: 'Assign 3 files' }).waitFor();
  expect(await details.getByText(/as another|share class/).count()).toBe(0);
});

test('what was said of several files stays while one more is chosen, and the files that are asked about are those', async () => {
  const { engine, choose, panel } = await openTwoChosen();
  const etimClass = panel.getByRole('combobox', { name: 'ETIM class' });
  await etimClass.fill('panel rad');
  await etimClass.press('Enter');
  await panel.getByText('EC011524 v1').waitFor();
  const asked = () =>
    callsOf(engine, 'files.toAssign').map(({ input }) => (input as { scope: { fileIds: string[] } }).scope.fileIds);
  const [first] = asked();
  await choose(2);
  await expect.poll(() => asked().at(-1)).toHaveLength(3);
  await panel.getByText('EC011524 v1').waitFor();
  await choose(0);
  await expect.poll(() => asked().at(-1)).toHaveLength(2);
  expect(asked().at(-1)).not.toEqual(first);
  await panel.getByText('EC011524 v1').waitFor();
});

test('files that were chosen before get no classes where asking for the chosen ones fails', async () => {
  const { engine, choose, panel } = await openTwoChosen();
  const button = panel.getByRole('button', { name: /^Assign/ });
  await expect.poll(() => button.isEnabled()).toBe(true);
  engine.state.failing.set('files.toAssign', { code: 'request-rejected' });
  await choose(2);
  await choose(0);
  await panel.getByText('The service did not accept the request.').waitFor();
  expect(await button.isEnabled()).toBe(false);
  engine.state.failing.clear();
  await panel.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => button.isEnabled()).toBe(true);
});

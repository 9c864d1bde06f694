import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { callsOf, openWindow } from './open-window.ts';

/** The form with which a library is added, filled in for Revit 2025 or another version. */
async function openForm(root: string, version: string) {
  const { page, engine } = await openWindow('everyday', '#/settings?section=libraries');
  await page.getByRole('button', { name: 'Add a library' }).click();
  await page.getByRole('textbox', { name: 'Folder', exact: true }).fill(root);
  await page.getByRole('textbox', { name: 'Version', exact: true }).fill(version);
  const added = () => callsOf(engine, 'libraries.add').map(({ input }) => input);
  return { page, engine, added };
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

describe('adding a library', () => {
  test('begins in its form, from wherever it is asked for', async () => {
    const { page } = await openWindow('everyday', '#/library');
    const folder = page.getByRole('textbox', { name: 'Folder', exact: true });
    const focused = () => folder.and(page.locator(':focus')).count();
    await page.getByRole('complementary').getByRole('link', { name: 'Add a library' }).click();
    await expect.poll(focused).toBe(1);
    await press(page, 'Cancel');
    await folder.waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Go to …' }).fill('add a library');
    await page.keyboard.press('Enter');
    await expect.poll(focused).toBe(1);
  });

  test('says before that another one has files of the program, and leaves the choice', async () => {
    const { page, added } = await openForm('/libraries/Valves', '2025');
    await page.getByText('Another library already holds Revit 2025 files.').waitFor();
    const choice = page.getByLabel('New files');
    await expect.poll(() => choice.inputValue()).toBe('own');
    await choice.selectOption('everything');
    await page.getByText('Revit 2025 fetches everything now; it fetches only its own classes').waitFor();
    await press(page, 'Add');
    await page.getByText('Valves was added.').waitFor();
    expect(added()).toMatchObject([{ root: '/libraries/Valves', fetch: 'everything', confirmed: false }]);
  });

  test('says nothing of that where it is the only one for its program and version', async () => {
    const { page, added } = await openForm('/libraries/Old', '2019');
    await expect.poll(() => page.getByLabel('New files').count()).toBe(0);
    await press(page, 'Add');
    await page.getByText('Old was added.').waitFor();
    expect(added()[0]).not.toHaveProperty('fetch');
  });

  test('says in the form why it did not work, and no more once it did', async () => {
    const { page, engine } = await openForm('/libraries/Old', '2019');
    const said = page.locator('form').getByText('The library folder is missing.');
    engine.state.failing.set('libraries.add', { code: 'library-missing' });
    await press(page, 'Add');
    await said.waitFor();
    await expect.poll(() => page.getByRole('status', { name: 'Notices' }).innerText()).toBe('');
    engine.state.failing.clear();
    await press(page, 'Add');
    await page.getByText('Old was added.').waitFor();
    await expect.poll(() => said.count()).toBe(0);
  });

  test('says elsewhere why it did not work where the form was left meanwhile', async () => {
    const { page, engine, added } = await openForm('/libraries/Old', '2019');
    const answer = Promise.withResolvers<void>();
    engine.state.held.set('libraries.add', answer.promise);
    engine.state.failing.set('libraries.add', { code: 'library-missing' });
    await press(page, 'Add');
    await expect.poll(added).toHaveLength(1);
    await page.evaluate("location.hash = '#/activity'");
    await page.getByRole('heading', { name: 'Activity' }).waitFor();
    answer.resolve();
    const said = page.getByRole('status', { name: 'Notices' });
    await said.getByText('The library folder is missing.').waitFor();
  });

  test('leaves a form open that was opened after Cancel, whatever comes of the one before', async () => {
    const { page, engine, added } = await openForm('/libraries/Old', '2019');
    const answer = Promise.withResolvers<void>();
    engine.state.held.set('libraries.add', answer.promise);
    await press(page, 'Add');
    await expect.poll(added).toHaveLength(1);
    await press(page, 'Cancel');
    await page.getByRole('button', { name: 'Add a library' }).click();
    const folder = page.getByRole('textbox', { name: 'Folder', exact: true });
    await folder.fill('/libraries/New');
    answer.resolve();
    await page.getByText('Old was added.').waitFor();
    expect(await folder.inputValue()).toBe('/libraries/New');
    await page.evaluate("location.hash = '#/activity'");
    await page.getByRole('heading', { name: 'Activity' }).waitFor();
    await page.evaluate("location.hash = '#/settings?section=libraries'");
    await expect.poll(() => folder.inputValue()).toBe('/libraries/New');
  });

  test('asks once about a folder full of other things, and goes on with a yes', async () => {
    const { page, engine, added } = await openForm('/home/me/Downloads', '2019');
    await press(page, 'Add');
    await page.getByText('A quick look found 3 CAD files and 20,000 other files in it.').waitFor();
    expect(engine.state.status.libraries.map(({ name }) => name)).not.toContain('Downloads');
    await press(page, 'Yes, add it');
    await page.getByText('Downloads was added.').waitFor();
    expect(added()).toMatchObject([{ confirmed: false }, { confirmed: true }]);
  });

  test('is asked for once where the answer to that yes takes its time', async () => {
    const { page, engine, added } = await openForm('/home/me/Downloads', '2019');
    await press(page, 'Add');
    const yes = page.getByRole('button', { name: 'Yes, add it' });
    await yes.waitFor();
    const answer = Promise.withResolvers<void>();
    engine.state.held.set('libraries.add', answer.promise);
    await yes.press('Enter');
    await expect.poll(added).toHaveLength(2);
    expect(await page.getByRole('button', { name: 'Add', exact: true }).isDisabled()).toBe(true);
    await page.keyboard.press('Enter');
    answer.resolve();
    await page.getByText('Downloads was added.').waitFor();
    expect(added()).toHaveLength(2);
  });

  test('can be let be when it is asked about, with the keyboard as well', async () => {
    const { page, added } = await openForm('/home/me/Downloads', '2019');
    await page.getByRole('button', { name: 'Add', exact: true }).press('Enter');
    await page.getByText('A quick look found 3 CAD files and 20,000 other files in it.').waitFor();
    await expect.poll(() => page.evaluate('document.activeElement?.role')).toBe('alert');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate('document.activeElement?.textContent.trim()')).toBe('Add');
    expect(added()).toHaveLength(1);
  });
});

test('a library is not called empty while its folder is scanned', async () => {
  const { page, engine } = await openWindow('quiet', '#/settings');
  const { state } = engine;
  state.files = [];
  const become = (next: 'scanning' | 'inStep') => {
    const libraries = state.status.libraries.map((library) => ({ ...library, state: next }));
    state.status = { ...state.status, libraries };
    engine.publish({ kind: 'status', status: state.status });
  };
  become('scanning');
  await page.evaluate("location.hash = '#/library'");
  await page.getByText('The CAD files that are found show up here.').waitFor();
  await expect.poll(() => page.getByText('No CAD files here yet').count()).toBe(0);
  become('inStep');
  await page.getByText('No CAD files here yet').waitFor();
});

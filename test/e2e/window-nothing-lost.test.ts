import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { callsOf, openPalette, openWindow } from './open-window.ts';

const show = (page: Page, hash: string) => page.evaluate(`location.hash = '${hash}'`);
const notices = (page: Page) => page.locator('.stack');
const comment = (page: Page) => page.getByRole('textbox', { name: 'What changed' });

describe('what a person wrote', () => {
  test('of a release is there again wherever they come back to it, and only what was sent is gone', async () => {
    const { page, engine } = await openWindow('everyday', '#/publish');
    await comment(page).fill('New connections on the left side');
    const drafts = page.getByRole('listitem').filter({ has: page.getByRole('checkbox') });
    await drafts.getByRole('link').first().click();
    await page.getByRole('link', { name: 'Back to Publish' }).click();
    await drafts.first().waitFor();
    await expect.poll(() => comment(page).inputValue()).toBe('New connections on the left side');

    const released = Promise.withResolvers<void>();
    engine.state.held.set('publish.release', released.promise);
    await page
      .getByRole('checkbox', { name: /^Publish / })
      .first()
      .uncheck();
    await page.getByRole('button', { name: /^Publish 8/ }).click();
    await expect.poll(() => callsOf(engine, 'publish.release').length).toBe(1);
    await comment(page).fill('And this is about the next');
    released.resolve();
    await page
      .getByText(/8 releases/)
      .first()
      .waitFor();
    await expect.poll(() => comment(page).inputValue()).toBe('And this is about the next');
    // Six of them go out before a person takes them back.
    const asked = engine.state.queue.filter(({ operation }) => operation === 'release').slice(-8);
    engine.state.queue = engine.state.queue.filter((entry) => !asked.slice(0, 6).includes(entry));
    await notices(page).getByRole('button', { name: 'Undo' }).click();
    const said =
      '2 releases were withdrawn. The files are untouched. 6 releases are no longer queued: they went out, were withdrawn, or later ones took their place.';
    await page.getByText(said).waitFor();
  });

  test('of a release stays where some of the files are refused, which are named with the reason', async () => {
    const { page, engine } = await openWindow('everyday', '#/publish');
    await page.getByText('9 of 9 selected').waitFor();
    const drafts = engine.state.files.filter(({ isPublishable }) => isPublishable);
    const first = drafts[0]?.name ?? '';
    engine.state.refusals = new Map([[first, { code: 'file-changed-meanwhile', detail: 'It is being saved.' }]]);
    await comment(page).fill('As agreed');
    await page.getByRole('button', { name: 'Publish 9 files' }).click();
    await notices(page).getByText('8 releases are going out.').waitFor();
    await notices(page).getByText(`Not published: ${first}`).waitFor();
    await notices(page).getByText('It is being saved.').waitFor();
    await expect.poll(() => comment(page).inputValue()).toBe('As agreed');

    engine.state.refusals = undefined;
    await page.getByRole('button', { name: 'Publish 1 file' }).click();
    await page.getByText('Nothing else to publish.').waitFor();
    expect(callsOf(engine, 'publish.release')[1]?.input).toMatchObject({ comment: 'As agreed' });
  });

  test('of a release names in Dutch why each file is refused, and leaves names as they are', async () => {
    const { page, engine } = await openWindow('everyday', '#/publish');
    const { state } = engine;
    const [one, other] = state.files.filter(({ isPublishable }) => isPublishable);
    if (!one || !other) throw new Error('There are several.');
    // A name that reads like what is said of files.
    const name = 'Ventilator is gone';
    state.files = state.files.map((file) => (file === other ? { ...file, name } : file));
    state.refusals = new Map([
      [one.name, { code: 'file-changed-meanwhile', detail: 'It is being saved.' }],
      [name, { code: 'file-in-use', detail: 'D:\\Plans\\Cover is not for construction.dwg' }],
    ]);
    state.status = { ...state.status, settings: { ...state.status.settings, language: 'nl' } };
    engine.publish({ kind: 'status', status: state.status });
    engine.publish({ kind: 'files', fileIds: [] });
    await page.getByRole('link', { name, exact: true }).waitFor();
    await page.getByRole('button', { name: '9 bestanden publiceren' }).click();
    const stack = page.getByRole('status', { name: 'Meldingen' });
    await stack.getByText(`Niet gepubliceerd: ${one.name}`).waitFor();
    await stack.getByText('Het wordt net opgeslagen.').waitFor();
    await stack.getByText(`Niet gepubliceerd: ${name}`).waitFor();
    await stack.getByText('D:\\Plans\\Cover is not for construction.dwg').waitFor();
  });

  test('of a release that is queued already stays too, and nothing is offered to be taken back', async () => {
    const { page, engine } = await openWindow('everyday', '#/publish');
    await page.getByText('9 of 9 selected').waitFor();
    const drafts = engine.state.files.filter(({ isPublishable }) => isPublishable);
    const queued = drafts.map(({ key, name }, place) => ({
      ...({ entryId: 900 + place, operation: 'release', libraryId: 'revit', key: key ?? '', title: name } as const),
      ...({ state: 'waiting', attempts: 0 } as const),
    }));
    engine.state.queue = [...engine.state.queue, ...queued];
    await comment(page).fill('Another comment');
    await page.getByRole('button', { name: 'Publish 9 files' }).click();
    await notices(page).getByText('9 releases are queued already.').waitFor();
    await expect.poll(() => notices(page).getByRole('button', { name: 'Undo' }).count()).toBe(0);
    await expect.poll(() => comment(page).inputValue()).toBe('Another comment');
  });

  test('is to be published without what they left out, also after they looked elsewhere', async () => {
    const { page, engine } = await openWindow('everyday', '#/publish');
    const drafts = page.getByRole('checkbox', { name: /^Publish / });
    await drafts.first().uncheck();
    await page.getByText('8 of 9 selected').waitFor();
    await show(page, '#/activity');
    await drafts.first().waitFor({ state: 'detached' });
    await show(page, '#/publish');
    await page.getByText('8 of 9 selected').waitFor();
    await expect.poll(() => drafts.first().isChecked()).toBe(false);
    await page.getByRole('button', { name: 'Publish 8 files' }).click();
    await expect.poll(() => callsOf(engine, 'publish.release').length).toBe(1);
  });

  test('is to be published with what they left out where they press the button for all of it', async () => {
    const { page } = await openWindow('everyday', '#/publish');
    await page.getByRole('checkbox', { name: 'Select all' }).uncheck();
    await page.getByText('0 of 9 selected').waitFor();
    await show(page, '#/library');
    await page.getByRole('button', { name: 'Publish 9 files' }).click();
    await page.getByText('9 of 9 selected').waitFor();
    await page.getByRole('checkbox', { name: 'Select all' }).uncheck();
    await openPalette(page);
    await page.getByRole('combobox', { name: 'Go to …' }).fill('publish all');
    await page.keyboard.press('Enter');
    await page.getByText('9 of 9 selected').waitFor();
  });

  test('of a request stays while they look products up for it, and of a selection while they look for more', async () => {
    const { page } = await openWindow('everyday', '#/validation');
    const field = (name: string) => page.getByRole('textbox', { name, exact: true });
    await field('Project id').first().fill('P-7');
    await page.getByRole('button', { name: 'New request' }).click();
    await field('Description').fill('All of the second floor');
    await show(page, '#/products');
    await field('Description').waitFor({ state: 'detached' });
    await page.getByRole('textbox').fill('8712423012349');
    await page.getByRole('button', { name: /^Look up/ }).click();
    await page.getByRole('article').waitFor();
    await show(page, '#/validation');
    await expect.poll(() => field('Description').inputValue()).toBe('All of the second floor');
    await expect.poll(() => field('Project id').first().inputValue()).toBe('P-7');
    await page.getByText(/^1 product/).waitFor();

    await show(page, '#/exports');
    await field('Name').first().fill('Second floor');
    await show(page, '#/products');
    await page.getByRole('article').waitFor();
    await show(page, '#/exports');
    await expect.poll(() => field('Name').first().inputValue()).toBe('Second floor');
  });

  test('of a service and of a library stays in Settings, but for secrets', async () => {
    const { page } = await openWindow('everyday', '#/settings?section=connection');
    const field = (name: string) => page.getByRole('textbox', { name, exact: true });
    await field('Content service').fill('https://content.example.com');
    await field('Client secret').fill('s3cret');
    await show(page, '#/settings?section=libraries');
    await page.getByRole('button', { name: 'Add a library' }).click();
    await field('Folder').fill('/drawings');
    await show(page, '#/activity');
    await field('Folder').waitFor({ state: 'detached' });
    await show(page, '#/settings?section=libraries');
    await expect.poll(() => field('Folder').inputValue()).toBe('/drawings');
    await show(page, '#/settings?section=connection');
    await expect.poll(() => field('Content service').inputValue()).toBe('https://content.example.com');
    await expect.poll(() => field('Client secret').inputValue()).toBe('');
  });

  test('of the class of a file stays while they look elsewhere', async () => {
    const { page } = await openWindow('everyday', '#/library?file=file-43');
    const etimClass = page.getByRole('combobox', { name: 'ETIM class' });
    await etimClass.fill('ec011524');
    await etimClass.press('Enter');
    await expect.poll(() => etimClass.inputValue()).not.toBe('ec011524');
    const chosen = await etimClass.inputValue();
    await show(page, '#/activity');
    await etimClass.waitFor({ state: 'detached' });
    await page.goBack();
    await expect.poll(() => etimClass.inputValue()).toBe(chosen);
  });

  test('to find a file is there again on the way back from its versions, and not in the way of another file', async () => {
    const { page } = await openWindow('everyday', '#/library?library=revit');
    const search = page.getByRole('searchbox');
    await search.fill('radiator');
    await page.getByRole('option', { name: /Panel radiator type 22/ }).click();
    await page.getByRole('link', { name: 'All versions' }).click();
    await page.getByRole('link', { name: 'Back to the library' }).click();
    await page.getByRole('heading', { name: 'Panel radiator type 22' }).waitFor();
    await expect.poll(() => search.inputValue()).toBe('radiator');
    expect(page.url()).toContain('library=revit');
    // The keyboard goes on in the list, once that has come.
    await page.getByRole('option', { selected: true }).waitFor();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('heading', { name: 'Panel radiator type 22' }).waitFor({ state: 'detached' });
    await page.keyboard.press('ArrowLeft');
    await page.getByRole('heading', { name: 'Panel radiator type 22' }).waitFor();
    await show(page, '#/activity');
    await search.waitFor({ state: 'detached' });
    await show(page, '#/library?file=file-8');
    await page.getByRole('region', { name: 'Details of the file' }).waitFor();
    await expect.poll(() => search.inputValue()).toBe('');
  });

  test('of one file stays when its panel is closed or cannot be read for a moment, of several when they are chosen again', async () => {
    const { page, engine } = await openWindow('everyday', '#/library?show=drafts&file=file-1');
    await comment(page).fill('Thicker walls');
    engine.state.failing.set('files.get', { code: 'unexpected-failure' });
    engine.publish({ kind: 'files', fileIds: ['file-1'] });
    await page.getByRole('region', { name: 'Details of the file' }).getByText('Something unexpected').waitFor();
    await expect.poll(() => comment(page).inputValue()).toBe('Thicker walls');
    engine.state.failing.clear();
    await comment(page).press('Escape');
    await comment(page).waitFor({ state: 'detached' });
    await show(page, '#/library?show=drafts&file=file-1');
    await expect.poll(() => comment(page).inputValue()).toBe('Thicker walls');

    await page
      .getByRole('option')
      .nth(1)
      .click({ modifiers: ['Control'] });
    await page.getByRole('region', { name: 'Chosen files' }).waitFor();
    await comment(page).fill('For both of them');
    await page.getByRole('option').nth(2).click();
    await page
      .getByRole('option')
      .nth(1)
      .click({ modifiers: ['Control'] });
    await page.getByRole('region', { name: 'Chosen files' }).waitFor();
    await expect.poll(() => comment(page).inputValue()).toBe('For both of them');
  });

  test('as a column of products is there again with its answers, and is not given up for a link', async () => {
    const { page, engine } = await openWindow('everyday', '#/products');
    const column = '8712423012349\n4006381333931';
    await page.getByRole('textbox').fill(column);
    await page.getByRole('button', { name: 'Look up 2' }).click();
    await page.getByRole('article').waitFor();
    await show(page, '#/exports');
    await page.getByRole('article').waitFor({ state: 'detached' });
    await page.goBack();
    await page.getByRole('article').waitFor();
    await expect.poll(() => page.getByRole('textbox').first().inputValue()).toBe(column);
    await show(page, '#/products?gtin=8712423012349');
    const lookups = () => callsOf(engine, 'products.lookup').map(({ input }) => input as { queries: unknown[] });
    await expect.poll(() => lookups().map(({ queries }) => queries.length)).toEqual([2, 2, 1]);
    await expect.poll(() => page.getByRole('textbox').first().inputValue()).toBe(column);
  });

  test('as half a name of a selection is not stored with a feature; what cannot be stored is not shown as set', async () => {
    const { page, engine } = await openWindow('everyday', '#/exports');
    await page.locator('ul[aria-label] a').first().click();
    const article = page.getByRole('article');
    await article.getByRole('textbox', { name: 'Name', exact: true }).fill('Half a na');
    const feature = article.getByRole('checkbox').first();
    const wasOn = await feature.isChecked();
    await feature.click();
    await expect.poll(() => callsOf(engine, 'selections.turn').length).toBe(1);
    expect(engine.state.selections.map(({ name }) => name)).not.toContain('Half a na');
    await expect.poll(() => article.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe('Half a na');
    engine.state.failing.set('selections.turn', { code: 'disk-full' });
    await feature.click();
    await notices(page).getByText('disk is full').waitFor();
    await expect.poll(() => feature.isChecked()).toBe(!wasOn);
  });
});

test('a file that was clicked stays chosen when the page of one that the keyboard went to arrives', async () => {
  const { page, engine } = await openWindow('large', '#/library');
  const list = page.getByRole('listbox', { name: 'Files' });
  await page.getByRole('option').nth(1).waitFor();
  await list.focus();
  const arrived = Promise.withResolvers<void>();
  engine.state.held.set('files.list', arrived.promise);
  const asked = callsOf(engine, 'files.list').length;
  await page.keyboard.press('End');
  await expect.poll(() => callsOf(engine, 'files.list').length).toBeGreaterThan(asked);
  await page.evaluate(`document.querySelector('[role=listbox]').scrollTop = 0`);
  await page.getByRole('option').nth(1).click();
  await expect.poll(() => page.url()).toContain('file=');
  const chosen = page.url();
  arrived.resolve();
  // Once its page is there, the last file can be seen where the keyboard would have gone.
  await page.evaluate(`document.querySelector('[role=listbox]').scrollTop = 1e9`);
  await page.locator('[aria-posinset]').last().waitFor();
  await expect.poll(() => page.locator('[role=option]').last().innerText()).toContain('.');
  expect(page.url()).toBe(chosen);
});

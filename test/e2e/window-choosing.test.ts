import { describe, expect, test } from 'vitest';
import { callsOf, openWindow } from './open-window.ts';

describe('the library with the keyboard alone', () => {
  test('is searched, sorted out, published, looked back at and left, without the mouse', async () => {
    const { page, engine } = await openWindow('everyday', '#/activity');
    await page.keyboard.press('Control+1');
    await page.getByRole('listbox').waitFor();
    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await sheet.getByText('Choose all', { exact: true }).waitFor();
    const keysFor = (what: string) =>
      sheet.locator('dt', { hasText: what }).locator('+ dd').locator('kbd').allInnerTexts();
    await expect.poll(() => keysFor('Add files …')).toEqual(['Ctrl', 'O']);
    await expect.poll(() => keysFor('Nearer')).toEqual(['+']);
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });

    const radiator = page.getByRole('option', { name: /Panel radiator/ }).first();
    await radiator.waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('pump');
    await radiator.waitFor({ state: 'detached' });
    // Of a list that has not come yet there is nothing to choose.
    await page.getByRole('option', { name: /Pump/ }).first().waitFor();
    await expect.poll(() => page.getByRole('option').count()).toBeLessThan(10);
    await page.getByRole('listbox').focus();
    await page.keyboard.press('Control+a');
    const panel = page.getByRole('region', { name: 'Chosen files' });
    await panel.getByRole('heading', { name: /files chosen/ }).waitFor();

    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: /^Publish/ }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });

    await page.keyboard.press('Control+k');
    await page.keyboard.type('publish all');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('TEXTAREA');
    await page.keyboard.type('For the new season');
    await page.keyboard.press('Enter');
    await expect.poll(() => callsOf(engine, 'publish.release').length).toBe(1);
    expect(callsOf(engine, 'publish.release')[0]?.input).toMatchObject({ comment: 'For the new season' });

    await page.keyboard.press('Control+k');
    await page.keyboard.type('theme dark');
    await page.keyboard.press('Enter');
    await expect.poll(() => engine.state.status.settings.theme).toBe('dark');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('settings quiet');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+5');
    await expect.poll(() => page.evaluate('location.hash')).toBe('#/exports');
  });
});

describe('a press of the mouse', () => {
  test('means the file it went down on, also when the list puts another one in its place meanwhile', async () => {
    const { page, engine } = await openWindow('everyday');
    const two = engine.state.files
      .slice(0, 2)
      .map((file, place) => ({ ...file, name: ['Left.rfa', 'Right.rfa'][place] ?? '' }));
    engine.state.files = two;
    engine.publish({ kind: 'files', fileIds: [] });
    const place = page.getByRole('option').first();
    await place.getByText('Left').waitFor();
    await place.hover();
    await page.mouse.down();
    engine.state.files = two.toReversed();
    engine.publish({ kind: 'files', fileIds: [] });
    await place.getByText('Right').waitFor();
    await page.mouse.up();
    await page.getByRole('heading', { name: 'Left' }).waitFor();
  });
});

describe('several files', () => {
  test('in conflict are ended together, and what was taken can be undone with a key', async () => {
    const { page, engine } = await openWindow('everyday');
    engine.state.files = engine.state.files.map((file, place) =>
      place < 3 ? { ...file, state: 'conflict', key: file.key ?? file.fileId } : { ...file, state: 'upToDate' },
    );
    engine.publish({ kind: 'files', fileIds: [] });
    await page.getByRole('option').nth(0).click();
    await page
      .getByRole('option')
      .nth(2)
      .click({ modifiers: ['Shift'] });
    const panel = page.getByRole('region', { name: 'Chosen files' });
    await panel.getByRole('heading', { name: '3 files chosen' }).waitFor();
    await page
      .getByRole('option')
      .nth(1)
      .click({ modifiers: ['ControlOrMeta'] });
    await panel.getByRole('heading', { name: '2 files chosen' }).waitFor();
    await panel.getByRole('button', { name: 'Take theirs' }).click();
    await page.getByText('Theirs are in place in 2 files. Yours are in the backup folder.').waitFor();
    const choices = callsOf(engine, 'files.resolveConflict').map(({ input }) => input);
    const { files } = engine.state;
    expect(choices).toMatchObject(
      [0, 2].map((place) => ({ fileId: files[place]?.fileId, key: files[place]?.key, choice: 'takeTheirs' })),
    );
    await page.getByRole('listbox').focus();
    await page.keyboard.press('Control+z');
    await page.getByText('Undone: choose again for 2 files.').waitFor();
    expect(callsOf(engine, 'files.undoResolve')).toHaveLength(2);
  });

  test('are all chosen although only some are on screen', async () => {
    const { page, engine } = await openWindow('large');
    await page.getByText('Part 000000').waitFor();
    await page.getByRole('listbox').focus();
    await page.keyboard.press('Control+a');
    await page.getByRole('heading', { name: '100,000 files chosen' }).waitFor();
    expect(callsOf(engine, 'files.choose').length).toBe(10);
  });

  test('of several libraries say why they cannot be given classes, and of one can be', async () => {
    const { page } = await openWindow('everyday');
    await page.getByRole('option').first().waitFor();
    await page.getByRole('listbox').focus();
    await page.keyboard.press('Control+a');
    const panel = page.getByRole('region', { name: 'Chosen files' });
    await panel.getByText('Choose files of one library to give them classes.').waitFor();
    await page.getByRole('link', { name: /^AutoCAD symbols/ }).click();
    await page.getByRole('option', { name: /Pump symbol/ }).waitFor();
    await page.getByRole('listbox').focus();
    await page.keyboard.press('Control+a');
    await panel.getByRole('button', { name: /^Choose classes/ }).waitFor();
  });
});

describe('the table', () => {
  test('sorts by a column both ways, and keeps that and its columns', async () => {
    const { page, engine } = await openWindow('everyday');
    await page.getByTitle('Table').click();
    const sorts = () => callsOf(engine, 'files.list').map(({ input }) => (input as { sort?: unknown }).sort);
    await page.getByRole('button', { name: 'Size' }).click();
    await expect.poll(() => sorts().at(-1)).toEqual({ column: 'size', descending: false });
    await page.getByRole('button', { name: 'Size' }).click();
    await page.getByRole('columnheader', { name: 'Size' }).and(page.locator('[aria-sort=descending]')).waitFor();
    const largest = Math.max(...engine.state.files.map(({ sizeBytes }) => sizeBytes));
    const { name } = engine.state.files.find(({ sizeBytes }) => sizeBytes === largest) ?? { name: '' };
    await page
      .getByRole('row')
      .nth(1)
      .getByText(name.replace(/\.\w+$/, ''))
      .waitFor();

    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Program' }).click();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('columnheader', { name: 'Program' }).count()).toBe(0);
    await page.reload();
    await page.getByRole('columnheader', { name: 'Size' }).and(page.locator('[aria-sort=descending]')).waitFor();
    await expect.poll(() => page.getByRole('columnheader', { name: 'Program' }).count()).toBe(0);
  });
});

describe('what is said', () => {
  test('that it is being published becomes what it was published as, and never lies over the comment', async () => {
    const { page, engine } = await openWindow('everyday', '#/publish');
    await page.getByLabel('What changed').fill('Ready');
    await page.keyboard.press('Enter');
    const notice = page.getByRole('status', { name: 'Notices' });
    await notice.getByText(/releases are going out|Being published/).waitFor();
    const entry = { activityId: 900, atMs: 1, kind: 'released', title: 'Pump.rfa', version: '3.0' } as const;
    engine.publish({ kind: 'activity', entry });
    await notice.getByText('Pump.rfa: published as 3.0').waitFor();
    await expect.poll(() => notice.getByText(/releases are going out|Being published/).count()).toBe(0);
  });
});

describe('publishing', () => {
  test('is taken back while it waits', async () => {
    const { page, engine } = await openWindow('trouble', '#/publish');
    await page.getByLabel('What changed').fill('Too early');
    await page.keyboard.press('Enter');
    const notice = page.getByRole('status', { name: 'Notices' });
    await notice.getByRole('button', { name: 'Undo' }).click();
    await notice.getByText(/releases were withdrawn. The files are untouched.$/).waitFor();
    expect(engine.state.files.filter(({ state }) => state === 'releaseQueued')).toEqual([]);
  });
});

describe('who was led to the comment', () => {
  const focused = 'document.activeElement.tagName';

  test('is not led there again by going on with the keyboard', async () => {
    const { page } = await openWindow('everyday');
    const first = page.getByRole('option').first();
    await first.click({ button: 'right' });
    await page.getByRole('menuitem', { name: /^Publish/ }).click();
    await expect.poll(() => page.evaluate(focused)).toBe('TEXTAREA');
    await page.getByRole('option').nth(1).click();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => first.getAttribute('aria-selected')).toBe('true');
    await page.getByRole('textbox', { name: 'What changed' }).waitFor();
    expect(await page.evaluate(focused)).not.toBe('TEXTAREA');
  });

  test('is not led there by choosing other files', async () => {
    const { page } = await openWindow('everyday');
    const chooseTwo = async () => {
      await page.getByRole('option').first().click();
      await page
        .getByRole('option')
        .nth(1)
        .click({ modifiers: ['Control'] });
      await page.getByRole('textbox', { name: 'What changed' }).waitFor();
    };
    await chooseTwo();
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: /^Publish/ }).click();
    await expect.poll(() => page.evaluate(focused)).toBe('TEXTAREA');
    await page.getByRole('button', { name: 'Choose none' }).click();
    await chooseTwo();
    expect(await page.evaluate(focused)).not.toBe('TEXTAREA');
  });

  /** Asks to publish a file of which is told, before it is shown, that it cannot be. */
  async function askInVain() {
    const { page, engine } = await openWindow('everyday');
    const answer = Promise.withResolvers<void>();
    engine.state.held.set('files.get', answer.promise);
    await page.getByRole('option').first().click({ button: 'right' });
    await page.getByRole('menuitem', { name: /^Publish/ }).click();
    await expect.poll(() => callsOf(engine, 'files.get').length).toBe(1);
    const canPublish = (isPublishable: boolean): void => {
      engine.state.files = engine.state.files.map((file, place) => (place === 0 ? { ...file, isPublishable } : file));
      engine.publish({ kind: 'files', fileIds: ['file-1'] });
    };
    canPublish(false);
    answer.resolve();
    await page.getByRole('button', { name: 'Show in folder' }).waitFor();
    expect(await page.getByRole('textbox', { name: 'What changed' }).count()).toBe(0);
    return { page, canPublish };
  }

  test('is not led there later, when the file can be published after all', async () => {
    const { page, canPublish } = await askInVain();
    canPublish(true);
    await page.getByRole('textbox', { name: 'What changed' }).waitFor();
    expect(await page.evaluate(focused)).not.toBe('TEXTAREA');
  });

  test('is led there also where the details are behind the list, from which they ask', async () => {
    const { page, engine } = await openWindow('everyday');
    const canPublish = (isPublishable: boolean): void => {
      engine.state.files = engine.state.files.map((file, place) => (place === 0 ? { ...file, isPublishable } : file));
      engine.publish({ kind: 'files', fileIds: ['file-1'] });
    };
    canPublish(false);
    const first = page.getByRole('option').first();
    await first.getByTitle(/^Publish /).waitFor({ state: 'detached' });
    await first.click();
    await page.getByRole('button', { name: 'Show in folder' }).waitFor();
    const answer = Promise.withResolvers<void>();
    engine.state.held.set('files.get', answer.promise);
    canPublish(true);
    await first.hover();
    await first.getByTitle(/^Publish /).click();
    answer.resolve();
    await page.getByRole('textbox', { name: 'What changed' }).waitFor();
    await expect.poll(() => page.evaluate(focused)).toBe('TEXTAREA');
  });

  test('is not led there later, where they went on before it was there', async () => {
    const { page } = await openWindow('everyday');
    const loaded = Promise.withResolvers<void>();
    await page.route(/chosen-panel/, async (route) => {
      await loaded.promise;
      await route.continue();
    });
    const chosen = page.locator('[aria-selected=true]');
    const chooseAll = async () => {
      await page.getByRole('listbox').focus();
      await page.keyboard.press('Control+a');
      await expect.poll(() => chosen.count()).toBeGreaterThan(1);
    };
    await chooseAll();
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: /^Publish/ }).click();
    await page.getByRole('listbox').focus();
    await page.keyboard.press('Escape');
    await expect.poll(() => chosen.count()).toBeLessThan(2);
    await chooseAll();
    loaded.resolve();
    await page.getByRole('textbox', { name: 'What changed' }).waitFor();
    expect(await page.evaluate(focused)).not.toBe('TEXTAREA');
  });

  test('is led there again when they ask again', async () => {
    const { page } = await openWindow('everyday', '#/publish');
    for (const _ of [1, 2]) {
      await page.keyboard.press('Control+k');
      await page.keyboard.type('publish all');
      await page.keyboard.press('Enter');
      await expect.poll(() => page.evaluate(focused)).toBe('TEXTAREA');
      await page.getByRole('checkbox').nth(1).focus();
    }
  });
});

describe('a version', () => {
  test('is opened beside the file, and theirs in a conflict', async () => {
    const { page, engine } = await openWindow('everyday', '#/versions?file=file-1');
    await page
      .getByRole('button', { name: /^Open .* beside your file$/ })
      .first()
      .click();
    await expect.poll(() => callsOf(engine, 'versions.open').length).toBe(1);
    await page.goto(`${engine.url}#/library?file=file-8`);
    await page.getByRole('button', { name: 'Open theirs' }).click();
    await expect
      .poll(() => callsOf(engine, 'files.openTheirs').map(({ input }) => input))
      .toEqual([{ fileId: 'file-8' }]);
  });
});

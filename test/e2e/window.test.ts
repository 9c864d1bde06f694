import { describe, expect, test } from 'vitest';
import { folderKind } from '../../shared/model/cad-kind.ts';
import type { WindowEngine } from '../fakes/window-engine.ts';
import { callsOf, keyOf, openWindow, preloadStandIn } from './open-window.ts';

describe('a file that is open in its program', () => {
  test('says since when and whose it is, and goes on at the word that nobody has it open', async () => {
    const { page, engine } = await openWindow('everyday');
    await page.getByRole('option', { name: /Pump screwed DN25/ }).click();
    const panel = page.getByRole('region', { name: 'Details of the file' });
    await panel.getByText(/^Since .* by M\. Jansen on DRAWING-07/).waitFor();
    await panel.getByRole('button', { name: 'Nobody has it open' }).click();
    await page.getByText('Its lock file is ignored').waitFor();
    await panel.getByRole('button', { name: 'Nobody has it open' }).waitFor({ state: 'detached' });
    expect(callsOf(engine, 'files.ignoreLock')).toHaveLength(1);
  });
});

describe('a file that is renamed while somebody looks at it', () => {
  /** Has the first file be called otherwise, which gives it another id. */
  const rename = ({ state, publish }: WindowEngine, to: string): void => {
    const [file] = state.files;
    if (!file) return;
    const path = file.path.replace(file.name, to);
    state.files = state.files.map((one) => (one === file ? { ...file, fileId: 'file-renamed', path, name: to } : one));
    publish({ kind: 'files', fileIds: [file.fileId, 'file-renamed'] });
  };

  for (const [view, address] of [
    ['its details', '#/library?file='],
    ['its versions', '#/versions?file='],
    ['the look into it', '#/look?file='],
  ] as const)
    test(`is followed by ${view}, which say so`, async () => {
      const { page, engine } = await openWindow('everyday', `${address}file-1`);
      await page.getByRole('heading', { name: 'Panel radiator type 22' }).waitFor();
      rename(engine, 'Radiator.rfa');
      await page.getByText('“Panel radiator type 22.rfa” is “Radiator.rfa” now.').waitFor();
      await page.getByRole('heading', { name: 'Radiator', exact: true }).waitFor();
      expect(page.url()).toContain(`${address}file-renamed`);
    });

  test('has with it what was written of its next release', async () => {
    const { page, engine } = await openWindow('everyday', '#/library?file=file-1');
    const comment = page.getByRole('textbox', { name: 'What changed' });
    await comment.fill('New connections on the left side');
    rename(engine, 'Radiator.rfa');
    await page.getByRole('heading', { name: 'Radiator', exact: true }).waitFor();
    await expect.poll(() => comment.inputValue()).toBe('New connections on the left side');
  });

  test('is said to be gone where nobody can tell, and the list is one press away', async () => {
    const { page, engine } = await openWindow('everyday', '#/library?file=file-1');
    await page.getByRole('heading', { name: 'Panel radiator type 22' }).waitFor();
    engine.state.files = engine.state.files.slice(1);
    engine.publish({ kind: 'files', fileIds: ['file-1'] });
    const panel = page.getByRole('region', { name: 'Details of the file' });
    await panel.getByRole('heading', { name: '“Panel radiator type 22.rfa” is not there any more' }).waitFor();
    // It may also be on the disk as it was, where its library was removed or ignores it.
    await panel.getByText('renamed, moved or deleted, or is in no library any more').waitFor();
    await panel.getByRole('button', { name: 'Show the library' }).click();
    await panel.waitFor({ state: 'detached' });
  });
});

describe('the list of files', () => {
  test('a hundred thousand files are scrolled to their end with few of them on the page', async () => {
    const { page } = await openWindow('large');
    await page.getByText('Part 000000').waitFor();
    await page.evaluate('document.querySelector("[role=listbox]").scrollTop = 1e9');
    await page.getByText('Part 099999').waitFor();
    await expect.poll(() => page.getByRole('option').count()).toBeLessThan(120);
  });

  test('files that are filed under no class are asked for one only where they have none', async () => {
    const { page, engine } = await openWindow('everyday', '#/library');
    const unassigned = engine.state.files.filter(({ state }) => state === 'unassigned');
    engine.state.files = unassigned;
    await page.reload();
    const all = unassigned.length;
    const heading = (title: string) => page.getByTitle(`${title} · ${all} files`);
    await expect.poll(() => heading('Without a class').innerText()).toContain('Choose their classes to send them.');
    const [first] = unassigned;
    if (first) first.state = 'otherProgram';
    await page.reload();
    await expect
      .poll(() => heading('Not filed under a class').innerText())
      .toContain(`Choose the classes of ${all - 1} to send them.`);
    for (const file of unassigned) file.state = 'settling';
    await page.reload();
    await page.getByText('Choose the classes').waitFor({ state: 'detached' });
    await expect.poll(() => heading('Not filed under a class').innerText()).toContain(`${all} files`);
    expect(await heading('Not filed under a class').innerText()).not.toContain('Choose');
  });

  test('arrow keys choose, Enter opens the file in its program, Escape closes the details', async () => {
    const { page, engine } = await openWindow('everyday');
    await page.getByText('Panel radiator type 22').waitFor();
    await page.getByRole('listbox').focus();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('heading', { name: 'Panel radiator type 22' }).waitFor();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('heading', { name: 'Design radiator vertical' }).waitFor();
    const called = page.getByRole('option', { selected: true });
    await expect.poll(() => called.innerText()).toContain('Design radiator vertical');
    await page.keyboard.press('Enter');
    await expect.poll(() => callsOf(engine, 'files.open').map((call) => call.input)).toEqual([{ fileId: 'file-2' }]);
    await page.keyboard.press('Escape');
    await page.getByRole('region', { name: 'Details of the file' }).waitFor({ state: 'detached' });
    await page.keyboard.press('End');
    await page.getByRole('heading', { name: 'Bracket' }).waitFor();
    // The details take room from the gallery, and its cards move.
    const chosen = page.getByRole('option', { name: /Bracket/ });
    await expect.poll(async () => (await chosen.boundingBox())?.y ?? Infinity).toBeLessThan(800 - 180);
  });

  test('a folder that cannot take part is called a folder, by its whole name, and has no size of its own', async () => {
    const { page, engine } = await openWindow('everyday');
    engine.state.files = [
      {
        ...{ fileId: 'tender', libraryId: 'revit', path: 'Private/Tender 2.1', name: 'Tender 2.1', kind: folderKind },
        ...{ sizeBytes: 4_096, modifiedAtMs: Date.now(), state: 'needsYou', error: { code: 'folder-unreadable' } },
        isPublishable: false,
      },
    ];
    engine.publish({ kind: 'files', fileIds: [] });
    const card = page.getByRole('option', { name: /Tender 2\.1/ });
    await expect.poll(() => card.innerText()).toContain('Folder');
    await card.click();
    const details = page.getByRole('region', { name: 'Details of the file' });
    await details.getByText('Not synced: this folder cannot be read').waitFor();
    await expect.poll(() => details.getByText('Size').count()).toBe(0);
    await page.getByText('Table', { exact: true }).click({ force: true });
    await page.getByRole('row', { name: /Tender 2\.1\s*Folder/ }).waitFor();
  });

  test('a conflict shows what tells both versions apart and what each choice does', async () => {
    const { page, engine } = await openWindow('everyday', '#/library?file=file-8');
    const note = page.getByRole('region', { name: 'Two versions' });
    await note
      .getByText(/\d\d:\d\d:\d\d · [\d.]+ MB/)
      .first()
      .waitFor();
    await expect.poll(() => note.getByText(/\d\d:\d\d:\d\d · [\d.]+ MB/).count()).toBe(2);
    await note.getByText('Yours goes to the backup folder.').waitFor();
    await note.getByRole('button', { name: 'Take theirs' }).click();
    await expect
      .poll(() => callsOf(engine, 'files.resolveConflict').map((call) => call.input))
      .toMatchObject([{ fileId: 'file-8', key: keyOf(engine, 'file-8'), choice: 'takeTheirs', theirVersion: '4.4' }]);
    await page.getByText('Theirs is in place.').waitFor();
  });

  test('an answer to a conflict is undone from its notice, and one that was sent is said to stay', async () => {
    const { page, engine } = await openWindow('everyday', '#/library?file=file-8');
    const note = page.getByRole('region', { name: 'Two versions' });
    await note.getByRole('button', { name: 'Keep mine' }).click();
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone: choose between the two versions again.').waitFor();
    await note.getByRole('button', { name: 'Keep both' }).click();
    // Also once the notice is gone.
    await page.getByRole('region', { name: 'You kept both' }).getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => callsOf(engine, 'files.undoResolve')).toHaveLength(2);
    const undone = callsOf(engine, 'files.undoResolve').map(({ input }) => input);
    expect(undone).toMatchObject(
      ['keepMine', 'keepBoth'].map((choice) => ({ answer: { choice, theirVersion: '4.4' } })),
    );
    engine.state.wentOutAs = '4.5';
    await note.getByRole('button', { name: 'Keep mine' }).click();
    // The notice of the answer before may stand above it.
    const last = page
      .getByText('Yours counts. It becomes the next draft, after theirs, where the library sends.')
      .last();
    await last.locator('..').getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Too late to undo: yours was sent as 4.5. It stays among the versions.').waitFor();
    await page.getByRole('status').getByRole('button', { name: 'Restore 4.4' }).click();
    await expect
      .poll(() => callsOf(engine, 'versions.restore').map((call) => call.input))
      .toEqual([{ fileId: 'file-8', key: keyOf(engine, 'file-8'), version: '4.4' }]);
  });

  test('what changes in the engine changes on the page, and progress moves without the list being read again', async () => {
    const { page, engine } = await openWindow('everyday');
    const card = page.getByRole('option', { name: /Radiator symbol/ });
    await card.getByText('Uploading 62%').waitFor();
    const readBefore = callsOf(engine, 'files.list').length;
    engine.publish({ kind: 'progress', fileId: 'file-3', entryId: 1, progress: 0.87 });
    await card.getByText('Uploading 87%').waitFor();
    expect(callsOf(engine, 'files.list')).toHaveLength(readBefore);
    engine.state.files = engine.state.files.map((file) =>
      file.fileId === 'file-3' ? { ...file, state: 'draft', version: '0.1' } : file,
    );
    engine.publish({ kind: 'files', fileIds: ['file-3'] });
    await card.getByText('Draft').waitFor();
  });

  test('a burst of changes is read together, and nothing is asked while nothing changes', async () => {
    const { page, engine } = await openWindow('everyday');
    await page.getByText('Panel radiator type 22').waitFor();
    const before = callsOf(engine, 'files.list').length;
    for (let place = 0; place < 200; place += 1) engine.publish({ kind: 'files', fileIds: [`file-${place}`] });
    engine.state.files = engine.state.files.slice(0, 1);
    await page.getByRole('button', { name: 'All 1', exact: true }).waitFor();
    expect(callsOf(engine, 'files.list').length - before).toBeLessThanOrEqual(4);
  });

  test('an unassigned file is given its classes, and a code of the wrong form is said beneath its field', async () => {
    const { page, engine } = await openWindow('everyday', '#/library?file=file-43');
    await page.getByRole('combobox', { name: 'Kind of content' }).waitFor();
    await page.getByRole('combobox', { name: 'ETIM class' }).fill('no such thing');
    await page.getByText('No class found.').waitFor();
    await page.getByRole('button', { name: 'Assign', exact: true }).click();
    await page.getByText('Choose a class, or type a code: EC and 6 digits').waitFor();
    expect(callsOf(engine, 'files.assign')).toHaveLength(0);
    await page.getByRole('combobox', { name: 'ETIM class' }).fill('ec011524');
    await page.getByRole('combobox', { name: 'Modelling class' }).fill('MC000123');
    await page.getByRole('button', { name: 'Assign', exact: true }).click();
    await page.getByText('Assigned. The file has its classes now.').waitFor();
    expect(callsOf(engine, 'files.assign')[0]?.input).toMatchObject({
      assignments: [{ etimClassCode: 'EC011524', etimClassVersion: '1' }],
    });
  });
});

describe('why a file is not in step', () => {
  test('is said at the top of its details, with the button for what can be done', async () => {
    const { page } = await openWindow('everyday', '#/library?file=file-4');
    const why = page.getByRole('region', { name: 'Why it is not in step' });
    await why.getByText('Not sent: the service rejected the license code.').waitFor();
    await why.getByText(/^Since /).waitFor();
    await why.getByRole('button', { name: 'Enter the license code' }).click();
    await page.waitForURL(/#\/settings\?section=connection$/);
  });

  test('follows what happens around the file, without asking the service for its versions again', async () => {
    const { page, engine } = await openWindow('everyday', '#/library?file=file-4');
    const why = page.getByRole('region', { name: 'Why it is not in step' });
    await why.getByText('Not sent: the service rejected the license code.').waitFor();
    await expect.poll(() => callsOf(engine, 'versions.list').length).toBe(1);
    engine.state.files = engine.state.files.map((file) =>
      file.fileId === 'file-4' ? { ...file, state: 'waiting', error: undefined } : file,
    );
    engine.publish({ kind: 'status', status: engine.state.status });
    await why.getByText('Offline: the service cannot be reached.').waitFor();
    await why.getByRole('button', { name: 'Try now' }).click();
    await expect.poll(() => callsOf(engine, 'queue.retry').map((call) => call.input)).toEqual([{ entryId: 7 }]);
    expect(callsOf(engine, 'versions.list')).toHaveLength(1);
  });

  test('is not said of a file that is in step', async () => {
    const { page } = await openWindow('everyday', '#/library?file=file-2');
    await page.getByText(/^Up to date: the service has exactly these bytes as release 3\.0/).waitFor();
    await expect.poll(() => page.getByRole('region', { name: 'Why it is not in step' }).count()).toBe(0);
  });

  test('is in Dutch what it is in English', async () => {
    const { page, engine } = await openWindow('everyday', '#/library?file=file-4');
    await page.getByText('Not sent: the service rejected the license code.').waitFor();
    const { settings } = engine.state.status;
    engine.publish({ kind: 'status', status: { ...engine.state.status, settings: { ...settings, language: 'nl' } } });
    await page.getByText('Niet verstuurd: de service heeft de licentiecode geweigerd.').waitFor();
    await page.getByRole('button', { name: 'Licentiecode invoeren' }).waitFor();
  });

  test('says in Dutch what an error is about, where the engine tells it in English', async () => {
    const { page, engine } = await openWindow('everyday', '#/library?file=file-2');
    const { settings } = engine.state.status;
    engine.publish({ kind: 'status', status: { ...engine.state.status, settings: { ...settings, language: 'nl' } } });
    const detail = 'pumps/Pump set.rfa was renamed or removed since. Everything stays as it is.';
    engine.state.failing.set('files.open', { code: 'file-changed-meanwhile', detail });
    await page.getByRole('button', { name: 'Openen', exact: true }).first().click();
    await page
      .getByText('pumps/Pump set.rfa is sindsdien hernoemd of verwijderd. Alles blijft zoals het is.')
      .waitFor();
  });

  test('is on the badge of a row that is pointed at', async () => {
    const { page, engine } = await openWindow('everyday');
    const badge = page.getByRole('option', { name: /Pump set twin head/ }).getByText('Conflict');
    await badge.hover();
    await page.getByTitle(/^Changed here and on the service/).waitFor();
    expect(callsOf(engine, 'files.explain').map((call) => call.input)).toEqual([{ fileId: 'file-8' }]);
  });
});

describe('the connection to the engine', () => {
  test('lost, it is said, tried again, and the window goes on with what is true then', async () => {
    const { page, engine } = await openWindow('everyday');
    await page.getByText('Panel radiator type 22').waitFor();
    engine.refuseConnections(true);
    engine.dropConnections();
    await page.getByText('Connection to the app lost, trying again').waitFor();
    await page.getByRole('status').getByText('Status unknown').waitFor();
    await page.getByText('Panel radiator type 22').waitFor();
    engine.state.files = engine.state.files.map((file) =>
      file.fileId === 'file-1' ? { ...file, name: 'Renamed meanwhile.rfa' } : file,
    );
    engine.refuseConnections(false);
    await page.getByText('Renamed meanwhile').waitFor();
    await page.getByText('Connection to the app lost').waitFor({ state: 'detached' });
  });

  test('in the desktop window it comes as a message port, and as a new one when the engine has been restarted', async () => {
    const { page, engine } = await openWindow('everyday', '#/library', preloadStandIn);
    await page.getByText('Panel radiator type 22').waitFor();
    engine.state.files = engine.state.files.slice(5);
    // What Electron does when the process at the other end is gone.
    await page.evaluate('window.portsGiven[0].dispatchEvent(new Event("close"))');
    await page.getByText('Panel radiator type 22').waitFor({ state: 'detached' });
    await page.getByText('Pump flanged DN50').waitFor();
    await expect.poll(() => page.evaluate('window.portsGiven.length')).toBe(2);
  });

  test('a call that fails is explained with what is safe and what to do', async () => {
    const { page, engine } = await openWindow('everyday', '#/library?file=file-2');
    engine.state.failing.set('files.open', { code: 'license-code-rejected' });
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    const notice = page.getByRole('status', { name: 'Notices' });
    await notice.getByText('The service rejected the license code.').waitFor();
    await notice.getByRole('button', { name: 'Enter the license code' }).click();
    await page.getByRole('group', { name: 'License code' }).waitFor();
  });

  test('a failure is said once, however often the same is tried', async () => {
    const { page, engine } = await openWindow('everyday', '#/library?file=file-2');
    const open = page.getByRole('button', { name: 'Open', exact: true });
    const notice = page.getByRole('status', { name: 'Notices' }).getByText('The service rejected the license code.');
    engine.state.failing.set('files.open', { code: 'license-code-rejected' });
    await open.click();
    await notice.waitFor();
    await open.click();
    await expect.poll(() => callsOf(engine, 'files.open').length).toBe(2);
    await expect.poll(() => notice.count()).toBe(1);
  });
});

describe('publishing', () => {
  test('offline, all that is saved, sent or not, is queued with one comment and one click, and the window says that they wait', async () => {
    const { page, engine } = await openWindow('trouble', '#/publish');
    await page.getByRole('checkbox', { name: 'Publish Cable ladder 400' }).uncheck();
    await page.getByRole('textbox', { name: 'What changed' }).fill('Sheet of November');
    await page.getByRole('checkbox', { name: 'Publish Panel radiator type 22' }).waitFor();
    await page.getByRole('button', { name: /^Publish \d+ files$/ }).click();
    await page.getByText(/\d+ releases queued: they go out as soon as the service answers\./).waitFor();
    const [call] = callsOf(engine, 'publish.release');
    expect(call?.input).toMatchObject({ comment: 'Sheet of November' });
    expect((call?.input as { keys: string[] }).keys).toHaveLength(8);
    const goingOut = page.getByRole('region', { name: /^Going out/ });
    await goingOut.getByText('“Sheet of November”').nth(7).waitFor();
  });

  test('a key that is held down or pressed again asks for a release once', async () => {
    const { page, engine } = await openWindow('everyday', '#/library?file=file-1');
    const released = Promise.withResolvers<void>();
    engine.state.held.set('publish.release', released.promise);
    await page.getByRole('textbox', { name: 'What changed' }).fill('Thicker walls');
    for (const key of ['down', 'down', 'up', 'down', 'up'] as const) await page.keyboard[key]('Enter');
    await expect.poll(() => callsOf(engine, 'publish.release').length).toBe(1);
    released.resolve();
    await page.getByText('Being published.').waitFor();
    expect(callsOf(engine, 'publish.release')).toHaveLength(1);
  });

  test('what is changed and not sent yet goes first, which the button says', async () => {
    const { page, engine } = await openWindow('everyday');
    await page.getByText('Panel radiator type 22').waitFor();
    const waiting = engine.state.files.find(({ name }) => name === 'Ball valve three way.ipt');
    await page.goto(`${engine.url}#/library?file=${waiting?.fileId}`);
    const details = page.getByRole('region', { name: 'Details of the file' });
    await details.getByRole('button', { name: 'Send and publish' }).click();
    await expect.poll(() => callsOf(engine, 'publish.release').length).toBe(1);
    expect(callsOf(engine, 'publish.release')[0]?.input).toMatchObject({ keys: [waiting?.key] });
  });

  test('a queued release can be taken back', async () => {
    const { page } = await openWindow('everyday', '#/activity');
    const entry = page.getByRole('listitem').filter({ hasText: 'Shower drain corner.rfa' }).first();
    await entry.getByRole('button', { name: 'Withdraw' }).click();
    await page.getByText('The release was withdrawn. The file is untouched.').waitFor();
  });
});

describe('products', () => {
  test('a pasted column is checked while it is typed, and a warning does not keep a number from being asked', async () => {
    const { page, engine } = await openWindow('everyday', '#/products');
    await page.getByRole('textbox').fill('8712423012342\nGTIN\n8712423012349');
    await page.getByText('should end in 9').first().waitFor();
    await page.getByText('2 to look up · 1 line left out · 1 wrong check digit').waitFor();
    await page.getByRole('button', { name: 'Look up 2' }).click();
    await page.getByText('2 of 2 found').waitFor();
    expect(callsOf(engine, 'products.lookup')).toHaveLength(1);
    await page.getByRole('table', { name: /^Connection 2/ }).waitFor();
    await page.getByLabel('Language of the answers').selectOption('nl');
    await page.getByText('Breedte').waitFor();
  });

  test('say in words what is wrong with a line that leaves no room behind it', async () => {
    const { page } = await openWindow('everyday', '#/products');
    await page.getByText('GLN and code', { exact: true }).click();
    await page.getByRole('textbox').fill('8712423 PR11-600-800-22, horizontal');
    await page.locator('p', { hasText: 'Line 1: a GLN has digits only' }).waitFor();
  });

  test('of which the question changed are shown no longer, whatever else changes', async () => {
    const { page, engine } = await openWindow('everyday', '#/products');
    await page.getByRole('textbox').fill('8712423012349');
    await page.getByRole('button', { name: 'Look up' }).click();
    await page.getByRole('article').waitFor();
    await page.getByRole('textbox').fill('4006381333931');
    await page.getByRole('article').waitFor({ state: 'detached' });
    await page.getByText('No product looked up yet').waitFor();
    await page.getByLabel('Language of the answers').selectOption('nl');
    engine.publish({
      kind: 'activity',
      entry: { activityId: 999_999, atMs: 0, kind: 'addInSent', title: 'x' },
    });
    await page.getByRole('button', { name: 'Look up' }).click();
    await page.getByText('No product has this number.').waitFor();
    const [, ...later] = callsOf(engine, 'products.lookup').map(({ input }) => JSON.stringify(input));
    expect(later.filter((asked) => asked.includes('8712423012349'))).toEqual([]);
  });

  test('show only features with a value, or all of them, as it was chosen last', async () => {
    const { page, engine } = await openWindow('everyday', '#/products?gtin=8712423012349');
    await page.getByRole('rowheader', { name: /^Width/ }).waitFor();
    await expect.poll(() => page.getByRole('rowheader', { name: /^Weight/ }).count()).toBe(0);
    await page.getByText('18 of 19 features have a value').waitFor();
    await page.getByRole('checkbox', { name: 'Only features with a value' }).uncheck();
    await page.getByRole('row', { name: 'Weight EF000167 no value' }).waitFor();
    await page.goto(`${engine.url}#/library`);
    await page.goto(`${engine.url}#/products?gtin=8712423012349`);
    await page.getByRole('rowheader', { name: /^Weight/ }).waitFor();
  });

  test('are reached by their GTIN from anywhere', async () => {
    const { page } = await openWindow('everyday');
    await page.getByText('Panel radiator type 22').waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('8712423012349');
    await page.getByRole('option', { name: 'Look up GTIN 8712423012349' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('article').getByText('PR22-600-1000').waitFor();
  });
});

describe('settings', () => {
  test('letting a library go names what is not on the service and asks once more', async () => {
    const { page, engine } = await openWindow('everyday', '#/settings?section=libraries');
    await page.getByRole('article', { name: 'AutoCAD' }).getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('button', { name: 'Stop syncing' }).click();
    await page.getByText('Incoming/Bracket.step').waitFor();
    expect(callsOf(engine, 'libraries.remove').map((call) => call.input)).toMatchObject([{ confirmed: false }]);
    await page.getByRole('button', { name: 'Stop syncing anyway' }).click();
    await page.getByText('AutoCAD symbols and everything else was removed.').waitFor();
  });

  test('the language and the theme change at once, in the whole window', async () => {
    const { page } = await openWindow('everyday', '#/settings?section=appearance');
    await page.getByText('Nederlands').click();
    await page.getByRole('link', { name: 'Bibliotheek' }).first().waitFor();
    await page.getByText('Donker').click();
    await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('dark');
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('nl');
  });

  test('the first run starts the demo with one click', async () => {
    const { page, engine } = await openWindow('firstRun');
    await page.getByRole('button', { name: 'Try it now' }).click();
    await page.getByRole('listbox').waitFor();
    expect(callsOf(engine, 'demo.start')).toHaveLength(1);
  });
});

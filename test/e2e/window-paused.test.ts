import { expect, test } from 'vitest';
import { callsOf, openWindow } from './open-window.ts';
import type { WindowEngine } from '../fakes/window-engine.ts';

function pauseAll({ state, publish }: WindowEngine): void {
  const libraries = state.status.libraries.map((library) => ({
    ...library,
    state: 'paused' as const,
    settings: { ...library.settings, isPaused: true },
  }));
  state.status = { ...state.status, libraries };
  publish({ kind: 'status', status: state.status });
}

test('what is published of a paused library is said to go out once it is resumed', async () => {
  const { page, engine } = await openWindow('everyday', '#/library?file=file-1');
  const [library] = engine.state.status.libraries;
  pauseAll(engine);
  const details = page.getByRole('region', { name: 'Details of the file' });
  await details.getByText(`What you publish of ${library?.name} goes out once`).waitFor();
  await details.getByRole('button', { name: /^Publish/ }).click();
  await page.getByText(`Queued: it is published once you resume ${library?.name}.`).waitFor();
  await page.goto(`${engine.url}#/publish`);
  // The library has such a sentence and such a button too.
  await page.getByRole('checkbox', { name: 'Select all' }).waitFor();
  await page.getByText(/^What you publish of .+ goes out once/).waitFor();
  await page.getByRole('button', { name: /^Publish \d/ }).click();
  await page.getByText(/\d releases queued: those of .+ go out once you resume syncing there\./).waitFor();
});

test('of paused libraries the window says neither that all is published nor that all is sent', async () => {
  const { page, engine } = await openWindow('quiet', '#/publish');
  await page.getByText('Every file is published as it is.').waitFor();
  pauseAll(engine);
  await page.getByText('No draft is known.').waitFor();
  await page.goto(`${engine.url}#/activity`);
  await page.getByText('Nothing waits for its turn to be sent or fetched.').waitFor();
  await expect.poll(() => page.getByText('Everything has been sent and fetched.').count()).toBe(0);
});

test('releases of a paused library are said to wait for who paused it, until they resume it', async () => {
  const { page, engine } = await openWindow('everyday', '#/publish');
  engine.state.queue = engine.state.queue.filter(
    ({ operation, state }) => operation === 'release' && state === 'waiting',
  );
  engine.publish({ kind: 'queue' });
  const goingOut = page.getByRole('region', { name: /^Going out/ });
  await expect.poll(() => goingOut.getByRole('listitem').count()).toBe(1);
  await goingOut.getByText('They go out by themselves; what needs you says so.').waitFor();
  pauseAll(engine);
  await goingOut.getByText('They wait for you; each says what to do.').waitFor();
  await goingOut.getByText('waits until you resume Revit 2025').waitFor();
  await page.goto(`${engine.url}#/activity`);
  await page.getByText('waits until you resume Revit 2025').waitFor();
  await page.getByRole('listitem').getByRole('button', { name: 'Resume', exact: true }).click();
  await expect
    .poll(() => callsOf(engine, 'libraries.saveSettings').map(({ input }) => input))
    .toMatchObject([{ libraryId: 'revit', settings: { isPaused: false } }]);
});

test('why a library was not paused stays said when another one is', async () => {
  const { page, engine } = await openWindow('everyday', '#/settings?section=libraries');
  const pauses = page.getByRole('button', { name: 'Pause', exact: true });
  const said = page.getByRole('status', { name: 'Notices' });
  engine.state.failing.set('libraries.saveSettings', { code: 'disk-full' });
  await pauses.nth(0).click();
  await said.getByText('disk is full').waitFor();
  engine.state.failing.clear();
  await pauses.nth(1).click();
  await said.getByText(/paused/).waitFor();
  await expect.poll(() => said.getByText('disk is full').count()).toBe(1);
});

test('a release of a file in conflict is said to wait for the choice, not to be tried again', async () => {
  const { page, engine } = await openWindow('everyday', '#/publish');
  const [release] = engine.state.queue.filter(({ operation, state }) => operation === 'release' && state === 'waiting');
  if (!release) throw new Error('The example has no release that waits.');
  engine.state.queue = [{ ...release, inConflict: true }];
  engine.publish({ kind: 'queue' });
  const goingOut = page.getByRole('region', { name: /^Going out/ });
  await goingOut.getByText('They wait for you; each says what to do.').waitFor();
  await goingOut.getByText('it waits until you choose which version counts').waitFor();
  await goingOut.getByText('Waiting', { exact: true }).waitFor();
  expect(await goingOut.getByRole('button').allInnerTexts()).toEqual(['Withdraw']);
});

test('trying all now is not offered where all that waits is of a paused library', async () => {
  const { page, engine } = await openWindow('everyday', '#/activity');
  const [entry] = engine.state.queue.filter(({ state }) => state === 'waiting');
  if (!entry) throw new Error('The example has nothing that waits.');
  const tryAll = page.getByRole('button', { name: 'Try all now' });
  engine.state.queue = [{ ...entry, state: 'retrying' }];
  engine.publish({ kind: 'queue' });
  await tryAll.waitFor();
  const { status } = engine.state;
  engine.state.status = {
    ...status,
    libraries: status.libraries.map((library) => ({ ...library, settings: { ...library.settings, isPaused: true } })),
  };
  engine.publish({ kind: 'status', status: engine.state.status });
  await tryAll.waitFor({ state: 'detached' });
});

test('a folder that is not proven is confirmed, and one that moved is found, in Settings too', async () => {
  const { page, engine } = await openWindow('trouble', '#/settings?section=libraries');
  const unproven = page.getByRole('article', { name: 'AutoCAD' });
  await unproven.getByRole('button', { name: 'This is my library' }).click();
  await expect
    .poll(() => callsOf(engine, 'libraries.confirm').map(({ input }) => input))
    .toEqual([{ libraryId: 'other' }]);
  const { status } = engine.state;
  const libraries = status.libraries.map((library) =>
    library.libraryId === 'other' ? { ...library, error: { code: 'library-missing' as const } } : library,
  );
  engine.state.status = { ...status, libraries };
  engine.publish({ kind: 'status', status: engine.state.status });
  // Nobody can say of a folder that is away that it is the right one.
  await unproven.getByRole('button', { name: 'This is my library' }).waitFor({ state: 'detached' });
  await unproven.getByRole('button', { name: 'Find the moved folder' }).click();
  await page.getByLabel('New place of the folder').fill('/elsewhere/AutoCAD');
  await page.getByRole('button', { name: 'Use this folder' }).click();
  await expect
    .poll(() => callsOf(engine, 'libraries.relocate').map(({ input }) => input))
    .toEqual([{ libraryId: 'other', root: '/elsewhere/AutoCAD' }]);
  const working = page.getByRole('article', { name: 'Revit 2025' });
  await expect.poll(() => working.getByRole('button', { name: 'Find the moved folder' }).count()).toBe(0);
});

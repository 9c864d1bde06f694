import { expect, test } from 'vitest';
import { standingsOf } from '../../shared/rpc/standings.ts';
import { openWindow } from './open-window.ts';

test('files that were never sent are named at the foot, beside their library and in Publish', async () => {
  const { page, engine } = await openWindow('quiet', '#/publish');
  await page.getByText('Every file is published as it is.').waitFor();
  const [first, ...others] = engine.state.status.libraries;
  if (!first) throw new Error('The example has no library.');
  const standings = standingsOf([
    ['upToDate', 26],
    ['unassigned', 2],
  ]);
  engine.state.status = {
    ...engine.state.status,
    libraries: [{ ...first, standings, state: 'needsYou' }, ...others],
    counts: { ...engine.state.status.counts, unassigned: 2 },
  };
  engine.publish({ kind: 'status', status: engine.state.status });
  await page.getByText('2 files cannot be published as they stand.').waitFor();
  await expect.poll(() => page.getByText('Every file is published as it is.').count()).toBe(0);
  await page.getByRole('status').getByText('2 files have no class yet').waitFor();
  await page.getByText('they are not sent without one').waitFor();
  await expect
    .poll(() => page.getByRole('link', { name: new RegExp(`^${first.name}`) }).textContent())
    .toContain('needs you');
  await page.getByRole('button', { name: 'Show the library' }).click();
  await page.waitForURL(/#\/library/);
});

test('files that are on their way are not said to be unfit for publishing', async () => {
  const { page, engine } = await openWindow('quiet', '#/publish');
  await page.getByText('Every file is published as it is.').waitFor();
  const [first] = engine.state.status.libraries;
  if (!first) throw new Error('The example has no library.');
  const say = (states: Parameters<typeof standingsOf>[0]) => {
    const libraries = [{ ...first, standings: standingsOf(states), state: 'working' as const }];
    engine.state.status = { ...engine.state.status, libraries };
    engine.publish({ kind: 'status', status: engine.state.status });
  };
  say([
    ['uploading', 5],
    ['settling', 2],
  ]);
  await page.getByText('No draft is known. What was saved and not read yet appears here once it was.').waitFor();
  say([
    ['uploading', 5],
    ['notSent', 3],
  ]);
  await page.getByText('3 files cannot be published as they stand.').waitFor();
});

test('that all is published is not said of a library of which the service was not asked lately', async () => {
  const { page, engine } = await openWindow('quiet', '#/publish');
  await page.getByText('Every file is published as it is.').waitFor();
  const { status } = engine.state;
  const libraries = status.libraries.map((library) => ({ ...library, lastPollAtMs: Date.now() - 3_600_000 }));
  engine.state.status = { ...status, libraries };
  engine.publish({ kind: 'status', status: engine.state.status });
  await page.getByText('No draft is known.').waitFor();
});

test('that there is nothing to publish is not said of a file that was saved since its release', async () => {
  const { page, engine } = await openWindow('everyday', '#/versions?file=file-2');
  const none = page.getByText('The newest version is a release: there is nothing to publish.');
  await none.waitFor();
  engine.state.files = engine.state.files.map((file) =>
    file.fileId === 'file-2' ? { ...file, state: 'waiting', isPublishable: true } : file,
  );
  engine.publish({ kind: 'files', fileIds: ['file-2'] });
  await page.getByRole('button', { name: 'Send and publish' }).waitFor();
  expect(await none.count()).toBe(0);
});

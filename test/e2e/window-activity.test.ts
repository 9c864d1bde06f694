import { expect, test } from 'vitest';
import { english } from '../../renderer/texts/en.ts';
import type { QueueEntryRecord } from '../../shared/rpc/activity-records.ts';
import { show } from './at-the-window.ts';
import { openWindow } from './open-window.ts';

const many = (count: number, firstId: number, like: Partial<QueueEntryRecord> | undefined): QueueEntryRecord[] =>
  Array.from({ length: count }, (_none, place) => ({
    ...{ operation: 'upload', libraryId: 'revit', title: `Pump ${place}.rfa`, state: 'waiting', attempts: 0 },
    ...like,
    entryId: firstId + place,
    key: `example/${firstId + place}`,
  }));

test('Activity counts all of a long queue, and Publish lists the releases behind it', async () => {
  const { page, engine } = await openWindow('everyday');
  const { state } = engine;
  const [parked, release] = [
    state.queue.find((entry) => entry.state === 'needsAttention'),
    state.queue.find(({ operation }) => operation === 'release'),
  ];
  state.queue = [...many(800, 1_000, parked), ...many(700, 5_000, undefined), ...many(1, 9_000, release)];
  state.status = { ...state.status, queue: { needsAttention: 800, waiting: 701, running: 0 } };
  engine.publish({ kind: 'status', status: state.status });
  await show(page, '#/activity');
  await page.getByRole('heading', { name: 'Needs you 800' }).waitFor();
  await page.getByText('Only the first 500 are listed.').first().waitFor();
  await page.getByRole('heading', { name: 'Queue 0 running, 701 waiting' }).waitFor();
  await expect.poll(() => page.getByText('Nothing else is waiting').count()).toBe(0);
  await show(page, '#/publish');
  await page.getByRole('heading', { name: 'Going out 1' }).waitFor();

  engine.state.failing.set('queue.list', { code: 'state-unreadable' });
  engine.publish({ kind: 'queue' });
  await page.getByRole('main').getByText(english.errors.happened('state-unreadable')).waitFor();

  // The sentence leads to what it counts, and Activity to the files beside the queue.
  engine.state.failing.clear();
  state.queue = many(3, 1_000, parked);
  state.status = { ...state.status, queue: { needsAttention: 3, waiting: 0, running: 0 } };
  state.status = { ...state.status, counts: { ...state.status.counts, needsYou: 4 } };
  engine.publish({ kind: 'status', status: state.status });
  engine.publish({ kind: 'queue' });
  await page.getByRole('complementary').getByText('4 things need you').click();
  await expect.poll(() => page.evaluate('location.hash')).toBe('#/library?show=needsYou');
  await show(page, '#/activity');
  await page.getByRole('heading', { name: 'Needs you 3' }).waitFor();
  await page.getByRole('link', { name: '4 files in the libraries need you' }).click();
  await expect.poll(() => page.evaluate('location.hash')).toBe('#/library?show=needsYou');
});

test('the history names the library of a file, and how many files are told together', async () => {
  const { page } = await openWindow('everyday', '#/activity');
  const history = page.getByRole('region', { name: 'History' });
  await history.getByText('Panel radiator type 22.rfa Saved as draft 2.4 · Revit 2025', { exact: true }).waitFor();
  await history
    .getByText('Revit 2025 240 files · Removed from the folder; the service keeps its versions', { exact: true })
    .waitFor();
});

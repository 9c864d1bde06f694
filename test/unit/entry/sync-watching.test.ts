import { expect, it } from 'vitest';
import { describeHappened } from '../../../electron/entry/commands/sync-watching.ts';

it.each([
  [{ kind: 'uploaded', title: 'pump.rfa', version: '0.2' }, 'pump.rfa: Saved as draft 0.2'],
  [{ kind: 'pausedByPerson', title: 'Pumps' }, 'Pumps: Library paused by you'],
  [
    { kind: 'removedHere', title: 'Pumps', count: 60 },
    'Pumps (60 files): Removed from the folder; the service keeps its versions',
  ],
  [
    { kind: 'failed', title: 'pump.rfa', error: { code: 'disk-full' } },
    'pump.rfa: Failed. The disk is full. Nothing is lost. Free some space on the disk.',
  ],
] as const)('a sync that watches says in words what happened: %o', (happened, words) => {
  expect(describeHappened(happened)).toBe(words);
});

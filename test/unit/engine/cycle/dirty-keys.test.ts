import { expect, it } from 'vitest';
import { createDirtyKeys } from '../../../../electron/engine/cycle/dirty-keys.ts';
import type { ContentKeyText } from '../../../../shared/model/content-key.ts';

const [pump, valve] = ['pump', 'valve'] as unknown as readonly [ContentKeyText, ContentKeyText];

/** Dirty keys of a library whose two keys are both out of step, and in which order they were planned. */
function open() {
  const planned: (readonly ContentKeyText[])[] = [];
  const trees = { knownAmong: () => new Set() };
  let isFailing = false;
  function take(_context: unknown, keys: readonly ContentKeyText[]) {
    if (isFailing) {
      isFailing = false;
      throw new Error('no room');
    }
    planned.push(keys);
    return nothingPostponed;
  }
  const parts = {
    context: { trees: () => trees, transaction: (work: () => void) => work(), unreadRival: () => undefined },
    steps: { take },
    judgement: { markKey: () => undefined, startOver: () => undefined, keysOutOfStep: () => [pump, valve] },
    clock: { now: () => 0 },
  };
  const dirty = createDirtyKeys(parts as unknown as Parameters<typeof createDirtyKeys>[0]);
  return { dirty, planned, fail: () => (isFailing = true) };
}

const nothingPostponed = { mayReturn: [], unread: [] };

it('plans a new file once, when it was read, and not again when all is known', () => {
  const { dirty, planned } = open();
  dirty.add([pump]);
  dirty.planNew([pump]);
  dirty.plan();
  expect(planned).toEqual([[pump], [valve]]);
});

it('plans a new file again of which a fact changed since', () => {
  const { dirty, planned } = open();
  dirty.add([pump]);
  dirty.planNew([pump]);
  dirty.add([pump]);
  dirty.plan();
  expect(planned).toEqual([[pump], [pump, valve]]);
});

it('plans everything again with another service or other settings', () => {
  const { dirty, planned } = open();
  dirty.add([pump]);
  dirty.planNew([pump]);
  dirty.startOver();
  dirty.plan();
  expect(planned).toEqual([[pump], [pump, valve]]);
});

it('plans keys again whose steps could not be written down', () => {
  const { dirty, planned, fail } = open();
  dirty.plan();
  dirty.add([valve]);
  fail();
  expect(() => dirty.plan()).toThrow('no room');
  expect(dirty.isEmpty()).toBe(false);
  dirty.plan();
  expect(planned).toEqual([[pump, valve], [valve]]);
});

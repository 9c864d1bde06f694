import { expect, it } from 'vitest';
import { createDirtyKeys } from '../../../../electron/engine/cycle/dirty-keys.ts';
import type { ContentKeyText } from '../../../../shared/model/content-key.ts';

const always = (): boolean => true;

const [pump, tank, valve] = ['pump', 'tank', 'valve'] as unknown as readonly [
  ContentKeyText,
  ContentKeyText,
  ContentKeyText,
];

/** Dirty keys of a library whose two keys are both out of step, and in which order they were planned. */
function open(keysTogether = 1_000) {
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
    keysTogether,
    context: { trees: () => trees, transaction: (work: () => void) => work(), unreadRival: () => undefined },
    steps: {
      take,
      takeSome: async (context: unknown, keys: readonly ContentKeyText[], mayPlan: () => boolean) => {
        await Promise.resolve();
        if (!mayPlan()) return undefined;
        const taken = take(context, keys);
        return { ...taken, guarded: keys.filter((key) => key === pump) };
      },
    },
    judgement: { markKey: () => undefined, startOver: () => undefined, keysOutOfStep: () => [pump, valve] },
    clock: { now: () => 0 },
  };
  const dirty = createDirtyKeys(parts as unknown as Parameters<typeof createDirtyKeys>[0]);
  return { dirty, planned, fail: () => (isFailing = true) };
}

const nothingPostponed = { mayReturn: [], unread: [] };

it('plans a new file once, when it was read, and not again when all is known', async () => {
  const { dirty, planned } = open();
  dirty.add([pump]);
  dirty.planNew([pump]);
  await dirty.plan(always);
  expect(planned).toEqual([[pump], [valve]]);
});

it('plans a new file again of which a fact changed since', async () => {
  const { dirty, planned } = open();
  dirty.add([pump]);
  dirty.planNew([pump]);
  dirty.add([pump]);
  await dirty.plan(always);
  expect(planned).toEqual([[pump], [pump, valve]]);
});

it('plans everything again with another service or other settings', async () => {
  const { dirty, planned } = open();
  dirty.add([pump]);
  dirty.planNew([pump]);
  dirty.startOver();
  await dirty.plan(always);
  expect(planned).toEqual([[pump], [pump, valve]]);
});

it('plans keys again whose steps could not be written down', async () => {
  const { dirty, planned, fail } = open();
  await dirty.plan(always);
  dirty.add([valve]);
  fail();
  await expect(dirty.plan(always)).rejects.toThrow('no room');
  expect(dirty.isEmpty()).toBe(false);
  await dirty.plan(always);
  expect(planned).toEqual([[pump, valve], [valve]]);
});

it('plans many keys some at a time, and in the end together what takes something away', async () => {
  const { dirty, planned } = open(1);
  expect(await dirty.plan(always)).toBe(true);
  expect(planned).toEqual([[pump], [valve], [pump]]);
  expect(dirty.isEmpty()).toBe(true);
});

it('leaves for the next time what becomes dirty meanwhile, and what is left when a side is not known any more', async () => {
  const { dirty, planned } = open(1);
  const planning = dirty.plan(() => planned.length < 2);
  dirty.add([tank]);
  expect(await planning).toBe(false);
  expect(planned).toEqual([[pump], [valve]]);
  expect(await dirty.plan(always)).toBe(true);
  expect(planned.slice(2).flat()).toEqual([pump, tank, pump]);
});

it('does not call everything planned where the settings changed meanwhile', async () => {
  const { dirty, planned } = open(1);
  const planning = dirty.plan(always);
  dirty.startOver();
  expect(await planning).toBe(false);
  // Nor is anything planned that is only a part of everything.
  expect(planned).toEqual([]);
  expect(await dirty.plan(always)).toBe(true);
  expect(planned).toEqual([[pump], [valve], [pump]]);
});

it('keeps dirty what was found to take something away where the steps of later keys could not be written down', async () => {
  const { dirty, planned, fail } = open(1);
  await expect(dirty.plan(() => fail())).rejects.toThrow('no room');
  planned.length = 0;
  await dirty.plan(always);
  expect(new Set(planned.flat())).toEqual(new Set([pump, valve]));
});

it('keeps the keys of a lot that may not be planned any more', async () => {
  const { dirty, planned } = open(1);
  expect(await dirty.plan(() => false)).toBe(false);
  await dirty.plan(always);
  expect(new Set(planned.flat())).toEqual(new Set([pump, valve]));
});

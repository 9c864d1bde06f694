import { describe, expect, it } from 'vitest';
import { createUnreadFiles } from '../../../../electron/engine/observe/unread-files.ts';

const look = { sizeBytes: 1, modifiedMs: 0, changedMs: 0 };

/** Files that are due at these moments, and what is due at a given one. */
function dueAt(moments: readonly number[]) {
  let nowMs = 0;
  const unread = createUnreadFiles(
    { now: () => nowMs, steadyMs: () => nowMs },
    () => 0,
    () => true,
  );
  for (const [index, ms] of moments.entries()) unread.watch(`${index}.rfa`, look, undefined, ms);
  return (ms: number): { readonly due: string[]; readonly nextMs: number | undefined } => {
    nowMs = ms;
    return { due: unread.due().map(([path]) => path), nextMs: unread.nextDueMs() };
  };
}

describe('a file that is to be read', () => {
  const touchedMs = 1_000_000;
  const watched = (nowMs: number, isDatedHere = true) => {
    const clock = { now: () => nowMs, steadyMs: () => nowMs };
    const unread = createUnreadFiles(
      clock,
      () => 2_000,
      () => isDatedHere,
    );
    unread.watch('pump.rfa', { sizeBytes: 1, modifiedMs: touchedMs, changedMs: touchedMs });
    return unread.get('pump.rfa');
  };

  it('is looked at when it may have stood still for the quiet time, and not before', () => {
    expect(watched(touchedMs + 500)).toMatchObject({ dueMs: touchedMs + 2_500 });
  });

  it('is looked at now where it was last touched long ago', () => {
    expect(watched(touchedMs + 61_000)).toMatchObject({ dueMs: touchedMs + 61_000 });
  });

  it('is looked at after the quiet time all the same where a server dated it', () => {
    expect(watched(touchedMs + 61_000, false)).toMatchObject({ dueMs: touchedMs + 63_000 });
  });
});

describe('files that settle a moment after one another', () => {
  it('are looked at together', () => {
    const at = dueAt([1_000, 1_003, 1_090]);
    expect(at(1_050)).toEqual({ due: [], nextMs: 1_090 });
    expect(at(1_090)).toEqual({ due: ['0.rfa', '1.rfa', '2.rfa'], nextMs: 1_090 });
  });

  it('do not wait for those that settle later, however many follow', () => {
    const at = dueAt([1_000, 1_080, 1_160, 1_240]);
    expect(at(1_080)).toEqual({ due: ['0.rfa', '1.rfa'], nextMs: 1_080 });
  });

  it('have one by itself looked at when its time comes', () => {
    expect(dueAt([1_000, 5_000])(1_000)).toEqual({ due: ['0.rfa'], nextMs: 1_000 });
    expect(dueAt([])(1_000)).toEqual({ due: [], nextMs: undefined });
  });
});

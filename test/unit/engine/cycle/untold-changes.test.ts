import { describe, expect, it } from 'vitest';
import { createUntoldChanges } from '../../../../electron/engine/cycle/untold-changes.ts';

const program = { name: 'Revit', version: '2025' };
const minutes = (n: number): number => n * 60_000;

function createTold() {
  let nowMs = 0;
  const untold = createUntoldChanges({ steadyMs: () => nowMs });
  const seenAs = (tag: string) => ({ tag, digest: tag, refusesTags: false });
  return {
    untold,
    pass: (ms: number): unknown => (nowMs += ms),
    /** The service answers that nothing is new. */
    same: (tag: string): boolean =>
      untold.isToBeLookedFor(program, seenAs(tag), { seen: seenAs(tag), items: undefined, wasSent: false }),
    /** It sends a list, under another tag. */
    other: (before: string, tag: string): boolean =>
      untold.isToBeLookedFor(program, seenAs(before), { seen: seenAs(tag), items: new Map() }),
    listed(isFound: boolean): void {
      untold.lookFor();
      untold.noteListed(isFound);
    },
  };
}

describe('a tag that is another one without a listed change', () => {
  it('has everything listed where the one before was answered with nothing being new', () => {
    const { same, other } = createTold();
    expect(same('a')).toBe(false);
    expect(other('a', 'b')).toBe(true);
  });

  it('says nothing where each answer has one of its own, nor of another service', () => {
    const { untold, same, other } = createTold();
    expect(other('a', 'b')).toBe(false);
    expect(other('b', 'c')).toBe(false);
    same('c');
    untold.startOver();
    expect(other('c', 'd')).toBe(false);
  });

  it('is believed less and less often where everything turned out to be there, at most for an hour', () => {
    const { same, other, listed, pass } = createTold();
    for (const restMinutes of [10, 20, 40, 60, 60]) {
      same('a');
      expect(other('a', 'b')).toBe(true);
      listed(false);
      pass(minutes(restMinutes) - 1);
      expect(other('a', 'b')).toBe(false);
      pass(1);
    }
    expect(other('a', 'b')).toBe(true);
    listed(true);
    same('b');
    expect(other('b', 'c')).toBe(true);
  });
});

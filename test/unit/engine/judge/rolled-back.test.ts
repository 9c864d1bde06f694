import { describe, expect, it } from 'vitest';
import { isRolledBack } from '../../../../electron/engine/judge/rolled-back.ts';

const base = { modifiedMs: 1_000_000 };
const minuteMs = 60_000;

describe('a file that is not as agreed', () => {
  it('went back when it holds an earlier version, whatever its date', () => {
    expect(isRolledBack({ modifiedMs: 2_000_000, changedMs: 2_000_000 }, base, true)).toBe(true);
  });

  it('went back when an earlier date than that of the agreed file was put on it', () => {
    expect(isRolledBack({ modifiedMs: 900_000, changedMs: 2_000_000 }, base, false)).toBe(true);
  });

  it('did not when it was saved at that date: the clock was set back', () => {
    expect(isRolledBack({ modifiedMs: 900_000, changedMs: 900_000 + minuteMs / 2 }, base, false)).toBe(false);
  });

  it('did not when its date is later, though it comes from elsewhere', () => {
    expect(isRolledBack({ modifiedMs: 1_000_001, changedMs: 2_000_000 }, base, false)).toBe(false);
  });

  it('did not as far as is known where dates are not', () => {
    expect(isRolledBack({ modifiedMs: 900_000 }, base, false)).toBe(false);
    expect(isRolledBack({ modifiedMs: 900_000, changedMs: 2_000_000 }, {}, false)).toBe(false);
  });
});

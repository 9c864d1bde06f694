import { describe, expect, it } from 'vitest';
import { describeSync, isInStep, type SyncSummary } from '../../../electron/entry/commands/sync-summary.ts';

describe('what one run did', () => {
  const nothing = {
    uploaded: 0,
    downloaded: 0,
    conflicts: 0,
    unassigned: 0,
    otherProgram: 0,
    doublyClaimed: 0,
    waiting: 0,
    failed: 0,
  };
  const inStep: SyncSummary = { ...nothing, heldBack: 0, notSent: 0, notFetched: 0, questions: [], files: [] };

  it('is not all while the library does not say what its files belong to, and names why', () => {
    expect(isInStep(inStep)).toBe(true);
    const detail = 'The file is marked read-only, so it is not replaced.';
    const unwritten: SyncSummary = { ...inStep, downloaded: 2, linksProblem: { code: 'links-not-written', detail } };
    expect(isInStep(unwritten)).toBe(false);
    expect(describeSync(unwritten)).toContain('.cadlibrary.json');
    expect(describeSync(unwritten)).toContain('marked read-only');
  });

  it('says what the settings keep here, which is no failure', () => {
    const kept: SyncSummary = { ...inStep, notSent: 16 };
    expect(isInStep(kept)).toBe(true);
    expect(describeSync(kept)).toContain('16 files are not sent: the settings of this library keep them');
    expect(describeSync({ ...kept, notSent: 1 })).toContain('1 file is not sent');
    expect(describeSync(inStep)).not.toContain('not sent');
  });
});

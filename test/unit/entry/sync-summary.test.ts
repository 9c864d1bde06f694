import { describe, expect, it } from 'vitest';
import {
  describeQuestion,
  describeSync,
  isInStep,
  type SyncSummary,
} from '../../../electron/entry/commands/sync-summary.ts';

const question = { count: 20, paths: [], lastChangeId: 1, isKept: false };

describe('a question about many files', () => {
  it.each(['removal', 'overwrite', 'rollback'] as const)('says of a %s what both answers do', (kind) => {
    const said = describeQuestion({ ...question, kind });
    expect(said).toContain('20 files');
    expect(said).toContain('--many-changes go-on');
    expect(said).toContain('--many-changes keep');
  });

  it('that was answered with leaving the files says so, and how to replace them after all', () => {
    const said = describeQuestion({ ...question, kind: 'overwrite', isKept: true });
    expect(said).toContain('stay as they are, as you said');
    expect(said).toContain('--many-changes go-on');
    expect(said).not.toContain('keep');
  });
});

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
  const inStep: SyncSummary = { ...nothing, heldBack: 0, notFetched: 0, questions: [], files: [] };

  it('is not all while the library does not say what its files belong to, and names why', () => {
    expect(isInStep(inStep)).toBe(true);
    const detail = 'The file is marked read-only, so it is not replaced.';
    const unwritten: SyncSummary = { ...inStep, downloaded: 2, linksProblem: { code: 'links-not-written', detail } };
    expect(isInStep(unwritten)).toBe(false);
    expect(describeSync(unwritten)).toContain('.cadlibrary.json');
    expect(describeSync(unwritten)).toContain('marked read-only');
  });
});

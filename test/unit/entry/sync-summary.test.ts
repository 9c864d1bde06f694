import { describe, expect, it } from 'vitest';
import { describeQuestion } from '../../../electron/entry/commands/sync-summary.ts';

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

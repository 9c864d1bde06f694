import { describe, expect, it } from 'vitest';
import { describeSync, exitCodeOfSync, type SyncSummary } from '../../../electron/entry/commands/sync-summary.ts';

describe('what one run did', () => {
  const nothing = {
    uploaded: 0,
    downloaded: 0,
    conflicts: 0,
    unassigned: 0,
    otherProgram: 0,
    doublyClaimed: 0,
    releaseLost: 0,
    waiting: 0,
    failed: 0,
  };
  const held = { heldBack: 0, notSent: 0, olderThanService: 0, notFetched: 0 };
  const inStep: SyncSummary = { ...nothing, ...held, questions: [], savedLate: [], failedWork: [], files: [] };

  it('is not all while the library does not say what its files belong to, and names why', () => {
    expect(exitCodeOfSync(inStep)).toBe(0);
    const detail = 'The file is marked read-only, so it is not replaced.';
    const unwritten: SyncSummary = { ...inStep, downloaded: 2, linksProblem: { code: 'links-not-written', detail } };
    expect(exitCodeOfSync(unwritten)).toBe(2);
    expect(describeSync(unwritten)).toContain('.cadlibrary.json');
    expect(describeSync(unwritten)).toContain('marked read-only');
  });

  it('says what the settings keep here, about which nobody has to do anything', () => {
    const kept: SyncSummary = { ...inStep, notSent: 16 };
    expect(exitCodeOfSync(kept)).toBe(3);
    expect(describeSync(kept)).toContain('16 files are not sent: the settings of this library keep them');
    expect(describeSync({ ...kept, notSent: 1 })).toContain('1 file is not sent');
    expect(describeSync(inStep)).not.toContain('not sent');
  });

  it('says which files are older than on the service, and does not call that done', () => {
    const older: SyncSummary = { ...inStep, olderThanService: 2 };
    expect(exitCodeOfSync(older)).toBe(3);
    expect(describeSync(older)).toContain('2 files are older than on the service');
    expect(describeSync({ ...older, olderThanService: 1 })).toContain('1 file is older than on the service');
    expect(describeSync(inStep)).not.toContain('older');
  });

  it('names a save that is only in the backup, which somebody has to look at', () => {
    const copy = '/library/.cadlibrary/backup/2026-05-04T11-00-00-000Z/pump.rfa';
    const late: SyncSummary = { ...inStep, savedLate: [{ path: 'pump.rfa', copy }] };
    expect(exitCodeOfSync(late)).toBe(2);
    expect(describeSync(late)).toContain(copy);
    expect(describeSync(late)).toContain('restore-backup');
  });

  it('names the release that failed of a file that is not there any more, why, and how to end it', () => {
    const error = { code: 'not-found' } as const;
    const work = { operation: 'release', title: 'pump.rfa', path: 'EC000001/pump.rfa', error } as const;
    const failed: SyncSummary = { ...inStep, failed: 1, failedWork: [work] };
    expect(exitCodeOfSync(failed)).toBe(2);
    const told = describeSync(failed);
    expect(told).toContain('1 failed');
    expect(told).toContain('EC000001/pump.rfa: its release could not be sent');
    expect(told).toContain('--withdraw');
  });
});

import { describe, expect, it } from 'vitest';
import { honestStatus } from '../../../shared/rpc/honest-status.ts';
import { neededInActivity, needsOf } from '../../../shared/rpc/needs.ts';
import type { MoveRecord } from '../../../shared/rpc/move-records.ts';
import type { StatusRecord } from '../../../shared/rpc/status-records.ts';
import { exampleStatus } from '../../fakes/window/example-status.ts';
import { exampleNow } from '../../fakes/window/file-rows.ts';

const quiet = exampleStatus('quiet', [], []);
const { move } = exampleStatus('moving', [], []);
const [library] = quiet.libraries;
if (!library || !move) throw new Error('The examples have them.');

const withMove = (change: Partial<MoveRecord>): StatusRecord => ({ ...quiet, move: { ...move, ...change } });

describe('what needs a person', () => {
  it('counts each thing once: a transfer of a file that is there is one with its file', () => {
    const besideFiles = { savedLate: 1, failedWork: 2 };
    const status = {
      ...quiet,
      libraries: [{ ...library, besideFiles, error: { code: 'links-not-written' as const } }],
      ...{ queue: { ...quiet.queue, needsAttention: 7 }, refusedWrites: 3 },
      counts: { ...quiet.counts, needsYou: 4 },
    };
    expect(needsOf(status)).toEqual({ files: 4, besideFiles: 6, all: 11 });
    expect(honestStatus(status, exampleNow, true)).toMatchObject({ kind: 'needsYou', count: 11 });
    expect(neededInActivity(status)).toBe(8);
  });

  it.each([
    ['waits for a person', withMove({ state: 'waiting', nextTryAtMs: undefined }), 1],
    ['has files that were refused', withMove({ state: 'refused' }), 1],
    ['is tried again by itself', withMove({ state: 'waiting', nextTryAtMs: exampleNow + 1 }), 0],
    ['was paused by the person', withMove({ state: 'paused', nextTryAtMs: undefined }), 0],
    ['goes on', withMove({ state: 'sending' }), 0],
  ])('is a move to another service or not, where it %s', (_how, status, count) => {
    expect([needsOf(status).all, neededInActivity(status)]).toEqual([count, count]);
  });
});

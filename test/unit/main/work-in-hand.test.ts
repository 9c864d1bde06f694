import { describe, expect, it } from 'vitest';
import { isNothing, workInHand } from '../../../electron/main/work-in-hand.ts';
import type { StatusRecord } from '../../../shared/rpc/status-records.ts';
import { exampleStatus } from '../../fakes/window/example-status.ts';

const quiet = exampleStatus('quiet', [], []);
const busy: StatusRecord = { ...quiet, queue: { waiting: 2, running: 1, needsAttention: 4 } };
const reading = { state: 'running', file: 'etim.json', fileNumber: 1, fileCount: 1, progress: 0.5 } as const;

describe('the work in hand', () => {
  it('is what runs and what is about to, and an import that is read', () => {
    expect(workInHand(busy, undefined)).toEqual({ transfers: 3, isImporting: false });
    expect(workInHand(quiet, reading)).toEqual({ transfers: 0, isImporting: true });
  });

  it('is not what waits for a service that is out of reach', () => {
    const limited: StatusRecord = { ...busy, connection: { ...busy.connection, state: 'limited' } };
    expect(workInHand(limited, undefined).transfers).toBe(0);
  });

  it.each([
    ['everything is in step', quiet, undefined],
    ['the engine is not reached', undefined, undefined],
    ['what was read is being removed', quiet, { state: 'cancelling' } as const],
  ])('is nothing where %s', (_when, status, productImport) => {
    expect(isNothing(workInHand(status, productImport))).toBe(true);
  });
});

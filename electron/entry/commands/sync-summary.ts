import type { FileState } from '../../../shared/rpc/records.ts';
import type { Engine } from '../../engine/run/engine.ts';
import { describeForPerson, filesForPerson, type FileForPerson } from './file-states.ts';

/** What one run did and what is left, for the library of the run. */
export interface SyncSummary {
  readonly uploaded: number;
  readonly downloaded: number;
  readonly conflicts: number;
  readonly unassigned: number;
  readonly doublyClaimed: number;
  readonly waiting: number;
  readonly failed: number;
  /** The files a person has to look at, the first hundred of them. */
  readonly files: readonly FileForPerson[];
}

type Counts = Omit<SyncSummary, 'files'>;

export function summarizeSync(
  engine: Engine,
  serviceId: string,
  libraryId: string,
  done: Pick<SyncSummary, 'uploaded' | 'downloaded'>,
): SyncSummary {
  const states = engine.fileList.states(serviceId, libraryId);
  const count = (...names: FileState[]): number => names.reduce((sum, name) => sum + (states.get(name) ?? 0), 0);
  // Downloads that a person has to look at have no file yet.
  const parkedDownloads = engine.queue
    .list(1_000)
    .filter(
      ({ libraryId: of, state, intent }) =>
        of === libraryId && state === 'needsAttention' && intent.operation === 'download' && !intent.replaces,
    ).length;
  return {
    ...done,
    conflicts: count('conflict'),
    unassigned: count('unassigned'),
    doublyClaimed: count('doublyClaimed'),
    waiting: count('waiting', 'uploading', 'downloading', 'settling', 'openElsewhere'),
    failed: count('needsYou') + parkedDownloads,
    files: filesForPerson(engine.fileList, serviceId, libraryId),
  };
}

/** Whether everything is in step and nobody has to do anything. */
export function isInStep({ conflicts, unassigned, doublyClaimed, waiting, failed }: SyncSummary): boolean {
  return conflicts + unassigned + doublyClaimed + waiting + failed === 0;
}

export function describeSync(summary: SyncSummary): string {
  const words: Record<keyof Counts, string> = {
    uploaded: 'uploaded',
    downloaded: 'downloaded',
    conflicts: 'in conflict',
    unassigned: 'without a class',
    doublyClaimed: 'sharing a key with another file',
    waiting: 'waiting',
    failed: 'failed',
  };
  const counts = (Object.keys(words) as (keyof Counts)[]).map((name) => `${summary[name]} ${words[name]}`).join(', ');
  return [counts, ...summary.files.map(describeForPerson)].join('\n');
}

/** What the engine may do to the files of a library by itself, as far as it takes something away from a designer. */
export type ChangeKind =
  /** A file that is gone is marked as removed here. */
  | 'removal'
  /** A file is replaced by a newer version of the service. */
  | 'overwrite'
  /** A file that went back to an older state is sent as the newest draft. */
  | 'rollback';

/** How many changes of one kind one library may see in one pass without its designer being asked. */
export interface ChangeLimits {
  /** Fewer than so many are never asked about: in a small library ten percent would be a single file. */
  readonly askFromFiles: number;
  readonly mostFiles: number;
  /** Of the files of the library, 0 … 1. */
  readonly mostShare: number;
  /**
   * What is done within so long counts as one pass. A flood arrives in pieces: the watcher sees a few files at a time
   * and the service is asked once a minute.
   */
  readonly passMs: number;
}

export const changeLimits: ChangeLimits = { askFromFiles: 5, mostFiles: 50, mostShare: 0.1, passMs: 600_000 };

/**
 * How many changes of one kind pass without a question: 50 or a tenth of the library, whichever is less, and never
 * fewer than 4.
 */
export function mostUnasked(fileCount: number, limits: ChangeLimits = changeLimits): number {
  return Math.max(limits.askFromFiles - 1, Math.min(limits.mostFiles, Math.floor(fileCount * limits.mostShare)));
}

/**
 * Decides about changes of one kind that are wanted now. Pure. All of them pass or all of them wait: a flood that is
 * let through in part could not be told from one that was not.
 */
export function judgeChanges(
  ground: {
    /** Files of the library, those of this pass that are gone included. */
    readonly fileCount: number;
    /** Changes that were done in this pass and nobody was asked about. */
    readonly done: number;
    /** Changes that are wanted now. */
    readonly wanted: number;
    /** Whether others wait for an answer already: then nothing passes beside them. */
    readonly isAsking: boolean;
  },
  limits: ChangeLimits = changeLimits,
): 'pass' | 'ask' {
  if (ground.wanted === 0) return 'pass';
  if (ground.isAsking) return 'ask';
  const count = ground.done + ground.wanted;
  // To count the files of a library takes long, and most changes come one by one.
  return count < limits.askFromFiles || count <= mostUnasked(ground.fileCount, limits) ? 'pass' : 'ask';
}

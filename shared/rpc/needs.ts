import type { LibraryRecord } from './library-records.ts';
import type { MoveRecord } from './move-records.ts';
import type { StatusRecord } from './status-records.ts';

/** How many things need a person, and of what they are. */
interface Needs {
  readonly files: number;
  /** Of no file that is there: Activity lists them. */
  readonly besideFiles: number;
  readonly all: number;
}

export function needsOf({ libraries, counts, refusedWrites, move, begunAnew }: StatusRecord): Needs {
  const files = counts.needsYou ?? 0;
  const besideFiles = libraries.reduce(
    (sum, { besideFiles: { savedLate, failedWork } }) => sum + savedLate + failedWork,
    refusedWrites + needsOfMove(move),
  );
  const troubled = libraries.filter(isTroubled).length;
  return { files, besideFiles, all: files + besideFiles + troubled + (begunAnew ? 1 : 0) };
}

/** What a person said is written to the folder of a paused library too, and needs them where that fails. */
function isTroubled({ settings, error }: LibraryRecord): boolean {
  return error !== undefined && (!settings.isPaused || error.code === 'links-not-written');
}

/** How many things Activity lists for a person: also transfers of files, which are counted with these elsewhere. */
export function neededInActivity({ libraries, queue, move }: StatusRecord): number {
  return libraries.reduce(
    (sum, { besideFiles }) => sum + besideFiles.savedLate,
    queue.needsAttention + needsOfMove(move),
  );
}

/** A move that is not tried again by itself, nor was paused by the person, waits for one. */
function needsOfMove(move: MoveRecord | undefined): number {
  const isHeld = move?.state === 'waiting' && move.nextTryAtMs === undefined;
  return isHeld || move?.state === 'refused' ? 1 : 0;
}

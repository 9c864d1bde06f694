import { AppError } from '../../../shared/errors/app-error.ts';
import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import { isMadeAnew } from '../judge/other-history.ts';
import type { Links } from '../library/links-file.ts';
import type { Placing } from '../library/placing.ts';
import type { Planning } from '../library/planning.ts';
import type { LibraryFolder } from '../observe/library-folder.ts';
import type { FileStat, Ports } from '../ports.ts';
import type { FoundConflict } from '../state/conflicts.ts';
import type { KeptCopies, LibraryRecords, ServiceSide } from '../state/library-state.ts';
import type { ServiceTrees } from '../state/service-trees.ts';
import type { LocalEntry } from '../tree/entries.ts';
import { discardTheirs } from '../transfer/discard-theirs.ts';
import { statOfBytes } from './stat-of-bytes.ts';

/** What ends a conflict, or opens it again, uses of a library. */
export type ConflictLibrary = LibraryRecords & ServiceSide & KeptCopies & LibraryFolder & Links & Planning & Placing;

/** A file and the version of the service that stands against it, whose bytes are kept next to it. */
export interface Divergence {
  readonly context: ConflictLibrary;
  readonly trees: ServiceTrees;
  readonly key: ContentKeyText;
  readonly mine: LocalEntry;
  readonly conflict: FoundConflict;
  /** The outside of their copy, from before its bytes were looked at. */
  readonly keptStat: FileStat;
  readonly nowMs: number;
}

export const readFirst = (): AppError =>
  new AppError('file-changed-meanwhile', { detail: 'A sync has to read it first.' });

/** What is said of a file that is in no conflict. */
export const noConflict = (): AppError => new AppError('no-conflict');

/**
 * The two sides of a conflict, as they are now.
 * @throws AppError `no-conflict`, `file-changed-meanwhile` for a file that has to be read first, `other-version-gone` where
 * theirs is fetched again, or what the disk says
 */
export async function readDivergence(
  ports: Pick<Ports, 'clock'>,
  context: ConflictLibrary,
  key: ContentKeyText,
): Promise<Divergence> {
  const trees = context.trees();
  const conflict = trees?.conflict(key);
  if (!trees || !conflict) throw noConflict();
  const view = context.view(key);
  if (view === 'unsettled') throw readFirst();
  const mine = view === 'mayReturn' ? undefined : view.locals[0];
  if (!mine) throw noConflict();
  const remote = trees.remote(key);
  if (remote && isMadeAnew(conflict, remote)) throw fetchedAgain();
  const divergence = { context, trees, key, mine, conflict, nowMs: ports.clock.now() };
  return { ...divergence, keptStat: await statOfTheirs(divergence) };
}

const fetchedAgain = (detail?: string): AppError =>
  new AppError('other-version-gone', detail === undefined ? {} : { detail });

/**
 * A copy of the service's version that is gone (an earlier choice broke off, or a person took it) is fetched again, and so
 * is one into which somebody saved who opened it to compare: what they saved goes to the backup folder.
 * @throws AppError `other-version-gone` where it is fetched again
 */
async function statOfTheirs({ context, trees, key, conflict, nowMs }: Omit<Divergence, 'keptStat'>): Promise<FileStat> {
  const { keptAt, sha256 } = conflict;
  const stat = await statOfBytes(context.disk, keptAt, sha256);
  if (stat) return stat;
  const isTheirs = await discardTheirs(context, { keptAt, key, sha256 }, nowMs);
  trees.forgetConflict(key);
  throw fetchedAgain(isTheirs ? undefined : 'What was saved into it is in the backup folder.');
}

import { AppError } from '../../../shared/errors/app-error.ts';
import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { Sha256 } from '../../../shared/model/sha256.ts';
import { isMadeAnew } from '../judge/other-history.ts';
import type { Links } from '../library/links-file.ts';
import type { Placing } from '../library/placing.ts';
import type { Planning } from '../library/planning.ts';
import type { LibraryFolder } from '../observe/library-folder.ts';
import type { Ports } from '../ports.ts';
import type { FoundConflict } from '../state/conflicts.ts';
import type { KeptCopies, LibraryRecords, ServiceSide } from '../state/library-state.ts';
import type { ServiceTrees } from '../state/service-trees.ts';
import type { LocalEntry } from '../tree/entries.ts';
import { fetchedAgain, readTheirs } from './conflict-copies.ts';

export type ConflictLibrary = LibraryRecords & KeptCopies & LibraryFolder & Links & Placing;

/** A file and the version of the service that stands against it. */
export interface Divergence {
  readonly context: ConflictLibrary;
  readonly trees: ServiceTrees;
  readonly key: ContentKeyText;
  readonly mine: LocalEntry;
  readonly conflict: FoundConflict;
  /** The bytes of the service's version, as they are kept for the conflict. */
  readonly theirs: Sha256;
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
  context: ConflictLibrary & ServiceSide & Planning,
  key: ContentKeyText,
): Promise<Divergence> {
  const trees = context.trees();
  const conflict = trees?.conflict(key);
  if (!trees || !conflict) throw noConflict();
  const view = context.view(key);
  if (view === 'unsettled') throw readFirst();
  const mine = view === 'mayReturn' ? undefined : view.locals[0];
  if (!mine) throw noConflict();
  const nowMs = ports.clock.now();
  const remote = trees.remote(key);
  if (remote && isMadeAnew(conflict, remote)) throw fetchedAgain();
  const theirs = await readTheirs(context, trees, key, { conflict, nowMs });
  return { context, trees, key, mine, conflict, theirs, nowMs };
}

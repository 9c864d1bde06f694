import { AppError } from '../../../shared/errors/app-error.ts';
import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { Sha256 } from '../../../shared/model/sha256.ts';
import type { ConflictChoice } from '../../../shared/rpc/file-records.ts';
import { replaceFile } from '../apply/replace-file.ts';
import { outsideInPlace } from '../observe/same-outside.ts';
import type { FileStat, Ports } from '../ports.ts';
import type { Conflict } from '../state/conflicts.ts';
import type { ServiceTrees } from '../state/service-trees.ts';
import type { LocalEntry } from '../tree/entries.ts';
import type { LibraryContext } from './library-context.ts';

interface Divergence {
  readonly context: LibraryContext;
  readonly trees: ServiceTrees;
  readonly key: ContentKeyText;
  readonly mine: LocalEntry;
  readonly conflict: Conflict;
  /** The bytes of the service's version, as they are kept beside. */
  readonly theirs: Sha256;
  readonly nowMs: number;
}

/**
 * Ends a conflict the way a person chose. Whatever is chosen, no bytes are lost: theirs are on the service, mine stay
 * in the library or go to the backup folder.
 * - `keepMine`: their version counts as seen, so that mine becomes the next draft after it;
 * - `takeTheirs`: theirs takes the place of mine, which goes to the backup folder;
 * - `keepBoth`: mine becomes an unassigned copy beside, theirs takes its place.
 * @throws AppError `unknown-item` when there is no conflict any more, `file-changed-meanwhile` when mine was saved again
 */
export async function resolveConflict(
  ports: Ports,
  context: LibraryContext,
  key: ContentKeyText,
  choice: ConflictChoice,
): Promise<void> {
  const divergence = await readDivergence(ports, context, key);
  switch (choice) {
    case 'keepMine':
      return keepMine(divergence);
    case 'takeTheirs':
      return takeTheirs(divergence);
    case 'keepBoth':
      return keepBoth(divergence);
  }
}

/** What is said of a file that is in no conflict. */
export const noConflict = (): AppError => new AppError('unknown-item', { detail: 'There is no conflict any more.' });

async function readDivergence(ports: Ports, context: LibraryContext, key: ContentKeyText): Promise<Divergence> {
  const trees = context.trees();
  const view = context.view(key);
  if (view === 'unsettled') throw new AppError('file-changed-meanwhile');
  const mine = view === 'mayReturn' ? undefined : view.locals[0];
  const conflict = trees?.conflict(key);
  if (!trees || !conflict || !mine) throw noConflict();
  const theirs = await hashOfTheirs(context, trees, key, conflict);
  return { context, trees, key, mine, conflict, theirs, nowMs: ports.clock.now() };
}

/** A copy that is gone (an earlier choice broke off, or a person took it) is fetched again, and the conflict found anew. */
async function hashOfTheirs(
  { disk }: LibraryContext,
  trees: ServiceTrees,
  key: ContentKeyText,
  { keptAt }: Conflict,
): Promise<Sha256> {
  if ((await disk.stat(keptAt)) === undefined) {
    trees.forgetConflict(key);
    throw new AppError('file-changed-meanwhile', { detail: 'The other version is fetched again.' });
  }
  return (await disk.hash(keptAt)).sha256;
}

async function keepMine({ context, trees, key, mine, conflict, theirs, nowMs }: Divergence): Promise<void> {
  context.transaction(() => {
    trees.noteSynced(key, { path: mine.path, version: conflict.theirVersion, sha256: theirs }, nowMs);
    context.files.noteWanted(mine.path);
    trees.forgetConflict(key);
  });
  await context.disk.remove(conflict.keptAt);
}

async function takeTheirs(divergence: Divergence): Promise<void> {
  const { context, key, mine, conflict, nowMs } = divergence;
  const stat = await context.disk.stat(conflict.keptAt);
  await context.placeAt(mine.path, () =>
    replaceFile(conflict.keptAt, {
      disk: context.disk,
      backups: context.backups,
      target: mine,
      about: { reason: 'tookTheirs', key, replacedBy: conflict.theirVersion },
      nowMs,
    }),
  );
  await noteTheirsAt(divergence, stat);
}

async function keepBoth(divergence: Divergence): Promise<void> {
  const { context, mine, conflict } = divergence;
  const copy = await freeCopyPath(context, mine.path);
  // The link is there first: at no moment does the copy claim the key.
  await context.changeLinks(new Map([[copy, 'unassigned']]));
  await context.disk.place(mine.path, copy);
  const stat = await context.disk.stat(conflict.keptAt);
  await context.disk.place(conflict.keptAt, mine.path);
  await noteTheirsAt(divergence, stat);
}

/**
 * Their bytes stand at the file's path now: both sides agree.
 * @param before the outside of their copy from before it was put there
 */
async function noteTheirsAt(
  { context, trees, key, mine, conflict, theirs, nowMs }: Divergence,
  before: FileStat | undefined,
): Promise<void> {
  const stat = before?.kind === 'file' ? await outsideInPlace(context.disk, mine.path, before) : undefined;
  context.transaction(() => {
    if (stat) context.files.noteRead(mine.path, stat, { sha256: theirs, key, fetchedFrom: trees.serviceId }, nowMs);
    trees.noteSynced(key, { path: mine.path, version: conflict.theirVersion, sha256: theirs }, nowMs);
    trees.forgetConflict(key);
  });
}

/** A name beside the file that says whose it is and that nothing stands at. */
async function freeCopyPath({ disk, files }: LibraryContext, path: string): Promise<string> {
  const dot = path.lastIndexOf('.');
  const [base, extension] = dot > path.lastIndexOf('/') ? [path.slice(0, dot), path.slice(dot)] : [path, ''];
  for (let copy = 1; ; copy += 1) {
    const candidate = `${base} (mine${copy === 1 ? '' : ` ${copy}`})${extension}`;
    if (!files.get(candidate) && (await disk.stat(candidate)) === undefined) return candidate;
  }
}

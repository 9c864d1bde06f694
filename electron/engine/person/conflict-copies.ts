import { AppError, toAppError } from '../../../shared/errors/app-error.ts';
import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import { fittedPath } from '../../../shared/model/fitted-path.ts';
import { isSameFile } from '../observe/same-stat.ts';
import { noteBackup } from '../transfer/backup-folder.ts';
import type { Sha256 } from '../../../shared/model/sha256.ts';
import type { Conflict, ConflictAnswer } from '../state/conflicts.ts';
import type { LocalEntry } from '../tree/entries.ts';
import type { KeptCopies, LibraryRecords, ServiceSide } from '../state/library-state.ts';
import type { LibraryFolder } from '../observe/library-folder.ts';
import type { Links } from '../library/links-file.ts';
import { discardTheirs } from '../transfer/discard-theirs.ts';
import type { ServiceTrees } from '../state/service-trees.ts';

/** The designer's file of a conflict in which both are kept. */
interface Mine {
  readonly context: KeptCopies & LibraryFolder & Links;
  readonly key: ContentKeyText;
  readonly mine: LocalEntry;
  readonly conflict: Conflict;
  readonly nowMs: number;
}

/** What somebody else puts there meanwhile is not ours to take back, nor to set apart. */
export async function keepCopyOfMine({ context, mine }: Mine, copy: string): Promise<void> {
  try {
    await context.disk.keepCopy(mine.path, copy);
  } catch (error) {
    const isOthers = toAppError(error).code === 'target-occupied';
    const isThere = (await context.disk.stat(copy).catch(() => undefined)) !== undefined;
    if (isOthers || !isThere) await context.changeLinks(new Map([[copy, undefined]]));
    throw error;
  }
}

/**
 * The answer is not carried out, so there is to be no copy beside the file. One that is but a second name of mine goes
 * first of all: what is saved under one of them would change the other. Where mine was saved anew since, the copy is the
 * only place of what it was, and goes to the backup folder.
 */
export async function takeBackCopy(about: Mine, answer: ConflictAnswer | undefined): Promise<void> {
  const { context, mine, conflict } = about;
  const { disk } = context;
  const copy = answer?.copy;
  // The link is recorded before the copy is made: what stands there without is somebody else's.
  if (copy === undefined || context.links().get(copy) !== 'unassigned') return;
  const [standing, copied] = [await disk.stat(mine.path), await disk.stat(copy)];
  if (!standing || !copied) return;
  if (!isSameFile(standing, copied)) {
    const [now, was] = [(await disk.hash(mine.path)).sha256, (await disk.hash(copy)).sha256];
    // Theirs is in its place, or somebody saved into the copy.
    if (now === conflict.sha256 || was !== answer?.sha256) return;
    if (now !== was) return setAside(about, copy, was);
  }
  await disk.remove(copy);
  await context.changeLinks(new Map([[copy, undefined]]));
}

async function setAside({ context, mine: { path }, key, nowMs }: Mine, copy: string, sha256: Sha256): Promise<void> {
  const keptAt = await noteBackup(context, { path, keptMs: nowMs, reason: 'superseded', key, sha256 });
  await context.disk.place(copy, keptAt);
  await context.changeLinks(new Map([[copy, undefined]]));
}

/** A free name next to the file that says whose it is. */
export async function freeCopyPath({ disk, files }: LibraryRecords & LibraryFolder, path: string): Promise<string> {
  for (let copy = 1; ; copy += 1) {
    const candidate = fittedPath(path, ` (mine${copy === 1 ? '' : ` ${copy}`})`);
    if (!files.get(candidate) && (await disk.stat(candidate)) === undefined) return candidate;
  }
}

export const fetchedAgain = (detail?: string): AppError =>
  new AppError('other-version-gone', detail === undefined ? {} : { detail });

/**
 * The bytes of the service's version as they are kept for the conflict. A copy that is gone (an earlier choice broke off, or a
 * person took it) is fetched again, and so is one into which somebody saved who opened it to compare: what they saved
 * goes to the backup folder.
 * @throws AppError `other-version-gone` where it is fetched again
 */
export async function readTheirs(
  context: LibraryRecords & ServiceSide & KeptCopies & LibraryFolder,
  trees: ServiceTrees,
  key: ContentKeyText,
  about: { readonly conflict: Conflict; readonly nowMs: number },
): Promise<Sha256> {
  const { keptAt, sha256 } = about.conflict;
  const { disk } = context;
  if ((await disk.stat(keptAt)) !== undefined && (await disk.hash(keptAt)).sha256 === sha256) return sha256;
  const isTheirs = await discardTheirs(context, { keptAt, key, sha256 }, about.nowMs);
  trees.forgetConflict(key);
  throw isTheirs ? fetchedAgain() : fetchedAgain('What was saved into it is in the backup folder.');
}

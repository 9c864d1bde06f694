import { toAppError } from '../../../shared/errors/app-error.ts';
import { fittedPath } from '../../../shared/model/fitted-path.ts';
import { isSameFile } from '../observe/same-stat.ts';
import { noteBackup } from '../transfer/backup-folder.ts';
import type { Sha256 } from '../../../shared/model/sha256.ts';
import type { ConflictAnswer } from '../state/conflicts.ts';
import type { LibraryRecords } from '../state/library-state.ts';
import type { Divergence } from './divergence.ts';
import type { LibraryFolder } from '../observe/library-folder.ts';

/** What somebody else puts there meanwhile is not ours to take back, nor to set apart. */
export async function keepCopyOfMine({ context, mine }: Divergence, copy: string): Promise<void> {
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
export async function takeBackCopy(about: Divergence, answer: ConflictAnswer | undefined): Promise<void> {
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

async function setAside(
  { context, mine: { path }, key, nowMs }: Divergence,
  copy: string,
  sha256: Sha256,
): Promise<void> {
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

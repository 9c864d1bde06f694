import { AppError } from '../../../shared/errors/app-error.ts';
import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { Links } from '../library/links-file.ts';
import type { Placing } from '../library/placing.ts';
import { standingAt, watchStanding } from '../library/standing-file.ts';
import type { LibraryFolder } from '../observe/library-folder.ts';
import { sameStat } from '../observe/same-stat.ts';
import type { LocalFile } from '../state/local-file.ts';
import type { FileLink } from '../tree/library-links.ts';
import type { KeptCopies, LibraryRecords, ServiceSide } from '../state/library-state.ts';
import { assertNotOpen, replaceFile } from '../transfer/replace-file.ts';
import { noteBackup } from '../transfer/backup-folder.ts';
import type { Addition } from './add-file.ts';
import { assertOutlastsConflict, noteWanted } from './put-back.ts';
import { statOfBytes } from './stat-of-bytes.ts';

/** A file that was read, with the key it has. */
type KnownFile = Pick<LocalFile, 'path' | 'sha256' | 'key'>;

type TakingBack = LibraryRecords & ServiceSide & KeptCopies & LibraryFolder & Placing & Pick<Links, 'links'>;

/**
 * Takes an addition back: the file goes to the backup folder, and what it replaced comes back in its place. One that was
 * changed or given other classes since, or is open, stays.
 * @returns whether it was taken back
 * @throws AppError `file-in-use`, `in-conflict`, or what the disk says; then everything is as it was
 */
export async function takeBackAddition(context: TakingBack, addition: Addition, nowMs: number): Promise<boolean> {
  const { path, sha256, keptAt } = addition;
  if (keptAt !== undefined) return replaceAgain(context, { ...addition, keptAt }, nowMs);
  return context.placeAt(path, async () => {
    const file = { path, sha256, key: context.files.get(path)?.key };
    if (!(await putAway(context, file, nowMs))) return false;
    // Nobody is asked whether it may be gone.
    const { key } = file;
    if (key !== undefined) context.changes()?.put({ key, kind: 'removal', path, standing: 'allowed', atMs: nowMs });
    return true;
  });
}

/** In one step, so that at no moment the place is empty. The copy is not cleared away meanwhile. */
function replaceAgain(
  context: TakingBack,
  { path, sha256, keptAt, linkThere }: Addition & { readonly keptAt: string },
  nowMs: number,
): Promise<boolean> {
  const { disk, backups } = context;
  const replaceInTurn = async (): Promise<boolean> => {
    if (sha256 === undefined || !(await disk.stat(keptAt)) || !(await statOfBytes(disk, path, sha256))) return false;
    const key = backups.get(keptAt)?.key;
    // It would be of the classes that the addition got.
    if (await gotClasses(context, path, { key, link: linkThere })) return false;
    const { assertStill } = watchStanding(context, path, key);
    await assertNotOpen(context, path);
    const replaced = await disk.hash(keptAt);
    assertOutlastsConflict(context, key, replaced.sha256);
    const about = { reason: 'additionUndone', key: context.files.get(path)?.key } as const;
    await replaceFile(context, keptAt, { target: { path, sha256 }, about, nowMs, assertStill });
    backups.forget(keptAt);
    noteWanted(context, { path, key }, replaced.sha256, nowMs);
    return true;
  };
  return context.placeAt(keptAt, () => context.placeAt(path, replaceInTurn));
}

/** Whether a person said of what stands at a path that it is something else than what it replaced. */
async function gotClasses(
  context: TakingBack,
  path: string,
  replaced: { readonly key: ContentKeyText | undefined; readonly link: FileLink | undefined },
): Promise<boolean> {
  if (replaced.key !== undefined) return (await standingAt(context, path, replaced.key)) === 'other';
  return JSON.stringify(context.links().get(path)) !== JSON.stringify(replaced.link);
}

/**
 * Moves a file to the backup folder that a person does not want in the library any more.
 * @param noteFirst called when nothing but the move itself can fail any more
 * @returns whether it was there with these bytes; what was saved at the last moment stays
 * @throws AppError `file-in-use`, or what the disk says
 */
export async function putAway(
  context: KeptCopies & LibraryFolder,
  file: KnownFile,
  nowMs: number,
  noteFirst: () => void = () => undefined,
): Promise<boolean> {
  const { disk, backups } = context;
  const { path, sha256, key } = file;
  const before = await statOfBytes(disk, path, sha256);
  if (!before) return false;
  await assertNotOpen(context, path);
  const keptAt = await noteBackup(context, { reason: 'additionUndone', key, path, keptMs: nowMs, sha256 });
  const now = await disk.stat(path);
  if (!now || !sameStat(before, now)) {
    backups.forget(keptAt);
    return false;
  }
  noteFirst();
  await disk.place(path, keptAt);
  const moved = await disk.stat(keptAt);
  // A rename keeps length and date, and on some drives nothing else.
  if (moved && sameStat({ ...before, changedMs: undefined }, moved)) return true;
  await bringBack(context, keptAt, path);
  return false;
}

/** Where its program saved once more meanwhile, this is kept: what it saved last stands there. */
async function bringBack({ disk, backups }: KeptCopies & LibraryFolder, keptAt: string, path: string): Promise<void> {
  try {
    await disk.place(keptAt, path);
    backups.forget(keptAt);
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'target-occupied')) throw error;
  }
}

import { toAppError } from '../../../shared/errors/app-error.ts';
import { isSameFile } from '../observe/same-stat.ts';
import type { ConflictAnswer } from '../state/conflicts.ts';
import type { LocalEntry } from '../tree/entries.ts';
import type { LibraryRecords } from '../state/library-state.ts';
import type { LibraryFolder } from '../observe/library-folder.ts';
import type { Links } from '../library/links-file.ts';

/** The designer's file of a conflict in which both are kept. */
interface Mine {
  readonly context: LibraryFolder & Links;
  readonly mine: LocalEntry;
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

/** A copy that is but a second name of mine goes: what is saved under one of them would change the other. */
export async function takeBackName({ context, mine }: Mine, answer: ConflictAnswer | undefined): Promise<void> {
  if (answer?.copy === undefined) return;
  const names = await Promise.all(
    [mine.path, answer.copy].map((path) => context.disk.stat(path).catch(() => undefined)),
  );
  if (names[0] && isSameFile(names[0], names[1])) await takeBackCopy(context, answer.copy);
}

/** Mine stays where it is, so there is no copy of it. */
export async function takeBackCopy(context: LibraryFolder & Links, copy: string): Promise<void> {
  await context.disk.remove(copy).then(
    () => context.changeLinks(new Map([[copy, undefined]])),
    () => undefined,
  );
}

/** A free name next to the file that says whose it is. */
export async function freeCopyPath({ disk, files }: LibraryRecords & LibraryFolder, path: string): Promise<string> {
  const dot = path.lastIndexOf('.');
  const [base, extension] = dot > path.lastIndexOf('/') ? [path.slice(0, dot), path.slice(dot)] : [path, ''];
  for (let copy = 1; ; copy += 1) {
    const candidate = `${base} (mine${copy === 1 ? '' : ` ${copy}`})${extension}`;
    if (!files.get(candidate) && (await disk.stat(candidate)) === undefined) return candidate;
  }
}

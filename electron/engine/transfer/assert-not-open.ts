import { AppError } from '../../../shared/errors/app-error.ts';
import type { LibraryFolder } from '../observe/library-folder.ts';

/**
 * Whoever has a drawing open would undo with the next save what is put in its place.
 * @throws AppError `file-in-use` while a lock file says that a program has the file open
 */
export async function assertNotOpen(context: LibraryFolder, path: string): Promise<void> {
  if (await context.lockCheck().openLock(path)) throw new AppError('file-in-use', { detail: path });
}

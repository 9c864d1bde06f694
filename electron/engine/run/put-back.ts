import { AppError } from '../../../shared/errors/app-error.ts';
import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { Version } from '../../../shared/model/version.ts';
import { replaceFile } from '../apply/replace-file.ts';
import type { LibraryContext } from './library-context.ts';

/**
 * Puts a file back at a path because a person wants it there. What stands there goes to the backup folder first; what
 * was put back is then an edit like any other. Where the same bytes stand there already, they stay.
 * @throws AppError `file-in-use` while a program has the file open, `target-occupied`, or what the disk says; then
 * everything is as it was
 */
export async function putBack(
  context: LibraryContext,
  from: string,
  about: { readonly path: string; readonly key: ContentKeyText | undefined; readonly version?: Version | undefined },
  nowMs: number,
): Promise<void> {
  const { disk } = context;
  const { path, key } = about;
  await context.placeAt(path, async () => {
    const present = await disk.stat(path);
    if (!present) return disk.place(from, path);
    if (present.kind !== 'file') throw new AppError('target-occupied', { detail: `${path} is no file.` });
    if (await context.lockCheck().openLock(path)) throw new AppError('file-in-use', { detail: path });
    const { sha256 } = await disk.hash(path);
    if (sha256 === (await disk.hash(from)).sha256) return disk.remove(from);
    const synced = key === undefined ? undefined : context.trees()?.synced(key);
    await replaceFile(from, {
      disk,
      backups: context.backups,
      target: { path, sha256 },
      about: {
        reason: 'restored',
        key,
        replacedBy: about.version,
        version: synced?.sha256 === sha256 ? synced.version : undefined,
      },
      nowMs,
    });
  });
}

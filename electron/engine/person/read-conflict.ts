import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import { formatVersion } from '../../../shared/model/version.ts';
import type { FileDetail } from '../../../shared/rpc/file-records.ts';
import type { Disk } from '../ports.ts';
import type { LibraryContext } from '../library/library-context.ts';

/** The version of the service that stands against a file; `undefined` where the file is in no conflict. */
export async function readConflict(
  context: LibraryContext,
  key: ContentKeyText,
  disk: Disk,
): Promise<FileDetail['conflict']> {
  const conflict = context.trees()?.conflict(key);
  if (!conflict) return undefined;
  const kept = await context.disk.stat(conflict.keptAt).catch(() => undefined);
  return {
    theirVersion: formatVersion(conflict.theirVersion),
    theirChangedAtMs: conflict.theirChangedMs,
    theirSizeBytes: kept?.sizeBytes,
    keptAt: disk.absolute(context.library.root, conflict.keptAt),
  };
}

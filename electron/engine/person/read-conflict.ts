import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import { compareVersions, formatVersion } from '../../../shared/model/version.ts';
import type { FileDetail } from '../../../shared/rpc/file-records.ts';
import type { Disk } from '../ports.ts';
import type { LibraryRecords, ServiceSide } from '../state/library-state.ts';
import type { LibraryFolder } from '../observe/library-folder.ts';

/** The version of the service that stands against a file; `undefined` where the file is in no conflict. */
export async function readConflict(
  context: LibraryRecords & ServiceSide & LibraryFolder,
  key: ContentKeyText,
  disk: Disk,
): Promise<FileDetail['conflict']> {
  const conflict = context.trees()?.conflict(key);
  if (!conflict) return undefined;
  const remote = context.trees()?.remote(key);
  const kept = await context.disk.stat(conflict.keptAt).catch(() => undefined);
  return {
    theirVersion: formatVersion(conflict.theirVersion),
    theirChangedAtMs: conflict.theirChangedMs,
    theirSizeBytes: kept?.sizeBytes,
    theirSha256: remote && compareVersions(remote.version, conflict.theirVersion) === 0 ? remote.sha256 : undefined,
    keptAt: disk.absolute(context.library.root, conflict.keptAt),
  };
}

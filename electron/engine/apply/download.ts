import type { ServiceCaller } from '../../../shared/api/caller.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { ContentKey } from '../../../shared/model/content-key.ts';
import { isSha256, type Sha256 } from '../../../shared/model/sha256.ts';
import type { Version } from '../../../shared/model/version.ts';
import { ownFolder } from '../observe/marker.ts';
import type { FileStat, LibraryDisk } from '../ports.ts';
import type { RemoteItem } from '../state/service-trees.ts';

export interface FetchTask {
  readonly service: ServiceCaller;
  readonly disk: LibraryDisk;
  readonly key: ContentKey;
  readonly version: Version;
  /** What the service says about these bytes, where it does. */
  readonly announced: Pick<RemoteItem, 'sha256' | 'sizeBytes'>;
  readonly signal: AbortSignal;
  readonly onProgress: (receivedBytes: number) => void;
}

/**
 * Fetches one version into a new file at `path` and verifies it against everything that was said about its bytes.
 * Nothing is left behind when that fails.
 * @throws AppError `answer-incomplete` when the bytes are not the announced ones
 */
export async function fetchVersion(
  task: FetchTask,
  path: string,
): Promise<{ readonly sha256: Sha256; readonly sizeBytes: number }> {
  const { service, disk, key, version, announced, signal, onProgress } = task;
  const { type, languageCode, ...cadKey } = key;
  const incoming = await service.download(
    'getFile',
    {
      params: { ...cadKey, type },
      query: {
        languageCode: languageCode ?? '',
        majorVersion: String(version.major),
        minorVersion: String(version.minor),
      },
    },
    { signal, priority: 'background' },
  );
  await disk.remove(path);
  try {
    const received = await disk.receive(path, incoming.bytes, onProgress);
    const tag = incoming.entityTag?.toLowerCase();
    const promises = [announced.sha256, tag !== undefined && isSha256(tag) ? tag : undefined];
    if (promises.some((promise) => promise !== undefined && promise !== received.sha256)) {
      throw new AppError('answer-incomplete', { detail: 'The checksum of the download is wrong.' });
    }
    const length = announced.sizeBytes ?? incoming.sizeBytes;
    if (length !== undefined && length !== received.sizeBytes) {
      throw new AppError('answer-incomplete', { detail: `${received.sizeBytes} of ${length} bytes arrived.` });
    }
    return received;
  } catch (error) {
    await disk.remove(path).catch(() => undefined);
    throw error;
  }
}

/** The temporary name beside `target`; its ending is one that every scan passes over. */
export function incomingPath(target: string, entryId: number): string {
  const slash = target.lastIndexOf('/');
  return `${target.slice(0, slash + 1)}.cadsync-${entryId}.part`;
}

/**
 * Puts a verified download in the place of the file it is newer than. The replaced file stays in the backup folder.
 * @throws AppError `file-changed-meanwhile` when the file is not the one that was planned to be replaced
 */
export async function replaceFile(
  disk: LibraryDisk,
  incoming: string,
  target: { readonly path: string; readonly sha256: Sha256 },
  nowMs: number,
): Promise<string> {
  const before = await disk.stat(target.path);
  const { sha256 } = await disk.hash(target.path);
  if (sha256 !== target.sha256) throw new AppError('file-changed-meanwhile');
  const stamp = new Date(nowMs).toISOString().replace(/[:.]/g, '-');
  const backup = `${ownFolder}/backup/${stamp}/${target.path}`;
  await disk.keepCopy(target.path, backup);
  if (!sameOutside(before, await disk.stat(target.path))) throw new AppError('file-changed-meanwhile');
  await disk.replace(incoming, target.path);
  return backup;
}

function sameOutside(a: FileStat | undefined, b: FileStat | undefined): boolean {
  return a?.inode === b?.inode && a?.sizeBytes === b?.sizeBytes && a?.modifiedMs === b?.modifiedMs;
}

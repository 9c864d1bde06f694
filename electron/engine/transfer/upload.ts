import { metadataIdentity } from '../../../shared/api/content-key-of.ts';
import type { CadMetadata } from '../../../shared/api/schemas/cad-metadata.ts';
import { filesWithMetadataLimits } from '../../../shared/api/limits.ts';
import { noBlobId } from '../../../shared/api/operation.ts';
import { AppError, orUndefinedIf } from '../../../shared/errors/app-error.ts';
import type { ErrorCode } from '../../../shared/errors/catalogue.ts';
import type { Sha256 } from '../../../shared/model/sha256.ts';
import { formatVersion } from '../../../shared/model/version.ts';
import type { FileStat, LibraryDisk } from '../ports.ts';
import type { UploadIntent } from '../queue/intent.ts';
import type { ListedVersion } from '../remote/remote-items.ts';
import { versionMade } from '../remote/version-made.ts';
import type { FileNameParts } from '../library/target-path.ts';
import { nameOf } from '../tree/paths.ts';
import type { RunningEntry } from './running-entry.ts';

interface UploadTask extends Pick<RunningEntry<never>, 'service' | 'key' | 'given' | 'signal'> {
  readonly disk: LibraryDisk;
  readonly intent: UploadIntent;
  /** The file's stat when it was read and hashed. */
  readonly expected: Pick<FileStat, 'sizeBytes' | 'modifiedMs'>;
  /** What the service is to call the file. */
  readonly name: FileNameParts;
  /** Milliseconds since 1970. */
  readonly nowMs: number;
  readonly onProgress: (sentBytes: number) => void;
  /** Called before bytes are sent by themselves. @throws AppError where they are not to become a version any more */
  readonly beforeBytes: () => void;
  /** Called when the bytes are on the service in a blob, which may take long; what makes them a version waits for it. */
  readonly onBlob: (blobId: string) => Promise<void>;
  /** Called before the bytes are made a version, which waits for it. */
  readonly beforeVersion: () => Promise<void>;
}

/** From here on a file is looked at before it is sent. */
const longBytes = 1 << 20;

/** The draft that a file became: of other bytes than were meant, where the service says so. */
export interface StoredDraft extends ListedVersion {
  /** Whether the bytes were there since an earlier try. */
  readonly wasKept?: boolean;
}

/**
 * Sends the bytes of a file (operation 5) and the metadata that makes them a draft (7); a short file goes along with its
 * metadata where the service takes that.
 * What is sent is exactly what was hashed when the file stood still: the bytes are hashed again on their way. Where they
 * are others no metadata follows and the service drops the blob.
 * @returns the new draft, with the service's own date of it where it says one
 * @throws AppError `file-vanished`, `file-changed-meanwhile`, or what the service answers
 */
export async function uploadDraft(task: UploadTask): Promise<StoredDraft> {
  const kept = task.intent.blobId;
  if (kept === undefined) return (await storeAtOnce(task)) ?? storeRecord(task, await sendBytes(task));
  try {
    return { ...(await storeRecord(task, kept)), wasKept: true };
  } catch (error) {
    // The service drops bytes that got no metadata for a day.
    if (!(error instanceof AppError && error.code === 'unknown-blob')) throw error;
    return storeRecord(task, await sendBytes(task));
  }
}

/**
 * Sends a short file along with its metadata.
 * @returns undefined where the service does not take it so: then nothing was stored
 */
async function storeAtOnce(task: UploadTask): Promise<StoredDraft | undefined> {
  const { service, disk, intent, expected, signal, onProgress } = task;
  if (expected.sizeBytes > filesWithMetadataLimits.fileBytes || !service.takesFileWithMetadata) return undefined;
  const record = recordOf(task);
  // What a base says of a large family may be longer than its file.
  if (JSON.stringify(record).length > filesWithMetadataLimits.metadataBytes) return undefined;
  const file = {
    fileName: nameOf(intent.path),
    sizeBytes: expected.sizeBytes,
    open: () => asHashed(disk.read(intent.path), intent.sha256),
  };
  await task.beforeVersion();
  const input = { params: { blobId: noBlobId }, body: [record], file };
  const stored = await service
    .call('storeMetadata', input, { signal, priority: 'upload', onProgress })
    .catch(orUndefinedIf(({ code }) => refusalsOfForms.has(code)));
  return stored && versionOfStored(task, stored);
}

/** How a service refuses a form that it once said it takes: another one may answer at its address now. */
const refusalsOfForms: ReadonlySet<ErrorCode> = new Set([
  'malformed-body',
  'invalid-request',
  'request-rejected',
  'body-too-large',
  'no-file-sent',
  'unknown-blob',
]);

/** Ends with `file-changed-meanwhile` where the bytes are others than were hashed, before all of them were read. */
async function* asHashed(
  { bytes, sha256 }: ReturnType<LibraryDisk['read']>,
  hashed: Sha256,
): AsyncGenerator<Uint8Array> {
  yield* bytes;
  if (sha256() !== hashed) throw new AppError('file-changed-meanwhile');
}

async function storeRecord(task: UploadTask, blobId: string): Promise<StoredDraft> {
  await task.onBlob(blobId);
  await task.beforeVersion();
  const stored = await task.service.call(
    'storeMetadata',
    { params: { blobId }, body: [recordOf(task)] },
    { signal: task.signal, priority: 'upload' },
  );
  return versionOfStored(task, stored);
}

function versionOfStored({ service, key, intent, signal }: UploadTask, stored: readonly CadMetadata[]) {
  return versionMade(service, key, { stored, sent: { sha256: intent.sha256, after: intent.base }, signal });
}

/**
 * The file as it is saved now: what the record of its base says stays, since a service that knows more of a file, such as
 * its names by standard, takes what the newest record says for all of it.
 */
function recordOf({ key, name, given, intent, expected, nowMs }: UploadTask): CadMetadata {
  const identity = metadataIdentity(key);
  return {
    ...given,
    ...identity,
    application: { ...given?.application, ...identity.application },
    etim: { ...given?.etim, ...identity.etim },
    ...name,
    // What others list by date is found by it where a service keeps the date that it is sent.
    changeDate: new Date(nowMs).toISOString(),
    standardFilenames: given?.standardFilenames ?? [],
    parameterInfo: given?.parameterInfo ?? '[]',
    sha256: intent.sha256,
    size: expected.sizeBytes,
    baseVersion: intent.base ? formatVersion(intent.base) : 'none',
  };
}

async function sendBytes(task: UploadTask): Promise<string> {
  const { service, disk, intent, expected, signal, onProgress } = task;
  task.beforeBytes();
  // Sending much in vain costs; of a short file the bytes themselves tell soon enough.
  if (expected.sizeBytes > longBytes) await assertUnchanged(disk, intent.path, expected);
  let reading = disk.read(intent.path);
  const blobId = await service.upload(
    'storeFile',
    { params: {} },
    {
      fileName: nameOf(intent.path),
      sizeBytes: expected.sizeBytes,
      open: () => {
        reading = disk.read(intent.path);
        return reading.bytes;
      },
    },
    { signal, priority: 'upload', onProgress },
  );
  if (reading.sha256() !== intent.sha256) throw new AppError('file-changed-meanwhile');
  return blobId;
}

async function assertUnchanged(disk: LibraryDisk, path: string, expected: UploadTask['expected']): Promise<void> {
  const stat = await disk.stat(path);
  if (stat?.kind !== 'file') throw new AppError('file-vanished');
  if (stat.sizeBytes !== expected.sizeBytes || stat.modifiedMs !== expected.modifiedMs) {
    throw new AppError('file-changed-meanwhile');
  }
}

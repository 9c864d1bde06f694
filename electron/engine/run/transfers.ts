import type { ServiceCaller } from '../../../shared/api/caller.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { ContentKey } from '../../../shared/model/content-key.ts';
import { compareVersions, formatVersion, type Version } from '../../../shared/model/version.ts';
import { expectRoom } from '../apply/expect-room.ts';
import { fetchVersion, type FetchedVersion, type FetchTask } from '../apply/fetch-version.ts';
import { releaseDraft } from '../apply/release.ts';
import { hasOtherHistory } from '../plan/other-history.ts';
import { nameOnService, safeFileName } from '../apply/target-path.ts';
import { uploadDraft } from '../apply/upload.ts';
import { ownFolder } from '../observe/marker.ts';
import { outsideInPlace } from '../observe/same-outside.ts';
import type { FileStat, Ports } from '../ports.ts';
import type { DownloadIntent, FetchTheirsIntent, ReleaseIntent, UploadIntent } from '../queue/intent.ts';
import type { Queue } from '../queue/queue.ts';
import type { QueueEntry } from '../queue/queue-entry.ts';
import { unknownDate, type RemoteItem } from '../state/remote-tree.ts';
import type { ServiceTrees } from '../state/service-trees.ts';
import type { LibraryContext } from './library-context.ts';
import { expectNotOpen } from './expect-not-open.ts';
import { orLeave, placeAsNew, placeOverFile, reservePath } from './place-download.ts';

/** Where the service's versions are kept that stand against a file of the library. */
export const conflictFolder = `${ownFolder}/conflicts`;

/** A claimed entry with everything its execution needs. */
export interface RunningEntry {
  readonly ports: Ports;
  readonly context: LibraryContext;
  readonly service: ServiceCaller;
  readonly entry: QueueEntry;
  readonly key: ContentKey;
  readonly signal: AbortSignal;
  readonly queue: Queue;
  readonly keepPartsFromBytes: number;
  /** 0 … 1 */
  readonly onProgress: (fraction: number) => void;
  /** Ends the entry: writes what it proved, in one flush with others, and then tells of it. */
  readonly conclude: (outcome: Outcome, write: () => void) => Promise<void>;
}

/** What an entry brought about; `quiet` when nothing worth telling happened. */
export interface Outcome {
  readonly kind: 'uploaded' | 'downloaded' | 'released' | 'adopted' | 'conflictFound' | 'quiet';
  readonly path?: string | undefined;
  readonly version?: Version;
  readonly comment?: string;
}

export async function runUpload(task: RunningEntry, intent: UploadIntent): Promise<void> {
  const { context, entry, key, queue } = task;
  const file = context.files.get(intent.path);
  const trees = treesOf(context);
  if (!file?.settled || file.sha256 !== intent.sha256) throw new AppError('file-changed-meanwhile');
  const name = nameOnService(key, intent.path, trees.remote(entry.key));
  let blobId: string | undefined;
  const { version, changedMs } = await uploadDraft({
    service: task.service,
    disk: context.disk,
    key,
    intent,
    expected: file,
    name,
    signal: task.signal,
    onProgress: (sent) => task.onProgress(file.sizeBytes === 0 ? 1 : Math.min(1, sent / file.sizeBytes)),
    async onBlob(id) {
      blobId = id;
      // Before they are made a version, so that they are known for ours also when the answer is lost.
      await task.ports.database.together(() => trees.noteSent(entry.key, intent.sha256));
    },
  }).catch((error: unknown) => {
    // The bytes need not be sent again at the next try.
    if (blobId !== undefined && !(error instanceof AppError && error.code === 'unknown-blob')) {
      queue.setIntent(entry.entryId, { ...intent, blobId });
    } else if (intent.blobId !== undefined) {
      queue.setIntent(entry.entryId, { ...intent, blobId: undefined });
    }
    throw error;
  });
  const now = task.ports.clock.now();
  await task.conclude({ kind: 'uploaded', path: intent.path, version }, () => {
    trees.noteRemote(entry.key, {
      version,
      sha256: intent.sha256,
      sizeBytes: file.sizeBytes,
      changedMs: changedMs ?? unknownDate,
      ...name,
    });
    trees.noteSynced(entry.key, { path: intent.path, version, sha256: intent.sha256 }, now);
  });
}

export async function runDownload(task: RunningEntry, intent: DownloadIntent): Promise<void> {
  const { context, entry } = task;
  const trees = treesOf(context);
  const remote = remoteOf(trees, entry);
  const { target, fetched, stat } = await fetchIntoPlace(task, intent, remote);
  const program = await programOf(task, target, fetched.sizeBytes);
  const now = task.ports.clock.now();
  await task.conclude({ kind: 'downloaded', path: target, version: intent.version }, () => {
    if (stat) {
      const fetchedFrom = trees.serviceId;
      context.files.noteRead(target, stat, { sha256: fetched.sha256, key: entry.key, program, fetchedFrom }, now);
    }
    // An older version than the newest says nothing of the newest's bytes.
    if (compareVersions(remote.version, intent.version) === 0) {
      trees.noteRemote(entry.key, { ...remote, sha256: fetched.sha256 });
    }
    trees.noteSynced(entry.key, { path: target, version: intent.version, sha256: fetched.sha256 }, now);
    fetched.done();
  });
}

interface PlacedDownload {
  readonly target: string;
  readonly fetched: FetchedVersion;
  /**
   * The file's outside, as it was before it was put in place (see `outsideInPlace`): that of a save that came at once
   * would make those bytes count as the service's. `undefined`: it has to be read.
   */
  readonly stat?: FileStat | undefined;
}

async function fetchIntoPlace(
  task: RunningEntry,
  { replaces, version, at }: DownloadIntent,
  remote: RemoteItem,
): Promise<PlacedDownload> {
  const { disk } = task.context;
  // The replaced file stays in the backup folder.
  const replacedBytes = replaces ? ((await disk.stat(replaces.path))?.sizeBytes ?? 0) : 0;
  await expectRoom(disk, (remote.sizeBytes ?? 0) + replacedBytes);
  if (replaces) {
    await expectNotOpen(task.context, replaces.path);
    const fetched = await fetchVersion(fetchTask(task, remote, version), folderOf(replaces.path));
    return orLeave(fetched, async () => {
      const isInPlace = fetched.sha256 === replaces.sha256;
      const stat = isInPlace ? undefined : await disk.stat(fetched.path);
      await placeOverFile(task, fetched, replaces, version);
      return { target: replaces.path, fetched, stat: stat && (await outsideInPlace(disk, replaces.path, stat)) };
    });
  }
  const { path, release } = await reservePath(task, remote, at);
  try {
    const fetched = await fetchVersion(fetchTask(task, remote, version), folderOf(path));
    return await orLeave(fetched, async () => {
      const stat = await disk.stat(fetched.path);
      const target = await placeAsNew(task, remote, fetched.path, path);
      return { target, fetched, stat: stat && (await outsideInPlace(disk, target, stat)) };
    });
  } finally {
    release();
  }
}

/** For people only: that it cannot be told must not undo a download that is in place. */
async function programOf(
  { context, ports }: RunningEntry,
  path: string,
  sizeBytes: number,
): Promise<string | undefined> {
  try {
    return (await context.disk.inspect(path, (file) => ports.inspectCadFile(file, path, sizeBytes))).program;
  } catch {
    return undefined;
  }
}

/**
 * Keeps the service's version beside the designer's file, unless it turns out to have the same bytes or those both
 * sides know already.
 */
export async function runFetchTheirs(task: RunningEntry, intent: FetchTheirsIntent): Promise<void> {
  const { context, entry } = task;
  const trees = treesOf(context);
  const remote = remoteOf(trees, entry);
  await expectRoom(context.disk, remote.sizeBytes ?? 0);
  const fetched = await fetchVersion(fetchTask(task, remote, intent.version), conflictFolder);
  const keptAt = `${conflictFolder}/${conflictName(task.key, remote, intent.version)}`;
  const same = fetched.sha256 === intent.local.sha256;
  const synced = trees.synced(entry.key);
  // What the service went back to is one of the versions that mine was made from.
  const isBehind = synced !== undefined && compareVersions(intent.version, synced.version) < 0;
  const isOurs = fetched.sha256 === synced?.sha256 || trees.sent(entry.key).has(fetched.sha256);
  const { fetchedFrom = trees.serviceId } = intent.local;
  const isFollowed = fetchedFrom === trees.serviceId && (isOurs || (isBehind && !hasOtherHistory(remote, synced)));
  const known = same || isFollowed;
  if (known) await fetched.discard();
  else {
    await orLeave(fetched, () =>
      context.placeAt(keptAt, () => {
        // It may be about to be removed for the sake of a conflict before.
        context.unneeded.forget(keptAt);
        return context.disk.replace(fetched.path, keptAt);
      }),
    );
  }
  const now = task.ports.clock.now();
  const outcome: Outcome = known
    ? { kind: 'quiet' }
    : { kind: 'conflictFound', path: intent.local.path, version: intent.version };
  await task.conclude(outcome, () => {
    trees.noteRemote(entry.key, { ...remote, sha256: fetched.sha256 });
    if (same) trees.noteSynced(entry.key, { ...intent.local, version: intent.version }, now);
    else if (!known)
      trees.noteConflict(entry.key, { theirVersion: intent.version, keptAt, theirChangedMs: remote.changedMs }, now);
    fetched.done();
  });
}

/** What is said after the service's own list showed that no earlier try had made a release. */
const sawNone: ReadonlySet<string> = new Set(['newer-draft-on-service', 'nothing-to-release']);

export async function runRelease(task: RunningEntry, intent: ReleaseIntent): Promise<void> {
  const { context, entry, queue } = task;
  const trees = treesOf(context);
  const sentTo = task.ports.connection.current()?.serviceId;
  const sentHere = intent.sentTo === undefined || intent.sentTo === sentTo;
  const { version, sha256, changedMs } = await releaseDraft({
    service: task.service,
    key: task.key,
    intent: sentHere ? intent : { ...intent, sentFromMajor: undefined },
    known: [trees.remote(entry.key), trees.synced(entry.key)].filter((item) => item !== undefined),
    signal: task.signal,
    onSending: (fromMajor) => queue.setIntent(entry.entryId, { ...intent, sentFromMajor: fromMajor, sentTo }),
  }).catch((error: unknown) => {
    // A clear no: nothing was released, so a later release is not taken for this one and it can be taken back.
    if (
      error instanceof AppError &&
      !error.retryable &&
      (error.receivedStatus !== undefined || sawNone.has(error.code))
    ) {
      queue.setIntent(entry.entryId, { ...intent, sentFromMajor: undefined, sentTo: undefined });
    }
    throw error;
  });
  const path = trees.synced(entry.key)?.path;
  await task.conclude({ kind: 'released', path, version, comment: intent.comment }, () => {
    const remote = trees.remote(entry.key);
    if (remote) trees.noteRemote(entry.key, { ...remote, version, sha256, changedMs: changedMs ?? unknownDate });
  });
}

function fetchTask(task: RunningEntry, remote: RemoteItem, version: Version): FetchTask {
  const sizeBytes = remote.sizeBytes ?? 0;
  const { ports, context } = task;
  return {
    service: task.service,
    serviceId: ports.connection.current()?.serviceId ?? '',
    disk: context.disk,
    parts: context.parts,
    keepPartsFromBytes: task.keepPartsFromBytes,
    newId: ports.newId,
    now: () => ports.clock.now(),
    key: task.key,
    version,
    // What is known is about the newest version; another one (it grew meanwhile) is checked by its own headers.
    announced: formatVersion(remote.version) === formatVersion(version) ? remote : {},
    signal: task.signal,
    priority: 'background',
    onProgress: (received) => task.onProgress(sizeBytes === 0 ? 0 : Math.min(1, received / sizeBytes)),
  };
}

function conflictName(key: ContentKey, remote: RemoteItem, version: Version): string {
  const language = key.languageCode ? `.${key.languageCode}` : '';
  const place = `${key.etimClassCode}_v${key.etimClassCodeVersion} ${key.etimModelCode}_v${key.etimModelCodeVersion}`;
  const program = `${key.applicationName} ${key.applicationVersion} ${key.type}${language}`;
  const suffix = safeFileName(` ${formatVersion(version)} (${place}, ${program})`, '');
  return safeFileName(remote.baseFilename, remote.fileExtension, ` ${suffix}`);
}

function treesOf(context: LibraryContext): ServiceTrees {
  const trees = context.trees();
  if (!trees) throw new AppError('not-connected');
  return trees;
}

function remoteOf(trees: ServiceTrees, entry: QueueEntry): RemoteItem {
  const remote = trees.remote(entry.key);
  if (!remote) throw new AppError('not-found');
  return remote;
}

function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
}

import { AppError } from '../../../shared/errors/app-error.ts';
import type { Sha256 } from '../../../shared/model/sha256.ts';
import { nameOnService, type FileNameParts } from '../library/target-path.ts';
import { uploadDraft, type StoredDraft } from './upload.ts';
import type { UploadIntent } from '../queue/intent.ts';
import type { LocalFile } from '../state/local-file.ts';
import type { RunningEntry } from './running-entry.ts';
import { mayBecomeVersion } from './still-wanted.ts';
import type { ServiceTrees } from '../state/service-trees.ts';
import { treesOf, type LibraryRecords, type ServiceSide } from '../state/library-state.ts';
import type { LibraryFolder } from '../observe/library-folder.ts';
import type { Links } from '../library/links-file.ts';
import type { Planning } from '../library/planning.ts';

type UploadTask = RunningEntry<LibraryRecords & ServiceSide & LibraryFolder & Links & Planning>;

/** What an upload sends, and what the service is to call it. */
interface SentFile {
  readonly file: LocalFile;
  readonly name: FileNameParts;
}

/** Sends a draft and notes that both sides have it. */
export async function runUpload(task: UploadTask, intent: UploadIntent): Promise<void> {
  const { context, entry, key, queue } = task;
  const file = context.files.get(intent.path);
  const trees = treesOf(context);
  if (!file?.settled || file.sha256 !== intent.sha256) throw new AppError('file-changed-meanwhile');
  const name = nameOnService(key, intent.path, trees.remote(entry.key));
  const { version, changedMs, ...made } = await send(task, intent, { file, name }, trees);
  const { sha256 = intent.sha256 } = made;
  if (sha256 !== intent.sha256) {
    return task.conclude({ kind: 'quiet', path: intent.path }, () => {
      trees.noteRemote(entry.key, { version, sha256, changedMs, ...name });
      // A service that was brought back gave the blob's id out again: the draft is ours, and what was meant follows it.
      if (made.wasKept) trees.noteSent(entry.key, sha256);
    });
  }
  const now = task.ports.clock.now();
  await task.conclude({ kind: 'uploaded', path: intent.path, version, movedBytes: file.sizeBytes }, () => {
    trees.noteRemote(entry.key, { version, sha256, sizeBytes: file.sizeBytes, changedMs, ...name });
    trees.noteSynced(entry.key, { path: intent.path, version, sha256 }, now, now);
    queue.draftArrived(entry.libraryId, entry.key);
  });
}

/** What of it was done when it fails is not done again by a later try. */
async function send(
  task: UploadTask,
  intent: UploadIntent,
  { file, name }: SentFile,
  trees: ServiceTrees,
): Promise<StoredDraft> {
  const { context, entry, service, key, given, signal, queue } = task;
  let blobId: string | undefined;
  let isFirstSent = false;
  let isHeldUp = false;
  return uploadDraft({
    ...{ service, key, given, signal, intent, name },
    disk: context.disk,
    expected: file,
    nowMs: task.ports.clock.now(),
    onProgress: (sent) => task.onProgress(file.sizeBytes === 0 ? 1 : Math.min(1, sent / file.sizeBytes)),
    beforeBytes: () => assertStill(task, intent),
    onBlob: async (id) => {
      blobId = id;
      await task.confirm();
    },
    beforeVersion: async () => {
      // So that they are known for ours also when the answer is lost.
      await task.ports.database.together(() => {
        isFirstSent = trees.noteSent(entry.key, intent.sha256) || isFirstSent;
      });
      isHeldUp = true;
      assertStill(task, intent);
      isHeldUp = false;
    },
  }).catch((error: unknown) => {
    if (isFirstSent && (isHeldUp || isUnsent(error))) forgetSent(task, trees, intent.sha256);
    // The bytes need not be sent again at the next try.
    if (blobId !== undefined && !(error instanceof AppError && error.code === 'unknown-blob')) {
      queue.setIntent(entry.entryId, { ...intent, blobId });
    } else if (intent.blobId !== undefined) {
      queue.setIntent(entry.entryId, { ...intent, blobId: undefined });
    }
    throw error;
  });
}

/**
 * Much may have come while the bytes were sent, or that was written. A file that was not read yet is read first: a person
 * may have to pick. What was saved into this one since is no other file.
 * @returns throws AppError `cancelled`, `file-changed-meanwhile` where the bytes are not to become a version any more
 */
function assertStill({ context, entry, seen, signal }: UploadTask, intent: UploadIntent): void {
  if (signal.aborted) throw new AppError('cancelled');
  const isKnownHere = seen.synced?.path === intent.path;
  const hasRival = !isKnownHere && context.unreadRival(entry.key, intent.path) !== undefined;
  if (hasRival || !mayBecomeVersion(context, entry, intent)) throw new AppError('file-changed-meanwhile');
}

/** A file that had the key meanwhile has left nothing under it where these were the only bytes. */
function forgetSent({ context, entry: { key } }: UploadTask, trees: ServiceTrees, sha256: Sha256): void {
  context.transaction(() => {
    trees.forgetSent(key, sha256);
    if (!trees.remote(key)) context.files.forgetLeft(key);
  });
}

/** Whether the service has nothing of a try, by its clear no or because the file is read before anything of it is sent. */
function isUnsent(error: unknown): boolean {
  if (!(error instanceof AppError)) return false;
  const { code, retryable, receivedStatus } = error;
  return code === 'file-changed-meanwhile' || code === 'file-vanished' || (!retryable && receivedStatus !== undefined);
}

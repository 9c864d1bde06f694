import { AppError } from '../../../shared/errors/app-error.ts';
import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import { formatVersion } from '../../../shared/model/version.ts';
import type { ClaimantRecord, FileDetail } from '../../../shared/rpc/file-records.ts';
import type { Disk } from '../ports.ts';
import type { Engine } from '../engine.ts';
import type { LibraryFolder } from '../observe/library-folder.ts';
import type { LibraryRecords, ServiceSide } from '../state/library-state.ts';
import { isPlaceTaken } from '../explain/explain-unknown.ts';
import { readConflict } from '../person/read-conflict.ts';
import { isUndoable } from '../library/ended-conflicts.ts';
import { fileIdOf } from '../tree/paths.ts';
import { keyOf } from '../tree/key-of.ts';

/**
 * Everything a person may want to know of one file.
 * @throws AppError `unknown-item` when it is no longer there
 */
export async function readFileDetail(
  { engine, disk }: { readonly engine: Engine; readonly disk: Disk },
  context: LibraryRecords & ServiceSide & LibraryFolder,
  path: string,
): Promise<FileDetail> {
  const { library } = context;
  const file = engine.fileList.get(engine.settings().language, library.libraryId, path);
  const explained = engine.explainer.explain(library, path);
  if (!file || !explained)
    throw new AppError('unknown-item', { detail: `${path} is not among the files that were seen in the folder.` });
  const key = keyOf(file.key);
  const text = file.key as ContentKeyText | undefined;
  return {
    file,
    absolutePath: disk.absolute(library.root, path),
    applicationName: key?.applicationName,
    applicationVersion: key?.applicationVersion,
    contentType: key?.type,
    why: {
      ...explained.explanation,
      isPlaceTaken: file.state === 'removedHere' ? await isPlaceTaken(context.disk, file.path) : undefined,
    },
    suggestion: engine.explainer.suggest(library, path),
    ...(text === undefined ? { claimants: [], claimantCount: 0 } : claimantsOf(context, text, path)),
    conflict: text === undefined ? undefined : await readConflict(context, text, disk),
    answered: text === undefined ? undefined : readAnswered(context, text),
    openLock: await openLockOn(context, path),
    queuedRelease: text === undefined ? undefined : queuedReleaseOf(engine, library.libraryId, text),
  };
}

function readAnswered(context: ServiceSide, key: ContentKeyText): FileDetail['answered'] {
  const trees = context.trees();
  const ended = trees?.endedConflict(key);
  if (!trees || !ended || !isUndoable(trees, key, ended)) return undefined;
  return { choice: ended.choice, theirVersion: formatVersion(ended.theirs.version), atMs: ended.endedMs };
}

function queuedReleaseOf(engine: Engine, libraryId: string, key: ContentKeyText): FileDetail['queuedRelease'] {
  const { entryId, intent, state } = engine.queue.releaseOf(libraryId, key) ?? {};
  if (entryId === undefined || intent?.operation !== 'release') return undefined;
  return { entryId, comment: intent.comment, isFailed: state === 'needsAttention' ? true : undefined };
}

/** So many files with one key are shown next to the one that is looked at. */
const claimantsShown = 5;

/** Where a key has more than one file: this one and the first others, by path. */
function claimantsOf(
  context: LibraryRecords & ServiceSide,
  key: ContentKeyText,
  at: string,
): { readonly claimants: ClaimantRecord[]; readonly claimantCount: number } {
  const { library, files } = context;
  const rivals = files.rivalsOf(key, at, claimantsShown);
  if (rivals.count === 0) return { claimants: [], claimantCount: 0 };
  const synced = context.trees()?.synced(key);
  const shown = [at, ...rivals.paths].sort().flatMap((path) => files.get(path) ?? []);
  const claimants = shown.map(({ path, sizeBytes, modifiedMs, sha256 }) => ({
    fileId: fileIdOf(library.libraryId, path),
    path,
    sizeBytes,
    modifiedAtMs: modifiedMs,
    version: synced && synced.sha256 === sha256 ? formatVersion(synced.version) : undefined,
  }));
  return { claimants, claimantCount: rivals.count + 1 };
}

/** Who has the file open; unknown where its folder cannot be listed. */
async function openLockOn(context: LibraryFolder, path: string): Promise<FileDetail['openLock']> {
  const lock = await context
    .lockCheck()
    .openLock(path)
    .catch(() => undefined);
  if (!lock) return undefined;
  const { program, modifiedMs: sinceMs, userName, computerName } = lock;
  return { program, sinceMs, userName, computerName };
}

import { AppError } from '../../../shared/errors/app-error.ts';
import { parseContentKey, type ContentKeyText } from '../../../shared/model/content-key.ts';
import { formatVersion } from '../../../shared/model/version.ts';
import type { ClaimantRecord, FileDetail } from '../../../shared/rpc/file-records.ts';
import type { Disk } from '../ports.ts';
import type { Engine } from '../engine.ts';
import type { LibraryContext } from '../library/library-context.ts';
import { readConflict } from '../person/read-conflict.ts';
import { fileIdOf } from '../state/file-records.ts';
import { nameOf } from '../tree/folder-of.ts';

/**
 * Everything a person may want to know of one file.
 * @throws AppError `unknown-item` when it is no longer there
 */
export async function readFileDetail(
  { engine, disk, serviceId }: { readonly engine: Engine; readonly disk: Disk; readonly serviceId: string | undefined },
  context: LibraryContext,
  path: string,
): Promise<FileDetail> {
  const { library } = context;
  const file = engine.fileList.get(serviceId, engine.settings().language, library.libraryId, path);
  const explained = engine.explainer.explain(library, path);
  if (!file || !explained)
    throw new AppError('unknown-item', { detail: `${path} is not among the files that were seen in the folder.` });
  const key = file.key === undefined ? undefined : parseContentKey(file.key);
  const text = file.key as ContentKeyText | undefined;
  return {
    file,
    absolutePath: disk.absolute(library.root, path),
    applicationName: key?.ok ? key.value.applicationName : undefined,
    applicationVersion: key?.ok ? key.value.applicationVersion : undefined,
    contentType: key?.ok ? key.value.type : undefined,
    why: explained.explanation,
    suggestion: engine.explainer.suggest(library, path),
    unassignedBeside: engine.explainer.unassignedBeside(library, path).map(({ path: beside, place }) => ({
      fileId: fileIdOf(library.libraryId, beside),
      name: nameOf(beside),
      place,
    })),
    claimants: text === undefined ? [] : claimantsOf(context, text),
    conflict: text === undefined ? undefined : await readConflict(context, text, disk),
    openLock: await openLockOn(context, path),
    queuedRelease: text === undefined ? undefined : queuedReleaseOf(engine, library.libraryId, text),
  };
}

function queuedReleaseOf(engine: Engine, libraryId: string, key: ContentKeyText): FileDetail['queuedRelease'] {
  const { entryId, intent } = engine.queue.releaseOf(libraryId, key) ?? {};
  return entryId !== undefined && intent?.operation === 'release' ? { entryId, comment: intent.comment } : undefined;
}

/** All files of a key, where it has more than one. */
function claimantsOf(context: LibraryContext, key: ContentKeyText): ClaimantRecord[] {
  const { library, files } = context;
  const claimants = files.presentPathsOf(key).flatMap((path) => files.get(path) ?? []);
  if (claimants.length < 2) return [];
  const synced = context.trees()?.synced(key);
  return claimants.map(({ path, sizeBytes, modifiedMs, sha256 }) => ({
    fileId: fileIdOf(library.libraryId, path),
    path,
    sizeBytes,
    modifiedAtMs: modifiedMs,
    version: synced && synced.sha256 === sha256 ? formatVersion(synced.version) : undefined,
  }));
}

/** Who has the file open; unknown where its folder cannot be listed. */
async function openLockOn(context: LibraryContext, path: string): Promise<FileDetail['openLock']> {
  const lock = await context
    .lockCheck()
    .openLock(path)
    .catch(() => undefined);
  if (!lock) return undefined;
  const { program, modifiedMs: sinceMs, userName, computerName } = lock;
  return { program, sinceMs, userName, computerName };
}

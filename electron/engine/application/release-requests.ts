import { AppError, toAppError } from '../../../shared/errors/app-error.ts';
import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import { allRefused, joinPublished } from '../../../shared/rpc/join-answers.ts';
import type { FilesWithdrawn, PublishAnswer } from '../../../shared/rpc/release-records.ts';
import type { LibraryKeeper } from '../cycle/resting-libraries.ts';
import type { Engine } from '../engine.ts';
import { isAsKnown } from '../observe/same-stat.ts';
import type { WantedRelease } from '../person/publish.ts';
import type { LocalFile } from '../state/local-file.ts';
import { isMissingProgram } from '../tree/assign-key.ts';
import type { FileOfLibrary, FilesById } from './files-by-id.ts';

const afterSync = 'Publish it once a sync has read it.';

type Kept = Pick<LibraryKeeper, 'context'>;

/** Why a file cannot be published that has to be read first: while its library is paused, nothing reads it. */
function notRead({ context }: Kept, what: string, whatToDo: string): AppError {
  return context.settings().isPaused
    ? new AppError('library-paused', { detail: what })
    : new AppError('file-changed-meanwhile', { detail: `${what} ${whatToDo}` });
}

/** @throws AppError `file-changed-meanwhile` for a file that was saved since it was read, `library-paused` */
async function assertAsRead(
  { keeper, file }: { readonly keeper: Kept; readonly file: LocalFile },
  whatToDo: string,
): Promise<void> {
  const stat = await keeper.context.disk.stat(file.path);
  if (stat && isAsKnown(file, stat)) return;
  throw notRead(keeper, `${file.path} was saved since it was last read.`, whatToDo);
}

/**
 * @throws AppError `unknown-item`; `file-changed-meanwhile` where a file was saved since it was read; it is read again soon,
 * `library-paused` where it is not
 */
async function keyAsRead(engine: Engine, key: ContentKeyText): Promise<WantedRelease> {
  const keeper = engine.holding(key);
  if (!keeper) throw new AppError('unknown-item', { detail: 'No library knows a file of it.' });
  const { context } = keeper;
  const files = context.files.ofKey(key).filter(({ goneSinceMs }) => goneSinceMs === undefined);
  for (const file of files) {
    try {
      await assertAsRead({ keeper, file }, 'Publish it in a moment.');
    } catch (error) {
      void keeper.readChangedSoon(file.path);
      throw error;
    }
  }
  return { named: key, keeper, key, sha256: files[0]?.sha256 };
}

/** Why a file that is there cannot be published: for the reason that is said of it everywhere. */
function notPublishable({ path, problem, missing }: LocalFile): AppError {
  const otherwise = isMissingProgram(missing) ? 'file-of-other-program' : 'file-without-classes';
  return new AppError(problem?.code ?? otherwise, { detail: `It is the file ${path}.` });
}

/** Of a place where no file was seen. */
function notSeenAt(files: FilesById, file: FileOfLibrary): AppError {
  const { keeper, path } = file;
  const isFolder = path === '' || keeper.context.files.hasPresent(path);
  return isFolder
    ? new AppError('folder-not-file', { detail: `Name the files in ${files.absolute(file)} that are meant.` })
    : new AppError('unknown-item', { detail: `${path} is not among the files that were seen in the folder.` });
}

/**
 * A file of which something can be said of releases: it has a key, or had one before it was gone.
 * @throws AppError `unknown-item`, `folder-not-file`, `file-without-classes`, `file-of-other-program`
 */
function everKnown(files: FilesById, fileId: string) {
  const named = files.of(fileId);
  const file = named.keeper.context.files.get(named.path);
  if (file?.key !== undefined) return { ...named, file, key: file.key };
  if (file && file.goneSinceMs === undefined) throw notPublishable(file);
  throw notSeenAt(files, named);
}

/** Whether a file is there and was not read yet, or not since somebody said what it belongs to. */
function isUnread(file: LocalFile | undefined): boolean {
  return file !== undefined && !file.settled && file.goneSinceMs === undefined;
}

/**
 * A file of which a release may be queued.
 * @throws AppError `file-changed-meanwhile` where its key is not known before it is read, `library-paused` where nothing
 * reads it, or as `everKnown`
 */
function fileToWithdraw(files: FilesById, fileId: string) {
  const { keeper, path } = files.of(fileId);
  const seen = keeper.context.files.get(path);
  if (isUnread(seen) && seen?.key === undefined)
    throw notRead(keeper, `${path} has to be read first.`, 'Withdraw its release once a sync has read it.');
  return everKnown(files, fileId);
}

/** @throws AppError `file-changed-meanwhile`, `library-paused`, or as `everKnown` */
async function fileAsRead(files: FilesById, fileId: string): Promise<WantedRelease> {
  const { keeper, path } = files.of(fileId);
  // Somebody may just have said what a file belongs to: what was read of it before is not so any more.
  if (isUnread(keeper.context.files.get(path))) throw notRead(keeper, `${path} has to be read first.`, afterSync);
  const { file, key } = everKnown(files, fileId);
  if (file.goneSinceMs !== undefined) throw new AppError('unknown-item', { detail: `${path} is gone.` });
  // What a program has open was read before.
  if (file.problem !== undefined && file.problem.code !== 'file-in-use') throw notPublishable(file);
  await assertAsRead({ keeper, file }, afterSync);
  return { named: fileId, keeper, key, sha256: file.sha256 };
}

/** What a person says of releases of files. */
export function createReleaseRequests(engine: Engine, files: FilesById) {
  /** Nobody means what was read of a file before it was saved, nor what is saved into it from now on. */
  async function publishAsRead<Named extends string>(
    named: readonly Named[],
    asRead: (one: Named) => Promise<WantedRelease>,
    comment: string,
  ): Promise<PublishAnswer> {
    const standing: WantedRelease[] = [];
    const unread: PublishAnswer[] = [];
    for (const one of new Set(named)) {
      await asRead(one).then(
        (wanted) => standing.push(wanted),
        (error: unknown) => unread.push(allRefused([one], toAppError(error).toRecord())),
      );
    }
    return joinPublished([...unread, engine.publishIn(standing, comment)]);
  }

  return {
    /**
     * Queues a release of each of these files as it was last read. Refused is each for itself: with `file-changed-meanwhile`
     * where it was saved since, `library-paused` where nothing reads it, `file-without-classes`, `file-of-other-program`,
     * `unknown-item`, `folder-not-file`, or see `publish`.
     */
    publish: (fileIds: readonly string[], comment: string): Promise<PublishAnswer> =>
      publishAsRead(fileIds, (fileId) => fileAsRead(files, fileId), comment),

    /** The same for the files of keys, in the libraries of this run that hold them. */
    publishKeys: (keys: readonly ContentKeyText[], comment: string): Promise<PublishAnswer> =>
      publishAsRead(keys, (key) => keyAsRead(engine, key), comment),

    /**
     * Takes back what was not sent, also of files that are gone since. Files of one key have one release. Refused is each for
     * itself: `unknown-item` for a file of which nothing is known, `folder-not-file`, `file-without-classes`,
     * `file-of-other-program`; one that was not read yet with `file-changed-meanwhile`, `library-paused` where nothing reads
     * it.
     */
    withdrawRelease(fileIds: readonly string[]): FilesWithdrawn {
      const entryIds = new Set<number>();
      const refused: FilesWithdrawn['refused'] = [];
      for (const named of fileIds) {
        try {
          const { libraryId, key } = fileToWithdraw(files, named);
          const entry = engine.queue.releaseOf(libraryId, key);
          if (entry) entryIds.add(entry.entryId);
        } catch (error) {
          refused.push({ named, error: toAppError(error).toRecord() });
        }
      }
      return { ...engine.withdraw(...entryIds), refused };
    },
  };
}

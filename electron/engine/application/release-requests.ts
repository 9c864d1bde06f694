import { AppError, toAppError } from '../../../shared/errors/app-error.ts';
import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { LibraryKeeper } from '../cycle/resting-libraries.ts';
import type { Engine } from '../engine.ts';
import { isAsKnown } from '../observe/same-stat.ts';
import type { LocalFile } from '../state/local-file.ts';
import { isMissingProgram } from '../tree/assign-key.ts';
import type { FileOfLibrary, FilesById } from './files-by-id.ts';

const afterSync = 'Publish it once a sync has read it.';

/** @throws AppError `file-changed-meanwhile` for a file that was saved since it was read */
async function assertAsRead(
  { keeper, file }: { readonly keeper: Pick<LibraryKeeper, 'context'>; readonly file: LocalFile },
  whatToDo: string,
): Promise<void> {
  const stat = await keeper.context.disk.stat(file.path);
  if (stat && isAsKnown(file, stat)) return;
  throw new AppError('file-changed-meanwhile', {
    detail: `${file.path} was saved since it was last read. ${whatToDo}`,
  });
}

type KeyInLibrary = ReturnType<Engine['holding']>[number];

/** @throws AppError `file-changed-meanwhile` where a file of the key was saved since it was read; it is read again soon */
async function assertKeyAsRead({ keeper, key }: KeyInLibrary): Promise<void> {
  const { context } = keeper;
  const whatToDo = context.settings().isPaused ? 'Resume the library, and publish it then.' : 'Publish it in a moment.';
  for (const file of context.files.ofKey(key).filter(({ goneSinceMs }) => goneSinceMs === undefined)) {
    try {
      await assertAsRead({ keeper, file }, whatToDo);
    } catch (error) {
      void keeper.readChangedSoon(file.path);
      throw error;
    }
  }
}

/** Why a file that is there cannot be published: for the reason that is said of it everywhere. */
function notPublishable({ path, problem, missing }: LocalFile): AppError {
  const otherwise = isMissingProgram(missing) ? 'file-of-other-program' : 'file-without-classes';
  return new AppError(problem?.code ?? otherwise, { detail: `It is ${path}.` });
}

/** Of a place where no file was seen. */
function notSeenAt(files: FilesById, file: FileOfLibrary): AppError {
  const { keeper, path } = file;
  const isFolder = path === '' || keeper.context.files.hasPresent(path);
  return isFolder
    ? new AppError('folder-not-file', { detail: `Name the files in ${files.absolute(file)} that are meant.` })
    : new AppError('unknown-item', { detail: `${path} is not among the files that were seen in the folder.` });
}

/** Files by their ids, as far as something can be said of their releases. */
function createFinder(files: FilesById) {
  /** @throws AppError `unknown-item`, `folder-not-file`, `file-without-classes`, `file-of-other-program` */
  const everKnownOf = (fileId: string) => {
    const named = files.of(fileId);
    const { keeper, path } = named;
    const file = keeper.context.files.get(path);
    if (file?.key !== undefined) return { keeper, file, key: file.key };
    if (file && file.goneSinceMs === undefined) throw notPublishable(file);
    throw notSeenAt(files, named);
  };

  /** Somebody may just have said what a file belongs to: what was read of it before is not so any more. */
  const assertRead = (fileId: string): void => {
    const { keeper, path } = files.of(fileId);
    const file = keeper.context.files.get(path);
    if (!file || file.settled || file.goneSinceMs !== undefined) return;
    throw new AppError('file-changed-meanwhile', { detail: `${path} has to be read first. ${afterSync}` });
  };

  const knownOf = (fileId: string) => {
    assertRead(fileId);
    const known = everKnownOf(fileId);
    const { problem, goneSinceMs } = known.file;
    // What a program has open was read before.
    const isOdd = problem !== undefined && problem.code !== 'file-in-use';
    if (goneSinceMs === undefined && isOdd) throw notPublishable(known.file);
    if (goneSinceMs === undefined) return known;
    throw new AppError('unknown-item', { detail: `${known.file.path} is gone.` });
  };

  return {
    everKnownOf,

    /** @throws AppError `file-changed-meanwhile`, or as `everKnownOf` */
    asRead: async (fileIds: readonly string[]) => {
      const wanted = fileIds.map(knownOf);
      for (const one of wanted) await assertAsRead(one, afterSync);
      return wanted;
    },
  };
}

/** What a person says of releases of files. */
export function createReleaseRequests(engine: Engine, files: FilesById) {
  const { everKnownOf, asRead } = createFinder(files);
  return {
    /**
     * Queues nothing.
     * @throws AppError what `publish` says of these files
     */
    async checkPublishable(fileIds: readonly string[]): Promise<void> {
      await asRead(fileIds);
    },

    /**
     * Queues a release of each of these files as it was last read, of all or of none.
     * @returns how many were queued
     * @throws AppError `file-changed-meanwhile` for one that was saved since, `file-without-classes`, `file-of-other-program`,
     * `unknown-item`, `folder-not-file`, or see `publish`
     */
    async publish(fileIds: readonly string[], comment: string): Promise<number> {
      return engine.publishIn(await asRead(fileIds), comment);
    },

    /**
     * The same for the files of keys, in the libraries that hold them, as far as they stand as they were read: nobody
     * means what was read of a file before it was saved.
     * @throws AppError where none was queued: `file-changed-meanwhile`, or see `publish`
     */
    async publishKeys(keys: readonly ContentKeyText[], comment: string): Promise<number> {
      const standing: KeyInLibrary[] = [];
      const refusals: AppError[] = [];
      for (const one of engine.holding(keys)) {
        await assertKeyAsRead(one).then(
          () => standing.push(one),
          (error: unknown) => refusals.push(toAppError(error)),
        );
      }
      const [refusal] = refusals;
      if (standing.length === 0 && refusal) throw refusal;
      return engine.publishIn(standing, comment);
    },

    /**
     * Takes back what was not sent, also of files that are gone since: the releases of all of these files, or none.
     * @returns how many it was
     * @throws AppError `unknown-item` for a release that was sent, or a file of which nothing is known, `folder-not-file`,
     * `file-without-classes`, `file-of-other-program`
     */
    withdrawRelease(fileIds: readonly string[]): number {
      const entryIds = fileIds.flatMap((fileId) => {
        const { keeper, key } = everKnownOf(fileId);
        return engine.queue.releaseOf(keeper.context.library.libraryId, key)?.entryId ?? [];
      });
      // Files of one key have one release.
      const releases = new Set(entryIds);
      engine.withdraw(...releases);
      return releases.size;
    },
  };
}

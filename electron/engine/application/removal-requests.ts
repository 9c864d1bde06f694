import { AppError } from '../../../shared/errors/app-error.ts';
import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { Engine } from '../engine.ts';
import type { RemovalAnswer } from '../person/removals.ts';
import type { FileOfLibrary, FilesById } from './files-by-id.ts';

/** Of many files at once so many are named. */
const namedAtMost = 1_000;

interface GoneFile extends FileOfLibrary {
  readonly key: ContentKeyText;
}

interface AnsweredFiles {
  readonly fileIds?: readonly string[] | undefined;
  readonly libraryId?: string | undefined;
}

/** What a person says to files that are gone. */
export function createRemovalRequests(engine: Engine, files: FilesById) {
  return {
    /**
     * Notes what a person says to files that are gone: to those named or to all, to each of them or to none.
     * @returns how many files it was, and where the first of them belong on this computer
     * @throws AppError `unknown-item`, `not-found`
     */
    answerRemovals({ fileIds, libraryId }: AnsweredFiles, answer: RemovalAnswer): { count: number; paths: string[] } {
      const gone = fileIds?.map((fileId) => goneFile(files.of(fileId))) ?? restorableFiles(engine, libraryId);
      const byLibrary = Map.groupBy(gone, (file) => file.libraryId);
      // They are all in one database.
      gone[0]?.keeper.context.transaction(() => {
        for (const [ofLibrary, some] of byLibrary) {
          const keys = some.map(({ key }) => key);
          engine.answerRemovals(ofLibrary, keys, answer);
        }
      });
      return { count: gone.length, paths: gone.slice(0, namedAtMost).map((file) => files.absolute(file)) };
    },
  };
}

/** @throws AppError `unknown-item` for a file that is not gone */
function goneFile(file: FileOfLibrary): GoneFile {
  const { key, goneSinceMs } = file.keeper.context.files.get(file.path) ?? {};
  if (key !== undefined && goneSinceMs !== undefined) return { ...file, key };
  throw new AppError('unknown-item', { detail: `${file.path} is not known to be gone.` });
}

/** Every file that counts as removed here and of which the service has a version, of one library or of all. */
function restorableFiles(engine: Engine, wanted: string | undefined): GoneFile[] {
  return engine.knownLibraries().flatMap(({ library: { libraryId } }) => {
    if (wanted !== undefined && libraryId !== wanted) return [];
    const keeper = engine.keeperOf(libraryId);
    const { files, trees } = keeper.context;
    return engine.fileList.removed(libraryId).flatMap((path) => {
      const key = files.get(path)?.key;
      return key !== undefined && trees()?.remote(key) !== undefined ? [{ libraryId, keeper, path, key }] : [];
    });
  });
}

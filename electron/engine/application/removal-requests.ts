import { AppError } from '../../../shared/errors/app-error.ts';
import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { Engine } from '../engine.ts';
import type { RemovalAnswer } from '../person/removals.ts';
import { fileIdOf } from '../tree/paths.ts';
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
     * Notes what a person says to files that are gone: to those named and those below folders that are named, or to all;
     * to each of them or to none.
     * @returns how many files it was, and where the first of them belong on this computer
     * @throws AppError `unknown-item`, `not-found`
     */
    answerRemovals({ fileIds, libraryId }: AnsweredFiles, answer: RemovalAnswer): { count: number; paths: string[] } {
      const gone = fileIds ? goneAt(engine, fileIds.map(files.of)) : restorableFiles(engine, libraryId);
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

/** What is gone at some places, each once. @throws AppError `unknown-item` where nothing is, `not-found` */
function goneAt(engine: Engine, places: readonly FileOfLibrary[]): GoneFile[] {
  const gone = places.flatMap((place) => goneFile(place) ?? goneBelow(engine, place));
  return [...new Map(gone.map((file) => [fileIdOf(file.libraryId, file.path), file])).values()];
}

function goneFile(place: FileOfLibrary): GoneFile | undefined {
  const { key, goneSinceMs } = place.keeper.context.files.get(place.path) ?? {};
  return key !== undefined && goneSinceMs !== undefined ? { ...place, key } : undefined;
}

/**
 * What is missed below a folder, and that the service has a version of.
 * @throws AppError `unknown-item` where nothing is missed there, `not-found` where the service has none of it
 */
function goneBelow(engine: Engine, folder: FileOfLibrary): GoneFile[] {
  const { libraryId, keeper } = folder;
  const path = folder.path === '' ? keeper.context.library.root : folder.path;
  const below = engine.fileList.below(libraryId, folder.path);
  const gone = below.flatMap((file) => goneFile({ ...folder, path: file.path }) ?? []);
  if (gone.length === 0) throw new AppError('unknown-item', { detail: `${path} is not known to be gone.` });
  const trees = keeper.context.trees();
  const restorable = gone.filter(({ key }) => trees?.remote(key) !== undefined);
  if (restorable.length === 0) throw new AppError('not-found');
  return restorable;
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

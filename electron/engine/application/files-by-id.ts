import { AppError } from '../../../shared/errors/app-error.ts';
import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { LibraryKeeper } from '../cycle/resting-libraries.ts';
import type { Engine } from '../engine.ts';
import type { Disk } from '../ports.ts';
import { partsOfFileId } from '../tree/paths.ts';

/** A file by its library and its path below it. */
export interface FileOfLibrary {
  readonly libraryId: string;
  readonly keeper: LibraryKeeper;
  readonly path: string;
}

/** What is said of a file without a key. */
export const noVersions = (): AppError => new AppError('unknown-item', { detail: 'The file has no versions.' });

/** Files of the list, by the id that the window and commands name them with. */
export function createFilesById(engine: Pick<Engine, 'keeperOf'>, disk: Pick<Disk, 'absolute'>) {
  /** @throws AppError `unknown-item` for a library that is not there */
  function of(fileId: string): FileOfLibrary {
    const { libraryId, path } = partsOfFileId(fileId);
    return { libraryId, keeper: engine.keeperOf(libraryId), path };
  }

  return {
    of,

    /** The same with the key of the file. @throws AppError `unknown-item`, or for a file without one what is said then */
    withKey(fileId: string, without: () => AppError): FileOfLibrary & { readonly key: ContentKeyText } {
      const file = of(fileId);
      const key = file.keeper.context.files.get(file.path)?.key;
      if (key === undefined) throw without();
      return { ...file, key };
    },

    /** Where a file is on this computer. */
    absolute: ({ keeper: { context }, path }: Omit<FileOfLibrary, 'libraryId'>): string =>
      disk.absolute(context.library.root, path),
  };
}

export type FilesById = ReturnType<typeof createFilesById>;

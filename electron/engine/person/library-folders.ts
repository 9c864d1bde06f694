import { AppError } from '../../../shared/errors/app-error.ts';
import { readMarker, writeMarker } from '../observe/marker.ts';
import { markerPath } from '../../../shared/model/own-folder.ts';
import type { Ports } from '../ports.ts';
import { linkedPaths } from '../library/read-links-file.ts';
import type { Libraries, Library } from '../state/libraries.ts';
import type { LeftLinks } from '../state/links-memory.ts';
import { overlap } from '../tree/library-holding.ts';
import { isFullPath, oddFolder, type KnownFolders } from '../tree/odd-folder.ts';

type FolderPorts = Pick<Ports, 'disk' | 'newId' | 'computer'>;

/** Which folder is which library: by the marker in it, never by its path alone. */
export function createLibraryFolders(ports: FolderPorts, libraries: Pick<Libraries, 'all'>) {
  const markerIn = (root: string): Promise<string | undefined> => markerInFolder(ports, root);
  const freeFolder = (folder: string): Promise<string> => freeFolderFor(ports, libraries.all(), folder);

  /** The library of a marker, but for one, which is where it was. @throws AppError `library-moved` */
  const ownerThere = async (marker: string | undefined, except?: Library): Promise<Library | undefined> => {
    if (marker === undefined) return undefined;
    const owner = libraries.all().find((one) => one.markerId === marker && one.libraryId !== except?.libraryId);
    if (!owner || (await markerIn(owner.root)) === marker) return owner;
    throw new AppError('library-moved', { detail: `It is the library ${owner.name}, which was at ${owner.root}.` });
  };

  /**
   * Whether the marker in a folder was copied from a library, but for one, that is where it was.
   * @throws AppError `library-moved`, or `library-overlaps` when it is that library's own folder
   */
  const isCopied = async (root: string, marker: string | undefined, except?: Library): Promise<boolean> => {
    const owner = await ownerThere(marker, except);
    if (!owner) return false;
    if (!(await isSameFolder(ports, root, owner.root))) return true;
    throw new AppError('library-overlaps', { detail: `It is the folder of the library ${owner.name}.` });
  };

  return {
    /** @throws AppError see `freeFolderFor` */
    freeFolder,

    /**
     * Whether a folder holds the marker of a library: it was one before.
     * @throws AppError `library-moved` when it is a library whose own folder is gone
     */
    async wasLibrary(root: string): Promise<boolean> {
      const marker = await markerIn(root);
      await ownerThere(marker);
      return marker !== undefined;
    },

    /**
     * Looks at a folder that will become a library. A copy of a library that is still there gets a marker of its own.
     * @returns its canonical path, and what may be left from when it was a library before
     * @throws AppError as `freeFolder`; `library-moved` when it is a library whose own folder is gone
     */
    async lookAt(folder: string): Promise<{ readonly root: string; readonly left: LeftLinks | undefined }> {
      const root = await freeFolder(folder);
      const disk = ports.disk.library(root);
      const markerId = await markerIn(root);
      const isCopy = await isCopied(root, markerId);
      if (isCopy) await writeMarker(disk, ports.newId());
      const isNew = isCopy || markerId === undefined;
      return { root, left: isNew ? undefined : { markerId, inFile: await linkedPaths(disk) } };
    },

    /**
     * A person says that the folder of a library is the library although nothing proves it. A marker that came with
     * copied files gives way to its own.
     * @returns the marker that proves it from now on
     * @throws AppError `library-missing`, `library-moved` when it is another library whose own folder is gone,
     * `library-overlaps` when it is the folder of another one, or what the disk says
     */
    async confirm(library: Library): Promise<string> {
      const disk = ports.disk.library(library.root);
      if (!(await disk.list(''))) throw new AppError('library-missing', { detail: 'The folder is not there.' });
      const found = await markerIn(library.root);
      const isOfCopy = await isCopied(library.root, found, library);
      if (found !== undefined && !isOfCopy) return found;
      const marker = library.markerId ?? ports.newId();
      await writeMarker(disk, marker);
      return marker;
    },

    /** @throws AppError see `assertMoved` */
    assertMoved: (library: Library, folder: string): Promise<MovedTo> =>
      assertMoved(ports, libraries.all(), library, folder),
  };
}

export type LibraryFolders = ReturnType<typeof createLibraryFolders>;

/** As they are compared: what is linked elsewhere (as `/tmp` of macOS is) counts by what it is. */
async function knownFolders({ disk, computer }: FolderPorts): Promise<KnownFolders> {
  const { folders } = computer;
  const canonical = async (folder: string): Promise<string> => (await disk.canonicalFolder(folder)) ?? folder;
  const all = (list: readonly string[]): Promise<string[]> => Promise.all(list.map(canonical));
  const [home, system, own] = await Promise.all([canonical(folders.home), all(folders.system), all(folders.own)]);
  return { platform: folders.platform, home, system, own };
}

/**
 * @throws AppError `path-not-full`, `library-folder-absent`, what `oddFolder` says, `library-overlaps` when it is in another
 * library, holds one or is one
 */
async function freeFolderFor(ports: FolderPorts, libraries: readonly Library[], folder: string): Promise<string> {
  if (!isFullPath(folder, ports.computer.folders.platform)) throw new AppError('path-not-full', { detail: folder });
  const root = await ports.disk.canonicalFolder(folder);
  if (root === undefined) throw new AppError('library-folder-absent', { detail: folder });
  const odd = oddFolder(root, await knownFolders(ports));
  if (odd) throw new AppError(odd, { detail: root });
  assertApart(ports, root, libraries);
  return root;
}

/** @throws AppError `library-overlaps` */
function assertApart({ disk }: FolderPorts, root: string, libraries: readonly Library[]): void {
  const clash = libraries.find((library) => overlap(root, library.root, disk.ignoresCase));
  if (clash) throw new AppError('library-overlaps', { detail: `It overlaps the library ${clash.name}.` });
}

interface MovedTo {
  /** Canonical. */
  readonly root: string;
  /** The library that was known to be there: folders or drives changed places, so it is looked for where this one was. */
  readonly displaced: Library | undefined;
}

/**
 * Looks whether a folder is the library, which is elsewhere now.
 * @throws AppError as `freeFolderFor`, but for a library that it changed places with; `library-unproven` when its marker
 * is not there, `library-still-there` when the library is still in its own folder too: a copy may lack what was saved
 * since, which nobody would send any more
 */
async function assertMoved(
  ports: FolderPorts,
  libraries: readonly Library[],
  library: Library,
  folder: string,
): Promise<MovedTo> {
  const { name, markerId } = library;
  const root = await freeFolderFor(ports, [], folder);
  const left = await markerInFolder(ports, library.root);
  const others = libraries.filter(({ libraryId }) => libraryId !== library.libraryId);
  // Files that were copied over another library leave that one where it is. Of three the third one may lie there.
  const isOthers = left !== undefined && others.some((other) => other.markerId === left);
  const displaced = isOthers ? others.find((other) => other.root === root) : undefined;
  assertApart(
    ports,
    root,
    others.filter((other) => other !== displaced),
  );
  if (markerId === undefined || (await markerInFolder(ports, root)) !== markerId) {
    throw new AppError('library-unproven', { detail: `It does not hold the marker of the library ${name}.` });
  }
  if (left !== markerId || (await isSameFolder(ports, root, library.root))) return { root, displaced };
  throw new AppError('library-still-there', { detail: `The library ${name} is at ${library.root}.` });
}

/** A damaged marker proves nothing. */
function markerInFolder({ disk }: FolderPorts, root: string): Promise<string | undefined> {
  return readMarker(disk.library(root)).catch(() => undefined);
}

/**
 * One folder under two paths: mounted or linked twice. A copy may share the file of the marker with it, by a hard link,
 * and a folder of another disk its number.
 */
async function isSameFolder({ disk }: FolderPorts, root: string, otherRoot: string): Promise<boolean> {
  const lookAt = async (folder: string): Promise<readonly unknown[]> => {
    const own = disk.library(folder);
    const [itself, marker] = await Promise.all([own.stat(''), own.stat(markerPath)]);
    return [itself?.inode, marker?.inode, marker?.changedMs];
  };
  const [one, other] = await Promise.all([lookAt(root), lookAt(otherRoot)]);
  return one.every((seen, index) => seen === other[index]);
}

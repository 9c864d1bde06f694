import { partName } from '../../../shared/model/part-name.ts';

/** The folder in which a path below a library's root lies; empty for the root. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** @param folder below a library's root; empty for the root */
export function pathIn(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

export function isBelow(folders: readonly string[], path: string): boolean {
  return folders.some((folder) => path.startsWith(`${folder}/`));
}

/** The same for one folder; empty for the library's root, in which everything is. */
export function pathIsIn(folder: string, path: string): boolean {
  return folder === '' || isBelow([folder], path);
}

/** Where a download arrives: next to its place. */
export function partPath(folder: string, id: string): string {
  return pathIn(folder, partName(id));
}

/** The id of a file for the window. */
export function fileIdOf(libraryId: string, path: string): string {
  return `${libraryId}/${path}`;
}

/** The library of a file that the window names, and its path there. */
export function partsOfFileId(fileId: string): { readonly libraryId: string; readonly path: string } {
  const slash = fileId.indexOf('/');
  return { libraryId: fileId.slice(0, slash), path: fileId.slice(slash + 1) };
}

/** A path as the least exact disk compares it: without regard to case and to how accents are written. */
export function foldedPath(path: string): string {
  return path.normalize('NFC').toLowerCase();
}

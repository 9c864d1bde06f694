/** The id of a file for the window. */
export function fileIdOf(libraryId: string, path: string): string {
  return `${libraryId}/${path}`;
}

/** The library of a file that the window names, and its path there. */
export function partsOfFileId(fileId: string): { readonly libraryId: string; readonly path: string } {
  const slash = fileId.indexOf('/');
  return { libraryId: fileId.slice(0, slash), path: fileId.slice(slash + 1) };
}

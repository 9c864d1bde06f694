/**
 * The path of a file that a person dropped or chose, where this host tells it: in the desktop app. A browser tells no
 * page where files lie, and files made by a page lie nowhere: then `undefined`.
 */
export function pathOfFile(file: File): string | undefined {
  const path = window.cadLibrarySync?.pathOfFile?.(file);
  return path === '' ? undefined : path;
}

/** Whether this host tells paths at all. */
export function hostTellsPaths(): boolean {
  return window.cadLibrarySync?.pathOfFile !== undefined;
}

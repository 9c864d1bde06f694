import { linksFileName, readLinks, type LibraryLinks } from '../../../electron/engine/tree/library-links.ts';

/** What the links file of a folder says; none where there is no file. */
export function linksIn(disk: { text(path: string): string | undefined }): LibraryLinks {
  const text = disk.text(linksFileName);
  return text === undefined ? new Map() : readLinks(text).links;
}

import type { LibraryDisk } from '../ports.ts';
import { isProven } from './scan.ts';

/**
 * The same disk, with a look at the library's marker before everything that writes: a folder that came to stand in the
 * library's place while a download ran is left as it is.
 * @param markerId what the marker must say; `undefined` while the library has none
 * @throws AppError on every call that writes, `library-unproven` when the folder is not the library
 */
export function createProvenDisk(disk: LibraryDisk, markerId: () => string | undefined): LibraryDisk {
  let look: Promise<unknown> | undefined;
  // What is written at the same time shares a look: between it and the write a folder may change in either case.
  const proven = async <T>(write: () => Promise<T>): Promise<T> => {
    await (look ??= isProven(disk, markerId()).finally(() => (look = undefined)));
    return write();
  };
  return {
    stat: (path) => disk.stat(path),
    list: (folder) => disk.list(folder),
    hash: (path) => disk.hash(path),
    read: (path) => disk.read(path),
    inspect: (path, use) => disk.inspect(path, use),
    readText: (path) => disk.readText(path),
    room: () => disk.room(),
    writeText: (path, text) => proven(() => disk.writeText(path, text)),
    putWhole: (path, bytes) => proven(() => disk.putWhole(path, bytes)),
    receive: (path, bytes, options) => proven(() => disk.receive(path, bytes, options)),
    replace: (from, to, standing) => proven(() => disk.replace(from, to, standing)),
    place: (from, to) => proven(() => disk.place(from, to)),
    keepCopy: (from, to) => proven(() => disk.keepCopy(from, to)),
    copy: (from, to) => proven(() => disk.copy(from, to)),
    remove: (path) => proven(() => disk.remove(path)),
    removeEmptyFolder: (path) => proven(() => disk.removeEmptyFolder(path)),
  };
}

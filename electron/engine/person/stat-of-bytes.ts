import type { Sha256 } from '../../../shared/model/sha256.ts';
import type { FileStat, LibraryDisk } from '../ports.ts';

/** The stat of a file with just these bytes; `undefined` where another one stands, or none. */
export async function statOfBytes(
  disk: Pick<LibraryDisk, 'stat' | 'hash'>,
  path: string,
  sha256: Sha256 | undefined,
): Promise<FileStat | undefined> {
  const stat = sha256 === undefined ? undefined : await disk.stat(path);
  return stat?.kind === 'file' && (await disk.hash(path)).sha256 === sha256 ? stat : undefined;
}

import type { KeptCopies, LibraryRecords, ServiceSide } from '../state/library-state.ts';
import type { Disk } from '../ports.ts';
import type { LocalFile } from '../state/local-file.ts';
import type { ContentPlace } from './picture-ports.ts';

/** Whether a file stands still, and was read without its bytes being hashed. */
export function isReadUnhashed(file: LocalFile | undefined): boolean {
  return file?.settled === true && file.goneSinceMs === undefined && file.sha256 === undefined && !file.problem;
}

/**
 * Where bytes with this hash may be on this computer: in the file at `path`, in what was kept when it was replaced, or in
 * the version that is kept against it. The likeliest first.
 */
export function contentPlacesOf(
  context: LibraryRecords & ServiceSide & KeptCopies,
  disk: Pick<Disk, 'absolute'>,
  path: string,
  sha256: string,
): ContentPlace[] {
  const { root } = context.library;
  const file = context.files.get(path);
  // While it does not stand still, what is known of its bytes is of before.
  if (file?.settled && file.goneSinceMs === undefined && file.sha256 === sha256) {
    return [{ root, path: disk.absolute(root, path), looks: file }];
  }
  // What is of no key is not hashed when it is read: whoever looks there does.
  if (isReadUnhashed(file)) return [{ root, path: disk.absolute(root, path) }];
  const conflict = file?.key === undefined ? undefined : context.trees()?.conflict(file.key);
  const copies = [...context.backups.withBytes(sha256), ...(conflict?.sha256 === sha256 ? [conflict] : [])];
  return copies.map(({ keptAt }) => ({ root, path: disk.absolute(root, keptAt) }));
}

import { AppError } from '../../../shared/errors/app-error.ts';
import { isCompanionName } from '../../../shared/model/cad-companions.ts';
import { cadKindOf } from '../../../shared/model/cad-kind.ts';
import { isLeftoverName } from '../apply/part-name.ts';
import type { FileStat, FolderEntry, LibraryDisk } from '../ports.ts';
import { ownFolder, readMarker } from './marker.ts';

/** What a walk through a library found. */
export interface ScanResult {
  /** CAD files by path. */
  readonly found: ReadonlyMap<string, FileStat>;
  /** Files of our own that a crash may have left. */
  readonly leftovers: readonly (FileStat & { readonly path: string })[];
  /** Folders that could not be listed to the end: nothing below them counts as gone. */
  readonly unreadable: readonly string[];
  /** Whether the library's own marker was seen in this pass; without it nothing at all counts as gone. */
  readonly proven: boolean;
}

/**
 * Walks the library and tells what CAD files are there.
 * @param markerId the id the library's marker must hold; `undefined` for a library without one
 * @throws AppError `library-missing` when the root is not there, `library-unproven` when it may be another one
 */
export async function scan(disk: LibraryDisk, markerId: string | undefined, signal?: AbortSignal): Promise<ScanResult> {
  const root = await disk.list('');
  if (!root) throw new AppError('library-missing', { detail: 'The folder is not there.' });
  const found = new Map<string, FileStat>();
  const leftovers: (FileStat & { readonly path: string })[] = [];
  const unreadable: string[] = [];
  const folders: { readonly path: string; readonly entries: readonly FolderEntry[] }[] = [{ path: '', entries: root }];
  for (let folder = folders.pop(); folder; folder = folders.pop()) {
    if (signal?.aborted) throw new AppError('cancelled');
    for (const entry of folder.entries) {
      const path = folder.path === '' ? entry.name : `${folder.path}/${entry.name}`;
      if (entry.kind === 'file' && isLibraryFile(entry.name)) found.set(path, entry);
      else if (entry.kind === 'file' && isLeftoverName(entry.name)) leftovers.push({ ...entry, path });
      if (entry.kind !== 'folder' || !isLibraryFolder(entry.name)) continue;
      try {
        const entries = await disk.list(path);
        if (entries) folders.push({ path, entries });
        else unreadable.push(path);
      } catch {
        unreadable.push(path);
      }
    }
  }
  return { found, leftovers, unreadable, proven: await isProven(disk, markerId) };
}

/** Whether a path below the root is a CAD file the library may hold, judged by its names alone. */
export function isLibraryPath(path: string): boolean {
  const segments = path.split('/');
  const name = segments.pop() ?? '';
  return segments.every(isLibraryFolder) && isLibraryFile(name);
}

function isLibraryFile(name: string): boolean {
  return cadKindOf(name) !== undefined && !isCompanionName(name);
}

function isLibraryFolder(name: string): boolean {
  return name !== ownFolder && !isCompanionName(name);
}

/**
 * Whether the library's own marker is there; `false` for a library without one.
 * @throws AppError `library-unproven` when it is not there or is another one's
 */
export async function isProven(disk: LibraryDisk, markerId: string | undefined): Promise<boolean> {
  if (markerId === undefined) return false;
  const seen = await readMarker(disk);
  if (seen !== markerId) {
    throw new AppError('library-unproven', {
      detail:
        seen === undefined ? 'The folder has lost its marker.' : 'The folder holds the marker of another library.',
    });
  }
  return true;
}

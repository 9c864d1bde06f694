import { AppError, type ErrorRecord } from '../../../shared/errors/app-error.ts';
import { isCompanionFolder, isCompanionName } from '../../../shared/model/cad-companions.ts';
import { cadKindOf } from '../../../shared/model/cad-kind.ts';
import { isPartName } from '../../../shared/model/part-name.ts';
import type { FileStat, FolderEntry, LibraryDisk } from '../ports.ts';
import type { IgnoreRules } from '../tree/ignore-rules.ts';
import { readMarker } from './marker.ts';
import { isOwnFolder } from '../../../shared/model/own-folder.ts';
import { pathIn } from '../tree/paths.ts';

/** A file of our own that a crash may have left. */
interface Leftover extends FileStat {
  readonly path: string;
}

/** A file or folder that cannot take part, with why. */
export interface Withheld {
  readonly stat: FileStat;
  readonly problem: ErrorRecord;
}

/** What a walk through a library found beside its CAD files. */
export interface ScanResult {
  /** CAD files and folders that are there but cannot take part, by path: people are told of each. */
  readonly withheld: ReadonlyMap<string, Withheld>;
  /** Files of our own that a crash may have left. */
  readonly leftovers: readonly Leftover[];
  /** Folders that could not be listed to the end: nothing below them counts as gone. */
  readonly unreadable: readonly string[];
  /** Files of which iCloud Drive left only a note beside, to save room: nobody removed them. */
  readonly evicted: ReadonlySet<string>;
  /** Whether the library's own marker was seen in this pass; without it nothing at all counts as gone. */
  readonly proven: boolean;
}

/** How a library is walked. */
export interface ScanOptions {
  /** The id the library's marker must hold, which may be written meanwhile; `undefined` for a library without one. */
  readonly markerId: string | undefined | Promise<string | undefined>;
  /** What is no part of the library. */
  readonly ignored: IgnoreRules;
  /** Is told each CAD file that is there. */
  readonly onFile: (path: string, stat: FileStat) => void;
  readonly signal?: AbortSignal;
}

/**
 * Walks the library and tells what CAD files are there.
 * @throws AppError `library-missing` when the root is not there, `library-unproven` when it may be another one
 */
export async function scan(disk: LibraryDisk, { markerId, ignored, onFile, signal }: ScanOptions): Promise<ScanResult> {
  const root = await disk.list('');
  if (!root) throw new AppError('library-missing', { detail: 'The folder is not there.' });
  const withheld = new Map<string, Withheld>();
  const leftovers: Leftover[] = [];
  const unreadable: string[] = [];
  const evicted = new Set<string>();
  const waiting: (readonly [path: string, stat: FileStat])[] = [];

  const noteEvicted = (folder: string, note: string): void => {
    const [, name] = /^\.(.+)\.icloud$/.exec(note) ?? [];
    if (name !== undefined) evicted.add(pathIn(folder, name));
  };

  const takeIn = (folder: string, entries: readonly FolderEntry[]): void => {
    for (const entry of entries) {
      const path = pathIn(folder, entry.name);
      const problem = problemOfName(entry);
      if (entry.kind === 'folder') {
        if (!isLibraryFolder(entry.name) || ignored.ignoresFolder(path)) continue;
        if (problem) withheld.set(path, { stat: entry, problem });
        else waiting.push([path, entry]);
      } else if (entry.kind === 'file' && isLibraryFile(entry.name)) {
        if (ignored.ignoresFile(path)) continue;
        if (problem) withheld.set(path, { stat: entry, problem });
        else onFile(path, entry);
      } else if (entry.kind === 'file' && isPartName(entry.name)) leftovers.push({ ...entry, path });
      else if (entry.kind === 'file') noteEvicted(folder, entry.name);
    }
  };

  takeIn('', root);
  while (waiting.length > 0) {
    if (signal?.aborted) throw new AppError('cancelled');
    const folders = waiting.splice(0, listedTogether);
    const listings = await Promise.all(
      folders.map(([path, stat]) =>
        disk.list(path).catch(() => void withheld.set(path, { stat, problem: { code: 'folder-unreadable' } })),
      ),
    );
    for (const [index, [path]] of folders.entries()) {
      const entries = listings[index];
      if (entries) takeIn(path, entries);
      else unreadable.push(path);
    }
  }
  return { withheld, leftovers, unreadable, evicted, proven: await isProven(disk, await markerId) };
}

/** How many folders are asked for at the same time: what is asked together is answered faster. */
const listedTogether = 256;

/** Whether a path below the root is a CAD file the library may hold, judged by its names alone. */
export function isLibraryPath(path: string): boolean {
  const segments = path.split('/');
  const name = segments.pop() ?? '';
  return !path.includes('\\') && segments.every(isLibraryFolder) && isLibraryFile(name);
}

/** Why something under this name cannot be synced; only some systems allow such names. */
function problemOfName({ name, isGarbled }: FolderEntry): ErrorRecord | undefined {
  if (isGarbled) return { code: 'garbled-name' };
  return name.includes('\\') ? { code: 'backslash-in-name' } : undefined;
}

export function isLibraryFile(name: string): boolean {
  return cadKindOf(name) !== undefined && !isCompanionName(name);
}

export function isLibraryFolder(name: string): boolean {
  return !isOwnFolder(name) && !isCompanionFolder(name);
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

/**
 * Looks whether a folder is there and is the library: elsewhere nothing says of a file that it is gone.
 * @throws AppError `library-missing`, `library-unproven`
 */
export async function assertLibrary(disk: LibraryDisk, markerId: string | undefined): Promise<void> {
  const root = await disk.stat('');
  if (root?.kind !== 'folder') throw new AppError('library-missing', { detail: 'The folder is not there.' });
  await isProven(disk, markerId);
}

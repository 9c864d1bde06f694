import type { ServiceSession } from './application/connection-ports.ts';
import type { RemoteCaller } from '../../shared/api/caller.ts';
import type { WriteLog } from '../../shared/log/log-events.ts';
import type { Sha256 } from '../../shared/model/sha256.ts';
import type { KnownFolders } from './tree/odd-folder.ts';

/** What the engine needs from the world. Real ones are in electron/platform, electron/client and electron/cad. */
export interface Ports {
  readonly disk: Disk;
  readonly watcher: Watcher;
  readonly clock: Clock;
  /** Uniform in [0, 1), for jitter. */
  readonly random: () => number;
  /** A fresh unique id. */
  readonly newId: () => string;
  readonly sha256Of: (bytes: Uint8Array) => Sha256;
  readonly database: Database;
  readonly inspectCadFile: InspectCadFile;
  readonly connection: ConnectionPort;
  readonly log: Log;
  readonly computer: Computer;
}

export interface Clock {
  /** What the computer's clock says. A person or a time server may set it, so nothing is measured by it. */
  now(): number;
  /** What the clock said when the program started, and what has passed since: intervals are measured by it. */
  steadyMs(): number;
  /** Calls back once after `delayMs`; the returned function takes it back. */
  after(delayMs: number, callback: () => void): () => void;
  /**
   * Calls back whenever the computer slept, or this program stood still: timers may be late then. Where the system tells
   * when it wakes up, that is at once; else within seconds.
   * @returns takes it back
   */
  onWake(callback: () => void): () => void;
  /** Calls back before the computer sleeps, where the system tells. @returns takes it back */
  onFallAsleep(callback: () => void): () => void;
}

/** The computer this runs on. */
export interface Computer {
  /** What is known of its folders; as the system names them, which need not be as they are compared. */
  readonly folders: KnownFolders;
  readonly name: string;
  /** When it was last started; whatever ran before that does not run any more. */
  startedMs(): number;
}

export type Log = WriteLog;

/** A file's outside, as the disk tells it without reading the file. */
export interface FileStat {
  /** `link`: symbolic links, and junctions of Windows. */
  readonly kind: 'file' | 'folder' | 'link' | 'pipe' | 'socket' | 'device';
  readonly sizeBytes: number;
  /** With the disk's full resolution, so that two saves within a millisecond differ. */
  readonly modifiedMs: number;
  /** When its bytes, name or dates were last touched; unlike the date, no program can set it. */
  readonly changedMs: number;
  readonly inode: string;
  /** Marked so that nobody writes to it; as `stat` tells it, listings do not. */
  readonly isReadOnly?: boolean;
}

export interface FolderEntry extends FileStat {
  readonly name: string;
  /** Its name is no valid text, and `name` only stands for it: nothing can be asked about it. */
  readonly isGarbled?: boolean;
}

export interface HashedFile {
  readonly sha256: Sha256;
  readonly sizeBytes: number;
  /** How it looks after it was read. */
  readonly after: FileStat | undefined;
}

interface RandomAccessFile {
  /** What `LibraryDisk.hash` would say, where the disk has read the whole file already. */
  readonly hashed?: HashedFile | undefined;
  read(position: number, lengthBytes: number): Promise<Uint8Array>;
}

/**
 * The disk below one library root. Paths are relative, with forward slashes, and never leave the root: one that
 * would is refused with `unsafe-name`. Everything that writes is durable (fsync of file and folder) before it resolves.
 * Nothing is read or written through a link: where one stands in the way, also one that came a moment ago, that is
 * `link-in-library`; where the root itself has become one, `library-missing`.
 * Errors are `AppError`: these and `disk-full`, `drive-failed`, `folder-not-writable`, `file-in-use`, `file-vanished`,
 * `file-unreadable`; `library-missing` also where the drive of the root does not answer.
 */
export interface LibraryDisk {
  /** `undefined` when nothing is there. A link is told as what it is. */
  stat(path: string): Promise<FileStat | undefined>;
  /** The whole folder or an error, never a part of it. `undefined` when the folder is not there. */
  list(folder: string): Promise<readonly FolderEntry[] | undefined>;
  hash(path: string): Promise<HashedFile>;
  /** The bytes of a file; `sha256` is that of all of them, once they were read to the end. */
  read(path: string): { readonly bytes: AsyncIterable<Uint8Array>; readonly sha256: () => Sha256 | undefined };
  /** Gives random access to the file while `use` runs. */
  inspect<T>(path: string, use: (file: RandomAccessFile) => Promise<T>): Promise<T>;
  /** As UTF-8, without the byte order mark that some editors put before it. `undefined` when nothing is there. */
  readText(path: string): Promise<string | undefined>;
  /** Replaces a small text file as a whole; it keeps mode, owner and group. @throws AppError `file-read-only` */
  writeText(path: string, text: string): Promise<void>;
  /**
   * Puts a small file at `path`, where nothing may stand: who reads there finds nothing or all of it. Those that are put
   * at the same time are flushed together.
   * @returns how it looks there, unless a save came at once: then how it looked before
   * @throws AppError `target-occupied`
   */
  putWhole(path: string, bytes: Uint8Array): Promise<FileStat>;
  /**
   * Writes what arrives to a new file, which must not exist; or behind the first `startAt` bytes of one that does, whose
   * rest is dropped. What has arrived when the bytes break off stays and is durable.
   * @returns hash and size of the whole file
   */
  receive(
    path: string,
    bytes: AsyncIterable<Uint8Array>,
    options?: ReceiveOptions,
  ): Promise<{ readonly sha256: Sha256; readonly sizeBytes: number }>;
  /**
   * Puts `from` in the place of `to` in one step; a reader of `to` sees the old file or the new one. Mode, owner and group
   * stay those of the file that stood there, as far as the system lets this user.
   * @param standing how `to` looked when this was decided; it is looked at once more at the last moment
   * @throws AppError `file-changed-meanwhile` when it looks otherwise, `file-read-only` when it is marked so
   */
  replace(from: string, to: string, standing?: FileStat): Promise<void>;
  /** Moves `from` to `to` unless something stands there: then `target-occupied`. */
  place(from: string, to: string): Promise<void>;
  /**
   * Keeps the file at `from` also at `to`, where nothing may stand: what is there afterwards, also after a crash, is
   * whole. Where the disk can do so, `to` is a second name of the same file, so that who has it open and writes to it after
   * `from` was replaced writes to what is kept; else it is a copy.
   */
  keepCopy(from: string, to: string): Promise<void>;
  /** Copies the file at `from` to `to`, where nothing may stand: a file of its own, and whole also after a crash. */
  copy(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** Removes a folder if nothing is in it. */
  removeEmptyFolder(path: string): Promise<void>;
  /** How much room the disk has, for this user; `undefined` where it does not say. */
  room(): Promise<{ readonly freeBytes: number; readonly totalBytes: number } | undefined>;
}

interface ReceiveOptions {
  readonly startAt?: number;
  /** @param sizeBytes how long the file is by now */
  readonly onProgress?: (sizeBytes: number) => void;
}

export interface Disk {
  /** Whether names that differ in case only are the same file on disks of this platform. */
  readonly ignoresCase: boolean;
  /** How many characters a whole path may have for the programs of this platform to open it. */
  readonly longestPath: number;
  /** What kind of drive a folder is on; `unknown` where that cannot be told. */
  driveKind(root: string): Promise<'local' | 'network' | 'unknown'>;
  /** The disk below `root` (absolute). */
  library(root: string): LibraryDisk;
  /** The absolute, canonical form of a folder a person named; `undefined` when it is no folder. */
  canonicalFolder(folder: string): Promise<string | undefined>;
  /** The folder of a full path, and the name in it. */
  splitPath(absolute: string): { readonly folder: string; readonly name: string };
  /** The path as this computer writes it. */
  absolute(root: string, path: string): string;
}

/** Tells where to look; it may miss things and invent things, the scan is the truth. */
export interface Watcher {
  /**
   * @param onHint gets a path below the root that may have changed; empty means "anywhere"
   * @param onFailure gets what went wrong; `library-missing` where nothing is heard any more, as when the root is away
   * @returns stops watching
   */
  watch(
    root: string,
    onHint: (path: string) => void,
    onFailure: (cause: unknown) => void,
  ): Promise<() => Promise<void>>;
}

/** A SQLite database: write-ahead log, fully synchronous, used by this engine alone. Statements are prepared once. */
export interface Database {
  run(statement: Statement): { readonly changes: number; readonly lastId: number };
  /** The first row, as `read` reads it; `undefined` where there is none. */
  get<T>(statement: Statement, read: (row: SqlRow) => T): T | undefined;
  all<T>(statement: Statement, read: (row: SqlRow) => T): T[];
  /** Whether there is such a row. */
  has(statement: Statement): boolean;
  /** Everything in `work` or nothing of it; durable when it returns. */
  transaction<T>(work: () => T): T;
  /**
   * As `transaction`, soon, and together with others that are asked for at the same time: one flush of the disk serves
   * them all. Each is whole or not there at all by itself.
   */
  together<T>(work: () => T): Promise<T>;
  close(): void;
}

/** A statement with the values of its places, in their order; `sql` writes them. */
export interface Statement {
  readonly text: string;
  readonly values: readonly SqlValue[];
}

export type SqlValue = string | number | null;

export type SqlRow = Readonly<Record<string, unknown>>;

/** What a CAD file says about itself. */
export interface CadFacts {
  readonly applicationVersion?: string | undefined;
  /** For people: `Revit 2020`. */
  readonly program?: string | undefined;
  readonly whole: 'whole' | 'incomplete' | 'unknown';
}

export type InspectCadFile = (file: RandomAccessFile, fileName: string, sizeBytes: number) => Promise<CadFacts>;

/** The service the engine currently talks to. */
export interface ConnectionPort {
  /**
   * The connected service: its caller and a name that stays the same for the same service, so that what was agreed
   * with one service is never taken for agreed with another. `undefined` while none is set up.
   */
  current(): { readonly service: RemoteCaller & Partial<ServiceSession>; readonly serviceId: string } | undefined;
}

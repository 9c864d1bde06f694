import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { toDiskError } from '../platform/disk-error.ts';
import { keepPrivate, openPrivateFolder } from '../privacy/private-files.ts';

/** Before the bytes: what they are, by which makers they were made, and a check sum of them. */
export const headBytes = 6;
/** So much is left when room has to be made, so that it is not made for everything that is kept. */
const shareLeft = 0.9;
/** What is used counts as new again, noted at most so often. */
const usedAgainMs = 86_400_000;

/** What was kept, and of which kind its keeper said it is. */
interface Kept {
  readonly kind: number;
  readonly bytes: Buffer;
}

/** Bytes by name in a folder for this user alone; those not used for longest go first. */
export interface KeptFolder {
  /** `undefined` where nothing is kept, or it was damaged, made by other makers or cannot be read. */
  find(name: string): Kept | undefined;
  /**
   * @param kind 0 … 255
   * @throws AppError `disk-full` and others of the disk, or the system's error
   */
  keep(name: string, kind: number, bytes: Uint8Array): void;
}

interface KeptFolderOptions {
  readonly folder: string;
  /** How much is kept. */
  readonly limitBytes: number;
  /** Of those who make what is kept, 0 … 255: what others made is not found. */
  readonly makersVersion: number;
}

/** @throws the system's error where the folder cannot be made */
export function openKeptFolder({ folder, limitBytes, makersVersion }: KeptFolderOptions): KeptFolder {
  openPrivateFolder(folder, () => true);
  let keptBytes: number | undefined;
  return {
    find(name) {
      const file = join(folder, name);
      const found = read(file, makersVersion);
      if (found) orNotKept(() => noteUsed(file));
      return found;
    },
    keep(name, kind, bytes) {
      const beside = join(folder, `${name}.${randomBytes(4).toString('hex')}`);
      try {
        keepPrivate(beside);
        writeFileSync(beside, withHead(kind, makersVersion, bytes));
        renameSync(beside, join(folder, name));
      } catch (error) {
        // On a full disk its last bytes would be gone for good, and those of each further try.
        orNotKept(() => rmSync(beside, { force: true }));
        throw toDiskError(error, 'write');
      }
      const added = headBytes + bytes.length;
      keptBytes = keptBytes === undefined ? sizeOf(list(folder)) : keptBytes + added;
      if (keptBytes > limitBytes) keptBytes = makeRoom(folder, limitBytes * shareLeft);
    },
  };
}

function read(file: string, makersVersion: number): Kept | undefined {
  const whole = orNotKept(() => readFileSync(file));
  if (!whole || whole.length < headBytes || whole.readUInt8(1) !== makersVersion) return undefined;
  const bytes = whole.subarray(headBytes);
  return whole.readUInt32LE(2) === crc32(bytes) ? { kind: whole.readUInt8(0), bytes } : undefined;
}

function withHead(kind: number, makersVersion: number, bytes: Uint8Array): Buffer {
  const head = Buffer.alloc(headBytes);
  head.writeUInt8(kind, 0);
  head.writeUInt8(makersVersion, 1);
  head.writeUInt32LE(crc32(bytes), 2);
  return Buffer.concat([head, bytes]);
}

/** What can be made again is kept where that is possible: a full disk is no reason to show nothing. */
export function orNotKept<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

function noteUsed(file: string): void {
  const stats = statSync(file, { throwIfNoEntry: false });
  const now = new Date();
  if (stats && Math.abs(now.getTime() - stats.mtimeMs) > usedAgainMs) utimesSync(file, now, now);
}

interface KeptFile {
  readonly path: string;
  readonly sizeBytes: number;
  readonly usedMs: number;
}

function list(folder: string): KeptFile[] {
  const latestMs = Date.now() + usedAgainMs;
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    const stats = statSync(path, { throwIfNoEntry: false });
    if (!stats?.isFile()) return [];
    // What was used while the clock was ahead would stay until that date, and all else go.
    const usedMs = stats.mtimeMs > latestMs ? 0 : stats.mtimeMs;
    return { path, sizeBytes: stats.size, usedMs };
  });
}

const sizeOf = (files: readonly KeptFile[]): number => files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);

/**
 * Lets files go, those not used for longest first.
 * @returns how much is left
 */
export function makeRoom(folder: string, downToBytes: number): number {
  const files = list(folder).sort((a, b) => a.usedMs - b.usedMs);
  let left = sizeOf(files);
  for (const { path, sizeBytes } of files) {
    if (left <= downToBytes) break;
    rmSync(path, { force: true });
    left -= sizeBytes;
  }
  return left;
}

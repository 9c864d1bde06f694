import { inflateRawSync, constants } from 'node:zlib';
import type { BoundedFile } from './bounded-file.ts';

const endSignature = 0x06054b50;
const endBytes = 22;
/** The end record is followed by a comment of up to 64 KiB. */
const endSearchBytes = endBytes + 0xffff;
const entrySignature = 0x02014b50;
const entryBytes = 46;
const localBytes = 30;
const largestInflatedBytes = 8 * 1024 * 1024;

/** Whether a file begins as a ZIP with something in it. */
export const isZip = (head: Buffer): boolean => head.toString('latin1', 0, 4) === 'PK\u0003\u0004';

/** Where a ZIP's directory stands, as its end record says. */
interface ZipEnd {
  /** Where the ZIP begins that the other places are counted from: 0, or what stands before it in the file. */
  readonly zipStart: number;
  readonly directoryStart: number;
  readonly directoryBytes: number;
}

interface ZipEntry {
  readonly method: number;
  readonly compressedBytes: number;
  readonly localStart: number;
}

/** Finds the record every complete ZIP ends with; `undefined` where there is none that reaches to the file's end. */
export async function findZipEnd(file: BoundedFile): Promise<ZipEnd | undefined> {
  const tail = await file.readTail(endSearchBytes);
  for (let at = tail.length - endBytes; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) !== endSignature) continue;
    if (at + endBytes + tail.readUInt16LE(at + 20) !== tail.length) continue;
    const [directoryBytes, stated] = [tail.readUInt32LE(at + 12), tail.readUInt32LE(at + 16)];
    const directoryStart = file.sizeBytes - tail.length + at - directoryBytes;
    return { directoryBytes, directoryStart, zipStart: directoryStart - stated };
  }
  return undefined;
}

/** The first entry whose name the test accepts. Entries behind the first MiB of the directory are not looked at. */
export async function findZipEntry(
  file: BoundedFile,
  end: ZipEnd,
  isWanted: (name: string) => boolean,
): Promise<ZipEntry | undefined> {
  const directory = await file.read(end.directoryStart, end.directoryBytes);
  let at = 0;
  while (at + entryBytes <= directory.length && directory.readUInt32LE(at) === entrySignature) {
    const nameBytes = directory.readUInt16LE(at + 28);
    const name = directory.toString('utf8', at + entryBytes, at + entryBytes + nameBytes);
    if (isWanted(name)) {
      return {
        method: directory.readUInt16LE(at + 10),
        compressedBytes: directory.readUInt32LE(at + 20),
        localStart: end.zipStart + directory.readUInt32LE(at + 42),
      };
    }
    at += entryBytes + nameBytes + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return undefined;
}

/** Where the stored bytes of an entry begin; `undefined` where what stands before them is cut off. */
export async function findStoredBytes(file: BoundedFile, { localStart }: ZipEntry): Promise<number | undefined> {
  const local = await file.read(localStart, localBytes);
  if (local.length < localBytes) return undefined;
  return localStart + localBytes + local.readUInt16LE(26) + local.readUInt16LE(28);
}

/**
 * What the first entry whose name the test accepts begins with, made from at most `compressedLimit` of its stored bytes;
 * `undefined` if there is none or it is unreadable.
 */
export async function readZipEntryStart(
  file: BoundedFile,
  end: ZipEnd,
  isWanted: (name: string) => boolean,
  compressedLimit: number,
): Promise<Buffer | undefined> {
  const entry = await findZipEntry(file, end, isWanted);
  const start = entry && (await findStoredBytes(file, entry));
  if (!entry || start === undefined) return undefined;
  const stored = await file.read(start, Math.min(entry.compressedBytes, compressedLimit));
  if (entry.method === 0) return stored;
  if (entry.method !== 8) return undefined;
  try {
    // The sync flush lets the stream end where our bounded piece of it ends.
    return inflateRawSync(stored, {
      finishFlush: constants.Z_SYNC_FLUSH,
      maxOutputLength: largestInflatedBytes,
    });
  } catch {
    // Bytes that do not inflate say nothing; that is an answer here and no failure.
    return undefined;
  }
}

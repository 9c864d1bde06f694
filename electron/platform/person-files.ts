import type { Stats } from 'node:fs';
import { lstat, mkdir, open, rm, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join } from 'node:path';
import type { OutgoingFile } from '../../shared/api/caller.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import { fittedPath } from '../../shared/model/fitted-path.ts';
import { guard, orAbsent, toDiskError } from './disk-error.ts';
import { syncFolder } from './make-durable.ts';
import { newPartName } from './new-part-name.ts';
import { putNew } from './put-new.ts';
import { putOver } from './put-over.ts';

/** Files outside of libraries that a person names: what is sent, and what is saved. */

/**
 * A file to send. It is read when it is sent, each time from its beginning.
 * @throws AppError `invalid-request` where the path is not a full one or names no file, `empty-file`
 */
export async function openPersonFile(path: string): Promise<OutgoingFile> {
  assertFullPath(path);
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile()) throw new AppError('invalid-request', { detail: `There is no file ${path}.` });
  if (found.size === 0) throw new AppError('empty-file');
  return { fileName: basename(path), sizeBytes: found.size, open: () => readWhole(path, found.size) };
}

/** @throws AppError `invalid-request` */
export function assertFullPath(path: string): void {
  if (isAbsolute(path)) return;
  throw new AppError('invalid-request', { detail: `This is not the full path of a file: ${path}` });
}

/** @throws AppError `file-changed-meanwhile` at its end, where what was read may be part of one state and part of another */
async function* readWhole(path: string, sizeBytes: number): AsyncGenerator<Uint8Array, void, void> {
  const handle = await guard(() => open(path, 'r'), 'read');
  try {
    const { mtimeNs } = await handle.stat({ bigint: true });
    let readBytes = 0;
    for await (const chunk of handle.createReadStream({ end: sizeBytes - 1, autoClose: false })) {
      readBytes += (chunk as Uint8Array).byteLength;
      yield chunk as Uint8Array;
    }
    const now = await handle.stat({ bigint: true });
    if (readBytes !== sizeBytes || now.size !== BigInt(sizeBytes) || now.mtimeNs !== mtimeNs) {
      throw new AppError('file-changed-meanwhile', { detail: path });
    }
  } finally {
    await handle.close();
  }
}

/** Where a file is saved. */
interface SavePlace {
  readonly path: string;
  /** Whether a person agreed that a file that stands there is replaced. */
  readonly mayReplace: boolean;
  /** When they did: a file that changed since is another one. Without, it was a moment ago. */
  readonly agreedMs?: number;
  /** Who may read it, as `open` takes it; whom the system lets, without. */
  readonly mode?: number;
}

/** The file that stands at a path: its size, and when it was last touched. */
export async function lookAtPersonFile(path: string) {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() ? { sizeBytes: found.size, changedMs: found.ctimeMs } : undefined;
}

/**
 * Saves what arrives. Nothing is seen at the place before all of it is there and durable; what breaks off leaves nothing.
 * @param onProgress told how many bytes have been written by now
 * @returns its size in bytes
 * @throws AppError `place-taken` where a link stands there, or a file that may not be replaced; `place-not-writable`,
 * `disk-full`, `file-in-use`, and what reading the bytes throws
 */
export async function savePersonFile(
  place: SavePlace,
  bytes: AsyncIterable<Uint8Array>,
  onProgress: (sizeBytes: number) => void = () => undefined,
): Promise<number> {
  const { path } = place;
  const folder = dirname(path);
  const part = join(folder, newPartName());
  await refuseOccupied(place);
  await savingAt(place, () => mkdir(folder, { recursive: true }));
  try {
    const sizeBytes = await writeDurably(part, bytes, { place, onProgress });
    await refuseOccupied(place);
    await savingAt(place, async () => void (await (place.mayReplace ? putOver(part, path) : putNew(part, path))));
    await savingAt(place, () => syncFolder(folder));
    return sizeBytes;
  } finally {
    await rm(part, { force: true }).catch(() => undefined);
  }
}

/** What the disk refuses is said of the place that a person chose: it is in no library, and nothing goes on by itself. */
async function savingAt<T>({ path, mayReplace }: SavePlace, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    const failure = toDiskError(thrown, 'write');
    const code = failure instanceof AppError ? failure.code : undefined;
    if (code === 'target-occupied' && !mayReplace && (await standingAt(path))) throw taken(path, 'is there already');
    if (code === 'disk-full' || code === 'file-in-use') throw failure;
    const detail = thrown instanceof Error ? thrown.message : path;
    throw new AppError('place-not-writable', { cause: thrown, detail });
  }
}

/** @throws AppError `place-taken` */
async function refuseOccupied({ path, mayReplace, agreedMs = Infinity }: SavePlace): Promise<void> {
  const standing = await standingAt(path);
  // Also one that leads nowhere, which others call a free place.
  if (standing?.isSymbolicLink()) throw taken(path, 'is a link, and links are not followed');
  if (!mayReplace && standing) throw taken(path, 'is there already');
  if (!mayReplace || agreedMs === Infinity) return;
  const found = await lookAtPersonFile(path);
  if (!found || found.changedMs <= agreedMs) return;
  throw taken(path, 'changed after it was chosen');
}

/** `undefined` also where nothing can stand. */
function standingAt(path: string): Promise<Stats | undefined> {
  return lstat(path).catch(() => undefined);
}

function taken(path: string, how: string): AppError {
  return new AppError('place-taken', { detail: `${path} ${how}.` });
}

async function writeDurably(
  file: string,
  bytes: AsyncIterable<Uint8Array>,
  { place, onProgress }: { readonly place: SavePlace; readonly onProgress: (sizeBytes: number) => void },
): Promise<number> {
  const handle = await savingAt(place, () => open(file, 'wx', place.mode));
  let sizeBytes = 0;
  try {
    for await (const chunk of bytes) {
      await savingAt(place, async () => {
        for (let written = 0; written < chunk.length;) {
          written += (await handle.write(chunk, written, chunk.length - written)).bytesWritten;
        }
      });
      sizeBytes += chunk.length;
      onProgress(sizeBytes);
    }
    await savingAt(place, () => handle.sync());
    return sizeBytes;
  } finally {
    await handle.close();
  }
}

/**
 * A place in a folder under this name, or under one with a number behind it where that is taken.
 * @throws AppError `unsafe-name` where the disk takes no such name, `file-unreadable` where it does not say what is there
 */
export async function freePlaceIn(folder: string, name: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const path = join(folder, number === 1 ? name : fittedPath(name, ` (${number})`));
    if ((await orAbsent(lstat(path))) === undefined) return path;
  }
}

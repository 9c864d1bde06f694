import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { OutgoingFile } from '../../../shared/api/caller.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { toStateError } from '../../../shared/errors/state-error.ts';
import { createPrivateFile, syncFolder } from '../../privacy/private-files.ts';
import { hasRoomBeside } from '../../privacy/room-beside.ts';

interface KeptBytes {
  readonly bytesId: string;
  readonly sha256: string;
  readonly sizeBytes: number;
}

/** Bytes that wait to be sent. */
export interface WaitingBytes {
  /**
   * Durable when it resolves.
   * @throws AppError `disk-full`, `state-out-of-reach` where the system refuses to keep them, `file-changed-meanwhile`
   * where others came than were announced, or what reading throws
   */
  keep(file: Pick<OutgoingFile, 'open' | 'sizeBytes'>): Promise<KeptBytes>;
  /** Opened at once: what is removed later is read to its end all the same. */
  read(bytesId: string): Readable;
  remove(bytesId: string): Promise<void>;
}

/** Which bytes are needed, by their ids. */
interface Needs {
  readonly wanted: ReadonlySet<string>;
  /** Those that nobody needs any more. */
  readonly needless: readonly string[];
  /** Milliseconds since 1970. */
  readonly nowMs: number;
}

/** What a name ends with while nothing speaks of the bytes: on how many days; their file bears the date of the last one. */
const leftEnding = /\.left-(\d+)$/;

/** So long they stay then: an earlier database may have been put back, and the one that speaks of them comes again. */
const leftForDays = 30;
const dayMs = 86_400_000;

/** Whether there are bytes that some database speaks of. @throws AppError `state-out-of-reach` */
export function holdsBytes(folder: string): boolean {
  return namesIn(folder).some((name) => !leftEnding.test(name));
}

/**
 * @param folder for this user alone, and for nothing else
 * @param needs those that are neither wanted nor needless go once that was found on 30 days after the first
 * @throws AppError `disk-full`, `state-out-of-reach`
 */
export function openWaitingBytes(folder: string, { wanted, needless, nowMs }: Needs): WaitingBytes {
  for (const bytesId of needless) ifFree(() => rmSync(join(folder, bytesId), { force: true }));
  for (const name of namesIn(folder)) {
    const bytesId = name.replace(leftEnding, '');
    if (!wanted.has(bytesId)) ifFree(() => leave(join(folder, bytesId), leftEnding.exec(name)?.[1], nowMs));
    else if (name !== bytesId) inStateWords(folder, () => renameSync(join(folder, name), join(folder, bytesId)));
  }
  return {
    async keep({ open: read, sizeBytes }) {
      const bytesId = randomUUID();
      try {
        const written = await write(join(folder, bytesId), read());
        if (written.sizeBytes !== sizeBytes) throw new AppError('file-changed-meanwhile');
        await inWords(folder, syncFolder(folder));
        return { ...written, bytesId };
      } catch (thrown) {
        await rm(join(folder, bytesId), { force: true });
        throw thrown;
      }
    },
    read(bytesId) {
      const bytes = createReadStream(join(folder, bytesId), { highWaterMark: 256 * 1024 });
      // It may fail before anybody reads: whoever does is told then, and an error that nobody hears ends the app.
      bytes.on('error', () => undefined);
      return bytes;
    },
    remove: (bytesId) => rm(join(folder, bytesId), { force: true }),
  };
}

/** Nobody needs them any more. Where a scanner holds them, the next start removes them: what is done is done. */
export async function letGo(bytes: Pick<WaitingBytes, 'remove'>, bytesIds: readonly string[]): Promise<void> {
  for (const bytesId of bytesIds) await bytes.remove(bytesId).catch(() => undefined);
}

/**
 * Has bytes that nothing speaks of go, once that was found on enough days. A clock that is wrong at some start counts as
 * one day at most.
 * @param days on how many it was found so far, as the name says; none at first
 */
function leave(path: string, days: string | undefined, nowMs: number): void {
  const found = days === undefined ? path : `${path}.left-${days}`;
  const note = (foundOnDays: number): void => {
    utimesSync(found, nowMs / 1000, nowMs / 1000);
    renameSync(found, `${path}.left-${foundOnDays}`);
  };
  if (days === undefined) return note(0);
  const passedMs = nowMs - Math.round(statSync(found).mtimeMs);
  // The clock was ahead then, or is behind now.
  if (passedMs < 0) note(Number(days));
  else if (passedMs >= dayMs && Number(days) + 1 < leftForDays) note(Number(days) + 1);
  else if (passedMs >= dayMs) rmSync(found, { force: true });
}

/** What is in the folder, which is made where it is not there. */
function namesIn(folder: string): readonly string[] {
  return inStateWords(folder, () => {
    mkdirSync(folder, { mode: 0o700, recursive: true });
    return readdirSync(folder);
  });
}

function inStateWords<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    throw toStateError(thrown, path);
  }
}

/** Where a scanner holds it, a later start does it: what waits is not held up by that. */
function ifFree(work: () => void): void {
  try {
    work();
  } catch {
    // It takes room until then, and does nothing else.
  }
}

async function write(path: string, bytes: AsyncIterable<Uint8Array>) {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  const handle = await inWords(path, createPrivateFile(path));
  try {
    for await (const piece of bytes) {
      hash.update(piece);
      sizeBytes += piece.byteLength;
      await inWords(path, handle.appendFile(piece));
    }
    await inWords(path, handle.sync());
  } finally {
    await handle.close();
  }
  return { sha256: hash.digest('hex'), sizeBytes };
}

/** Why the disk did not take them; what came from whoever gave them is told as it is. */
async function inWords<T>(path: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (thrown) {
    throw toStateError(thrown, path, () => hasRoomBeside(path));
  }
}

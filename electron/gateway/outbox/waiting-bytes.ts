import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, mkdirSync, readdirSync, rmSync } from 'node:fs';
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

/**
 * @param folder for this user alone, and for nothing else
 * @param wanted those that somebody still needs; all others go
 * @throws AppError `disk-full`, `state-out-of-reach`
 */
export function openWaitingBytes(folder: string, wanted: ReadonlySet<string>): WaitingBytes {
  for (const name of namesIn(folder)) if (!wanted.has(name)) removeIfFree(join(folder, name));
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

/** What is in the folder, which is made where it is not there. */
function namesIn(folder: string): readonly string[] {
  try {
    mkdirSync(folder, { mode: 0o700, recursive: true });
    return readdirSync(folder);
  } catch (thrown) {
    throw toStateError(thrown, folder);
  }
}

/** Where a scanner holds it, a later start removes it: what waits is not held up by that. */
function removeIfFree(path: string): void {
  try {
    rmSync(path, { force: true });
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

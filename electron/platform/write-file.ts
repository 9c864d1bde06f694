import { createHash, randomBytes, type Hash } from 'node:crypto';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError } from '../../shared/errors/app-error.ts';
import type { Sha256 } from '../../shared/model/sha256.ts';
import { guard } from './disk-error.ts';
import { makeFolders, syncFolder } from './make-durable.ts';
import { putOver } from './put-over.ts';

const chunkBytes = 1 << 20;

/** Writes a text below the root, over what stands there; whoever reads finds the one or the other, whole. */
export async function writeTextFile(root: string, target: string, text: string): Promise<void> {
  const temporary = `${target}.${randomBytes(6).toString('hex')}.tmp`;
  await guard(async () => {
    await makeFolders(root, dirname(target));
    await withFile(temporary, 'wx', async (handle) => {
      await handle.writeFile(text, 'utf8');
      await handle.sync();
    });
    await putOver(temporary, target);
    await syncFolder(dirname(target));
  }).catch(async (error: unknown) => {
    // That it cannot be cleaned up must not hide why.
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  });
}

/** Writes bytes into a file below the root while they arrive, behind the first `startAt` bytes of what is there. */
export async function receiveFile(
  root: string,
  target: string,
  bytes: AsyncIterable<Uint8Array>,
  { startAt = 0, onProgress }: { readonly startAt?: number; readonly onProgress?: (sizeBytes: number) => void },
): Promise<{ readonly sha256: Sha256; readonly sizeBytes: number }> {
  await guard(() => makeFolders(root, dirname(target)));
  const hash = createHash('sha256');
  let sizeBytes = startAt;
  await withFile(target, startAt === 0 ? 'wx' : 'r+', async (handle) => {
    if (startAt > 0) await keepStart(handle, startAt, hash);
    else await guard(() => syncFolder(dirname(target)));
    try {
      for await (const chunk of bytes) {
        hash.update(chunk);
        await guard(() => writeAll(handle, chunk, sizeBytes));
        sizeBytes += chunk.length;
        onProgress?.(sizeBytes);
      }
    } finally {
      await guard(() => handle.sync());
    }
  });
  return { sha256: hash.digest('hex') as Sha256, sizeBytes };
}

/** Takes the first bytes of a file into the hash and drops the rest. */
async function keepStart(handle: FileHandle, lengthBytes: number, hash: Hash): Promise<void> {
  const buffer = Buffer.allocUnsafe(chunkBytes);
  for (let position = 0; position < lengthBytes;) {
    const { bytesRead } = await guard(() =>
      handle.read(buffer, 0, Math.min(chunkBytes, lengthBytes - position), position),
    );
    if (bytesRead === 0) throw new AppError('file-vanished', { detail: 'The part is shorter than it was.' });
    hash.update(buffer.subarray(0, bytesRead));
    position += bytesRead;
  }
  await guard(() => handle.truncate(lengthBytes));
}

async function writeAll(handle: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let written = 0; written < bytes.length;) {
    const { bytesWritten } = await handle.write(bytes, written, bytes.length - written, position + written);
    written += bytesWritten;
  }
}

async function withFile(file: string, flags: 'wx' | 'r+', use: (handle: FileHandle) => Promise<void>): Promise<void> {
  const handle = await guard(() => open(file, flags));
  try {
    await use(handle);
  } finally {
    await handle.close();
  }
}

import { createHash, type Hash } from 'node:crypto';
import type { Stats } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError } from '../../shared/errors/app-error.ts';
import { gatherPieces } from '../../shared/model/gather-pieces.ts';
import type { Sha256 } from '../../shared/model/sha256.ts';
import { guard } from './disk-error.ts';
import type { DiskSystem } from './disk-system.ts';
import { withMadeFolderOf } from './folder-of.ts';
import { wearOutside } from './keep-outside.ts';
import { putOver } from './put-over.ts';
import { assertOpened, updateFlags, type Place } from './real-place.ts';
import { withPart } from './with-part.ts';

const chunkBytes = 1 << 20;

/** The network gives small pieces. */
const writtenTogetherBytes = 1 << 18;

/**
 * Writes a text below the root, over what stands there, whose mode and owner it keeps; whoever reads finds the one or the
 * other, whole.
 * @throws AppError `file-read-only` where what stands there is marked so
 */
export async function writeTextFile(place: Place, text: string, system: DiskSystem): Promise<void> {
  await guard(() =>
    withMadeFolderOf(place, system, ({ folder, file }) =>
      withPart(dirname(file), async (part) => {
        const standing = await system.outsideToKeep(file);
        await writeWhole(part, text, standing);
        await putOver(part, file, system, () => folder.assertStill());
        await folder.sync();
      }),
    ),
  );
}

/** Writes bytes into a file below the root while they arrive, behind the first `startAt` bytes of what is there. */
export async function receiveFile(
  place: Place,
  bytes: AsyncIterable<Uint8Array>,
  { startAt = 0, onProgress }: { readonly startAt?: number; readonly onProgress?: (sizeBytes: number) => void },
  system: DiskSystem,
): Promise<{ readonly sha256: Sha256; readonly sizeBytes: number }> {
  const handle = await guard(() => (startAt === 0 ? openNew(place, system) : openLeft(place, system)));
  const hash = createHash('sha256');
  let sizeBytes = startAt;
  try {
    if (startAt > 0) await keepStart(handle, startAt, hash);
    try {
      for await (const pieces of gatherPieces(bytes, writtenTogetherBytes)) {
        for (const piece of pieces) hash.update(piece);
        sizeBytes = await guard(() => writeAll(handle, pieces, sizeBytes));
        onProgress?.(sizeBytes);
      }
    } finally {
      await guard(() => handle.sync());
    }
  } finally {
    await handle.close();
  }
  return { sha256: hash.digest('hex') as Sha256, sizeBytes };
}

/** From here on the file itself is written to, whatever becomes of its path. */
function openNew(place: Place, system: DiskSystem): Promise<FileHandle> {
  return withMadeFolderOf(place, system, async ({ folder, file }) => {
    const handle = await open(file, 'wx');
    try {
      // Elsewhere than on Linux this proves that the new file is where it belongs, before any byte is in it.
      await folder.assertStill();
      await folder.sync();
      return handle;
    } catch (error) {
      await handle.close();
      throw error;
    }
  });
}

async function openLeft(place: Place, system: DiskSystem): Promise<FileHandle> {
  const handle = await open(place.path, updateFlags);
  try {
    assertOpened(handle.fd, place, system);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
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

/** @returns where the next pieces go */
async function writeAll(handle: FileHandle, pieces: readonly Uint8Array[], position: number): Promise<number> {
  const end = pieces.reduce((sum, piece) => sum + piece.length, position);
  const { bytesWritten } = await handle.writev(pieces, position);
  if (position + bytesWritten === end) return end;
  // Rarely a system writes less than it was given.
  return writeAll(handle, [Buffer.concat(pieces).subarray(bytesWritten)], position + bytesWritten);
}

async function writeWhole(file: string, text: string, standing: Stats | undefined): Promise<void> {
  const handle = await open(file, 'wx');
  try {
    await handle.writeFile(text, 'utf8');
    if (standing) await wearOutside(handle, standing);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

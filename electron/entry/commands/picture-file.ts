import { open, rename, writeFile } from 'node:fs/promises';
import { dirname, extname } from 'node:path';
import { AppError } from '../../../shared/errors/app-error.ts';
import { toPng, type Picture } from '../../look/draw/canvas.ts';
import { codeOf } from '../../platform/disk-error.ts';
import { withPart } from '../../platform/with-part.ts';
import { tryWhileHeld } from '../../privacy/held-open.ts';

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/**
 * A picture takes the place of another picture, never that of a drawing whose name was mistaken for it.
 * @throws AppError `picture-not-written`
 */
export async function assertPicturePlace(path: string): Promise<void> {
  if (extname(path).toLowerCase() !== '.png') {
    throw new AppError('picture-not-written', { detail: `Its name has to end in .png: ${path}` });
  }
  const file = await open(path).catch((cause: unknown) => {
    if (codeOf(cause) === 'ENOENT') return undefined;
    // What cannot be read may be anything.
    throw new AppError('picture-not-written', { detail: path, cause });
  });
  if (!file) return;
  try {
    const { buffer } = await file.read(Buffer.alloc(pngSignature.length), 0, pngSignature.length, 0);
    if (buffer.equals(pngSignature)) return;
  } catch (cause) {
    throw new AppError('picture-not-written', { detail: path, cause });
  } finally {
    await file.close();
  }
  throw new AppError('picture-not-written', { detail: `${path} is there already and is no PNG picture.` });
}

/** @throws AppError `picture-not-written` */
export async function writePicture(path: string, picture: Picture): Promise<void> {
  await assertPicturePlace(path);
  try {
    await withPart(dirname(path), async (part) => {
      await writeFile(part, toPng(picture), { flag: 'wx' });
      await tryWhileHeld(() => rename(part, path));
    });
  } catch (cause) {
    throw new AppError('picture-not-written', { detail: path, cause });
  }
}

import { open, rename, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, resolve } from 'node:path';
import { AppError } from '../../../shared/errors/app-error.ts';
import { codeOf } from '../../platform/disk-error.ts';
import { withPart } from '../../platform/with-part.ts';
import { toPng, type Picture } from '../../look/draw/canvas.ts';
import { drawScene } from '../../look/draw/draw-scene.ts';
import { namingFile } from '../../look/look-errors.ts';
import { createShapeReading } from '../../look/read-shape.ts';
import { tryWhileHeld } from '../../privacy/held-open.ts';
import { drawingFile } from './drawing-file.ts';
import { exitCodes, printResult } from './output.ts';

/** The command line of `cadsync look`. */
export interface LookOptions {
  /** Path of the picture to write. */
  readonly out: string;
  /** In points. */
  readonly size: number;
  readonly json: boolean;
}

/**
 * Draws what is in a file.
 * @throws AppError as `drawingFile` and reading shapes do, also where there is nothing to be seen; `picture-not-written`
 */
export async function lookCommand(file: string, { out, size, json }: LookOptions): Promise<number> {
  await assertPicturePlace(out);
  const path = await drawingFile(file);
  const scene = await createShapeReading()
    .read(path)
    .catch((thrown: unknown) => Promise.reject(namingFile(thrown, basename(path))));
  if (!scene.bounds) throw new AppError('look-unreadable', { detail: `There is nothing in ${file} to be seen.` });
  await writePicture(out, drawScene(scene, size));
  const { kind, notShown } = scene;
  printResult(json, { picture: resolve(out), kind, notShown }, (drawn) =>
    [`Drawn: ${drawn.picture}`, ...(drawn.notShown ? [`Not shown: ${drawn.notShown.join(', ')}`] : [])].join('\n'),
  );
  return exitCodes.done;
}

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

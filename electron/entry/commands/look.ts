import { basename, resolve } from 'node:path';
import { AppError } from '../../../shared/errors/app-error.ts';
import { drawScene } from '../../look/draw/draw-scene.ts';
import { namingFile } from '../../look/look-errors.ts';
import { createShapeReading } from '../../look/read-shape.ts';
import { drawingFile } from './drawing-file.ts';
import { exitCodes, printResult } from './output.ts';
import { assertPicturePlace, writePicture } from './picture-file.ts';

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

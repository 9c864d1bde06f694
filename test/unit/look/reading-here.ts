import { readFileSync } from 'node:fs';
import { lookLimits } from '../../../electron/look/limits.ts';
import { readScene } from '../../../electron/look/read-scene.ts';
import { createShapeReading, type ShapeReading } from '../../../electron/look/read-shape.ts';
import { shapeFormatOf, type ShapeFormat } from '../../../electron/look/shape-formats.ts';

/** Their readers leave nothing behind; the others load WebAssembly, which holds what it took. */
const readHere: ReadonlySet<ShapeFormat | undefined> = new Set(['dxf', 'stl', 'obj'] as const);

/**
 * Reads shapes as in the app, but where it can without a thread for each file: to start one costs more than a test. Nor
 * is there a limit of time then: what might be read without end is for a thread.
 */
export function createReadingHere(): ShapeReading {
  const inThreads = createShapeReading();
  return {
    async read(path, options = {}) {
      const format = shapeFormatOf(options.fileName ?? path);
      if (!format || !readHere.has(format)) return inThreads.read(path, options);
      return readScene(readFileSync(path), format, lookLimits);
    },
  };
}

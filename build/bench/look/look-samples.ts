import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../../shared/errors/app-error.ts';
import { compareScenes } from '../../../electron/look/compare/compare-scenes.ts';
import { drawScene } from '../../../electron/look/draw/draw-scene.ts';
import { createShapeReading } from '../../../electron/look/read-shape.ts';
import type { Scene } from '../../../shared/rpc/scene.ts';
import { shapeFormatOf } from '../../../electron/look/shape-formats.ts';
import { median, type BenchRow, type Measured } from '../bench-row.ts';
import { memoryGrowth } from '../process-memory.ts';

const samples = join(import.meta.dirname, '..', '..', '..', '..', 'shared', 'samples');
/** Points of a picture in the gallery. */
const pictureSize = 256;

/** How long it takes to read each sample drawing in its worker, to draw and to compare it, and what memory that takes. */
export const lookSamples: BenchRow = async ({ small, runs }) => {
  const names = readdirSync(samples, { recursive: true, encoding: 'utf8' })
    .filter((name) => shapeFormatOf(name) !== undefined)
    .sort();
  const rows: Measured[] = [];
  for (const name of small ? names.slice(0, 2) : names) rows.push(await measure(name, runs));
  return rows;
};

async function measure(name: string, runs: number): Promise<Measured> {
  const path = join(samples, name);
  const times = { read: [] as number[], draw: [] as number[], compare: [] as number[] };
  let grown = 0;
  for (let run = 0; run < runs; run += 1) {
    let scene: Scene | undefined;
    grown = Math.max(
      grown,
      await memoryGrowth(process.pid, async () => {
        scene = await timed(times.read, () => createShapeReading().read(path));
      }),
    );
    if (!scene) throw new AppError('look-failed');
    const read = scene;
    await timed(times.draw, () => drawScene(read, pictureSize));
    await timed(times.compare, () => compareScenes(read, read));
  }
  const shown = (figures: readonly number[]): string => `${median(figures).toFixed(0)} ms`;
  return {
    what: `${name}, ${(statSync(path).size / 1_000).toFixed(0)} kB`,
    ours: `read ${shown(times.read)}, +${grown.toFixed(0)} MB; draw ${shown(times.draw)}; compare ${shown(times.compare)}`,
    peer: '',
    target: 'first picture ≤ 1,500 ms',
  };
}

async function timed<T>(times: number[], work: () => T | Promise<T>): Promise<T> {
  const start = performance.now();
  const result = await work();
  times.push(performance.now() - start);
  return result;
}

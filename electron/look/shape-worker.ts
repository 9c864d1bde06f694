import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { AppError } from '../../shared/errors/app-error.ts';
import { createShapeBudget, type ShapeReader } from './formats/shape-source.ts';
import { handedOver } from './handed-over.ts';
import { beyondLimit } from './look-errors.ts';
import type { LookAnswer, LookTask } from './read-shape.ts';
import type { ShapeFormat } from './shape-formats.ts';

/** A thread that reads the shapes of one file, and is ended then: nothing of a hostile file stays behind. */

const readers: Record<ShapeFormat, () => Promise<ShapeReader>> = {
  step: async () => (await import('./formats/occt.ts')).readStepShape,
  iges: async () => (await import('./formats/occt.ts')).readIgesShape,
  ifc: async () => (await import('./formats/ifc.ts')).readIfcShape,
  stl: async () => (await import('./formats/stl.ts')).readStlShape,
  obj: async () => (await import('./formats/obj.ts')).readObjShape,
  '3dm': async () => (await import('./formats/three-dm.ts')).readThreeDmShape,
  dxf: async () => (await import('./formats/dxf.ts')).readDxfShape,
};

const task = workerData as LookTask;
const memory = limitWebAssembly(task.limits.memoryBytes);
const answer = await read();
parentPort?.postMessage(answer, handedOver(answer));

async function read(): Promise<LookAnswer> {
  try {
    const bytes = bytesOf(task.path);
    const reader = await readers[task.format]();
    return { scene: await reader({ bytes, budget: createShapeBudget(task.limits) }) };
  } catch (error) {
    if (memory.isUsedUp()) return { failure: beyondLimit('memoryBytes', task.limits).toRecord() };
    if (error instanceof AppError) return { failure: error.toRecord() };
    // What a library says about bytes it does not understand helps nobody.
    return { failure: new AppError('look-unreadable').toRecord() };
  }
}

function bytesOf(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (cause) {
    // Nothing is said of its shapes: it may be read as soon as its rights are others.
    throw new AppError('file-unreadable', { cause });
  }
}

/** As every library makes its memory grow; the types of Node leave WebAssembly out. */
interface GrowingMemory {
  readonly buffer: ArrayBuffer;
  grow: (this: GrowingMemory, pages: number) => number;
}

declare const WebAssembly: { readonly Memory: { readonly prototype: GrowingMemory } };

/** All of the libraries grow their memory through this one method; V8's own limit holds for its objects alone. */
function limitWebAssembly(limitBytes: number) {
  const pageBytes = 64 * 1024;
  let usedUp = false;
  const { prototype } = WebAssembly.Memory;
  const { grow } = prototype;
  prototype.grow = function (pages) {
    usedUp ||= this.buffer.byteLength + Number(pages) * pageBytes > limitBytes;
    if (usedUp) throw new RangeError('The limit of memory is reached.');
    return grow.call(this, pages);
  };
  return { isUsedUp: () => usedUp };
}

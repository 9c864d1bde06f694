import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { AppError } from '../../shared/errors/app-error.ts';
import { handedOver } from './handed-over.ts';
import { beyondLimit } from './look-errors.ts';
import { readScene } from './read-scene.ts';
import type { ShapeAnswer, ShapeTask } from './read-shape.ts';

/** A thread that reads the shapes of one file, and is ended then: nothing of a hostile file stays behind. */

const task = workerData as ShapeTask;
const memory = limitWebAssembly(task.limits.memoryBytes);
const answer = await read();
parentPort?.postMessage(answer, handedOver(answer));

async function read(): Promise<ShapeAnswer> {
  const { path, format, limits } = task;
  try {
    return { scene: await readScene(bytesOf(path), format, limits) };
  } catch (error) {
    const reason = memory.isUsedUp() ? beyondLimit('memoryBytes', limits) : error;
    // Anything else is no fault of the file: a part of the app that is missing, for example.
    return { failure: (reason instanceof AppError ? reason : new AppError('look-failed')).toRecord() };
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

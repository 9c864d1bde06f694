import { open } from 'node:fs/promises';
import { AppError, toAppError } from '../../shared/errors/app-error.ts';
import type { ComparisonRecord, DrawingFacts, ShapeComparison } from '../../shared/rpc/comparison.ts';
import { inspectCadFile } from '../cad/inspect.ts';
import { compareScenes } from './compare/compare-scenes.ts';
import type { Compared } from './compare/compared.ts';
import { hashOfFile } from './hash-of-file.ts';
import { namingFile } from './look-errors.ts';
import type { ShapeReading } from './read-shape.ts';
import type { Scene } from '../../shared/rpc/scene.ts';

/** A file on this computer, and the name that says of which format it is. */
interface ComparedFile {
  readonly path: string;
  readonly fileName: string;
}

/** Two files and what differs between them. */
interface ComparedFiles {
  readonly record: ComparisonRecord;
  /** For the picture; absent where `record.problem` says why. */
  readonly shapes?: { readonly before: Scene; readonly after: Scene; readonly compared: Compared };
}

/**
 * Compares two versions of a drawing: what every format says about itself, and the shapes where they can be read.
 * @param withDistance measures how far the surfaces are apart, where both have some; takes a while for large models
 * @throws AppError `file-unreadable`
 */
export async function compareFiles(
  reading: ShapeReading,
  before: ComparedFile,
  after: ComparedFile,
  withDistance = false,
): Promise<ComparedFiles> {
  const [one, other] = [await inspect(before), await inspect(after)];
  const record = { before: one.facts, after: other.facts, isSameFile: one.hash === other.hash };
  try {
    const scenes = { before: await read(reading, before), after: await read(reading, after) };
    const compared = compareScenes(scenes.before, scenes.after);
    if (!compared) throw new AppError('look-unlike');
    return {
      record: {
        before: withAuthor(one.facts, scenes.before),
        after: withAuthor(other.facts, scenes.after),
        isSameFile: record.isSameFile,
        shapes: withDistance ? await measured(compared.comparison, scenes) : compared.comparison,
      },
      shapes: { ...scenes, compared },
    };
  } catch (thrown) {
    return { record: { ...record, problem: toAppError(thrown).toRecord() } };
  }
}

/** What only lines are of has no distance. */
async function measured(
  comparison: ShapeComparison,
  { before, after }: { readonly before: Scene; readonly after: Scene },
): Promise<ShapeComparison> {
  // Loaded when it is asked for: a command that does without begins sooner.
  const { measureDistances } = await import('./compare/surface-distance.ts');
  try {
    return { ...comparison, distance: measureDistances(before, after).summary };
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === 'look-no-surface') return comparison;
    throw thrown;
  }
}

const withAuthor = (facts: DrawingFacts, { author }: Scene): DrawingFacts =>
  author === undefined ? facts : { ...facts, author };

/** Of two files people want to know which one it is. */
async function read(reading: ShapeReading, { path, fileName }: ComparedFile): Promise<Scene> {
  return reading.read(path, { fileName }).catch((thrown: unknown) => Promise.reject(namingFile(thrown, fileName)));
}

async function inspect({
  path,
  fileName,
}: ComparedFile): Promise<{ readonly facts: DrawingFacts; readonly hash: string }> {
  try {
    return { hash: await hashOfFile(path), facts: await readFacts(path, fileName) };
  } catch (cause) {
    throw new AppError('file-unreadable', { detail: fileName, cause });
  }
}

async function readFacts(path: string, fileName: string): Promise<DrawingFacts> {
  const file = await open(path);
  try {
    const { size: sizeBytes } = await file.stat();
    const read = async (position: number, length: number): Promise<Uint8Array> => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
      return buffer.subarray(0, bytesRead);
    };
    const { program, whole } = await inspectCadFile({ read }, fileName, sizeBytes);
    return { sizeBytes, whole, ...(program === undefined ? {} : { program }) };
  } finally {
    await file.close();
  }
}

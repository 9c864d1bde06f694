import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { AppError } from '../../shared/errors/app-error.ts';
import { lookLimits } from '../../electron/look/limits.ts';
import { createShapeReading } from '../../electron/look/read-shape.ts';
import { shapeFormatOf } from '../../electron/look/shape-formats.ts';
import { createSeededRandom, type SeededRandom } from '../simulator/seeded-random.ts';

const samples = join(import.meta.dirname, '..', '..', '..', 'shared', 'samples');
const atOnce = 2;

export interface LookFuzz {
  /** Where broken files may lie. */
  readonly folder: string;
  /** How often each sample is cut off. */
  readonly cuts: number;
  /** How many broken files are made of all samples together. */
  readonly mutants: number;
  /** Only samples up to here, in bytes. */
  readonly largestBytes: number;
  /** How long a file may take before its worker is ended. */
  readonly timeMs: number;
  readonly seed: number;
}

interface BrokenFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/**
 * Reads samples that were cut off or changed at random.
 * @returns how many ended with each code; `read` for those that could still be read
 * @throws Error where one ended with anything else than an error of the catalogue about its shapes, or left a worker
 */
export async function fuzzLook(options: LookFuzz): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  const files = brokenFiles(options);
  const ports = countPorts();
  const worker = async (lane: number): Promise<void> => {
    const reading = createShapeReading({ ...lookLimits, timeMs: options.timeMs });
    for (let next = files.next(); !next.done; next = files.next()) {
      const { name, bytes } = next.value;
      const path = join(options.folder, `${lane}${extname(name)}`);
      writeFileSync(path, bytes);
      const code = await reading.read(path).then(
        () => 'read',
        (error: unknown) => (error instanceof AppError ? error.code : `${name}: ${String(error)}`),
      );
      if (code !== 'read' && !code.startsWith('look-')) throw new Error(`${name} ended with ${code}.`);
      counts.set(code, (counts.get(code) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, (_, lane) => worker(lane)));
  if (countPorts() !== ports) throw new Error('A worker was left.');
  return counts;
}

const countPorts = (): number => process.getActiveResourcesInfo().filter((name) => name === 'MessagePort').length;

function* brokenFiles({ cuts, mutants, largestBytes, seed }: LookFuzz): Generator<BrokenFile> {
  const wholes = readdirSync(samples, { recursive: true, encoding: 'utf8' })
    .filter((name) => shapeFormatOf(name) !== undefined)
    .sort()
    .map((name) => ({ name, bytes: readFileSync(join(samples, name)) }))
    .filter(({ bytes }) => bytes.length <= largestBytes);
  const random = createSeededRandom(seed);
  for (const { name, bytes } of wholes) {
    for (let cut = 0; cut < cuts; cut += 1)
      yield { name, bytes: bytes.subarray(0, Math.floor((bytes.length * cut) / cuts)) };
  }
  for (let mutant = 0; mutant < mutants; mutant += 1) {
    const { name, bytes } = wholes[mutant % wholes.length] as BrokenFile;
    yield { name, bytes: mutated(bytes, random) };
  }
}

const hostileNumbers = ['0', '-1', '1e308', '-1e308', 'NaN', '99999999999', '1e-300', '#1', '$', "'", ')', '('];

/** A few changes, each as one finds them in broken files, or as somebody makes them on purpose. */
function mutated(bytes: Buffer, random: SeededRandom): Buffer {
  let result = Buffer.from(bytes);
  for (let change = random.between(1, 6); change > 0; change -= 1) {
    const at = random.between(0, Math.max(0, result.length - 1));
    const length = Math.min(result.length - at, random.between(1, 2_000));
    const kind = random.pick(['bit', 'bytes', 'number', 'gone', 'twice'] as const);
    if (kind === 'bit') result[at] = (result[at] ?? 0) ^ (1 << random.between(0, 7));
    else if (kind === 'bytes')
      for (let i = 0; i < 8 && at + i < result.length; i += 1) result[at + i] = random.between(0, 255);
    else if (kind === 'gone') result = Buffer.concat([result.subarray(0, at), result.subarray(at + length)]);
    else if (kind === 'twice') result = Buffer.concat([result.subarray(0, at + length), result.subarray(at)]);
    else result = withOtherNumber(result, at, random.pick(hostileNumbers));
  }
  return result;
}

/** Puts something else in place of the first number behind a place. */
function withOtherNumber(bytes: Buffer<ArrayBuffer>, from: number, other: string): Buffer<ArrayBuffer> {
  const nearby = bytes.toString('latin1', from, from + 200);
  const found = /-?\d+(\.\d*)?/.exec(nearby);
  if (!found) return bytes;
  const at = from + found.index;
  return Buffer.concat([bytes.subarray(0, at), Buffer.from(other), bytes.subarray(at + found[0].length)]);
}

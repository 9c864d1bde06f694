import { createHash, hash as hashOnce } from 'node:crypto';
import { closeSync, fstatSync, openSync, readFileSync, readlinkSync, readSync, realpathSync } from 'node:fs';
import type { Sha256 } from '../../../shared/model/sha256.ts';
import {
  assertOpened,
  assertReal,
  folderFlags,
  readFlags,
  thisPlaceSystem,
  whyElsewhere,
  type Place,
} from '../real-place.ts';
import { listNames, lookAt } from './look-at.ts';
import type { Answers, AnswerTo, Ends, Listing, Question } from './questions.ts';

const chunkBytes = 1 << 20;
/**
 * One buffer for all that is hashed, as a thread answers one question at a time: a new one for each file costs a quarter
 * of hashing it.
 */
let chunk: Buffer | undefined;

/**
 * Answers a question about the disk, waiting for it: fifteen times faster than a round through Node's thread pool, and
 * therefore only for threads that nobody waits for.
 * @throws the system's error
 */
export function answerQuestion<Q extends Question>(question: Q): AnswerTo<Q> {
  // The table below has the answer's type for each kind, which a switch cannot express.
  return answers[question.kind](question as never) as AnswerTo<Q>;
}

const answers: { readonly [K in Question['kind']]: (question: Extract<Question, { kind: K }>) => Answers[K] } = {
  stat: ({ path }) => lookAt(path),
  list: (place) => orAbsent(() => list(place)),
  // Whoever is waited for does nothing ahead.
  ahead: () => undefined,
  text: (place) => orAbsent(() => withFile(place, (file) => new TextDecoder().decode(readFileSync(file)))),
  hash: (place) => ({ ...withFile(place, hashAll), after: lookAt(place.path) }),
  whole: ({ longestBytes, ...place }) =>
    withFile(place, (file) => {
      const bytes = readAtMost(file, longestBytes);
      return bytes && { bytes, sha256: sha256Of(bytes) };
    }),
  ends({ headBytes, tailBytes, ...place }) {
    const ends = withFile(place, (file) => readEnds(file, headBytes, tailBytes));
    const { head, sizeBytes } = ends;
    if (sizeBytes !== head.length) return { ...ends, hashed: undefined };
    return { ...ends, hashed: { sha256: sha256Of(head), sizeBytes, after: lookAt(place.path) } };
  },
  piece: ({ position, lengthBytes, ...place }) => withFile(place, (file) => readPiece(file, position, lengthBytes)),
};

/** Lists what is open where the system can do so: a link that takes the folder's place meanwhile changes nothing. */
function list(place: Place): Listing {
  const { openedFolder } = thisPlaceSystem;
  if (openedFolder === undefined) {
    assertReal(place, realpathSync.native(place.path));
    return listNames(place.path);
  }
  const folder = open(place, folderFlags);
  try {
    assertReal(place, readlinkSync(`${openedFolder}/${folder}`));
    return listNames(`${openedFolder}/${folder}`);
  } finally {
    closeSync(folder);
  }
}

function hashAll(file: number): Omit<Answers['hash'], 'after'> {
  const whole = readAtMost(file, chunkBytes);
  if (whole) return { sha256: sha256Of(whole), sizeBytes: whole.length };
  const buffer = (chunk ??= Buffer.allocUnsafeSlow(chunkBytes));
  const hash = createHash('sha256');
  let sizeBytes = 0;
  for (;;) {
    const read = readSync(file, buffer, 0, chunkBytes, sizeBytes);
    if (read === 0) return { sha256: hash.digest('hex') as Sha256, sizeBytes };
    hash.update(buffer.subarray(0, read));
    sizeBytes += read;
  }
}

function sha256Of(bytes: Uint8Array): Sha256 {
  return hashOnce('sha256', bytes, 'hex') as Sha256;
}

/**
 * All of a file to its end; `undefined` when it is longer.
 * @param room with one byte more than it may have; without, it is read into a buffer of its own
 */
function readAtMost(file: number, longestBytes: number, room?: Uint8Array): Uint8Array | undefined {
  const announced = fstatSync(file).size;
  if (announced > longestBytes) return undefined;
  // Room for one byte more: a read that does not fill it has reached the end.
  let buffer = room ?? new Uint8Array(announced + 1);
  let length = 0;
  for (;;) {
    const read = readSync(file, buffer, length, buffer.length - length, length);
    length += read;
    if (length > longestBytes) return undefined;
    if (read === 0 || length === announced) return buffer.subarray(0, length);
    if (length < buffer.length) continue;
    const longer = new Uint8Array(Math.min(buffer.length * 2, longestBytes + 1));
    longer.set(buffer);
    buffer = longer;
  }
}

function readEnds(file: number, headBytes: number, tailBytes: number): Omit<Ends, 'hashed'> {
  const sizeBytes = fstatSync(file).size;
  const head = readPiece(file, 0, Math.min(headBytes, sizeBytes));
  // What is all in the head is not read, and sent from thread to thread, a second time.
  const tail =
    head.length === sizeBytes
      ? new Uint8Array(0)
      : readPiece(file, Math.max(0, sizeBytes - tailBytes), Math.min(tailBytes, sizeBytes));
  return { sizeBytes, head, tail };
}

function readPiece(file: number, position: number, lengthBytes: number): Uint8Array {
  const buffer = new Uint8Array(lengthBytes);
  let length = 0;
  while (length < lengthBytes) {
    const read = readSync(file, buffer, length, lengthBytes - length, position + length);
    if (read === 0) break;
    length += read;
  }
  return buffer.subarray(0, length);
}

function open(place: Place, flags: number): number {
  try {
    return openSync(place.path, flags);
  } catch (error) {
    // So does what is no link, or is none any more, say that it is no folder.
    const { code } = error as NodeJS.ErrnoException;
    const why = code === 'ELOOP' || code === 'ENOTDIR' ? whyElsewhere(place) : undefined;
    throw why === undefined || why.code === 'file-vanished' ? error : why;
  }
}

function withFile<T>(place: Place, use: (file: number) => T): T {
  const file = open(place, readFlags);
  try {
    assertOpened(file, place);
    return use(file);
  } finally {
    closeSync(file);
  }
}

function orAbsent<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}

import { createHash } from 'node:crypto';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { ErrorCode } from '../../../shared/errors/catalogue.ts';
import type { ReceivedBytes } from '../blobs/blobs.ts';
import type { StoredBlob } from '../store/store.ts';
import type { CopyEnd, CopySource } from './copy-part.ts';

/** So many files are on their way at once. */
const atOnce = 8;
/** How it is said that bytes are not there, are fewer, or are more. */
const unusable: ReadonlySet<ErrorCode> = new Set(['bytes-lost', 'body-too-large']);

export interface BytesCopy {
  readonly source: CopySource;
  readonly target: CopyEnd;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly signal: AbortSignal;
}

/**
 * Takes the bytes of files over, each under its own id; all are durable when this resolves. A file whose bytes the source
 * does not have is there without them then, as it is at the source.
 * @throws AppError `copy-target-differs`
 */
export async function copyFiles(copy: BytesCopy, blobs: Iterable<StoredBlob>): Promise<void> {
  await eachOf(blobs, copy.signal, async (blob) => noteAndKeep(copy, blob, await receive(copy, blob)));
}

/** What came of reading files where they were copied to. */
export interface CheckedFiles {
  /** How many had to be taken over once more. */
  readonly mended: number;
  /** Those of which neither side has the bytes. */
  readonly lost: readonly StoredBlob[];
}

/**
 * Reads bytes where they were copied to. Those that are not there, or are others, are taken over once more.
 * @throws AppError `copy-bytes-damaged`
 */
export async function checkFiles(copy: BytesCopy, blobs: Iterable<StoredBlob>): Promise<CheckedFiles> {
  let mended = 0;
  const lost: StoredBlob[] = [];
  await eachOf(blobs, copy.signal, async (blob) => {
    if (await isWhole(copy.target, blob)) return;
    const received = await receive(copy, blob);
    if (!received) return void lost.push(blob);
    // Whatever has the name there is of no use, and would be taken for the bytes.
    await copy.target.blobs.remove(blob);
    await noteAndKeep(copy, blob, received);
    if (!(await isWhole(copy.target, blob))) throw damaged(blob);
    mended += 1;
  });
  return { mended, lost };
}

/** @returns undefined where the source does not have them, or has others */
async function receive(
  { source, target }: Pick<BytesCopy, 'source' | 'target'>,
  blob: StoredBlob,
): Promise<ReceivedBytes | undefined> {
  try {
    const bytes = await source.blobs.open(blob);
    // Whoever failed before reading has left it open.
    const received = await target.blobs.receive(bytes, Math.max(1, blob.sizeBytes)).finally(() => void bytes.destroy());
    if (received.sha256 === blob.sha256 && received.sizeBytes === blob.sizeBytes) return received;
    await received.discard();
    return undefined;
  } catch (thrown) {
    if (thrown instanceof AppError && unusable.has(thrown.code)) return undefined;
    throw thrown;
  }
}

/** Notes a file under its own id, and then keeps its bytes: the other way round, nobody would know whose they are. */
async function noteAndKeep(
  copy: Pick<BytesCopy, 'target' | 'now'>,
  blob: StoredBlob,
  received: ReceivedBytes | undefined,
): Promise<void> {
  const noted = await note(copy, blob).catch(async (thrown: unknown) => {
    // The disk may be full: what stayed of them would keep it so.
    await received?.discard().catch(() => undefined);
    throw thrown;
  });
  await received?.keep(Promise.resolve(noted));
}

/** @throws AppError `copy-target-differs` */
async function note({ target, now }: Pick<BytesCopy, 'target' | 'now'>, blob: StoredBlob): Promise<StoredBlob> {
  const noted = await target.store.blobs.put(blob, now());
  if (noted.blobId === blob.blobId && noted.sha256 === blob.sha256) return noted;
  throw new AppError('copy-target-differs', { detail: `It has the bytes ${blob.sha256} under another id.` });
}

async function isWhole({ blobs }: CopyEnd, blob: StoredBlob): Promise<boolean> {
  const hash = createHash('sha256');
  try {
    for await (const piece of await blobs.open(blob)) hash.update(piece as Buffer);
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === 'bytes-lost') return false;
    throw thrown;
  }
  return hash.digest('hex') === blob.sha256;
}

function damaged({ blobId, sha256 }: StoredBlob): AppError {
  const detail = `${blobId}: they do not have the hash ${sha256} where they were copied to.`;
  return new AppError('copy-bytes-damaged', { detail });
}

/** Some at once. The first failure ends it when what is under way has ended. */
async function eachOf<Item>(
  items: Iterable<Item>,
  signal: AbortSignal,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = items[Symbol.iterator]();
  let failed = false;
  const worker = async (): Promise<void> => {
    for (let next = waiting.next(); !next.done && !failed; next = waiting.next()) {
      if (signal.aborted) throw new AppError('cancelled');
      await work(next.value).catch((thrown: unknown) => {
        failed = true;
        throw thrown;
      });
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, worker));
  for (const outcome of ended) if (outcome.status === 'rejected') throw outcome.reason;
}

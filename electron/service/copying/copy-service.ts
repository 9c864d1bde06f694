import { hash } from 'node:crypto';
import { AppError } from '../../../shared/errors/app-error.ts';
import { orServiceFull } from '../full-disk.ts';
import { compareAll, planCopy, walkOf, type CompareOptions, type CopyPhase } from './compare-ends.ts';
import { listedVersionPart } from './copied-parts.ts';
import { checkFiles, type BytesCopy } from './copy-bytes.ts';
import type { PartName } from './copy-part.ts';
import { bimStatesOf, partsOf, productPartsOf, type PutPart } from './put-parts.ts';
import { stageWholly } from '../store/stage-wholly.ts';
import type { Walk, WalkedPart } from './walk-part.ts';

export type CopyOptions = BytesCopy & CompareOptions;

/** What was proven at the end. */
export interface CopyProof {
  readonly parts: readonly WalkedPart[];
  readonly copied: number;
  /** Files whose bytes were not there, or were others, and that were taken over once more. */
  readonly mendedFiles: number;
  /** Rows with a text that the target cannot hold as it is. */
  readonly changedTexts: number;
  /** SHA-256 over all parts of each side; they are the same. */
  readonly sourceDigest: string;
  readonly targetDigest: string;
}

/**
 * Copies what the target does not have, with its ids, versions, times and order of change, and then proves that both
 * sides have the same: every row by hash, every file by reading it at the target. It may end at any moment; the next one
 * goes on with what is missing then.
 * @throws AppError those of `planCopy`, before anything is written; `copy-not-verified` when a side changed meanwhile;
 *   `copy-bytes-lost` when all else is there; `cancelled` and `service-full`, which say how far it came;
 *   `copy-bytes-damaged`, `import-under-way`, and what stores and places for files throw
 */
export async function copyService(options: CopyOptions): Promise<CopyProof> {
  const reached: Reached = { phase: 'compare', copied: 0, missing: 0 };
  try {
    const { missing, parts } = await planCopy(options);
    Object.assign(reached, { phase: 'copy', missing });
    await putAll(options, parts, reached);
    reached.phase = 'verify';
    return { ...(await verify(options, parts)), copied: missing };
  } catch (thrown) {
    throw endedAt(reached, thrown);
  }
}

/** How far a copy is. */
interface Reached {
  phase: CopyPhase;
  /** Records that the target has for good. */
  copied: number;
  missing: number;
}

/** What may end a copy that somebody can go on with: told with how far it came. Anything else as it is. */
function endedAt({ phase, copied, missing }: Reached, thrown: unknown): unknown {
  const ended = orServiceFull(thrown);
  if (!(ended instanceof AppError && (ended.code === 'cancelled' || ended.code === 'service-full'))) return thrown;
  const done: Readonly<Record<CopyPhase, string>> = {
    compare: 'Nothing was copied yet.',
    copy: `${copied} of ${missing} records were copied and are safe there.`,
    verify: `All ${missing} records were copied, and not yet verified.`,
  };
  const again = 'Nothing was changed at the source. Run the same command again: it goes on from there.';
  return new AppError(ended.code, { detail: `${done[phase]} ${again}`, cause: thrown });
}

async function putAll(options: CopyOptions, planned: readonly WalkedPart[], reached: Reached): Promise<void> {
  const { onRow, ...walk } = walkOf(options, 'copy', reached.missing);
  const noting: Walk = {
    ...walk,
    onRow() {
      reached.copied += 1;
      onRow();
    },
  };
  const put = async (parts: readonly PutPart[]): Promise<void> => {
    for (const part of parts) await part.putMissing(noting);
  };
  await put(partsOf(options));
  const before = reached.copied;
  if (planned.some((part) => isProductData(part.name) && part.missing > 0)) {
    // All of it or nothing is shown, so it begins from scratch after an end in between.
    await stageWholly(options.target.store, (staged) => put(productPartsOf(staged))).catch((thrown: unknown) => {
      reached.copied = before;
      throw thrown;
    });
  }
  await put([bimStatesOf(options)]);
}

/** @param planned what the source had when the copy began */
async function verify(options: CopyOptions, planned: readonly WalkedPart[]): Promise<Omit<CopyProof, 'copied'>> {
  // Files are met twice: as records and as bytes.
  const rows = planned.map(({ name, source }) => source.count * (name === 'files' ? 2 : 1));
  const walk = walkOf(
    options,
    'verify',
    rows.reduce((sum, count) => sum + count, 0),
  );
  const parts = await compareAll(walk, listedVersionPart, {
    allowsMissing: false,
    refused: (detail) => new AppError('copy-not-verified', { detail }),
  });
  const mendedFiles = await checkAllFiles(options, walk);
  const digestOf = (side: 'source' | 'target'): string =>
    hash('sha256', parts.map((part) => `${part.name} ${part[side].count} ${part[side].digest}\n`).join(''), 'hex');
  return {
    parts,
    mendedFiles,
    changedTexts: parts.reduce((sum, part) => sum + part.changedTexts, 0),
    sourceDigest: digestOf('source'),
    targetDigest: digestOf('target'),
  };
}

/** So many lost files are named; where there are more, a whole store is to be restored. */
const mostNamed = 100;

/**
 * Reads the bytes of every file at the target.
 * @returns how many had to be taken over once more
 * @throws AppError `copy-bytes-lost` when all are read, where neither side has those of some
 */
async function checkAllFiles(options: CopyOptions, { onRow }: Walk): Promise<number> {
  let [mended, lost] = [0, 0];
  const named: string[] = [];
  for await (const page of options.source.store.blobs.listUsed()) {
    const checked = await checkFiles(options, page);
    mended += checked.mended;
    lost += checked.lost.length;
    named.push(...checked.lost.slice(0, mostNamed - named.length).map(({ sha256 }) => sha256));
    for (const _ of page) onRow();
  }
  if (lost === 0) return mended;
  const more = lost > named.length ? `, and ${lost - named.length} more` : '';
  const detail = `The copy is not proven: of ${lost} files the source has no bytes, or others than were stored. The SHA-256 of what was stored: ${named.join(', ')}${more}.`;
  throw new AppError('copy-bytes-lost', { detail });
}

/** What is shown as a whole. */
function isProductData(name: PartName): boolean {
  return ['etimClasses', 'modellingClasses', 'terms', 'products'].includes(name);
}

import type { AppError } from '../../../shared/errors/app-error.ts';
import {
  bimStatePart,
  etimClassPart,
  filePart,
  filterPart,
  modellingClassPart,
  productPart,
  standardPart,
  termPart,
  validationFilePart,
  validationRequestPart,
  versionPart,
  type FollowingVersion,
} from './copied-parts.ts';
import type { CopyEnd, CopyPart } from './copy-part.ts';
import { targetDiffers } from './put-parts.ts';
import { walkPart, type Walk, type WalkedPart } from './walk-part.ts';

export type CopyPhase = 'compare' | 'copy' | 'verify';

/** What is compared; of both ends only the records are looked at. */
export interface CompareOptions {
  readonly source: Pick<CopyEnd, 'store'>;
  readonly target: Pick<CopyEnd, 'store'>;
  readonly signal: AbortSignal;
  /** How many rows of a phase are done, and of how many; nobody knows while both sides are compared first. */
  readonly onProgress?: (phase: CopyPhase, done: number, total: number | undefined) => void;
}

/** What both sides have of everything. */
export interface CopyPlan {
  readonly parts: readonly WalkedPart[];
  /** Rows that only the source has. */
  readonly missing: number;
}

/**
 * Compares both sides and writes nothing.
 * @throws AppError `copy-target-differs` where the target has something that the source has not, with what that is;
 *   `copy-names-meet`, `cancelled`
 */
export async function planCopy(options: CompareOptions): Promise<CopyPlan> {
  const parts = await compareAll(walkOf(options, 'compare', undefined), versionPart, {
    allowsMissing: true,
    refused: targetDiffers,
  });
  // What bytes are there follows from what refers to them.
  const missing = parts.filter(({ name }) => name !== 'files').reduce((sum, part) => sum + part.missing, 0);
  return { parts, missing };
}

/** What may differ, and how it is said of anything else. */
interface Comparison {
  /** Whether the source may have what the target has not. */
  readonly allowsMissing: boolean;
  /** @param differences in sentences */
  readonly refused: (differences: string) => AppError;
}

/** So many differences are named; where there are more, nobody goes through them one by one. */
const mostNamed = 10;

/** Goes through all parts of both sides. @throws what `refused` gives, when all are compared or more differ than are named */
export async function compareAll(
  walk: Walk,
  versions: CopyPart<FollowingVersion>,
  { allowsMissing, refused }: Comparison,
): Promise<readonly WalkedPart[]> {
  const differences: string[] = [];
  const other = (difference: string): void => {
    if (differences.length === mostNamed) throw refused([...differences, 'There is more.'].join(' '));
    differences.push(difference);
  };
  const walkOne = <Row>(part: CopyPart<Row>): Promise<WalkedPart> =>
    walkPart(part, walk, {
      missing: (row) => (allowsMissing ? undefined : other(`Only at the source: ${part.nameOf(row)}.`)),
      other,
    });
  const parts = [
    await walkOne(versions),
    await walkOne(filePart),
    await walkOne(standardPart),
    await walkOne(validationFilePart),
    await walkOne(validationRequestPart),
    await walkOne(filterPart),
    await walkOne(etimClassPart),
    await walkOne(modellingClassPart),
    await walkOne(termPart),
    await walkOne(productPart),
    await walkOne(bimStatePart),
  ];
  if (differences.length > 0) throw refused(differences.join(' '));
  return parts;
}

export function walkOf(
  { source, target, signal, onProgress }: CompareOptions,
  phase: CopyPhase,
  total: number | undefined,
): Walk {
  let done = 0;
  const onRow = (): void => onProgress?.(phase, (done += 1), total);
  return { source: source.store, target: target.store, signal, onRow };
}

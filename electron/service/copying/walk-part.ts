import { createHash } from 'node:crypto';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { Store } from '../store/store.ts';
import type { CopyPart, PartName } from './copy-part.ts';

/** How many rows there are, and a SHA-256 of all of them in their order. */
export interface Tally {
  readonly count: number;
  readonly digest: string;
}

/** What both ends have of a part. */
export interface WalkedPart {
  readonly name: PartName;
  readonly source: Tally;
  readonly target: Tally;
  /** Rows that only the source has. */
  readonly missing: number;
  /** Rows of the source with a text that the target cannot hold as it is. */
  readonly changedTexts: number;
}

export interface Walk {
  readonly source: Store;
  readonly target: Store;
  readonly signal: AbortSignal;
  /** A row of the source was looked at. */
  readonly onRow: () => void;
}

/** What is done with rows that are not the same on both sides. */
export interface OnDifference<Row> {
  missing(row: Row): Promise<void> | void;
  /** The target has something that the source has not, or has in another way; told in a sentence. */
  other(difference: string): void;
}

/** Goes through a part on both sides at once, in the order of the keys. Rows are compared as the target keeps them. */
export async function walkPart<Row>(
  part: CopyPart<Row>,
  walk: Walk,
  onDifference: OnDifference<Row>,
): Promise<WalkedPart> {
  const alone = ({ row }: ComparedRow<Row>): void => onDifference.other(`Only at the target: ${part.nameOf(row)}.`);
  const keeps = (text: string): string => walk.target.keeps(text);
  const source = tallied(rowsOf(part, walk.source, keeps, walk.signal), part);
  const target = tallied(rowsOf(part, walk.target, keeps, walk.signal), part);
  let missing = 0;
  let changedTexts = 0;
  let theirs = await target.next();
  for (let ours = await source.next(); ours; ours = await source.next()) {
    while (theirs && compareRows(theirs, ours) < 0) {
      alone(theirs);
      theirs = await target.next();
    }
    walk.onRow();
    if (ours.isChanged) changedTexts += 1;
    if (theirs && compareRows(theirs, ours) === 0) {
      if (theirs.line !== ours.line) onDifference.other(`Not the same on both sides: ${part.nameOf(ours.row)}.`);
      theirs = await target.next();
    } else {
      missing += 1;
      await onDifference.missing(ours.row);
    }
  }
  for (; theirs; theirs = await target.next()) alone(theirs);
  return { name: part.name, source: source.tally(), target: target.tally(), missing, changedTexts };
}

interface ComparedRow<Row> {
  readonly row: Row;
  /** As the target keeps it. */
  readonly key: readonly (string | number)[];
  readonly isAside: boolean;
  readonly isChanged: boolean;
  /** All that is compared, as one text. */
  readonly line: string;
}

/** What stands for a character that PostgreSQL does not have. */
const standIn = /[\0␀]/;

/** Rows whose place in the order depends on what a store makes of their key come at the end. */
async function* rowsOf<Row>(
  part: CopyPart<Row>,
  store: Store,
  keeps: (text: string) => string,
  signal: AbortSignal,
): AsyncGenerator<ComparedRow<Row>> {
  const aside: ComparedRow<Row>[] = [];
  const kept = <Value>(value: Value): Value | string => (typeof value === 'string' ? keeps(value) : value);
  for await (const page of part.list(store)) {
    if (signal.aborted) throw new AppError('cancelled');
    for (const row of page) {
      const { key: given, texts, rest } = part.describe(row);
      const key = given.map(kept);
      const said = texts.map(kept);
      const isChanged = [...given, ...texts].some((value) => value !== kept(value));
      const isAside = given.some((value) => typeof value === 'string' && standIn.test(value));
      const compared = { row, key, isAside, isChanged, line: JSON.stringify([key, said, rest]) };
      if (isAside) aside.push(compared);
      else yield compared;
    }
  }
  yield* aside.toSorted(compareRows);
}

function compareRows(one: Omit<ComparedRow<unknown>, 'row'>, other: Omit<ComparedRow<unknown>, 'row'>): number {
  if (one.isAside !== other.isAside) return one.isAside ? 1 : -1;
  for (const [index, value] of one.key.entries()) {
    const order = compareValues(value, other.key[index] ?? '');
    if (order !== 0) return order;
  }
  return 0;
}

function compareValues(one: string | number, other: string | number): number {
  if (one === other) return 0;
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  // By bytes, as stores list them: letters beyond the first 65,536 would be elsewhere in JavaScript's own order.
  return Buffer.compare(Buffer.from(String(one)), Buffer.from(String(other)));
}

/** A reader that counts and hashes what it reads, and makes sure of the order. */
function tallied<Row>(rows: AsyncGenerator<ComparedRow<Row>>, { nameOf }: Pick<CopyPart<Row>, 'nameOf'>) {
  const hash = createHash('sha256');
  let count = 0;
  let last: ComparedRow<Row> | undefined;
  return {
    async next(): Promise<ComparedRow<Row> | undefined> {
      const next = await rows.next();
      if (next.done) return undefined;
      const row = next.value;
      if (last && compareRows(last, row) >= 0)
        throw new AppError('copy-names-meet', { detail: `It is about ${nameOf(row.row)}.` });
      last = row;
      count += 1;
      hash.update(`${row.line}\n`);
      return row;
    },
    tally: (): Tally => ({ count, digest: hash.digest('hex') }),
  };
}

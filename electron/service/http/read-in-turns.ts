import { z } from 'zod';
import { mostItems, readRecord, schemaMeant } from '../../../shared/api/read-record.ts';
import type { TakeTurn } from '../take-turns.ts';
import { maxFaults } from './input-faults.ts';

/** What a value reads as, or the first things that are wrong with it. */
export type ReadInTurns =
  | { readonly success: true; readonly data: unknown }
  | { readonly success: false; readonly issues: readonly z.core.$ZodIssue[] };

/** Reads a value as `readRecord` does, but lists item by item, and those that are too long not at all. */
export async function readInTurns(schema: z.core.$ZodType, value: unknown, takeTurn: TakeTurn): Promise<ReadInTurns> {
  const inner = schemaMeant(schema, value);
  if (inner instanceof z.ZodArray && isFilledList(value) && value.length <= mostItems(inner)) {
    return readItems(inner.element, value, takeTurn);
  }
  const lists = inner instanceof z.ZodObject ? listsOf(inner, value) : [];
  return inner instanceof z.ZodObject && lists.length > 0
    ? readAround(inner, value as object, lists, takeTurn)
    : readWhole(schema, value);
}

function readWhole(schema: z.core.$ZodType, value: unknown): ReadInTurns {
  const read = readRecord(schema as z.ZodType, value);
  return read.success ? read : { success: false, issues: read.error.issues };
}

async function readItems(
  element: z.core.$ZodType,
  items: readonly unknown[],
  takeTurn: TakeTurn,
): Promise<ReadInTurns> {
  const data: unknown[] = [];
  const issues: z.core.$ZodIssue[] = [];
  for (const [index, item] of items.entries()) {
    await takeTurn();
    const read = await readInTurns(element, item, takeTurn);
    if (read.success) data.push(read.data);
    else issues.push(...below(index, read.issues));
    if (issues.length >= maxFaults) break;
  }
  return issues.length === 0 ? { success: true, data } : { success: false, issues };
}

/** A property of a record that holds a list: under which name it was given, and what the schema says of it. */
interface FilledList {
  readonly given: string;
  readonly name: string;
  readonly schema: z.core.$ZodType;
  readonly items: readonly unknown[];
}

function listsOf(record: z.ZodObject, value: unknown): FilledList[] {
  if (typeof value !== 'object' || value === null) return [];
  const shape: Readonly<Record<string, z.core.$ZodType>> = record.shape;
  const found = Object.entries(value).filter((entry): entry is [string, unknown[]] => isFilledList(entry[1]));
  return found.flatMap(([given, items]) => {
    const name = Object.keys(shape).find((candidate) => candidate.toLowerCase() === given.toLowerCase());
    const schema = name === undefined ? undefined : shape[name];
    // Of a name that occurs twice the exact one counts, which reading the whole record decides.
    const isExact = name === given || (name !== undefined && !Object.hasOwn(value, name));
    return name !== undefined && schema && isExact ? [{ given, name, schema, items }] : [];
  });
}

/** Reads a record without its lists, then those. */
async function readAround(
  record: z.ZodObject,
  value: object,
  lists: readonly FilledList[],
  takeTurn: TakeTurn,
): Promise<ReadInTurns> {
  const rest: Record<string, unknown> = { ...value };
  for (const { given } of lists) delete rest[given];
  const read = readWhole(record, rest);
  if (!read.success) return read;
  const data = { ...(read.data as object) } as Record<string, unknown>;
  for (const { name, schema, items } of lists) {
    const list = await readInTurns(schema, items, takeTurn);
    if (!list.success) return { success: false, issues: below(name, list.issues) };
    data[name] = list.data;
  }
  return { success: true, data };
}

function below(step: PropertyKey, issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue[] {
  return issues.slice(0, maxFaults).map((issue) => ({ ...issue, path: [step, ...issue.path] }));
}

function isFilledList(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.length > 0;
}

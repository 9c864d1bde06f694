import { z } from 'zod';
import type { StoredFilter } from './stored-lists.ts';

const filterRow = z.object({ filter: z.string() });

const storedRow = filterRow.extend({ filter_id: z.number() });

/** Reads the JSON of a filter. */
export function readFilterJson(row: unknown): string {
  return filterRow.parse(row).filter;
}

export function readFilter(row: unknown): StoredFilter {
  const { filter_id: filterId, filter: json } = storedRow.parse(row);
  return { filterId, json };
}

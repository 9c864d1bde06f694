import { z } from 'zod';
import type { StoredFilter } from './stored-lists.ts';

/** A row of a filter without its id. */
export const filterRow = z.object({ filter: z.string() });

const storedRow = filterRow.extend({ filter_id: z.number() });

export function readFilter(row: unknown): StoredFilter {
  const { filter_id: filterId, filter: json } = storedRow.parse(row);
  return { filterId, json };
}

import { noEnd, type TableOfGenerations } from '../generation-rows.ts';
import type { Ask } from './connections.ts';

/** Which generation of product data is read. */
export type Generation =
  | { readonly kind: 'shown' }
  /** One that is being taken in; `stage` is the import's own. */
  | { readonly kind: 'staged'; readonly number: number; readonly stage: string };

const asked = 'coalesce($2::bigint, (SELECT shown FROM product_data WHERE tenant_id = $1))';

/**
 * What rows of a table have to be for the tenant `$1` and the generation `$2` to have them. What is shown is looked up by
 * the statement that reads, so that a statement sees all of an import or nothing. The sums keep PostgreSQL from looking
 * rows up by generation, of which there are many in each.
 */
export function countsIn(table: string): string {
  return `${table}.tenant_id = $1 AND ${table}.since + 0 <= ${asked} AND ${table}.until + 0 > ${asked}`;
}

/** The value of `$2`. */
export function generationValue(generation: Generation): number | null {
  return generation.kind === 'shown' ? null : generation.number;
}

/**
 * Ends the rows that agree with given ones, for a generation that is not shown yet: rows of its own go, older ones stay for
 * as long as the generation before is shown.
 * @param match condition on the row `t` and the given one `g`
 * @param given the columns of `rows`, with their types
 */
export async function endRows(
  ask: Ask,
  { tenantId, number }: { readonly tenantId: string; readonly number: number },
  { table, given, match }: { readonly table: TableOfGenerations; readonly given: string; readonly match: string },
  rows: string,
): Promise<void> {
  // Row by row through the index, whatever PostgreSQL expects of a table that is just being filled.
  const rowsWith = (condition: string): string =>
    `${table}.ctid = ANY (ARRAY (SELECT found.ctid FROM json_to_recordset($3::json) AS g (${given}) CROSS JOIN LATERAL (
       SELECT t.ctid FROM ${table} t WHERE t.tenant_id = $1 AND ${match} AND ${condition} OFFSET 0) AS found))`;
  const values = [tenantId, number, rows];
  await ask(`DELETE FROM ${table} WHERE ${rowsWith('t.since + 0 = $2::bigint')}`, values);
  await ask(`UPDATE ${table} SET until = $2 WHERE ${rowsWith(`t.until + 0 = ${noEnd}`)}`, values);
}

import { z } from 'zod';
import { countsIn, generationValue, type Generation } from './generations.ts';
import type { TenantDatabase } from './tenant.ts';

const idRow = z.object({ product_id: z.number() });

/** Sets the states of all products, or of none when some are unknown: then those ids are answered. */
export function setBimReady(
  { inTransaction, tenantId }: TenantDatabase,
  generation: Generation,
  states: ReadonlyMap<number, boolean>,
): Promise<readonly number[]> {
  const ids = [...states.keys()];
  return inTransaction(async (ask) => {
    const rows = await ask(
      `SELECT DISTINCT p.product_id FROM products p WHERE ${countsIn('p')} AND p.product_id = ANY ($3::bigint[])`,
      [tenantId, generationValue(generation), ids.filter((id) => Number.isSafeInteger(id))],
    );
    const known = new Set(rows.map((row) => idRow.parse(row).product_id));
    const unknown = ids.filter((id) => !known.has(id));
    if (unknown.length > 0) return unknown;
    // In one order, so that two who set the same ones do not wait for each other in a circle.
    await ask(
      `INSERT INTO bim_states (tenant_id, product_id, ready)
       SELECT $1, id, ready FROM unnest($2::bigint[], $3::boolean[]) AS s (id, ready) ORDER BY id
       ON CONFLICT (tenant_id, product_id) DO UPDATE SET ready = excluded.ready`,
      [tenantId, ids, [...states.values()]],
    );
    return [];
  });
}

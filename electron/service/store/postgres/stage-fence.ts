import { AppError } from '../../../../shared/errors/app-error.ts';
import type { Ask } from './connections.ts';
import type { Generation } from './generations.ts';
import type { TenantDatabase } from './tenant.ts';

/**
 * Makes sure, until the transaction ends, that the stage is still the caller's: an import that begins waits for that.
 * @throws AppError `database-unreachable` when another import has begun
 */
export async function holdStage(ask: Ask, tenantId: string, stage: string): Promise<void> {
  const held = await ask('SELECT 1 FROM product_data WHERE tenant_id = $1 AND stage = $2 FOR NO KEY UPDATE', [
    tenantId,
    stage,
  ]);
  if (held.length === 1) return;
  throw new AppError('database-unreachable', { detail: 'The import lost its connection, and another one began.' });
}

/** Writes into a generation that is being taken in. */
export async function putIntoStage(
  { inTransaction, tenantId }: TenantDatabase,
  generation: Generation,
  put: (ask: Ask, into: { readonly tenantId: string; readonly number: number }) => Promise<void>,
): Promise<void> {
  if (generation.kind === 'shown') throw new TypeError('What is shown is not written to.');
  await inTransaction(async (ask) => {
    await holdStage(ask, tenantId, generation.stage);
    await put(ask, { tenantId, number: generation.number });
  });
}

import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { noEnd, tablesOfGenerations } from '../generation-rows.ts';
import type { StagedProductData } from '../store.ts';
import { createClassRecords } from './class-records.ts';
import { withoutTimeLimit, type Ask } from './connections.ts';
import { createProductRecords } from './product-records.ts';
import { schemaName } from './schema.ts';
import { holdStage } from './stage-fence.ts';
import type { TenantDatabase } from './tenant.ts';

const shownRow = z.object({ shown: z.number() });

/**
 * Begins to take product data of a tenant in. A lock of a connection's own keeps other imports out, and goes with the
 * process. Should that connection break while the process lives, another import may begin: from then on this one writes
 * and shows nothing, because the stage is no longer its own.
 * @throws AppError `import-under-way` while another one is not shown and not dropped, in whichever process
 */
export async function stageProductData(database: TenantDatabase): Promise<StagedProductData> {
  const unlock = await lockImports(database);
  try {
    const stage = randomUUID();
    const shown = await beginStage(database, stage);
    const generation = { kind: 'staged', number: shown + 1, stage } as const;
    return {
      classes: createClassRecords(database, generation),
      products: createProductRecords(database, generation),
      async show() {
        await showStage(database, stage, shown + 1);
        // Nobody can tell whether this is done, and the next import does it.
        await dropReplaced(database).catch(() => undefined);
        await unlock();
      },
      async drop() {
        await endStage(database, stage, shown).catch(() => undefined);
        await unlock();
      },
    };
  } catch (thrown) {
    await unlock();
    throw thrown;
  }
}

/** @returns how to let the next import begin */
async function lockImports({ reserve, tenantId }: TenantDatabase): Promise<() => Promise<void>> {
  const connection = await reserve();
  const lock = [`${schemaName} import ${tenantId}`];
  try {
    const [row] = await connection.ask('SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS taken', lock);
    if (!z.object({ taken: z.boolean() }).parse(row).taken) throw new AppError('import-under-way');
  } catch (thrown) {
    connection.release();
    throw thrown;
  }
  return async () => {
    try {
      await connection.ask('SELECT pg_advisory_unlock(hashtextextended($1, 0))', lock);
    } catch {
      // A connection that broke has let go of its locks.
    }
    connection.release();
  };
}

/** Makes the stage this import's own and cleans away what was never shown. */
async function beginStage({ known, inTransaction, tenantId }: TenantDatabase, stage: string): Promise<number> {
  await known();
  return inTransaction(async (ask) => {
    await ask(withoutTimeLimit);
    const [row] = await ask(
      `INSERT INTO product_data (tenant_id, stage) VALUES ($1, $2)
       ON CONFLICT (tenant_id) DO UPDATE SET stage = excluded.stage RETURNING shown`,
      [tenantId, stage],
    );
    const { shown } = shownRow.parse(row);
    await dropStaged(ask, tenantId, shown);
    await dropEnded(ask, tenantId, shown);
    return shown;
  });
}

async function showStage({ inTransaction, tenantId }: TenantDatabase, stage: string, shown: number): Promise<void> {
  await inTransaction(async (ask) => {
    await holdStage(ask, tenantId, stage);
    await ask('UPDATE product_data SET shown = $2, stage = NULL WHERE tenant_id = $1', [tenantId, shown]);
  });
}

async function endStage({ inTransaction, tenantId }: TenantDatabase, stage: string, shown: number): Promise<void> {
  await inTransaction(async (ask) => {
    await ask(withoutTimeLimit);
    await holdStage(ask, tenantId, stage);
    await ask('UPDATE product_data SET stage = NULL WHERE tenant_id = $1', [tenantId]);
    await dropStaged(ask, tenantId, shown);
  });
}

async function dropReplaced({ inTransaction, tenantId }: TenantDatabase): Promise<void> {
  await inTransaction(async (ask) => {
    await ask(withoutTimeLimit);
    const [row] = await ask('SELECT shown FROM product_data WHERE tenant_id = $1', [tenantId]);
    await dropEnded(ask, tenantId, shownRow.parse(row).shown);
  });
}

/** What an import brought that was not shown, and the end it put to what was there. */
async function dropStaged(ask: Ask, tenantId: string, shown: number): Promise<void> {
  for (const table of tablesOfGenerations) {
    await ask(`DELETE FROM ${table} WHERE tenant_id = $1 AND since > $2`, [tenantId, shown]);
    await ask(`UPDATE ${table} SET until = ${noEnd} WHERE tenant_id = $1 AND until > $2 AND until < ${noEnd}`, [
      tenantId,
      shown,
    ]);
  }
}

/** What imports that are shown have replaced, and states of products that are gone. */
async function dropEnded(ask: Ask, tenantId: string, shown: number): Promise<void> {
  for (const table of tablesOfGenerations) {
    await ask(`DELETE FROM ${table} WHERE tenant_id = $1 AND until <= $2 AND until < ${noEnd}`, [tenantId, shown]);
  }
  await ask(
    `DELETE FROM bim_states b WHERE b.tenant_id = $1 AND NOT EXISTS (
       SELECT 1 FROM products p WHERE p.tenant_id = b.tenant_id AND p.product_id = b.product_id)`,
    [tenantId],
  );
}

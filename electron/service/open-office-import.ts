import { AppError } from '../../shared/errors/app-error.ts';
import type { OpenedProductImport } from './open-product-import.ts';
import { createProductImport } from './products/product-import.ts';
import { openPostgresDatabase } from './store/postgres/open-postgres-database.ts';

/**
 * Opens the product data of one office for importing into it, while it is served. One import of an office runs at a
 * time, wherever it was begun.
 * @throws AppError `not-found` for an office that has no client, and those of the database; `take` throws
 *   `import-under-way`
 */
export async function openOfficeImport(databaseUrl: string, tenantId: string): Promise<OpenedProductImport> {
  const database = await openPostgresDatabase(databaseUrl);
  try {
    // A name that was misspelled would become an office that nobody sees.
    if ((await database.office.clients.list(tenantId)).length === 0) {
      throw new AppError('not-found', { detail: `No client works for ${tenantId}: add one first.` });
    }
    const imports = createProductImport(database.storeOf(tenantId));
    return { ...imports, close: () => database.close() };
  } catch (thrown) {
    await database.close();
    throw thrown;
  }
}

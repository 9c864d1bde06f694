import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  openPostgresDatabase,
  type PostgresDatabase,
} from '../../../electron/service/store/postgres/open-postgres-database.ts';
import { openSqliteStore } from '../../../electron/service/store/sqlite/open-sqlite-store.ts';
import type { Store } from '../../../electron/service/store/store.ts';
import { sharedDatabase } from '../../postgres/shared-postgres.ts';

/** What a store keeps its records in. */
export type StoreKind = 'memory' | 'file' | 'postgres';

/** What tests use that say nothing of it: PostgreSQL in the project that is for it. */
export const usualStore: StoreKind = process.env['CONTRACT_STORE'] === 'postgres' ? 'postgres' : 'memory';

/** The kinds that a test about stores is run with here. */
export const storeKinds: readonly StoreKind[] = usualStore === 'postgres' ? ['postgres'] : ['memory', 'file'];

/** An empty store of a kind; closing it leaves nothing behind but rows of a tenant that nobody else has. */
export async function openTestStore(kind: StoreKind = usualStore): Promise<Store> {
  if (kind === 'postgres') return (await openShared()).storeOf(freshTenant());
  if (kind === 'memory') return openSqliteStore(':memory:');
  const folder = await mkdtemp(join(tmpdir(), 'cadsync-store-'));
  const store = openSqliteStore(join(folder, 'service.sqlite'));
  return {
    ...store,
    async close() {
      await store.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** The name of a tenant that has nothing yet. */
export function freshTenant(): string {
  return `tenant-${crypto.randomUUID()}`;
}

let shared: Promise<PostgresDatabase> | undefined;

/** The database of this run, opened once for all tests of a worker; its connections end with the worker. */
export function openShared(): Promise<PostgresDatabase> {
  shared ??= openPostgresDatabase(sharedDatabase());
  return shared;
}

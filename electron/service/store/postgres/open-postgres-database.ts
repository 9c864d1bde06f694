import { AppError } from '../../../../shared/errors/app-error.ts';
import type { AccessTokens } from '../../auth/access-tokens.ts';
import { requireTenantId } from '../../auth/clients.ts';
import type { RequestCounts } from '../../http/request-counts.ts';
import type { PairedDatabase } from '../../pairing/pair-files.ts';
import type { Store } from '../store.ts';
import { createBlobRecords } from './blob-records.ts';
import { createClassRecords } from './class-records.ts';
import { openConnections, storable, type Ask, type ConnectionOptions, type Connections } from './connections.ts';
import { createFilterRecords } from './filter-records.ts';
import { checkDatabase, migrate, requireNewestForm } from './migrate.ts';
import { createOfficeAuditTrail, type OfficeAuditTrail } from './office/audit-trail.ts';
import { createOfficeClients, type OfficeClients } from './office/clients.ts';
import { createPairedDatabase, ownId } from './office/pairing.ts';
import { createSharedCounts } from './office/request-counts.ts';
import { createSharedTokens } from './office/tokens.ts';
import { createProductRecords } from './product-records.ts';
import { stageProductData } from './staging.ts';
import { createStandardRecords } from './standard-records.ts';
import { createTenantDatabase } from './tenant.ts';
import { createValidationRecords } from './validation-records.ts';
import { createVersionRecords } from './version-records.ts';

/** A PostgreSQL database in which the stores of many tenants are, for any number of processes. */
export interface PostgresDatabase {
  /**
   * The store of a tenant, which sees and touches nothing of another one. Closing it leaves the database open.
   * @throws AppError `invalid-request` for what is no name of a tenant
   */
  storeOf(tenantId: string): Store;
  /** What the processes of a service for several offices share besides. */
  readonly office: OfficeRecords;
  /** As it belongs to files. */
  readonly paired: PairedDatabase;
  /**
   * Resolves once it has answered. Those who ask at the same time are answered together.
   * @throws AppError `database-unreachable`, also where the address leads to a standby; `database-crowded`, `database-refused`
   */
  isReady(): Promise<true>;
  /** To be called when nothing is asked any more. */
  close(): Promise<void>;
}

/**
 * Opens a database and brings it to the newest form; one that was made of another gets an id of its own.
 * @param url `postgres://user@host:5432/database`; the password may stand in it or in `PGPASSWORD`, and is never told
 * @throws AppError `database-address-invalid`, `database-unreachable`, `database-crowded`, `database-refused`,
 *   `database-unsuitable`
 */
export function openPostgresDatabase(url: string, options: ConnectionOptions = {}): Promise<PostgresDatabase> {
  return open(url, options, async (connections) => {
    await migrate(connections);
    await ownId(connections);
  });
}

/**
 * Opens a database to read what is there: nothing is written, and it keeps its form.
 * @throws AppError those of `openPostgresDatabase`; `unknown-item` where no service keeps anything there, and
 *   `database-unsuitable` also where an older one does
 */
export function readPostgresDatabase(url: string, options: ConnectionOptions = {}): Promise<PostgresDatabase> {
  return open(url, { ...options, readsOnly: true }, requireNewestForm);
}

async function open(
  url: string,
  options: ConnectionOptions,
  reachForm: (connections: Connections) => Promise<void>,
): Promise<PostgresDatabase> {
  const connections = openConnections(url, options);
  try {
    await checkDatabase(connections.ask);
    await reachForm(connections);
  } catch (thrown) {
    await connections.close();
    throw thrown instanceof AppError ? withPlace(thrown, url) : thrown;
  }
  let answering: Promise<true> | undefined;
  return {
    storeOf(tenantId) {
      requireTenantId(tenantId);
      return createStore(connections, tenantId);
    },
    office: {
      clients: createOfficeClients(connections),
      tokens: createSharedTokens(connections.ask),
      requestCounts: createSharedCounts(connections.ask),
      audit: createOfficeAuditTrail(connections.ask),
    },
    paired: createPairedDatabase(connections),
    isReady() {
      answering ??= answers(connections.ask).finally(() => (answering = undefined));
      return answering;
    },
    close: () => connections.close(),
  };
}

/** Clients, their tokens and how often they asked, and what they did: the same for all processes. */
export interface OfficeRecords {
  readonly clients: OfficeClients;
  readonly tokens: AccessTokens;
  readonly requestCounts: RequestCounts;
  readonly audit: OfficeAuditTrail;
}

async function answers(ask: Ask): Promise<true> {
  await ask('SELECT 1');
  return true;
}

/** The same error, which says of which database. */
function withPlace(error: AppError, url: string): AppError {
  const { hostname, port, pathname } = new URL(url);
  const place = `${hostname}:${port || '5432'}${pathname}`;
  const detail = `${place}: ${error.detail ?? reasonOf(error.cause)}`;
  return new AppError(error.code, { cause: error.cause, detail });
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return 'No reason is known.';
  // Where several addresses were tried, the message is empty.
  const { message, name, code = name } = cause as NodeJS.ErrnoException;
  return `${message || code}.`;
}

const shown = { kind: 'shown' } as const;

function createStore(connections: Connections, tenantId: string): Store {
  const database = createTenantDatabase(connections, tenantId);
  return {
    blobs: createBlobRecords(database),
    versions: createVersionRecords(database),
    classes: createClassRecords(database, shown),
    products: createProductRecords(database, shown),
    standards: createStandardRecords(database),
    validation: createValidationRecords(database),
    filters: createFilterRecords(database),
    stageProductData: () => stageProductData(database),
    keeps: storable,
    // Nobody sees a commit that is not on the disk.
    settled: async () => undefined,
    close: async () => undefined,
  };
}

import { createOfficeService, type OfficeServiceOptions } from './create-office-service.ts';
import type { ServiceMetrics } from './http/register-operator-doors.ts';
import { createStoredClients } from './auth/stored-clients.ts';
import { openOfficeFiles, type OfficeFiles } from './office-files.ts';
import { pairFiles } from './pairing/pair-files.ts';
import { watchPairing } from './pairing/watch-pairing.ts';
import type { ServiceServer } from './service-server.ts';
import { openPostgresDatabase, type PostgresDatabase } from './store/postgres/open-postgres-database.ts';

/** Where the service for several offices keeps what it knows, and where it listens. */
export interface OpenOfficeOptions extends Omit<
  OfficeServiceOptions,
  'clients' | 'tokens' | 'requestCounts' | 'audit' | 'storeOf' | 'blobsOf' | 'operatorDoors'
> {
  /** `postgres://user@host:5432/database`, with the password in it or in `PGPASSWORD`. */
  readonly databaseUrl: string;
  readonly files: OfficeFiles;
  /** 0 takes a free port. */
  readonly port: number;
  /** Address of this computer to listen on; the loopback address where nothing is said. */
  readonly host?: string;
  readonly metrics: ServiceMetrics;
  /** How often those who ask whether it is ready have it look at the id of the files, milliseconds at least. */
  readonly pairingAgainMs?: number;
}

/** One of any number of processes that serve the same offices. */
export interface OpenedOffice {
  /** `http://127.0.0.1:port` */
  readonly address: string;
  /** Lets what is under way come to its end; `close` then ends the rest. */
  readonly drain: ServiceServer['drain'];
  close(): Promise<void>;
}

/**
 * Opens the database and the files that all processes share, and serves them: clients, tokens, limits and the audit
 * trail are those of the database, so none of the processes is special.
 * @throws AppError `database-address-invalid`, `database-unreachable`, `database-refused`, `database-unsuitable`,
 *   `service-data-in-use`, `files-of-another-database`, `file-store-away`, `file-store-refused`, `port-in-use`
 */
export async function openOfficeService({
  databaseUrl,
  files,
  port,
  host,
  metrics,
  pairingAgainMs,
  ...options
}: OpenOfficeOptions): Promise<OpenedOffice> {
  const database = await openPostgresDatabase(databaseUrl);
  const closing = new AsyncDisposableStack();
  closing.defer(() => database.close());
  try {
    const opened = openOfficeFiles(files);
    closing.defer(() => opened.close());
    await pairFiles(database.paired, opened.paired);
    const pairing = watchPairing(database.paired, opened.paired, {
      onProblem: (cause) => options.onProblem?.({ instance: 'database and files', operation: undefined, cause }),
      ...(pairingAgainMs !== undefined && { againAfterMs: pairingAgainMs }),
    });
    const service = await createOfficeService({
      ...options,
      ...sharedParts(database),
      blobsOf: (tenantId) => opened.blobsOf(tenantId),
      operatorDoors: { metrics, isReady: async () => pairing.isPaired() && (await database.isReady()) },
    });
    closing.defer(() => service.close());
    const address = await service.listen(port, host);
    return { address, drain: (told) => service.drain(told), close: () => closing.disposeAsync() };
  } catch (thrown) {
    await closing.disposeAsync();
    throw thrown;
  }
}

/** What the database is to the service. */
export function sharedParts(database: PostgresDatabase) {
  const { clients, tokens, requestCounts, audit } = database.office;
  return {
    clients: createStoredClients(clients),
    tokens,
    requestCounts,
    audit,
    storeOf: (tenantId: string) => database.storeOf(tenantId),
  };
}

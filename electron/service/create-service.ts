import { createFixedClients } from './auth/fixed-clients.ts';
import type { ClientCredentials } from './auth/read-client-credentials.ts';
import type { BlobShelf } from './blobs/blob-shelf.ts';
import type { Blobs } from './blobs/blobs.ts';
import { createServiceServer, type ServiceServer, type ServiceServerOptions } from './service-server.ts';
import type { Store } from './store/store.ts';
import { createTenant } from './tenant.ts';

/** What a service works with; store and blobs are opened and closed by the caller. */
export interface ServiceOptions extends Omit<ServiceServerOptions, 'clients' | 'tenantOf'> {
  readonly store: Store;
  readonly blobs: Blobs;
  /** Those of its one client, which may do everything. */
  readonly credentials: ClientCredentials;
  readonly licenseCodes: readonly string[];
}

/** The service of the interface description, in this process. */
export interface EmbeddedService extends ServiceServer {
  /** Removes bytes that nothing has referred to for 24 hours, and answers how many. */
  readonly collectUnused: BlobShelf['collectUnused'];
}

/** Creates the service of one tenant on the given store and blobs. Its `listen` throws `port-in-use`. */
export async function createService({ store, blobs, ...options }: ServiceOptions): Promise<EmbeddedService> {
  const { credentials, licenseCodes, now = Date.now, onProblem = () => undefined } = options;
  const tenant = createTenant({ store, blobs, now, credentials, onProblem });
  const clients = createFixedClients({ credentials, licenseCodes });
  const server = await createServiceServer({ ...options, clients, tenantOf: async () => tenant });
  return {
    ...server,
    collectUnused: () => tenant.shelf.collectUnused(),
    async close() {
      await server.close();
      await tenant.close();
    },
  };
}

import { createFixedClients } from './auth/fixed-clients.ts';
import type { ClientCredentials } from './auth/read-client-credentials.ts';
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

/** Creates the service of one tenant on the given store and blobs. Its `listen` throws `port-in-use`. */
export async function createService({ store, blobs, ...options }: ServiceOptions): Promise<ServiceServer> {
  const { credentials, licenseCodes, now = Date.now, onProblem = () => undefined } = options;
  const tenant = createTenant({ store, blobs, now, credentials, onProblem });
  const clients = createFixedClients({ credentials, licenseCodes });
  const server = await createServiceServer({ ...options, clients, tenantOf: async () => tenant });
  return {
    ...server,
    async close() {
      await server.close();
      await tenant.close();
    },
  };
}

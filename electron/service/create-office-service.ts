import { AppError } from '../../shared/errors/app-error.ts';
import { isTenantId, type Client } from './auth/clients.ts';
import type { Blobs } from './blobs/blobs.ts';
import { createDataInformationHandlers } from './handlers/data-information-handlers.ts';
import { servedWithoutToken } from './served-tenant.ts';
import { createServiceServer, type ServiceServer, type ServiceServerOptions } from './service-server.ts';
import type { Store } from './store/store.ts';
import { createTenant, type Tenant } from './tenant.ts';

/** What a service for several offices works with; stores and blobs are opened and closed by the caller. */
export interface OfficeServiceOptions extends Omit<ServiceServerOptions, 'tenantOf'> {
  /** The records of a tenant, and nothing of another one. Asked once for each. */
  storeOf(tenantId: string): Store;
  /** The bytes of a tenant, and nothing of another one. Asked once for each, and again where it failed. */
  blobsOf(tenantId: string): Blobs | Promise<Blobs>;
}

/**
 * Creates the service for several tenants: the same handlers, made once for each of them on its own records and bytes,
 * and chosen by the client's token. Its `listen` throws `port-in-use`.
 */
export async function createOfficeService(options: OfficeServiceOptions): Promise<ServiceServer> {
  const { now = Date.now, onProblem = () => undefined } = options;
  const credentials = undefined;
  const tenants = new Map<string, Promise<Tenant>>();
  const nobody = servedWithoutToken(createDataInformationHandlers({ credentials }));

  async function makeTenant(tenantId: string): Promise<Tenant> {
    if (!isTenantId(tenantId)) throw new AppError('internal-error', { detail: 'A client has no name of a tenant.' });
    const blobs = await options.blobsOf(tenantId);
    return createTenant({ store: options.storeOf(tenantId), blobs, credentials, now, onProblem });
  }

  function tenantNamed(tenantId: string): Promise<Tenant> {
    const made = makeTenant(tenantId).catch((thrown: unknown) => {
      tenants.delete(tenantId);
      throw thrown;
    });
    tenants.set(tenantId, made);
    return made;
  }

  const server = await createServiceServer({
    ...options,
    tenantOf: async (client: Client | undefined) =>
      client ? (tenants.get(client.tenantId) ?? tenantNamed(client.tenantId)) : nobody,
  });
  return {
    ...server,
    async close() {
      await server.close();
      const made = await Promise.allSettled(tenants.values());
      await Promise.all(made.map(async (one) => one.status === 'fulfilled' && one.value.close()));
    },
  };
}

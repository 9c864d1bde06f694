import type { Connections } from './connections.ts';

/** The database as one tenant uses it: every statement of a store names the tenant. */
export interface TenantDatabase extends Connections {
  readonly tenantId: string;
  /** Resolves once the tenant is known to the database, which everything that is stored refers to. */
  readonly known: () => Promise<void>;
}

export function createTenantDatabase(connections: Connections, tenantId: string): TenantDatabase {
  // Remembered: a database that lost it, because a standby took over, lost its clients, too, and nobody asks for it.
  let knowing: Promise<unknown> | undefined;
  return {
    ...connections,
    tenantId,
    async known() {
      knowing ??= connections.ask('INSERT INTO tenants (tenant_id) VALUES ($1) ON CONFLICT DO NOTHING', [tenantId]);
      try {
        await knowing;
      } catch (thrown) {
        knowing = undefined;
        throw thrown;
      }
    },
  };
}

/** A GUID in the form in which it is kept; undefined for what is none. */
export function guidOf(text: string): string | undefined {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text.toLowerCase() : undefined;
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AuditEntry } from '../../electron/service/audit/audit-trail.ts';
import { hashSecret } from '../../electron/service/auth/hashed-secret.ts';
import { createStoredClients, type ClientRecord } from '../../electron/service/auth/stored-clients.ts';
import { createDiskBlobs, type DiskBlobs } from '../../electron/service/blobs/disk-blobs.ts';
import { createOfficeService, type OfficeServiceOptions } from '../../electron/service/create-office-service.ts';
import { openOfficeFiles } from '../../electron/service/office-files.ts';
import { sharedParts } from '../../electron/service/open-office-service.ts';
import { readS3Address } from '../../electron/service/blobs/s3/s3-address.ts';
import type { ServiceServer } from '../../electron/service/service-server.ts';
import type { NewClient } from '../../electron/service/store/postgres/office/clients.ts';
import { openPostgresDatabase } from '../../electron/service/store/postgres/open-postgres-database.ts';
import { openSqliteStore } from '../../electron/service/store/sqlite/open-sqlite-store.ts';
import type { Store } from '../../electron/service/store/store.ts';
import { rights, type Right } from '../../shared/api/rights.ts';
import { tokenPath } from '../../shared/api/token.ts';
import { createDatabase } from '../postgres/administer.ts';
import { openS3Double } from './s3/s3-double.ts';

/** A service for several offices. */
export interface Office {
  readonly service: ServiceServer;
  /** `http://127.0.0.1:port` */
  readonly address: string;
  readonly audit: readonly AuditEntry[];
  /** Adds a client, or replaces the one of that name. Its secret is `NAME-secret`, its license code `NAME-license`. */
  addClient(clientId: string, tenantId: string, allowed?: readonly Right[]): Promise<void>;
  endClient(clientId: string): Promise<void>;
  token(clientId: string): Promise<string>;
  storeOf(tenantId: string): Store;
  close(): Promise<void>;
}

/** On stores in memory; in the project that is for it on a PostgreSQL database of its own and a double of S3. */
export async function openOffice(options: Partial<OfficeServiceOptions> = {}): Promise<Office> {
  const parts = process.env['CONTRACT_STORE'] === 'postgres' ? await openSharedParts() : await openPartsInMemory();
  const audit: AuditEntry[] = [];
  const service = await createOfficeService({
    ...parts.served,
    audit: {
      async note(entry) {
        await parts.served.audit?.note(entry);
        audit.push(entry);
      },
    },
    failedLoginGapMs: 0,
    ...options,
  });
  const address = await service.listen(0);
  const hashes = new Map<string, readonly [secret: string, license: string]>();
  return {
    service,
    address,
    audit,
    async addClient(clientId, tenantId, allowed = rights) {
      // A hash costs as much as a guess, and most clients come more than once.
      const [secretHash, licenseHash] = hashes.get(clientId) ?? [
        await hashSecret(`${clientId}-secret`),
        await hashSecret(`${clientId}-license`),
      ];
      hashes.set(clientId, [secretHash, licenseHash]);
      await parts.put({ clientId, tenantId, rights: allowed, secretHash, licenseHash });
    },
    endClient: (clientId) => parts.end(clientId),
    async token(clientId) {
      const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: `${clientId}-secret` };
      const answer = await fetch(address + tokenPath, { method: 'POST', body: new URLSearchParams(form) });
      return ((await answer.json()) as { access_token: string }).access_token;
    },
    storeOf: (tenantId) => parts.served.storeOf(tenantId),
    async close() {
      await service.close();
      await parts.close();
    },
  };
}

interface Parts {
  readonly served: Pick<OfficeServiceOptions, 'clients' | 'storeOf' | 'blobsOf' | 'tokens' | 'requestCounts' | 'audit'>;
  put(client: NewClient): Promise<void>;
  end(clientId: string): Promise<void>;
  close(): Promise<void>;
}

async function openPartsInMemory(): Promise<Parts> {
  const folder = await mkdtemp(join(tmpdir(), 'cadsync-office-'));
  const records = new Map<string, ClientRecord>();
  const stores = new Map<string, Store>();
  const places = new Map<string, DiskBlobs>();
  for (const tenantId of ['north', 'south']) {
    stores.set(tenantId, openSqliteStore(':memory:'));
    places.set(tenantId, await createDiskBlobs(join(folder, tenantId)));
  }
  return {
    served: {
      clients: createStoredClients({ find: async (clientId) => records.get(clientId) }),
      storeOf: (tenantId) => known(stores, tenantId),
      blobsOf: (tenantId) => known(places, tenantId),
    },
    async put({ secretHash, licenseHash, ...client }) {
      records.set(client.clientId, { ...client, secretHashes: [secretHash], licenseHashes: [licenseHash] });
    },
    end: async (clientId) => void records.delete(clientId),
    async close() {
      for (const blobs of places.values()) blobs.close();
      for (const store of stores.values()) await store.close();
      await rm(folder, { recursive: true });
    },
  };
}

async function openSharedParts(): Promise<Parts> {
  const folder = await mkdtemp(join(tmpdir(), 'cadsync-office-'));
  const database = await openPostgresDatabase(await createDatabase());
  const double = await openS3Double();
  const store = { address: readS3Address(double.address), keys: double.keys };
  const files = openOfficeFiles({ kind: 'store', workDir: folder, ...store });
  const { clients } = database.office;
  return {
    served: { ...sharedParts(database), blobsOf: (tenantId) => files.blobsOf(tenantId) },
    put: async (client) =>
      (await clients.find(client.clientId)) ? clients.allow(client.clientId, client.rights) : clients.add(client),
    end: (clientId) => clients.end(clientId),
    async close() {
      await files.close();
      await double.close();
      await database.close();
      await rm(folder, { recursive: true });
    },
  };
}

function known<T>(all: ReadonlyMap<string, T>, tenantId: string): T {
  const found = all.get(tenantId);
  if (!found) throw new Error(`There is no tenant ${tenantId}.`);
  return found;
}

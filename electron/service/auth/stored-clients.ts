import type { Right } from '../../../shared/api/rights.ts';
import { hidden, type Client, type Clients } from './clients.ts';
import { createSecretChecks, type SecretChecks } from './hashed-secret.ts';

/** A client as it is kept: its secrets and license codes as hashes (`hashSecret`). */
export interface ClientRecord {
  readonly clientId: string;
  readonly tenantId: string;
  readonly rights: readonly Right[];
  /** More than one while a secret is being replaced. */
  readonly secretHashes: readonly string[];
  readonly licenseHashes: readonly string[];
}

/** Where clients are kept. All processes of a service see the same. */
export interface ClientRecords {
  /** Undefined for those that there are not, or that were ended. */
  find(clientId: string): Promise<ClientRecord | undefined>;
}

/** Clients that are kept somewhere, each with its tenant, rights and license codes. */
export function createStoredClients(records: ClientRecords): Clients {
  // Apart: a secret is no license code, and the other way round.
  const [secrets, licenses] = [createSecretChecks(), createSecretChecks()];
  return {
    async authenticate({ clientId, clientSecret }) {
      const record = await records.find(clientId);
      const secretHash = await secrets.fitting(clientSecret, record?.secretHashes ?? []);
      return secretHash === undefined ? undefined : { clientId, secretHash };
    },
    async find(clientId) {
      const record = await records.find(clientId);
      return record && clientOf(record, licenses);
    },
    hideLicenses: (path) =>
      path
        .split('/')
        .map((part) => (licenses.hasFitted(decoded(part)) ? hidden : part))
        .join('/'),
  };
}

function clientOf({ clientId, tenantId, rights, licenseHashes }: ClientRecord, licenses: SecretChecks): Client {
  const owns = async (code: string): Promise<boolean> => (await licenses.fitting(code, licenseHashes)) !== undefined;
  return { clientId, tenantId, rights: new Set(rights), owns };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

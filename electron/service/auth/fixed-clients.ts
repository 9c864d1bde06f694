import { rights } from '../../../shared/api/rights.ts';
import { hidden, type Client, type Clients } from './clients.ts';
import { equalSecrets, isOneOf } from './equal-secrets.ts';
import type { ClientCredentials } from './read-client-credentials.ts';

interface FixedClientOptions {
  readonly credentials: ClientCredentials;
  readonly licenseCodes: readonly string[];
}

/** The tenant of a service that has only one. */
export const onlyTenantId = 'own';

/** One client that may do everything, as the service inside the app and a door for add-ins have it. */
export function createFixedClients({ credentials, licenseCodes }: FixedClientOptions): Clients {
  const { clientId, clientSecret } = credentials;
  const client: Client = {
    clientId,
    tenantId: onlyTenantId,
    rights: new Set(rights),
    owns: async (licenseCode) => isOneOf(licenseCode, licenseCodes),
  };
  const written = licenseCodes.flatMap((code) => [code, encodeURIComponent(code)]).filter((code) => code !== '');
  return {
    async authenticate(given) {
      const sameId = equalSecrets(given.clientId, clientId);
      return equalSecrets(given.clientSecret, clientSecret) && sameId ? { clientId, secretHash: undefined } : undefined;
    },
    find: async (asked) => (asked === clientId ? client : undefined),
    hideLicenses: (path) => written.reduce((text, code) => text.replaceAll(code, hidden), path),
  };
}

import type { Right } from '../../../shared/api/rights.ts';
import { hashSecret } from '../../service/auth/hashed-secret.ts';
import { openPostgresDatabase, readPostgresDatabase } from '../../service/store/postgres/open-postgres-database.ts';
import type { ListedClient, OfficeClients, ProofKind } from '../../service/store/postgres/office/clients.ts';
import { clientProofs, newClientSecret, newLicenseCode } from '../client-secrets.ts';
import { databaseUrlOf } from '../office-access.ts';
import { exitCodes, printResult } from './output.ts';

/** What is to be done about the clients of a service of several offices. */
export type ClientChange =
  | { readonly kind: 'add'; readonly clientId: string; readonly tenantId: string; readonly rights: readonly Right[] }
  | { readonly kind: 'rotate'; readonly clientId: string; readonly proof: ProofKind; readonly keepMs: number }
  | { readonly kind: 'allow'; readonly clientId: string; readonly rights: readonly Right[] }
  | { readonly kind: 'end'; readonly clientId: string }
  | { readonly kind: 'list'; readonly tenantId: string | undefined };

/** What is told of a change; secrets that were made up are told here and nowhere else. */
type Told = Readonly<Record<string, string>> | { readonly clients: readonly ListedClient[] };

/**
 * Carries a change out in the database, which all processes of the service go by at once.
 * @throws AppError `invalid-request`, `not-found`, and those of the database
 */
export async function clientCommand(
  change: ClientChange,
  { database: address, json }: { readonly database: string; readonly json: boolean },
): Promise<number> {
  // Whoever only asks changes nothing, as an older version of the service may be serving.
  const open = change.kind === 'list' ? readPostgresDatabase : openPostgresDatabase;
  const database = await open(databaseUrlOf(address), { maxConnections: 1 });
  try {
    printResult(json, await carryOut(change, database.office.clients), describe);
    return exitCodes.done;
  } finally {
    await database.close();
  }
}

async function carryOut(change: ClientChange, clients: OfficeClients): Promise<Told> {
  switch (change.kind) {
    case 'add':
      return addClient(change, clients);
    case 'rotate': {
      const { clientId, proof, keepMs } = change;
      const made = proof === 'secret' ? newClientSecret() : newLicenseCode();
      await clients.replace(clientId, proof, await hashSecret(made), keepMs);
      return { clientId, ...(proof === 'secret' ? { clientSecret: made } : { licenseCode: made }) };
    }
    case 'allow':
      await clients.allow(change.clientId, change.rights);
      return { clientId: change.clientId, rights: change.rights.join(',') };
    case 'end':
      await clients.end(change.clientId);
      return { ended: change.clientId };
    case 'list':
      return { clients: await clients.list(change.tenantId) };
  }
}

async function addClient(
  { clientId, tenantId, rights }: ClientChange & { readonly kind: 'add' },
  clients: OfficeClients,
): Promise<Told> {
  const { clientSecret, licenseCode, madeUp } = clientProofs();
  const [secretHash, licenseHash] = await Promise.all([hashSecret(clientSecret), hashSecret(licenseCode)]);
  await clients.add({ clientId, tenantId, rights, secretHash, licenseHash });
  return { clientId, tenant: tenantId, rights: rights.join(','), ...madeUp };
}

function describe(told: Told): string {
  if (isList(told)) return told.clients.length === 0 ? 'There are no clients.' : told.clients.map(lineOf).join('\n');
  const lines = Object.entries(told).map(([name, value]) => `${name}: ${value}`);
  const isSecret = 'clientSecret' in told || 'licenseCode' in told;
  return [...lines, ...(isSecret ? ['What is secret of this is not shown again.'] : [])].join('\n');
}

function isList(told: Told): told is { readonly clients: readonly ListedClient[] } {
  return Array.isArray(told['clients' as keyof Told]);
}

function lineOf({ tenantId, clientId, rights, addedAt, endedAt, secrets, licenses }: ListedClient): string {
  const since = `since ${new Date(addedAt).toISOString()}`;
  if (endedAt !== undefined) return `${tenantId} ${clientId}: ended ${new Date(endedAt).toISOString()}, ${since}`;
  const replaced = [secrets > 1 ? 'secret' : '', licenses > 1 ? 'license code' : ''].filter((name) => name !== '');
  const replacing = replaced.length === 0 ? '' : `, ${replaced.join(' and ')} being replaced`;
  return `${tenantId} ${clientId}: ${rights.join(', ')}, ${since}${replacing}`;
}

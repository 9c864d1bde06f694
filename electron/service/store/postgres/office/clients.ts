import { z } from 'zod';
import { AppError } from '../../../../../shared/errors/app-error.ts';
import { rights, type Right } from '../../../../../shared/api/rights.ts';
import { requireTenantId } from '../../../auth/clients.ts';
import type { ClientRecords } from '../../../auth/stored-clients.ts';
import type { Ask, Connections } from '../connections.ts';
import { noEnd } from '../../generation-rows.ts';
import { databaseNow } from './clock.ts';

/** With what a client proves something: that it is itself, or that it may use what is licensed. */
export type ProofKind = 'secret' | 'license';

/** A client that is to be. */
export interface NewClient {
  readonly clientId: string;
  readonly tenantId: string;
  readonly rights: readonly Right[];
  /** As `hashSecret` makes them. */
  readonly secretHash: string;
  readonly licenseHash: string;
}

/** A client as it is listed: nothing of what it proves itself with. */
export interface ListedClient {
  readonly clientId: string;
  readonly tenantId: string;
  /** As they were given, also those that only a newer version knows. */
  readonly rights: readonly string[];
  /** Milliseconds since 1970. */
  readonly addedAt: number;
  readonly endedAt: number | undefined;
  /** How many count now: two while one is being replaced. */
  readonly secrets: number;
  readonly licenses: number;
}

/** The clients of a service for several offices, for its processes and for whoever runs it. */
export interface OfficeClients extends ClientRecords {
  /** @throws AppError `invalid-request` where the id was ever given to a client, or the tenant has no name of one */
  add(client: NewClient): Promise<void>;
  /**
   * Gives a client another secret or license code.
   * @param keepMs how long those before still count; with 0 the client’s tokens end, too
   * @throws AppError `not-found`
   */
  replace(clientId: string, kind: ProofKind, hash: string, keepMs: number): Promise<void>;
  /** What it may do from now on. @throws AppError `not-found` */
  allow(clientId: string, allowed: readonly Right[]): Promise<void>;
  /** From then on it is nobody at any process, however long its tokens run. @throws AppError `not-found` */
  end(clientId: string): Promise<void>;
  /** By tenant and id, those that were ended as well. */
  list(tenantId?: string): Promise<readonly ListedClient[]>;
}

/** A newer version may have given rights that this one does not know, and that none of its operations needs. */
const knownRights = z.array(z.string()).transform((given) => rights.filter((right) => given.includes(right)));
const clientRow = z.object({
  client_id: z.string(),
  tenant_id: z.string(),
  rights: knownRights,
  secret_hashes: z.array(z.string()),
  license_hashes: z.array(z.string()),
});
const listedRow = z.object({
  client_id: z.string(),
  tenant_id: z.string(),
  rights: z.array(z.string()),
  added_at: z.number(),
  ended_at: z.number().nullable(),
  secrets: z.number(),
  licenses: z.number(),
});

const proofs = (kind: ProofKind, what: string): string =>
  `(SELECT ${what} FROM client_proofs p
    WHERE p.client_id = c.client_id AND p.kind = '${kind}' AND p.ends_at > ${databaseNow} AND c.ended_at IS NULL)`;

const none = '{}';
const findOne = `SELECT c.client_id, c.tenant_id, c.rights,
    coalesce(${proofs('secret', 'array_agg(p.hash)')}, '${none}') AS secret_hashes,
    coalesce(${proofs('license', 'array_agg(p.hash)')}, '${none}') AS license_hashes
  FROM clients c WHERE c.client_id = $1 AND c.ended_at IS NULL`;

/** Clients in PostgreSQL. */
export function createOfficeClients({ ask, inTransaction }: Connections): OfficeClients {
  return {
    async find(clientId) {
      const [row] = await ask(findOne, [clientId]);
      if (row === undefined) return undefined;
      const { client_id: id, tenant_id: tenantId, ...found } = clientRow.parse(row);
      const { secret_hashes: secretHashes, license_hashes: licenseHashes } = found;
      return { clientId: id, tenantId, rights: found.rights, secretHashes, licenseHashes };
    },
    add: (client) => inTransaction((within) => addClient(within, client)),
    replace: (clientId, kind, hash, keepMs) =>
      inTransaction((within) => replaceProof(within, clientId, { kind, hash, keepMs })),
    async allow(clientId, allowed) {
      const changed = 'UPDATE clients SET rights = $2 WHERE client_id = $1 AND ended_at IS NULL RETURNING 1';
      if ((await ask(changed, [clientId, allowed])).length === 0) throw unknownClient(clientId);
    },
    async end(clientId) {
      const ended = await ask(
        `WITH tokens AS (DELETE FROM access_tokens WHERE client_id = $1)
         UPDATE clients SET ended_at = ${databaseNow} WHERE client_id = $1 AND ended_at IS NULL RETURNING 1`,
        [clientId],
      );
      if (ended.length === 0) throw unknownClient(clientId);
    },
    async list(tenantId) {
      const rows = await ask(
        `SELECT c.client_id, c.tenant_id, c.rights, c.added_at, c.ended_at,
           ${proofs('secret', 'count(*)')} AS secrets, ${proofs('license', 'count(*)')} AS licenses
         FROM clients c WHERE $1::text IS NULL OR c.tenant_id = $1 ORDER BY c.tenant_id, c.client_id`,
        [tenantId ?? null],
      );
      return rows.map(readListed);
    },
  };
}

async function addClient(ask: Ask, client: NewClient): Promise<void> {
  const { clientId, tenantId, rights: allowed, secretHash, licenseHash } = client;
  requireTenantId(tenantId);
  await ask('INSERT INTO tenants (tenant_id) VALUES ($1) ON CONFLICT DO NOTHING', [tenantId]);
  const added = await ask(
    `INSERT INTO clients (client_id, tenant_id, rights, added_at) VALUES ($1, $2, $3, ${databaseNow})
     ON CONFLICT DO NOTHING RETURNING 1`,
    [clientId, tenantId, allowed],
  );
  if (added.length === 0) throw new AppError('invalid-request', { detail: idTaken(clientId) });
  await ask(
    `INSERT INTO client_proofs (client_id, kind, hash, ends_at)
     VALUES ($1, 'secret', $2, ${noEnd}), ($1, 'license', $3, ${noEnd})`,
    [clientId, secretHash, licenseHash],
  );
}

interface NewProof {
  readonly kind: ProofKind;
  readonly hash: string;
  readonly keepMs: number;
}

async function replaceProof(ask: Ask, clientId: string, { kind, hash, keepMs }: NewProof): Promise<void> {
  const known = 'SELECT 1 FROM clients WHERE client_id = $1 AND ended_at IS NULL FOR NO KEY UPDATE';
  if ((await ask(known, [clientId])).length === 0) throw unknownClient(clientId);
  await ask(
    `UPDATE client_proofs SET ends_at = least(ends_at, ${databaseNow} + $3::bigint)
     WHERE client_id = $1 AND kind = $2`,
    [clientId, kind, keepMs],
  );
  await ask(`INSERT INTO client_proofs (client_id, kind, hash, ends_at) VALUES ($1, $2, $3, ${noEnd})`, [
    clientId,
    kind,
    hash,
  ]);
  if (keepMs === 0) await ask('DELETE FROM access_tokens WHERE client_id = $1', [clientId]);
}

function readListed(row: unknown): ListedClient {
  const { client_id: clientId, tenant_id: tenantId, ...rest } = listedRow.parse(row);
  const { added_at: addedAt, ended_at: endedAt, ...counted } = rest;
  return { clientId, tenantId, addedAt, endedAt: endedAt ?? undefined, ...counted };
}

function idTaken(clientId: string): string {
  return `There is or was a client ${clientId}: an id is given once, so that the audit trail means one client by it.`;
}

function unknownClient(clientId: string): AppError {
  return new AppError('not-found', { detail: `There is no client ${clientId}, or it was ended.` });
}

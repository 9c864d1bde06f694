import { z } from 'zod';
import type { VersionToAppend } from '../store.ts';
import { keyValues } from '../version-rows.ts';
import { storable, type Ask } from './connections.ts';
import { hashOf } from '../hash-of.ts';
import { guidOf } from './tenant.ts';

const standingRow = z.object({
  history_id: z.number(),
  key_hash: z.string(),
  newest_major: z.number(),
  newest_minor: z.number(),
  newest_listed_at: z.number(),
  release_major: z.number().nullable(),
  release_listed_at: z.number().nullable(),
});

/** How a history is before something is appended to it; without an id where it is new. */
export type Standing = Omit<z.output<typeof standingRow>, 'history_id'> & { readonly history_id?: number };

const blobRow = z.object({ blob_id: z.string() });
const idRow = z.object({ id: z.number() });

/** What names a history, in the order of `keyColumns`, as it is kept. */
export function keptKey({ key, attachmentName }: Pick<VersionToAppend, 'key' | 'attachmentName'>): string[] {
  return keyValues(key, attachmentName).map(storable);
}

/** The hash by which a history is found. */
export function keyHash(version: Pick<VersionToAppend, 'key' | 'attachmentName'>): string {
  const hash = hashOf(...keptKey(version));
  return [hash.slice(0, 8), hash.slice(8, 12), hash.slice(12, 16), hash.slice(16, 20), hash.slice(20)].join('-');
}

/** The histories of versions that there are, by hash. Nobody moves them: their programs are locked. */
export async function findStanding(
  ask: Ask,
  tenantId: string,
  versions: readonly VersionToAppend[],
): Promise<ReadonlyMap<string, Standing>> {
  const rows = await ask(
    `SELECT ${Object.keys(standingRow.shape).join(', ')} FROM histories WHERE tenant_id = $1 AND key_hash = ANY ($2::uuid[])`,
    [tenantId, [...new Set(versions.map(keyHash))]],
  );
  return new Map(rows.map((row) => standingRow.parse(row)).map((row) => [row.key_hash, row]));
}

/** Those blobs of versions that there are. They stay until the transaction ends: their rows are held, in one order for everybody. */
export async function findKnownBlobs(
  ask: Ask,
  tenantId: string,
  versions: readonly VersionToAppend[],
): Promise<ReadonlySet<string>> {
  const ids = new Set(versions.map(({ blobId }) => guidOf(blobId)).filter((id) => id !== undefined));
  const rows = await ask(
    `SELECT blob_id FROM blobs WHERE tenant_id = $1 AND blob_id = ANY ($2::uuid[]) ORDER BY blob_id FOR NO KEY UPDATE`,
    [tenantId, [...ids]],
  );
  return new Set(rows.map((row) => blobRow.parse(row).blob_id));
}

/** Ids for new histories, the lowest first. */
export async function takeHistoryIds(ask: Ask, count: number): Promise<number[]> {
  if (count === 0) return [];
  const rows = await ask(`SELECT nextval('history_ids') AS id FROM generate_series(1, $1::integer) ORDER BY id`, [
    count,
  ]);
  return rows.map((row) => idRow.parse(row).id);
}

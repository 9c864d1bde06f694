import { z } from 'zod';
import { AppError } from '../../../../../shared/errors/app-error.ts';
import type { PairedDatabase } from '../../../pairing/pair-files.ts';
import { readBlob, blobColumns } from '../../blob-rows.ts';
import type { Ask, Connections } from '../connections.ts';
import { schemaName } from '../schema.ts';

const pairingRow = z.object({ id: z.string(), paired: z.boolean(), made_of: z.string().nullable() });
const placeRow = z.object({ place: z.string() });
const tenantRow = z.object({ tenant_id: z.string() });

/** So many files are asked for: some of them may be lost. */
const someCount = 20;
const lockName = `${schemaName} pairing`;

/**
 * Gives a database another id where it was restored from a dump, or moved to another server: the one that it was made of
 * may still serve, with files that are not for both.
 */
export async function ownId({ ask }: Connections): Promise<void> {
  const place = await placeOf(ask);
  // Of several processes that start at once, one finds it elsewhere.
  const moved = `UPDATE pairing SET place = $1,
      id = CASE WHEN place IS NULL THEN id ELSE gen_random_uuid() END,
      made_of = CASE WHEN place IS NULL THEN made_of ELSE id END
    WHERE place IS DISTINCT FROM $1`;
  if (place !== undefined) await ask(moved, [place]);
}

/** Another one for each server and database; a standby that takes over keeps it. Undefined where that is kept from us. */
async function placeOf(ask: Ask): Promise<string | undefined> {
  try {
    const [row] = await ask(`SELECT system_identifier || '/' || oid AS place
      FROM pg_control_system(), pg_database WHERE datname = current_database()`);
    return placeRow.parse(row).place;
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === 'database-refused') return undefined;
    throw thrown;
  }
}

/** A PostgreSQL database as it belongs to files. */
export function createPairedDatabase({ ask, reserve }: Connections): PairedDatabase {
  return {
    async read() {
      const [row] = await ask('SELECT id, paired, made_of FROM pairing');
      const { id, paired, made_of: madeOf } = pairingRow.parse(row);
      return { id, isPaired: paired, madeOf: madeOf ?? undefined };
    },
    notePaired: async () => void (await ask('UPDATE pairing SET paired = true')),
    async inTurn(work) {
      const { ask: askAlone, release } = await reserve();
      try {
        await askAlone('SELECT pg_advisory_lock(hashtextextended($1, 0))', [lockName]);
        const done = await work();
        await askAlone('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [lockName]);
        release();
        return done;
      } catch (thrown) {
        // The lock ends with the connection.
        release(true);
        throw thrown;
      }
    },
    async someFiles() {
      const some = (which: string): string =>
        `(SELECT tenant_id, ${blobColumns} FROM blobs WHERE size_bytes > 0 AND ${which} LIMIT ${someCount})`;
      const rows = await ask(`${some('used')} UNION ALL ${some('NOT used')}`);
      return rows.map((row) => ({ tenantId: tenantRow.parse(row).tenant_id, blob: readBlob(row) }));
    },
  };
}

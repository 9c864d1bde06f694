import { z } from 'zod';
import type { PairedDatabase } from '../../../pairing/pair-files.ts';
import { readBlob, blobColumns } from '../../blob-rows.ts';
import type { Connections } from '../connections.ts';
import { schemaName } from '../schema.ts';

const pairingRow = z.object({ id: z.string(), paired: z.boolean() });
const tenantRow = z.object({ tenant_id: z.string() });

/** So many files are asked for: some of them may be lost. */
const someCount = 20;
const lockName = `${schemaName} pairing`;

/** A PostgreSQL database as it belongs to files. */
export function createPairedDatabase({ ask, reserve }: Connections): PairedDatabase {
  return {
    async read() {
      const { id, paired } = pairingRow.parse((await ask('SELECT id, paired FROM pairing'))[0]);
      return { id, isPaired: paired };
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

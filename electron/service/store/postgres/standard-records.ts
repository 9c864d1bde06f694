import { randomUUID } from 'node:crypto';
import { readIfThere } from '../read-if-there.ts';
import { readStandard } from '../standard-rows.ts';
import type { StandardRecords } from '../stored-lists.ts';
import { hashOf } from '../hash-of.ts';
import { guidOf, type TenantDatabase } from './tenant.ts';

/** CAD standards in PostgreSQL; ids are random GUIDs in lower case. */
export function createStandardRecords({ ask, known, tenantId }: TenantDatabase): StandardRecords {
  return {
    list: async () =>
      (
        await ask('SELECT standard_id, standard_name FROM standards WHERE tenant_id = $1 ORDER BY standard_name', [
          tenantId,
        ])
      ).map(readStandard),
    async find(standardId) {
      const one = 'SELECT standard_id, standard_name FROM standards WHERE tenant_id = $1 AND standard_id = $2';
      return readIfThere((await ask(one, [tenantId, guidOf(standardId)]))[0], readStandard);
    },
    async put(standardName, standardId = randomUUID()) {
      await known();
      // The update that changes nothing answers the row that is there, also one that was stored at the same moment.
      const [row] = await ask(
        `INSERT INTO standards AS s (tenant_id, standard_id, standard_name, name_hash) VALUES ($1, $2, $3, $4)
         ON CONFLICT (tenant_id, name_hash) DO UPDATE SET name_hash = s.name_hash RETURNING standard_id, standard_name`,
        [tenantId, standardId, standardName, hashOf(standardName)],
      );
      return readStandard(row);
    },
  };
}

import { z } from 'zod';
import type { StoredStandard } from './stored-lists.ts';

const standardRow = z.object({ standard_id: z.string(), standard_name: z.string() });

export function readStandard(row: unknown): StoredStandard {
  const { standard_id: standardId, standard_name: standardName } = standardRow.parse(row);
  return { standardId, standardName };
}

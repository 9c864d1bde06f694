import type { Statement } from '../ports.ts';
import { sql } from './sql.ts';

/** What waits is the file's next version. */
const isToBeReplaced = sql`((kind IN ('transfer', 'parked') AND verdict ->> 'operation' = 'download')
  OR (kind = 'asked' AND verdict ->> 'change' = 'overwrite'))`;

/**
 * Of the files of a list: that the service does not have their content. It has that of one in step, and of one that is
 * only to be replaced, as long as that was agreed on: a person may have said that theirs takes the place of what was never
 * sent.
 */
export function isNotOnService(serviceId: string | undefined): Statement {
  const isAgreed = sql`EXISTS (SELECT 1 FROM synced_item AS agreed WHERE agreed.library_id = file.library_id
    AND agreed.service_id = ${serviceId ?? ''} AND agreed.content_key = file.content_key AND agreed.sha256 = file.sha256)`;
  return sql`gone_since_ms IS NULL AND file_state <> 'notFetched' AND COALESCE(kind, '') NOT IN ('inStep', 'asFollowed')
    AND NOT COALESCE(${isToBeReplaced} AND ${isAgreed}, 0)`;
}

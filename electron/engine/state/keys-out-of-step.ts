import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { Database } from '../ports.ts';
import { rowOf } from './row.ts';

/**
 * Every key of which it takes a look to say that nothing is to be done: all but those with one file that was read,
 * the bytes and the version of which are what both sides agreed on, and with nothing queued or undecided.
 */
export function keysOutOfStep(database: Database, libraryId: string, serviceId: string): ContentKeyText[] {
  return database
    .all(
      `WITH here (library_id, service_id) AS (VALUES (?, ?)), everything AS (
         SELECT content_key FROM local_file WHERE library_id = (SELECT library_id FROM here) AND content_key IS NOT NULL
         UNION SELECT content_key FROM remote_item WHERE library_id = (SELECT library_id FROM here) AND service_id = (SELECT service_id FROM here)
         UNION SELECT content_key FROM synced_item WHERE library_id = (SELECT library_id FROM here) AND service_id = (SELECT service_id FROM here)
       ), in_step AS (
         SELECT f.content_key FROM local_file AS f
         JOIN synced_item AS s ON s.library_id = (SELECT library_id FROM here) AND s.service_id = (SELECT service_id FROM here) AND s.content_key = f.content_key
           AND s.path = f.path AND s.sha256 = f.sha256
         JOIN remote_item AS r ON r.library_id = (SELECT library_id FROM here) AND r.service_id = (SELECT service_id FROM here) AND r.content_key = f.content_key
           AND r.major = s.major AND r.minor = s.minor AND (r.sha256 IS NULL OR r.sha256 = s.sha256)
         WHERE f.library_id = (SELECT library_id FROM here) AND f.settled = 1 AND f.gone_since_ms IS NULL
       ), busy AS (
         SELECT content_key FROM local_file WHERE library_id = (SELECT library_id FROM here) AND gone_since_ms IS NOT NULL
         UNION ALL SELECT content_key FROM queue_entry WHERE library_id = (SELECT library_id FROM here)
         UNION ALL SELECT content_key FROM conflict WHERE library_id = (SELECT library_id FROM here) AND service_id = (SELECT service_id FROM here)
         UNION ALL SELECT content_key FROM sent_draft WHERE library_id = (SELECT library_id FROM here) AND service_id = (SELECT service_id FROM here)
         UNION ALL SELECT content_key FROM held_back WHERE library_id = (SELECT library_id FROM here) AND service_id = (SELECT service_id FROM here)
         UNION ALL SELECT content_key FROM bounded_change WHERE library_id = (SELECT library_id FROM here) AND service_id = (SELECT service_id FROM here)
         UNION ALL SELECT content_key FROM local_file WHERE library_id = (SELECT library_id FROM here) AND content_key IS NOT NULL
           GROUP BY content_key HAVING COUNT(*) > 1
       )
       SELECT content_key FROM everything EXCEPT SELECT content_key FROM in_step
       UNION SELECT content_key FROM busy WHERE content_key IS NOT NULL`,
      libraryId,
      serviceId,
    )
    .map((row) => rowOf(row).text('content_key') as ContentKeyText);
}

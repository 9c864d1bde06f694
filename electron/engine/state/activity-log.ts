import { activityRecord, type ActivityRecord } from '../../../shared/rpc/activity-records.ts';
import type { Database } from '../ports.ts';
import { json, number, shape } from './row.ts';
import { insert, sql } from './sql.ts';

const readActivity = shape({
  activityId: number('activity_id'),
  // One of another version of the app may be one that this cannot tell.
  record: json('record', activityRecord.omit({ activityId: true }).optional().catch(undefined)),
});

/** What happened, for people: kept for the newest 10,000 entries. */
export function createActivityLog(database: Database) {
  const keepEntries = 10_000;
  return {
    add(libraryId: string | undefined, record: Omit<ActivityRecord, 'activityId'>): ActivityRecord {
      const row = { at_ms: record.atMs, library_id: libraryId, record: JSON.stringify(record) };
      const { lastId } = database.run(insert('activity', row));
      if (lastId % 500 === 0) database.run(sql`DELETE FROM activity WHERE activity_id <= ${lastId - keepEntries}`);
      return { ...record, activityId: lastId };
    },

    /** Newest first. */
    list: (limit: number, beforeId = Number.MAX_SAFE_INTEGER): ActivityRecord[] =>
      database
        .all(
          sql`SELECT * FROM activity WHERE activity_id < ${beforeId} ORDER BY activity_id DESC LIMIT ${limit}`,
          readActivity,
        )
        .flatMap(({ record, activityId }) => (record ? [{ ...record, activityId }] : [])),
  };
}

export type ActivityLog = ReturnType<typeof createActivityLog>;

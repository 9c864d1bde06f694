import { activityRecord, type ActivityRecord } from '../../../shared/rpc/activity-records.ts';
import type { Database } from '../ports.ts';
import { rowOf } from './row.ts';

/** What happened, for people: kept for the newest 10,000 entries. */
export function createActivityLog(database: Database) {
  const keepEntries = 10_000;
  return {
    add(libraryId: string | undefined, record: Omit<ActivityRecord, 'activityId'>): ActivityRecord {
      const { lastId } = database.run(
        'INSERT INTO activity (at_ms, library_id, record) VALUES (?, ?, ?)',
        record.atMs,
        libraryId ?? null,
        JSON.stringify(record),
      );
      if (lastId % 500 === 0) database.run('DELETE FROM activity WHERE activity_id <= ?', lastId - keepEntries);
      return { ...record, activityId: lastId };
    },

    /** Newest first. */
    list: (limit: number, beforeId = Number.MAX_SAFE_INTEGER): ActivityRecord[] =>
      database
        .all(
          'SELECT activity_id, record FROM activity WHERE activity_id < ? ORDER BY activity_id DESC LIMIT ?',
          beforeId,
          limit,
        )
        .flatMap((value) => {
          const row = rowOf(value);
          const result = activityRecord.safeParse({
            ...JSON.parse(row.text('record')),
            activityId: row.number('activity_id'),
          });
          return result.success ? [result.data] : [];
        }),
  };
}

export type ActivityLog = ReturnType<typeof createActivityLog>;

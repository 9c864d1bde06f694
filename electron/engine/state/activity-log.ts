import { activityRecord, type ActivityCount, type ActivityRecord } from '../../../shared/rpc/activity-records.ts';
import type { Clock, Database } from '../ports.ts';
import { latestMs } from './counted-days.ts';
import { json, number, optionalNumber, optionalText, shape, text } from './row.ts';
import { insert, sql } from './sql.ts';

const readActivity = shape({
  activityId: number('activity_id'),
  libraryId: optionalText('library_id'),
  // One of another version of the app may be one that this cannot tell.
  record: json('record', activityRecord.omit({ activityId: true, libraryId: true }).optional().catch(undefined)),
});

const readCounted = shape({
  atMs: number('at_ms'),
  kind: text('kind'),
  count: optionalNumber('count'),
});

const counted: Readonly<Partial<Record<string, keyof ActivityCount>>> = {
  uploaded: 'saved',
  released: 'published',
  failed: 'failed',
} satisfies Partial<Record<ActivityRecord['kind'], keyof ActivityCount>>;

/** What happened, for people: kept for the newest 10,000 entries. */
export function createActivityLog(database: Database, clock: Pick<Clock, 'now'>) {
  const keepEntries = 10_000;
  return {
    add(libraryId: string | undefined, record: Omit<ActivityRecord, 'activityId' | 'libraryId'>): ActivityRecord {
      const row = { at_ms: record.atMs, library_id: libraryId, record: JSON.stringify(record) };
      const { lastId } = database.run(insert('activity', row));
      if (lastId % 500 === 0) database.run(sql`DELETE FROM activity WHERE activity_id <= ${lastId - keepEntries}`);
      return { ...record, activityId: lastId, libraryId };
    },

    /** Newest first. */
    list: (limit: number, beforeId = Number.MAX_SAFE_INTEGER): ActivityRecord[] =>
      database
        .all(
          sql`SELECT * FROM activity WHERE activity_id < ${beforeId} ORDER BY activity_id DESC LIMIT ${limit}`,
          readActivity,
        )
        .flatMap(({ record, ...ids }) => (record ? [{ ...record, ...ids }] : [])),

    /**
     * How much happened from each moment to the next, and after the last one. What is dated ahead of now happened on none
     * of these days.
     * @param fromMs ascending
     * @returns for each moment; `undefined` where entries from then on were cleared away
     */
    counts(fromMs: readonly number[]): (ActivityCount | undefined)[] {
      const isDated = sql`at_ms <= ${latestMs(clock.now())}`;
      const firstId = database.get(sql`SELECT MIN(activity_id) AS first_id FROM activity`, optionalNumber('first_id'));
      const oldest = sql`SELECT at_ms FROM activity WHERE ${isDated} ORDER BY activity_id LIMIT 1`;
      const wholeFromMs = (firstId ?? 1) === 1 ? -Infinity : (database.get(oldest, number('at_ms')) ?? Infinity);
      const counts = fromMs.map((): ActivityCount => ({ saved: 0, published: 0, failed: 0 }));
      for (const entry of database.all(
        sql`SELECT at_ms, record ->> 'kind' AS kind, record ->> 'count' AS count FROM activity
            WHERE at_ms >= ${fromMs[0] ?? 0} AND ${isDated} AND record ->> 'kind' IN ('uploaded', 'released', 'failed')`,
        readCounted,
      )) {
        const name = counted[entry.kind];
        const count = counts[fromMs.findLastIndex((begin) => begin <= entry.atMs)];
        if (name && count) count[name] += entry.count ?? 1;
      }
      return counts.map((count, place) => ((fromMs[place] ?? 0) > wholeFromMs ? count : undefined));
    },
  };
}

export type ActivityLog = ReturnType<typeof createActivityLog>;

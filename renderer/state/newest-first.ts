import type { ActivityRecord } from '../../shared/rpc/activity-records.ts';

/** Entries from several sources as one history: an entry that came twice is one, the newest stands first. */
export function newestFirst(...sources: readonly (readonly ActivityRecord[])[]): ActivityRecord[] {
  const byId = new Map(sources.flat().map((entry) => [entry.activityId, entry] as const));
  return [...byId.values()].sort((a, b) => b.activityId - a.activityId);
}

import type { QueueEntryRecord } from '../../../shared/rpc/activity-records.ts';
import type { LibraryRecord } from '../../../shared/rpc/library-records.ts';
import type { App } from '../../state/app.svelte.ts';

/** The library that something queued belongs to, where that is paused: by a person, or because it cannot be worked on. */
export function pausedLibraryOf(
  { session }: App,
  entry: Pick<QueueEntryRecord, 'libraryId' | 'state'>,
): LibraryRecord | undefined {
  // What runs already comes to its end.
  if (entry.state === 'running') return undefined;
  return session.status?.libraries.find(
    ({ libraryId, state, settings }) => libraryId === entry.libraryId && (settings.isPaused || state === 'paused'),
  );
}

/** Whether something queued is tried again by itself, and at once where somebody wants that. */
export function isTriedAgain(app: App, entry: QueueEntryRecord): boolean {
  return entry.state === 'retrying' && pausedLibraryOf(app, entry) === undefined;
}

/** Whether something queued stands still until a person does something. */
export function waitsForPerson(app: App, entry: QueueEntryRecord): boolean {
  const isHeld = entry.otherService !== undefined || pausedLibraryOf(app, entry) !== undefined;
  return entry.state === 'needsAttention' || entry.inConflict === true || isHeld;
}

import type { FileRecord } from '../../../shared/rpc/file-records.ts';
import type { App } from '../../state/app.svelte.ts';

/** Names the libraries of files that a person paused, from which nothing goes out; empty where there are none. */
export function pausedOf({ session, formats }: App, files: readonly Pick<FileRecord, 'libraryId'>[]): string {
  const ids = new Set(files.map(({ libraryId }) => libraryId));
  const paused = session.status?.libraries.filter(({ libraryId, settings }) => settings.isPaused && ids.has(libraryId));
  return formats.list(paused?.map(({ name }) => name) ?? []);
}

import type { ErrorRecord } from '../../../shared/errors/app-error.ts';
import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import { errorRecord } from '../../../shared/rpc/error-record.ts';
import { rowOf } from '../state/row.ts';
import { intentSchema, type Intent } from './intent.ts';

/** `running` is known in memory only: after a crash nothing runs. `needsAttention`: a person has to do something first. */
export type EntryState = 'waiting' | 'running' | 'retrying' | 'needsAttention';

export interface QueueEntry {
  readonly entryId: number;
  readonly libraryId: string;
  readonly key: ContentKeyText;
  readonly intent: Intent;
  readonly state: EntryState;
  readonly attempts: number;
  readonly nextTryMs: number;
  readonly createdMs: number;
  readonly error?: ErrorRecord | undefined;
}

/** The entries that run, by their ids, with the line each of them is of. */
export type RunningEntries = ReadonlyMap<number, string>;

/** Reads a row of the queue. @param running the entries that run, which the row itself does not know */
export function readEntry(value: unknown, running?: RunningEntries): QueueEntry {
  const row = rowOf(value);
  const error = row.optionalText('error');
  const entryId = row.number('entry_id');
  return {
    entryId,
    libraryId: row.text('library_id'),
    key: row.text('content_key') as ContentKeyText,
    intent: intentSchema.parse(JSON.parse(row.text('intent'))),
    state: running?.has(entryId) ? 'running' : (row.text('state') as EntryState),
    attempts: row.number('attempts'),
    nextTryMs: row.number('next_try_ms'),
    createdMs: row.number('created_ms'),
    error: error === undefined ? undefined : errorRecord.parse(JSON.parse(error)),
  };
}

/** Entries of one line never run at the same time. */
export function lineOf(entry: Pick<QueueEntry, 'libraryId' | 'key'>): string {
  return `${entry.libraryId} ${entry.key}`;
}

import type { ErrorRecord } from '../../../shared/errors/app-error.ts';
import type { ErrorCode } from '../../../shared/errors/catalogue.ts';
import { onlyPersonLifts } from '../../../shared/errors/ended-by-person.ts';
import { errorRecord } from '../../../shared/rpc/error-record.ts';
import type { SqlRow, Statement } from '../ports.ts';
import { contentKey, json, number, optionalJson, optionalText, shape, text, type RowOf } from '../state/row.ts';
import { raw, sql } from '../state/sql.ts';
import { intentSchema } from './intent.ts';

/** `running` is known in memory only: after a crash nothing runs. `needsAttention`: a person has to do something first. */
type EntryState = 'waiting' | 'running' | 'retrying' | 'needsAttention';

/** What an entry waits for, and what state that is. */
const stateOf = {
  turn: 'waiting',
  time: 'retrying',
  /** A time too; but once the service answers again after an outage, it is tried at once. */
  service: 'retrying',
  /** A release whose draft is still to be sent. */
  draft: 'retrying',
  /** That a person does something, or it ends without them: it is looked at from time to time. */
  lift: 'needsAttention',
  license: 'needsAttention',
  /** That a person says which file of several it is. */
  pick: 'needsAttention',
  /** That the service lists something else of it. */
  listing: 'needsAttention',
  person: 'needsAttention',
} as const satisfies Record<string, EntryState>;

export type WaitsFor = keyof typeof stateOf;

/** What is waited for after an error that only a time, or a person, does not end. */
const endedBy: Partial<Record<ErrorCode, WaitsFor>> = {
  // What an outage brings about that is not seen to be one.
  'internal-error': 'service',
  'answer-incomplete': 'service',
  'draft-not-sent': 'draft',
  'license-code-rejected': 'license',
  'license-code-missing': 'license',
  'several-files': 'pick',
  'not-found': 'listing',
  'nothing-to-release': 'listing',
  'newer-draft-on-service': 'listing',
  'release-not-listed': 'lift',
};

/** What an entry waits for that failed so. @param otherwise where nothing more is known to end it */
export function awaitedAfter({ code }: Pick<ErrorRecord, 'code'>, otherwise: 'time' | 'person'): WaitsFor {
  return endedBy[code] ?? (otherwise === 'time' && onlyPersonLifts(code) ? 'lift' : otherwise);
}

const everyWait = Object.keys(stateOf) as WaitsFor[];

/** Whether that ends, or is looked at, by itself when a time has come. */
const isTimed = (waitsFor: WaitsFor): boolean => stateOf[waitsFor] === 'retrying' || waitsFor === 'lift';

/** Not as a list: SQLite makes a table of one at every call. */
function waitingFor(waits: readonly WaitsFor[]): Statement {
  return raw(`(${waits.map((waitsFor) => `waits_for = '${waitsFor}'`).join(' OR ')})`);
}

/** The entries in a state, in a statement. */
export function areIn(state: EntryState): Statement {
  return waitingFor(everyWait.filter((waitsFor) => stateOf[waitsFor] === state));
}

/** What is tried again by itself, in a statement; a partial index of the schema is written just so. */
export const areTimed = waitingFor(everyWait.filter(isTimed));

/** Those that can be carried out with a service: all but what was asked of another one. */
export function areOf(serviceId: string | undefined): Statement {
  return sql`(service_id IS NULL OR service_id = ${serviceId ?? ''})`;
}

export type QueueEntry = RowOf<typeof readEntry>;

/** The entries that run, as they were taken, by their ids. */
export type RunningEntries = ReadonlyMap<number, QueueEntry>;

const waitsFor = text<WaitsFor>('waits_for');

/** The state that a row tells: that an entry runs it does not know. */
export const stateIn = (row: SqlRow): EntryState => stateOf[waitsFor(row)];

export const errorIn = optionalJson('error', errorRecord);

export const readEntry = shape({
  entryId: number('entry_id'),
  /** The service that a release was asked of; what moves bytes is about whichever is connected. */
  serviceId: optionalText('service_id'),
  libraryId: text('library_id'),
  key: contentKey,
  intent: json('intent', intentSchema),
  state: stateIn,
  /** Whether it is tried again by itself, at `nextTryMs`. */
  isTimed: (row) => isTimed(waitsFor(row)),
  attempts: number('attempts'),
  nextTryMs: number('next_try_ms'),
  createdMs: number('created_ms'),
  error: errorIn,
});

/** As `readEntry`, of what may run. */
export function readEntryWith(running: RunningEntries): (row: SqlRow) => QueueEntry {
  return (row) => {
    const entry = readEntry(row);
    return running.has(entry.entryId) ? { ...entry, state: 'running' } : entry;
  };
}

/** What does not run, in a statement. */
export function isIdle(running: RunningEntries): Statement {
  return sql`entry_id NOT IN (SELECT value FROM json_each(${JSON.stringify([...running.keys()])}))`;
}

/** Entries of other lines than these, in a statement: those of one line never run at the same time. */
export function areOfOtherLines(entries: readonly Pick<QueueEntry, 'libraryId' | 'key'>[]): Statement {
  const lines = JSON.stringify(entries.map(({ libraryId, key }) => `${libraryId} ${key}`));
  return sql`library_id || ' ' || content_key NOT IN (SELECT value FROM json_each(${lines}))`;
}

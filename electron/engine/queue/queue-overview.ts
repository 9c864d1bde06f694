import type { QueuePart } from '../../../shared/rpc/activity-records.ts';
import type { Database, Statement } from '../ports.ts';
import { countOf, number, optionalNumber, optionalText, shape, totalOf } from '../state/row.ts';
import { sql } from '../state/sql.ts';
import { areIn, areTimed, isIdle, readEntryWith, type QueueEntry, type RunningEntries } from './queue-entry.ts';

const isParked = areIn('needsAttention');

/** A release whose draft waits for a person goes nowhere before they have done something about that. */
const isBehindParked = sql`(operation = 'release' AND EXISTS (
  SELECT 1 FROM queue_entry AS draft WHERE draft.library_id = queue_entry.library_id
    AND draft.content_key = queue_entry.content_key AND draft.operation <> 'release' AND ${isParked}))`;

/** A release that waits for its draft is not in the way of anything: what the draft waits for is told of its file. */
const waits = sql`(NOT ${isParked} AND waits_for <> 'draft' AND NOT ${isBehindParked})`;

/** Its turn or a time is all that it waits for; what stands for a person beside that may be done by then. */
const isTried = sql`((waits_for = 'turn' OR ${areTimed}) AND NOT ${isBehindParked})`;
/** The same of what holds anything up. */
const isToBeDone = sql`(waits_for <> 'draft' AND ${isTried})`;

const isTransferInTurn = sql`operation <> 'release' AND waits_for = 'turn'`;

const isOfLibraries = (libraryIds: readonly string[]): Statement =>
  sql`library_id IN (SELECT value FROM json_each(${JSON.stringify(libraryIds)}))`;

/** No file of its key is there whose state would tell of it. */
const isWithoutFile = sql`NOT EXISTS (SELECT 1 FROM local_file AS there WHERE there.library_id = queue_entry.library_id
  AND there.content_key = queue_entry.content_key AND there.gone_since_ms IS NULL)`;

const lastPath = optionalText('last_path');

/** An entry that needs a person, with the path at which a file of its key was, where one was. */
export type ParkedEntry = QueueEntry & { readonly lastPath?: string | undefined };

const readCounts = shape({ waiting: number('waiting'), needsAttention: number('parked') });

/** How much of each kind waits for its turn or runs; what is fetched for comparison is a download. */
export type QueuedOperations = Readonly<Record<'upload' | 'download' | 'release', number>>;
const readOperations = shape<QueuedOperations>({
  upload: number('upload'),
  download: number('download'),
  release: number('release'),
});

/** Entries of a part of the queue, and how many there are in all of it. */
export interface QueueListing {
  readonly entries: readonly QueueEntry[];
  readonly total: number;
  readonly running: number;
}
const readPartCounts = shape({ total: number('total'), running: number('running') });

/** What was asked of another service waits for that one, and not for a person. */
const partConditions = (isOfHere: Statement): Readonly<Record<QueuePart, Statement>> => ({
  needsPerson: sql`(${isParked} AND ${isOfHere})`,
  underWay: sql`NOT (${isParked} AND ${isOfHere})`,
  releases: sql`operation = 'release'`,
});

/**
 * What stands in the queue, for people and for whoever decides what comes next; nothing here changes it.
 * @param ofHere what can be carried out with the service that is connected; the rest is in nobody's way
 */
export function createQueueOverview(database: Database, running: RunningEntries, ofHere: () => Statement) {
  return {
    ...entriesInTurn(database),
    ...entryLists(database, running, ofHere),
    ...remainingWork(database, running, ofHere),
  };
}

/** Of what waits for nothing but its turn, or runs. */
function entriesInTurn(database: Database) {
  return {
    /** Transfers that wait for their turn, in which order they go. */
    transfersInTurn: (): number[] =>
      database.all(
        sql`SELECT entry_id FROM queue_entry WHERE ${isTransferInTurn} ORDER BY priority DESC, entry_id`,
        number('entry_id'),
      ),

    /** How many transfers can be carried out, or are. */
    transferCount: (): number =>
      countOf(database, sql`SELECT COUNT(*) AS n FROM queue_entry WHERE ${isTransferInTurn}`),

    /** How many of each kind can be carried out, or are. */
    queuedOperations: (): QueuedOperations =>
      totalOf(
        database,
        sql`SELECT TOTAL(operation = 'upload') AS upload, TOTAL(operation = 'release') AS release,
            TOTAL(operation NOT IN ('upload', 'release')) AS download
          FROM queue_entry WHERE waits_for = 'turn'`,
        readOperations,
      ),

    /** How many bytes they are about, as far as that is known. */
    transferBytes: (serviceId: string): number =>
      totalOf(
        database,
        sql`SELECT TOTAL(CASE operation WHEN 'upload'
            THEN (SELECT size_bytes FROM local_file AS f
              WHERE f.library_id = entry.library_id AND f.content_key = entry.content_key LIMIT 1)
            ELSE (SELECT size_bytes FROM remote_item AS r WHERE r.library_id = entry.library_id
              AND r.service_id = ${serviceId} AND r.content_key = entry.content_key) END) AS bytes
          FROM queue_entry AS entry WHERE ${isTransferInTurn}`,
        number('bytes'),
      ),
  };
}

function entryLists(database: Database, running: RunningEntries, ofHere: () => Statement) {
  const read = readEntryWith(running);
  const isParkedWithoutFile = (libraryId: string): Statement =>
    sql`(${isParked} AND ${ofHere()} AND library_id = ${libraryId} AND ${isWithoutFile})`;
  const listWhere = (isMeant: Statement, limit: number): QueueEntry[] =>
    database.all(
      sql`SELECT * FROM queue_entry WHERE ${isMeant}
        ORDER BY ${isIdle(running)}, ${isParked} DESC, operation = 'release' DESC, entry_id LIMIT ${limit}`,
      read,
    );

  return {
    get: (entryId: number): QueueEntry | undefined =>
      database.get(sql`SELECT * FROM queue_entry WHERE entry_id = ${entryId}`, read),

    /** The first entries of a part, and how many it has in all: what runs, then what needs a person, then the rest in order. */
    part(part: QueuePart, limit: number): QueueListing {
      const isPart = partConditions(ofHere())[part];
      const counted = sql`SELECT COUNT(*) AS total, TOTAL(NOT ${isIdle(running)}) AS running FROM queue_entry WHERE ${isPart}`;
      return { entries: listWhere(isPart, limit), ...totalOf(database, counted, readPartCounts) };
    },

    /** Uploads that wait, soonest first: what one bulk check looks at. */
    waitingUploads: (libraryId: string, limit: number): QueueEntry[] =>
      database.all(
        sql`SELECT * FROM queue_entry WHERE ${isTransferInTurn} AND operation = 'upload' AND library_id = ${libraryId}
          ORDER BY priority DESC, entry_id LIMIT ${limit}`,
        read,
      ),

    /** Entries of a library that wait for their turn or their time, those that failed before the others. */
    unfinished: (libraryId: string, limit: number): QueueEntry[] =>
      database.all(
        sql`SELECT * FROM queue_entry WHERE ${isTried} AND ${ofHere()} AND library_id = ${libraryId}
          ORDER BY error IS NULL, entry_id LIMIT ${limit}`,
        read,
      ),

    /** What needs a person in a library and is of no file that is there, the oldest first. */
    parkedWithoutFile: (libraryId: string): ParkedEntry[] =>
      database.all(
        sql`SELECT *, (SELECT MIN(path) FROM local_file AS gone WHERE gone.library_id = queue_entry.library_id
            AND gone.content_key = queue_entry.content_key) AS last_path
          FROM queue_entry WHERE ${isParkedWithoutFile(libraryId)} ORDER BY entry_id`,
        (row) => ({ ...read(row), lastPath: lastPath(row) }),
      ),

    parkedWithoutFileCount: (libraryId: string): number =>
      countOf(database, sql`SELECT COUNT(*) AS n FROM queue_entry WHERE ${isParkedWithoutFile(libraryId)}`),
  };
}

/** What is still to be done, and when. */
function remainingWork(database: Database, running: RunningEntries, ofHere: () => Statement) {
  return {
    /** How many entries of these libraries wait for their turn or their time. */
    waiting: (libraryIds: readonly string[]): number =>
      countOf(
        database,
        sql`SELECT COUNT(*) AS n FROM queue_entry
          WHERE ${isToBeDone} AND ${isIdle(running)} AND ${ofHere()} AND ${isOfLibraries(libraryIds)}`,
      ),

    /** Whether nothing of these libraries waits for its turn or its time, or runs. */
    isEmptyFor: (libraryIds: readonly string[]): boolean =>
      !database.has(
        sql`SELECT 1 FROM queue_entry WHERE ${isToBeDone} AND ${ofHere()} AND ${isOfLibraries(libraryIds)} LIMIT 1`,
      ),

    /** @param going the libraries of which what waits is counted; of all, where none are named */
    counts(going?: readonly string[]) {
      const isOfGoing = going ? isOfLibraries(going) : sql`TRUE`;
      const counted = sql`SELECT TOTAL(${waits} AND ${isIdle(running)} AND ${isOfGoing}) AS waiting,
          TOTAL(${isParked}) AS parked FROM queue_entry WHERE ${ofHere()}`;
      return { ...totalOf(database, counted, readCounts), running: running.size };
    },

    /** Whether an upload waits, or anything that a person asked for. */
    hasWishes: (): boolean =>
      database.has(sql`SELECT 1 FROM queue_entry WHERE ${isTransferInTurn} AND priority > 0 LIMIT 1`) ||
      database.has(
        sql`SELECT 1 FROM queue_entry WHERE operation = 'release' AND waits_for = 'turn' AND ${ofHere()} LIMIT 1`,
      ),

    /** Whether any upload or release is still to be sent that needs no person; also a release that waits for its draft. */
    isSending: (): boolean =>
      database.has(
        sql`SELECT 1 FROM queue_entry WHERE operation IN ('upload', 'release') AND NOT ${isParked} AND NOT ${isBehindParked} AND ${ofHere()} LIMIT 1`,
      ),

    /** When the first of all entries that wait may be tried, which may be past; `undefined` when none waits. */
    soonestTryMs: (): number | undefined =>
      database.get(
        sql`SELECT MIN(next_try_ms) AS soonest FROM queue_entry WHERE ${isTried} AND ${ofHere()}`,
        optionalNumber('soonest'),
      ),

    /** When the next entry that waits for its time may be tried; `undefined` when none does. */
    nextTryMs: (): number | undefined =>
      database.get(sql`SELECT MIN(next_try_ms) AS next FROM queue_entry WHERE ${areTimed}`, optionalNumber('next')),
  };
}

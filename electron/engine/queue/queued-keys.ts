import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { Sha256 } from '../../../shared/model/sha256.ts';
import type { QueuedFact } from '../judge/judge-file.ts';
import type { Clock, Database, SqlRow, Statement } from '../ports.ts';
import { createFewKeys, type FewKeys } from '../state/few-keys.ts';
import { number, shape, text } from '../state/row.ts';
import { insert, sql } from '../state/sql.ts';
import { sameIntent, type Intent, type ReleaseIntent, type TransferIntent } from './intent.ts';
import { areOf, errorIn, readEntryWith, stateIn, type QueueEntry, type RunningEntries } from './queue-entry.ts';

/** In which order transfers go. What a person saved does not wait behind what comes from elsewhere. */
const order = { released: 3, savedAnew: 2, firstUpload: 1, fromElsewhere: 0 } as const;

function priorityOf(intent: Intent): number {
  if (intent.operation !== 'upload') return order.fromElsewhere;
  return intent.base ? order.savedAnew : order.firstUpload;
}

const operation = text<Intent['operation']>('operation');

type InTheWay = QueuedFact & { readonly entryId: number };

const readInTheWay = shape<InTheWay>({
  entryId: number('entry_id'),
  operation: (row) => {
    const found = operation(row);
    return found === 'fetchTheirs' ? 'compare' : found;
  },
  isParked: (row) => stateIn(row) === 'needsAttention',
  error: errorIn,
});

/** The keys that a release is queued of, in any library. */
export function fewReleases(database: Database): FewKeys {
  return createFewKeys(database, sql`queue_entry WHERE operation = 'release'`);
}

export type QueueClock = Pick<Clock, 'now' | 'steadyMs'>;

/** What is queued for single content keys: at most one transfer, and any number of releases behind it. */
export function createQueuedKeys(
  database: Database,
  running: RunningEntries,
  { clock, serviceId }: { readonly clock: QueueClock; readonly serviceId: () => string | undefined },
) {
  const isOf = (libraryId: string, key: ContentKeyText) =>
    sql`library_id = ${libraryId} AND content_key = ${key} AND ${areOf(serviceId())}`;

  const releases = fewReleases(database);
  const hasRelease = (libraryId: string, key: ContentKeyText): boolean =>
    releases.mayHave(key) &&
    database.has(sql`SELECT 1 FROM queue_entry WHERE ${isOf(libraryId, key)} AND operation = 'release'`);

  const queued = createFewKeys(database, sql`queue_entry WHERE TRUE`);
  const put = (libraryId: string, key: ContentKeyText, intent: Intent): number => {
    queued.note(key);
    if (intent.operation === 'release') releases.note(key);
    const row = {
      library_id: libraryId,
      content_key: key,
      intent: JSON.stringify(intent),
      operation: intent.operation,
      priority: hasRelease(libraryId, key) ? order.released : priorityOf(intent),
      waits_for: 'turn',
      attempts: 0,
      next_try_ms: 0,
      created_ms: clock.now(),
      service_id: intent.operation === 'release' ? serviceId() : undefined,
    };
    return database.run(insert('queue_entry', row)).lastId;
  };

  const keys: KeyEntries = { database, read: readEntryWith(running), isOf, put };
  return {
    ...keyTransfers(keys, queued),
    ...keyReleases(keys, releases),

    /** Whether a release of the key that was not sent yet is queued. */
    hasRelease,
  };
}

/** How entries of single keys are found, read and put in. */
interface KeyEntries {
  readonly database: Database;
  readonly read: (row: SqlRow) => QueueEntry;
  /** Those of a key that can be carried out with the service that is connected. */
  readonly isOf: (libraryId: string, key: ContentKeyText) => Statement;
  /** @returns its id */
  readonly put: (libraryId: string, key: ContentKeyText, intent: Intent) => number;
}

function keyTransfers({ database, read, isOf, put }: KeyEntries, { mayHave }: Pick<FewKeys, 'mayHave'>) {
  const transferOf = (libraryId: string, key: ContentKeyText): QueueEntry | undefined =>
    mayHave(key)
      ? database.get(sql`SELECT * FROM queue_entry WHERE ${isOf(libraryId, key)} AND operation <> 'release'`, read)
      : undefined;

  const drop = (entry: QueueEntry | undefined): void => {
    if (entry) database.run(sql`DELETE FROM queue_entry WHERE entry_id = ${entry.entryId}`);
  };

  return {
    transferOf,

    /** Whether its file is being sent or compared, or will be when its turn comes. */
    isOnItsWay: (libraryId: string, key: ContentKeyText): boolean =>
      mayHave(key) &&
      database.has(
        sql`SELECT 1 FROM queue_entry WHERE ${isOf(libraryId, key)} AND operation IN ('upload', 'fetchTheirs')
          AND waits_for = 'turn'`,
      ),

    /** What is queued for a key, or parked: what needs a person before what goes on by itself. */
    inTheWayOf(libraryId: string, key: ContentKeyText): InTheWay | undefined {
      if (!mayHave(key)) return undefined;
      // Most keys have none: not sorted by SQLite, which prepares for that each time.
      const entries = database
        .all(
          sql`SELECT entry_id, operation, waits_for, error FROM queue_entry WHERE ${isOf(libraryId, key)}`,
          readInTheWay,
        )
        .filter(({ operation: queued, isParked }) => queued !== 'release' || isParked)
        .sort((a, b) => a.entryId - b.entryId);
      return entries.find(({ isParked }) => isParked) ?? entries[0];
    },

    /** Makes `intent` the one transfer of its key. An equal one stays with its progress; a running one is left to end. */
    putTransfer(libraryId: string, key: ContentKeyText, intent: TransferIntent): void {
      const existing = transferOf(libraryId, key);
      if (existing && (existing.state === 'running' || sameIntent(existing.intent, intent))) return;
      drop(existing);
      put(libraryId, key, intent);
    },

    /** Drops the transfer of a key that is no longer wanted, unless it is running. */
    dropTransfer(libraryId: string, key: ContentKeyText): void {
      const existing = transferOf(libraryId, key);
      if (existing?.state !== 'running') drop(existing);
    },
  };
}

function keyReleases({ database, read, isOf, put }: KeyEntries, { mayHave }: Pick<FewKeys, 'mayHave'>) {
  const releasesOf = (libraryId: string, key: ContentKeyText): QueueEntry[] =>
    mayHave(key)
      ? database.all(
          sql`SELECT * FROM queue_entry WHERE ${isOf(libraryId, key)} AND operation = 'release' ORDER BY entry_id`,
          read,
        )
      : [];

  return {
    putRelease(libraryId: string, key: ContentKeyText, intent: ReleaseIntent): number {
      database.run(sql`UPDATE queue_entry SET priority = ${order.released} WHERE ${isOf(libraryId, key)}`);
      return put(libraryId, key, intent);
    },

    /** Bytes of a key that are to be released; `any` for whatever is newest. */
    publishing: (libraryId: string, key: ContentKeyText): Set<Sha256 | 'any'> =>
      new Set(
        releasesOf(libraryId, key).map(
          ({ intent }) => (intent.operation === 'release' ? intent.sha256 : undefined) ?? 'any',
        ),
      ),

    /** Releases of a library that a person asked for, of any service, and that are not done yet. */
    releases: (libraryId: string): QueueEntry[] =>
      database.all(
        sql`SELECT * FROM queue_entry WHERE library_id = ${libraryId} AND operation = 'release' ORDER BY entry_id`,
        read,
      ),

    /**
     * The release of a key that waits for a person, or is of other bytes than these (where they are known), and was not
     * sent, or was taken and never listed.
     */
    outdatedRelease: (libraryId: string, key: ContentKeyText, sha256: Sha256 | undefined): QueueEntry | undefined =>
      releasesOf(libraryId, key).find(({ state, intent, error }) => {
        if (state === 'running' || intent.operation !== 'release') return false;
        const isOutdated = state === 'needsAttention' || (sha256 !== undefined && intent.sha256 !== sha256);
        const isGivenUp = state === 'needsAttention' && error?.code === 'release-not-listed';
        return isGivenUp || (isOutdated && intent.sentFromMajor === undefined);
      }),

    /** Whether another release was asked for after this one. */
    isFollowed: ({ libraryId, key, entryId }: QueueEntry): boolean =>
      releasesOf(libraryId, key).some((other) => other.entryId > entryId),

    /** The release of a key that was asked for last, of those that are queued. */
    releaseOf: (libraryId: string, key: ContentKeyText): QueueEntry | undefined => releasesOf(libraryId, key).at(-1),
  };
}

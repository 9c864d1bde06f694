import type { ErrorRecord } from '../../../shared/errors/app-error.ts';
import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { Database, Statement } from '../ports.ts';
import { longestBackOffMs } from '../../../shared/errors/back-off.ts';
import { countOf, toJson } from '../state/row.ts';
import { sql } from '../state/sql.ts';
import type { Intent } from './intent.ts';
import { areIn, areOf, areOfOtherLines, awaitedAfter, isIdle, readEntry } from './queue-entry.ts';
import type { QueueEntry, RunningEntries, WaitsFor } from './queue-entry.ts';
import { createQueueOverview } from './queue-overview.ts';
import { createQueuedKeys, fewReleases, type QueueClock } from './queued-keys.ts';

/** When what waits for a person is looked at again, where it could not be just now. */
const lookAgainMs = 15_000;

/** A release that may have been made, and is looked for now. */
const isLookedFor = sql`error ->> 'code' = 'release-unsure'`;

function releasesUnsentTo(service: string): Statement {
  return sql`service_id = ${service} AND operation = 'release' AND intent ->> 'sentFromMajor' IS NULL`;
}

/**
 * The queue of everything that is to be brought about, on disk. Per content key there is at most one transfer, always
 * the newest intent, and any number of releases behind it; entries of one key never run at the same time.
 *
 * @param clock waits are measured by the steady one; people are shown since when an entry is queued by the computer's
 * @param serviceId the service that is connected: what was asked of another one waits until that one is again
 */
export function createQueue(database: Database, clock: QueueClock, serviceId: () => string | undefined) {
  const now = (): number => clock.steadyMs();
  // The clock may have been set back while nothing ran. A service that asked for a longer wait is asked once too early,
  // and says so again: rather that than that a file waits for hours.
  database.run(sql`UPDATE queue_entry SET next_try_ms = ${now()} WHERE next_try_ms > ${now() + longestBackOffMs}`);
  /** Told nowhere but here: after a crash nothing runs. */
  const running = new Map<number, QueueEntry>();
  const ofHere = (): Statement => areOf(serviceId());
  const overview = createQueueOverview(database, running, ofHere);
  const next = nextEntries(database, running, now, ofHere);

  return {
    ...createQueuedKeys(database, running, { clock, serviceId }),
    ...overview,
    ...entryEnds(database, running),
    ...furtherTries(database),
    ...releasesByService(database),

    isRunning: (entryId: number): boolean => running.has(entryId),

    /**
     * Takes the next entries of these libraries that may run; they count as running until they are finished, put back,
     * retried or parked. What a person asked for goes first: releases, then uploads that a release waits for; then what
     * they saved anew, before files that are sent for the first time, and those before downloads.
     * @param limit of what waits for its turn; what is looked at from time to time comes on top
     * @param howManyFit given those that may run, in their order; so many of them, the first ones, are taken
     */
    claim(
      libraryIds: readonly string[],
      limit: number,
      howManyFit = (due: readonly QueueEntry[]): number => Math.min(due.length, limit),
    ): QueueEntry[] {
      if (limit <= 0) return [];
      const libraries = JSON.stringify(libraryIds);
      const lookedAt = (overview.nextTryMs() ?? Infinity) <= now() ? next.wakeDue(libraries) : [];
      const releases = next.releases(libraries, limit);
      const left = limit - releases.length - lookedAt.length;
      // What is looked at is due again only later: a limit does not keep it out.
      const due = [...releases, ...lookedAt, ...(left > 0 ? next.transfers(libraries, left) : [])];
      const taken = due.length === 0 ? due : due.slice(0, howManyFit(due));
      for (const entry of taken) running.set(entry.entryId, entry);
      return taken;
    },

    setIntent(entryId: number, intent: Intent): void {
      database.run(sql`UPDATE queue_entry SET intent = ${JSON.stringify(intent)} WHERE entry_id = ${entryId}`);
    },
  };
}

/** What becomes of an entry that ran. */
function entryEnds(database: Database, running: Map<number, QueueEntry>) {
  return {
    finish(entryId: number): void {
      running.delete(entryId);
      database.run(sql`DELETE FROM queue_entry WHERE entry_id = ${entryId}`);
    },

    retryAt: (entryId: number, nextTryMs: number, error: ErrorRecord): void =>
      end(entryId, awaitedAfter(error, 'time'), error, sql`attempts = attempts + 1, next_try_ms = ${nextTryMs}`),

    /** Has a release looked at again later that waits for its draft, or for the service to list it. That is no try. */
    lookAgainAt: (entryId: number, nextTryMs: number, error: ErrorRecord, waitsFor: 'draft' | 'time' = 'draft'): void =>
      end(entryId, waitsFor, error, sql`next_try_ms = ${nextTryMs}`),

    /** Lets an entry stand as it is on disk: what became of it cannot be written now. */
    leave(entryId: number): void {
      running.delete(entryId);
    },

    /** Puts an entry back that was not really tried. */
    putBack: (entryId: number, error?: ErrorRecord): void => end(entryId, 'turn', error),

    park: (entryId: number, error: ErrorRecord): void =>
      end(entryId, awaitedAfter(error, 'person'), error, sql`attempts = attempts + 1`),
  };

  /** An entry that ran waits for something now. @param more what else is written of it */
  function end(entryId: number, waitsFor: WaitsFor, error: ErrorRecord | undefined, more?: Statement): void {
    running.delete(entryId);
    const written = sql`waits_for = ${waitsFor}, error = ${toJson(error)}`;
    database.run(sql`UPDATE queue_entry SET ${more ? sql`${written}, ${more}` : written} WHERE entry_id = ${entryId}`);
  }
}

/** What ends a wait before its time. */
function furtherTries(database: Database) {
  const releases = fewReleases(database);

  return {
    /** Lets entries be tried now: one, or all that wait for a later try or for a person. */
    tryNow: (entryId?: number): void =>
      tryAgain(entryId === undefined ? sql`waits_for <> 'turn'` : sql`waits_for <> 'turn' AND entry_id = ${entryId}`),

    /** The service answers again: lets what failed as in an outage be tried now. */
    tryAfterOutage(): void {
      database.run(sql`UPDATE queue_entry SET waits_for = 'turn', next_try_ms = 0 WHERE waits_for = 'service'`);
    },

    /** The license code is another one: lets what waits for that be tried again. */
    tryWithLicense: (): void => tryAgain(sql`waits_for = 'license'`),

    /**
     * Lets releases of a key be tried again that waited for a person to say which file that is, and those that waited
     * for its draft.
     * @param isBlocked whether the draft cannot be sent yet
     */
    tryReleasesAgain: (libraryId: string, key: ContentKeyText, isBlocked: boolean): void =>
      tryReleases(libraryId, key, sql`waits_for IN ('pick', ${isBlocked ? 'pick' : 'draft'})`),

    /** A new draft of a key went to the service: it may be the one that a release was asked of. */
    draftArrived: (libraryId: string, key: ContentKeyText): void =>
      tryReleases(libraryId, key, sql`waits_for = 'listing'`),

    /**
     * The service says something else of these keys: lets what it did not have be tried again, and releases whose draft
     * it did not have.
     */
    tryChangedAgain(libraryId: string, keys: readonly ContentKeyText[]): void {
      // A first list tells many thousands of keys, and nothing waits for them.
      const isAwaited = sql`waits_for IN ('listing', 'draft')`;
      if (keys.length === 0 || !database.has(sql`SELECT 1 FROM queue_entry WHERE ${isAwaited} LIMIT 1`)) return;
      for (const key of keys) tryAgain(sql`${isOf(libraryId, key)} AND ${isAwaited}`);
    },
  };

  function tryReleases(libraryId: string, key: ContentKeyText, which: Statement): void {
    if (releases.mayHave(key)) tryAgain(sql`${isOf(libraryId, key)} AND operation = 'release' AND ${which}`);
  }

  function tryAgain(which: Statement): void {
    database.run(sql`UPDATE queue_entry SET ${inTurn} WHERE ${which}`);
  }
}

/** What is written of entries that wait for nothing but their turn from now on. */
const inTurn = sql`waits_for = 'turn', next_try_ms = 0, error = NULL`;

const isOf = (libraryId: string, key: ContentKeyText): Statement =>
  sql`library_id = ${libraryId} AND content_key = ${key}`;

function releasesByService(database: Database) {
  return {
    /** How many releases that were not sent wait for a service. */
    releasesAskedOf: (service: string): number =>
      countOf(database, sql`SELECT COUNT(*) AS n FROM queue_entry WHERE ${releasesUnsentTo(service)}`),

    /** Asks another service for the releases that one was asked for and that were not sent. */
    handOverReleases(from: string, to: string): void {
      database.run(sql`UPDATE queue_entry SET service_id = ${to}, ${inTurn} WHERE ${releasesUnsentTo(from)}`);
    },
  };
}

/** What may run next. */
function nextEntries(database: Database, running: RunningEntries, now: () => number, ofHere: () => Statement) {
  return {
    wakeDue,

    releases(libraries: string, limit: number): QueueEntry[] {
      const areInTurn = sql`operation = 'release' AND waits_for = 'turn'`;
      // Mostly there are none, and to name all lines that run takes long.
      if (!database.has(sql`SELECT 1 FROM queue_entry WHERE ${areInTurn} LIMIT 1`)) return [];
      return database.all(
        sql`SELECT * FROM queue_entry AS entry WHERE ${areInTurn} AND ${isFree(libraries)} AND ${isNextRelease()}
          ORDER BY entry_id LIMIT ${limit}`,
        readEntry,
      );
    },

    /** A key has one transfer at most: others of its line are releases. */
    transfers(libraries: string, limit: number): QueueEntry[] {
      const releases = [...running.values()].filter(({ intent }) => intent.operation === 'release');
      return database.all(
        sql`SELECT * FROM queue_entry AS entry WHERE operation <> 'release' AND waits_for = 'turn'
          AND ${isIdle(running)} AND ${isFree(libraries, releases)} AND NOT ${hasLookedFor()}
          ORDER BY priority DESC, entry_id LIMIT ${limit}`,
        readEntry,
      );
    },
  };

  /**
   * Gives what waited for its time its turn. @returns what waits for a person until it turns out that they did it: it is
   * looked at without a turn of its own, so that nobody is told anew each time
   */
  function wakeDue(libraries: string): QueueEntry[] {
    const isDue = sql`next_try_ms <= ${now()}`;
    database.run(sql`UPDATE queue_entry SET waits_for = 'turn' WHERE ${areIn('retrying')} AND ${isDue}`);
    const isLooked = sql`waits_for = 'lift' AND ${isDue}`;
    const lookedAt = database.all(
      sql`SELECT * FROM queue_entry AS entry WHERE ${isLooked} AND ${isFree(libraries)}
        AND (operation <> 'release' OR ${isNextRelease()})`,
      readEntry,
    );
    database.run(sql`UPDATE queue_entry SET next_try_ms = ${now() + lookAgainMs} WHERE ${isLooked}`);
    return lookedAt;
  }

  /** What was saved after a release that is looked for would be taken for its draft: it goes after it. */
  function hasLookedFor(): Statement {
    return sql`EXISTS (SELECT 1 FROM queue_entry AS sent WHERE sent.library_id = entry.library_id
      AND sent.content_key = entry.content_key AND ${isLookedFor} AND ${ofHere()})`;
  }

  /** A release runs at the service it was asked of, when nothing else of its key is before it. */
  function isNextRelease(): Statement {
    return sql`(${ofHere()} AND NOT EXISTS (SELECT 1 FROM queue_entry AS other WHERE other.library_id = entry.library_id
      AND other.content_key = entry.content_key AND other.entry_id <> entry.entry_id
      AND ((other.operation <> 'release' AND entry.error ->> 'code' IS NOT 'release-unsure')
        OR (other.operation = 'release' AND other.entry_id < entry.entry_id AND other.service_id = entry.service_id))))`;
  }

  /** Of one of these libraries, and of no line that runs. @param others the entries that could be of its line */
  function isFree(libraries: string, others: readonly QueueEntry[] = [...running.values()]): Statement {
    return sql`library_id IN (SELECT value FROM json_each(${libraries})) AND ${areOfOtherLines(others)}`;
  }
}

export type Queue = ReturnType<typeof createQueue>;

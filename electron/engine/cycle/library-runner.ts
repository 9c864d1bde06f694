import type { ErrorRecord } from '../../../shared/errors/app-error.ts';
import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { Freshness } from '../library/freshness.ts';
import type { LibraryContext } from '../library/library-context.ts';
import { createLibraryCycle, type LibraryCycleOptions, type LibraryState } from './library-cycle.ts';
import type { LibraryFacts } from '../library/library-facts.ts';
import { createWakeLoop } from './wake-loop.ts';

/**
 * Keeps one library's trees true: scans, follows the watcher's hints, waits until files stand still, asks the service
 * for changes, and has every key planned whose ground moved. One thing at a time, in one loop.
 */
export function createLibraryRunner(options: LibraryCycleOptions) {
  const { ports, context } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const cycle = createLibraryCycle(options, signal);
  const { discovery, poll, moved, standing, history } = cycle;
  const { settling } = discovery;
  const { turn, onRest } = cycle;
  const { wake, ...loop } = createWakeLoop({ clock: ports.clock, signal, turn, onRest });

  function scanSoon(): void {
    discovery.scanSoon();
    wake();
  }

  return {
    context,
    judgement: options.judgement,

    get state(): LibraryState {
      return cycle.state;
    },
    get problem(): ErrorRecord | undefined {
      return standing.problem;
    },
    get lastPollMs(): number | undefined {
      return poll.lastMs;
    },
    /** Why the service did not answer when it was asked last; `undefined` when it did. */
    get pollProblem(): ErrorRecord | undefined {
      return poll.problem;
    },
    /** How often the service is asked now. */
    get pollIntervalMs(): number {
      return poll.intervalMs;
    },
    get lastScanMs(): number | undefined {
      return discovery.lastScanMs;
    },

    /** Whether what was found equal may be called up to date; asked for every row of a list. */
    get freshness(): Freshness {
      return standing.freshnessNow();
    },
    /** Folders the last look could not see into. */
    get unseenFolders(): readonly string[] {
      return discovery.unseenFolders;
    },

    /** How the library stands, for a person who asks why a file is not in step. */
    facts(path?: string): LibraryFacts {
      const reading = path === undefined ? undefined : settling.readingOf(path);
      return { ...standing.facts(), reading: reading && { ...reading, dueMs: standing.byTheClock(reading.dueMs) } };
    },

    /** How long a file of this library must stand still now. */
    quietTimeMs: discovery.quietTimeMs,

    /** Whether everything that could be looked at was looked at, and nothing waits to be decided. */
    isQuiet: (): boolean =>
      loop.isAtRest() &&
      discovery.lastScanMs !== undefined &&
      poll.lastMs !== undefined &&
      !discovery.hasHints() &&
      !context.hasUnwrittenLinks() &&
      moved.isEmpty() &&
      settling.moving() === 0 &&
      !history.isBusy(),

    noteFreshness: standing.noteFreshness,

    /** Whether it is looking at the folder or the service right now. */
    isLooking: loop.isRunning,

    /** Whether files are looked at or read, for a reason of its own. */
    isReading: (): boolean => cycle.state === 'scanning' || settling.moving() > 0,

    /** Whether the trees are true, so that what was planned on them may be carried out. */
    isReady: cycle.isReady,

    /**
     * Looks whether the folder is still the library before something is put into it or sent from it.
     * @param atMostMsAgo a look that began so long ago is good enough
     * @throws AppError `library-missing`, `library-unproven`
     */
    async prove(atMostMsAgo?: number): Promise<void> {
      try {
        await discovery.prove(atMostMsAgo);
      } catch (error) {
        scanSoon();
        throw error;
      }
    },

    async start(watch: boolean): Promise<void> {
      await discovery.start(watch, wake);
      wake();
    },

    /** Compares the whole folder again, soon. */
    scanSoon,

    /** The settings of the library changed: every key is planned with them. */
    librarySettingsChanged(): void {
      settling.ignoredChanged();
      moved.startOver();
      scanSoon();
    },

    /** What is due when is reckoned anew. */
    settingsChanged: wake,

    /** Asks the service again, soon. */
    pollSoon(): void {
      poll.soon();
      wake();
    },

    /** The service no longer has what it listed: it lists everything again, soon. */
    noteLoss(): void {
      context.trees()?.noteLoss();
      wake();
    },

    /** The service changed: everything is compared with the new one from the start. */
    connectionChanged(): void {
      cycle.startOver();
      wake();
    },

    /** Every key is planned again: what belongs to which library is not what it was. */
    planAll(): void {
      moved.startOver();
      wake();
    },

    /** Has keys planned again whose ground moved elsewhere (a transfer ended, a bulk check told something new). */
    planSoon(keys: Iterable<ContentKeyText>): void {
      moved.add(keys);
      wake();
    },

    /** A person says what files belong to: they are given their keys anew. See `LibraryContext.relink`. */
    async relink(decide: Parameters<LibraryContext['relink']>[0]): Promise<void> {
      for (const path of await context.relink(decide)) settling.readAgain(path);
      wake();
    },

    /** A file is not what was read of it: it is read again. */
    readChangedSoon(path: string): void {
      discovery.readChangedSoon(path);
      wake();
    },

    async close(): Promise<void> {
      stopping.abort();
      await discovery.close();
      await loop.close();
      await history.close();
      await context.closeLinks();
    },
  };
}

export type LibraryRunner = ReturnType<typeof createLibraryRunner>;

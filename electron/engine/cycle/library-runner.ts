import type { ErrorRecord } from '../../../shared/errors/app-error.ts';
import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { Freshness } from '../library/freshness.ts';
import type { LibraryFacts } from '../library/library-facts.ts';
import type { Clock } from '../ports.ts';
import type { LibraryCycleOptions, LibraryState } from './cycle-parts.ts';
import { createLibraryCycle, type LibraryCycle } from './library-cycle.ts';
import { byTheClock } from './library-standing.ts';
import { createWakeLoop } from './wake-loop.ts';
import type { ServiceSide } from '../state/library-state.ts';
import type { LinksFile } from '../library/links-file.ts';

/**
 * Keeps one library's trees true: scans, follows the watcher's hints, waits until files have settled, asks the service
 * for changes, and plans the dirty keys. One thing at a time, in one loop.
 */
export function createLibraryRunner(options: LibraryCycleOptions) {
  const { ports, context, judgement } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const cycle = createLibraryCycle(options, signal);
  const { discovery, poll, standing, history, housekeeping } = cycle;
  const { wake, ...loop } = createLoop(options, cycle, signal);

  return {
    context,
    judgement,
    ...createRequests(cycle, context, wake),

    get state(): LibraryState {
      return cycle.state;
    },
    get problem(): ErrorRecord | undefined {
      return standing.problem;
    },
    /** When the service last answered, why it did not since, and how often it is asked now. */
    poll: poll as Readonly<Pick<typeof poll, 'lastMs' | 'problem' | 'intervalMs'>>,
    get lastScanMs(): number | undefined {
      return discovery.scans.lastMs();
    },
    /** Whether what was found equal may be called up to date; asked for every row of a list. */
    get freshness(): Freshness {
      return standing.freshnessNow();
    },
    get unseenFolders(): readonly string[] {
      return discovery.scans.unseenFolders();
    },

    /** How the library stands, for a person who asks why a file is not in step. */
    facts: (path?: string): LibraryFacts => ({ ...standing.facts(), reading: readingOf(cycle, ports.clock, path) }),

    quietTimeMs: discovery.quietTimeMs,

    /** Whether everything that could be looked at was looked at, and nothing waits to be decided. */
    isQuiet: (): boolean =>
      loop.isAtRest() && (context.settings().isPaused || isQuiet(cycle)) && !context.hasUnwrittenLinks(),

    noteFreshness: standing.noteFreshness,

    /** Whether it is looking at the folder or the service right now. */
    isLooking: (): boolean => loop.isRunning() || poll.isAsking(),

    /** Whether files are looked at or read, for a reason of its own. */
    isReading: (): boolean => cycle.state === 'scanning' || discovery.settling.moving().files > 0,

    /** What is read as soon as it stands still. */
    toRead: discovery.settling.moving,

    /** Whether the trees are true, so that what was planned on them may be carried out. */
    isReady: cycle.isReady,

    async start(watch: boolean): Promise<void> {
      if (watch) await discovery.start(wake);
      wake();
    },

    async close(): Promise<void> {
      stopping.abort();
      await discovery.close();
      await Promise.all([loop.close(), poll.close()]);
      await Promise.all([history.close(), housekeeping.close()]);
      await context.endPlacing();
      await context.closeLinks();
    },
  };
}

export type LibraryRunner = ReturnType<typeof createLibraryRunner>;

function createLoop({ ports, context }: LibraryCycleOptions, { turn, onRest }: LibraryCycle, signal: AbortSignal) {
  const onFailure = (error: unknown): void =>
    ports.log('error', 'library-turn-failed', { library: context.library.libraryId, error });
  return createWakeLoop({ clock: ports.clock, signal, turn, onRest, onFailure });
}

/** What may be asked of a runner: each takes effect in its next turn, which begins at once. */
function createRequests(
  { discovery, poll, dirty, history, startOver }: LibraryCycle,
  context: ServiceSide & LinksFile,
  wake: () => void,
) {
  const thenWake =
    <T extends readonly unknown[]>(request: (...asked: T) => unknown) =>
    (...asked: T): void => {
      request(...asked);
      wake();
    };
  const scanSoon = thenWake(discovery.scans.soon);
  return {
    /** Compares the whole folder again. */
    scanSoon,

    /**
     * Looks whether the folder is still the library before something is put into it or sent from it.
     * @param atMostMsAgo a look that began so long ago is good enough
     * @throws AppError `library-missing`, `library-unproven`
     */
    prove: (atMostMsAgo?: number): Promise<void> =>
      discovery.prove(atMostMsAgo).catch((error: unknown) => {
        scanSoon();
        throw error;
      }),

    /** The settings of the library changed: every key is planned with them. */
    librarySettingsChanged: (): void => {
      discovery.settling.ignoredChanged();
      dirty.startOver();
      scanSoon();
    },

    /** What is due when is computed again. */
    settingsChanged: wake,

    /** Asks the service again. */
    pollSoon: thenWake(poll.soon),

    /** The service no longer has what it listed: it lists everything again. */
    noteLoss: thenWake(() => context.trees()?.noteLoss()),

    /** The service changed: everything is compared with the new one from the start. */
    connectionChanged: thenWake(startOver),

    /** Every key is planned again: what belongs to which library is not what it was. */
    planAll: thenWake(dirty.startOver),

    /** Has keys planned again about which a fact changed elsewhere (a transfer ended, the service told something new). */
    planSoon: thenWake((keys: readonly ContentKeyText[]) => {
      dirty.add(keys);
      history.noteSettled(keys);
    }),

    /** A person says what files belong to: they get their keys again. See `LinksFile.relink`. */
    relink: async (decide: Parameters<LinksFile['relink']>[0]): Promise<void> => {
      for (const path of await context.relink(decide)) discovery.settling.readAgain(path);
      wake();
    },

    readChangedSoon: thenWake(discovery.readChangedSoon),
  };
}

function isQuiet({ discovery, poll, dirty, history, housekeeping }: LibraryCycle): boolean {
  const wasCompared = discovery.scans.lastMs() !== undefined && poll.lastMs !== undefined && !poll.isAsking();
  const isRead = !discovery.hasHints() && discovery.settling.moving().files === 0;
  return wasCompared && isRead && dirty.isEmpty() && !history.isBusy() && !housekeeping.isBusy();
}

/** How the reading of a file goes. */
function readingOf({ discovery }: LibraryCycle, clock: Clock, path: string | undefined): LibraryFacts['reading'] {
  const reading = path === undefined ? undefined : discovery.settling.readingOf(path);
  return reading && { ...reading, dueMs: byTheClock(clock, reading.dueMs) };
}

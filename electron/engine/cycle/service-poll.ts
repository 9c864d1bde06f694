import type { RemoteCaller } from '../../../shared/api/caller.ts';
import { toAppError, type ErrorRecord } from '../../../shared/errors/app-error.ts';
import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { Ports } from '../ports.ts';
import type { ServiceTrees } from '../state/service-trees.ts';
import type { LibraryRecords, ServiceSide } from '../state/library-state.ts';
import { pollService } from './poll-service.ts';
import { createUntoldChanges } from './untold-changes.ts';
import { createPollTimes, type PollTimesOptions } from './poll-times.ts';

interface ServicePollOptions extends PollTimesOptions {
  readonly ports: PollTimesOptions['ports'] & Pick<Ports, 'connection' | 'database'>;
  readonly keysTogether: number;
  readonly context: LibraryRecords & ServiceSide;
  readonly signal: AbortSignal;
}

/**
 * Asks the service for changes of one library: once an interval, later after failures, never while it may not be asked.
 * Changes do not tell what a service lost that was brought back, so everything is listed as often as the whole folder is
 * compared, and at once when an answer shows that something was lost. A start does not list everything again, unless it
 * is asked to.
 */
export function createServicePoll(options: ServicePollOptions) {
  const { ports, context, gate, signal, keysTogether } = options;
  const times = createPollTimes(options);
  let [lastMs, problem]: [number?, ErrorRecord?] = [];
  const told = { changed: new Array<ContentKeyText>(), untold: createUntoldChanges(ports.clock) };
  const { breakOff, isAnswered, ...questions } = createQuestions(begin);

  async function ask({ trees, service }: Side, replaced: AbortSignal): Promise<void> {
    try {
      const full = times.isFullListDue(trees);
      const until = { signal: AbortSignal.any([signal, replaced]), database: ports.database, keysTogether };
      const known = told.changed.length;
      const asked = { service, context, trees, full, ...until, ...told, ...times.whatIsProof() };
      const listed = await pollService(asked);
      if (replaced.aborted) return;
      gate.noteSuccess();
      times.noteAnswer(listed, full);
      [lastMs, problem] = [ports.clock.now(), undefined];
      trees.noteAnswered(lastMs, full);
      if (full) told.untold.noteListed(told.changed.length > known);
      // What a whole list shows to be lost is known with it.
      if (trees.takeLoss() && !full) times.listEverythingSoon();
    } catch (error) {
      if (!replaced.aborted) problem = times.noteFailure(toAppError(error)).toRecord();
    }
  }

  function begin(replaced: AbortSignal): Promise<void> | undefined {
    if (context.trees()?.takeLoss()) times.listEverythingSoon();
    if (times.dueMs() > ports.clock.steadyMs()) return undefined;
    const side = sideToAsk(options);
    return side ? ask(side, replaced) : void times.waitForGate();
  }

  return {
    /** When it asks next, by the steady clock. */
    dueMs: times.dueMs,
    /** The time between two questions as it is now. */
    intervalMs: times.intervalMs,
    /** When the service was last heard; `undefined` while nothing is known of its side. */
    get lastMs(): number | undefined {
      return lastMs;
    },
    /** Why the last question was not answered; `undefined` when it was. */
    get problem(): ErrorRecord | undefined {
      return problem;
    },

    soon: times.soon,

    /** Another service is connected. */
    startOver(): void {
      breakOff();
      told.untold.startOver();
      lastMs = problem = undefined;
      times.startOver();
    },

    ...questions,

    /**
     * What answers told to be different, until it was taken; half an answer is none: changes are counted together.
     * @throws what `take` throws, and what asking failed at where that was nothing that the service or the state said
     */
    takeChanged: (take: TakeChanged): void => (isAnswered() ? handOver(told.changed, take) : undefined),
  };
}

type TakeChanged = (changed: readonly ContentKeyText[]) => void;

/** What cannot be taken is handed over again. */
function handOver(changed: ContentKeyText[], take: TakeChanged): void {
  take(changed);
  changed.length = 0;
}

/** A service, and what is known of it. */
interface Side {
  readonly trees: ServiceTrees;
  readonly service: RemoteCaller;
}

/** `undefined` where none may be asked now. */
function sideToAsk({ ports, context, gate }: ServicePollOptions): Side | undefined {
  const trees = context.trees();
  const service = ports.connection.current()?.service;
  return trees && service && gate.mayTry() ? { trees, service } : undefined;
}

/** One question at a time. @param begin asks, if it is time; what it gets is aborted when another service is connected */
function createQuestions(begin: (replaced: AbortSignal) => Promise<void> | undefined) {
  let connected = new AbortController();
  let asking: Promise<void> | undefined;
  /** Those that were broken off are among them until they end. */
  const running = new Set<Promise<void>>();
  let failure: { readonly thrown: unknown } | undefined;

  /** Never rejects: nobody may be waiting. */
  function follow(begun: Promise<void>): Promise<void> {
    const question = begun
      .catch((thrown: unknown) => void (failure = { thrown }))
      .finally(() => {
        running.delete(question);
        if (asking === question) asking = undefined;
      });
    running.add(question);
    return question;
  }

  /** What the service before answers, or does not, says nothing of the one that is connected now. */
  function breakOff(): void {
    connected.abort();
    connected = new AbortController();
    asking = undefined;
  }

  return {
    /** Whether the service owes an answer. */
    isAsking: (): boolean => asking !== undefined,

    /** Asks, if it is time and nothing is asked yet. @returns what ends with the answer; `undefined` where none is owed */
    askIfDue(): Promise<void> | undefined {
      if (asking) return asking;
      const begun = begin(connected.signal);
      return begun && (asking = follow(begun));
    },

    /** Whether no answer is owed. @throws what a question failed at, once */
    isAnswered: (): boolean => {
      const failed = failure;
      failure = undefined;
      if (failed) throw failed.thrown;
      return asking === undefined;
    },

    breakOff,

    /** Waits for what is under way, once the signal has said that it is over. */
    close: async (): Promise<void> => void (await Promise.all(running)),
  };
}

export type ServicePoll = ReturnType<typeof createServicePoll>;

import type { RemoteCaller } from '../../../shared/api/caller.ts';
import { toAppError, type ErrorRecord } from '../../../shared/errors/app-error.ts';
import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { Ports } from '../ports.ts';
import type { ServiceTrees } from '../state/service-trees.ts';
import type { LibraryRecords, ServiceSide } from '../state/library-state.ts';
import { pollService } from './poll-service.ts';
import { createPollTimes, type PollTimesOptions } from './poll-times.ts';

interface ServicePollOptions extends PollTimesOptions {
  readonly ports: PollTimesOptions['ports'] & Pick<Ports, 'connection'>;
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
  const { ports, context, gate, signal } = options;
  const times = createPollTimes(options);
  let [lastMs, problem]: [number?, ErrorRecord?] = [];
  /** Aborted when another service is connected: what the one before answers, or does not, says nothing of that one. */
  let connected = new AbortController();

  async function ask({ trees, service }: Side): Promise<readonly ContentKeyText[]> {
    const full = times.isFullListDue(trees);
    const changed: ContentKeyText[] = [];
    const replaced = connected.signal;
    const told = { signal: AbortSignal.any([signal, replaced]), changed };
    try {
      const listed = await pollService({ service, context, trees, full, ...told, ...times.whatIsProof() });
      if (replaced.aborted) return changed;
      gate.noteSuccess();
      times.noteAnswer(listed, full);
      [lastMs, problem] = [ports.clock.now(), undefined];
      trees.noteAnswered(lastMs, full);
      // What a whole list shows to be lost is known with it.
      if (trees.takeLoss() && !full) times.listEverythingSoon();
    } catch (error) {
      if (!replaced.aborted) problem = times.noteFailure(toAppError(error)).toRecord();
    }
    return changed;
  }

  return {
    /** When it asks next, by the steady clock. */
    dueMs: times.dueMs,
    /** The time between two questions as it is now. */
    get intervalMs(): number {
      return times.intervalMs();
    },
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
      connected.abort();
      connected = new AbortController();
      lastMs = problem = undefined;
      times.startOver();
    },

    /** Asks, if it is time. @returns the keys that are different now */
    async askIfDue(): Promise<readonly ContentKeyText[]> {
      if (context.trees()?.takeLoss()) times.listEverythingSoon();
      if (times.dueMs() > ports.clock.steadyMs()) return [];
      const side = sideToAsk(options);
      if (!side) times.waitForGate();
      return side ? ask(side) : [];
    },
  };
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

export type ServicePoll = ReturnType<typeof createServicePoll>;

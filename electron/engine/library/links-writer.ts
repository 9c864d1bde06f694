import { AppError, toAppError } from '../../../shared/errors/app-error.ts';
import { catalogue } from '../../../shared/errors/catalogue.ts';
import type { Ports } from '../ports.ts';
import type { LibraryLinks, LinkChanges } from '../tree/library-links.ts';
import { createSignal } from '../../../shared/model/signal.ts';

/** Links that come one after the other are written together. */
const gatherMs = 1_000;
const longestGatherMs = 10_000;
/** Writing takes at most this part of the time, unless links would wait for longer than that. */
const writingShare = 0.05;
const mostUnwritten = 5_000;
const retryMs = 10_000;

/** Says the changes, from the links as they are when its turn has come. */
export type Decide = (current: LibraryLinks) => LinkChanges;

/**
 * Writes on what the links file says then, because a colleague may write it too; `within` the transaction that notes it.
 * `whileAway`: all that is known, and only where there is no file.
 */
type Write<T> = (decide: Decide | 'whileAway', within?: () => void) => Promise<T>;

/**
 * When links that come one after the other are written together, and why they could not be; what failed is tried again.
 * @param writeOnce says whether it wrote anything
 */
export function createWriter(ports: Pick<Ports, 'clock' | 'log'>, unwritten: LinkChanges, writeOnce: Write<boolean>) {
  const { clock, log } = ports;
  const tried = createSignal<void>();
  let cancelTimer: (() => void) | undefined;
  let lastWriteMs = 0;
  let problem: AppError | undefined;
  let closed = false;

  const cancel = (): void => {
    cancelTimer?.();
    cancelTimer = undefined;
  };

  const write: Write<void> = async (decide, within) => {
    cancel();
    try {
      const beganMs = clock.steadyMs();
      if (await writeOnce(decide, within)) lastWriteMs = clock.steadyMs() - beganMs;
      problem = undefined;
    } finally {
      plan();
      tried.tell();
    }
  };

  const writeGathered = (): Promise<void> =>
    write(() => new Map()).catch((error: unknown) => {
      const { code } = toAppError(error);
      problem = new AppError('links-not-written', { detail: catalogue[code].happened, cause: error });
      log('warn', 'class-links-not-written', { code });
      tried.tell();
    });

  function plan(fresh?: 'withoutProblem'): void {
    if (fresh) problem = undefined;
    const isMuch = unwritten.size >= mostUnwritten;
    if (isMuch) cancel();
    if (unwritten.size === 0 || cancelTimer || closed) return;
    const gatheringMs = Math.min(longestGatherMs, Math.max(gatherMs, lastWriteMs / writingShare));
    const waitMs = problem ? retryMs : isMuch ? 0 : gatheringMs;
    cancelTimer = clock.after(waitMs, () => void writeGathered());
  }

  return {
    write,
    plan,
    problem: (): AppError | undefined => problem,
    /** Calls back when links were written, or could not be. @returns ends that */
    onTried: tried.listen,

    /** Writes what was gathered, for the last time. */
    async close(): Promise<void> {
      closed = true;
      if (unwritten.size > 0) await writeGathered();
    },
  };
}

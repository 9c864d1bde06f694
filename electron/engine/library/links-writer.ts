import { AppError, toAppError } from '../../../shared/errors/app-error.ts';
import { catalogue } from '../../../shared/errors/catalogue.ts';
import type { Ports } from '../ports.ts';
import type { LibraryLinks, LinkChanges } from '../tree/library-links.ts';
import { createSignal } from '../../../shared/model/signal.ts';

/** Links that come one after the other are written together. */
const gatherMs = 1_000;
const longestGatherMs = 10_000;
/** Writing takes at most this part of the time, however large the file is. */
const writingShare = 0.05;
const mostUnwritten = 5_000;
const retryMs = 10_000;

/** Says the changes, from the links as they are when its turn has come. */
export type Decide = (current: LibraryLinks) => LinkChanges;

type Write<T> = (decide: Decide, within?: () => void) => Promise<T>;

/** Writes on what the links file says then, because a colleague may write it too; what failed is tried again. */
export function createWriter(ports: Pick<Ports, 'clock' | 'log'>, unwritten: LinkChanges, writeOnce: Write<boolean>) {
  const tried = createSignal<void>();
  const later = createGathering({ ...ports, tellFailed: tried.tell }, unwritten, () => write(() => new Map()));
  const write: Write<void> = async (decide, within) => {
    later.cancel();
    try {
      await later.timed(() => writeOnce(decide, within));
    } finally {
      later.plan();
      tried.tell();
    }
  };
  return { ...later, write, onTried: tried.listen };
}

/** When links that come one after the other are written together, and why they could not be. */
function createGathering(
  { clock, log, tellFailed }: Pick<Ports, 'clock' | 'log'> & { readonly tellFailed: () => void },
  unwritten: LinkChanges,
  write: () => Promise<void>,
) {
  let cancelTimer: (() => void) | undefined;
  let lastWriteMs = 0;
  let problem: AppError | undefined;
  let closed = false;

  const cancel = (): void => {
    cancelTimer?.();
    cancelTimer = undefined;
  };

  const writeGathered = (): Promise<void> =>
    write().catch((error: unknown) => {
      const { code } = toAppError(error);
      problem = new AppError('links-not-written', { detail: catalogue[code].happened, cause: error });
      log('warn', 'class-links-not-written', { code });
      tellFailed();
    });

  return {
    cancel,
    problem: (): AppError | undefined => problem,

    plan(fresh?: 'withoutProblem'): void {
      if (fresh) problem = undefined;
      const isMuch = unwritten.size >= mostUnwritten;
      if (isMuch) cancel();
      if (unwritten.size === 0 || cancelTimer || closed) return;
      const gatheringMs = Math.min(longestGatherMs, Math.max(gatherMs, lastWriteMs / writingShare));
      const waitMs = problem ? retryMs : isMuch ? 0 : gatheringMs;
      cancelTimer = clock.after(waitMs, () => void writeGathered());
    },

    /** @param work writes; says whether it did */
    async timed(work: () => Promise<boolean>): Promise<void> {
      const beganMs = clock.steadyMs();
      if (await work()) lastWriteMs = clock.steadyMs() - beganMs;
      problem = undefined;
    },

    /** Writes what was gathered, for the last time. */
    async close(): Promise<void> {
      closed = true;
      if (unwritten.size > 0) await writeGathered();
    },
  };
}

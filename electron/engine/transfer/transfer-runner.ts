import { AppError, toAppError } from '../../../shared/errors/app-error.ts';
import { parseContentKey } from '../../../shared/model/content-key.ts';
import type { ServiceCaller } from '../../../shared/api/caller.ts';
import { pathOfIntent } from '../queue/intent.ts';
import type { QueueEntry } from '../queue/queue-entry.ts';
import { createBaseCheck } from './base-check.ts';
import type { LibraryContext } from '../library/library-context.ts';
import { createParallelism } from './parallelism.ts';
import type { Outcome, RunningEntry } from './running-entry.ts';
import { isSettledBy, isStillWanted, isStillToBeSent } from './still-wanted.ts';
import { createTransferFailures, type TransferFailuresOptions } from './transfer-failures.ts';
import { runDownload } from './transfer-download.ts';
import { runRelease } from './transfer-release.ts';
import { runFetchTheirs } from './transfer-theirs.ts';
import { runUpload } from './transfer-upload.ts';

export interface TransferRunnerOptions extends TransferFailuresOptions {
  readonly context: (libraryId: string) => LibraryContext | undefined;
  /** Libraries whose trees are true: only their entries are carried out. */
  readonly readyLibraries: () => readonly string[];
  /**
   * Looks whether the library's folder is there, unless that was seen in the last `atMostMsAgo` milliseconds.
   * @throws AppError `library-missing`, `library-unproven`
   */
  readonly prove: (libraryId: string, atMostMsAgo: number) => Promise<void>;
  /** At most so many at the same time. */
  readonly parallelTransfers: () => number;
  /** Downloads at least this long are gone on with where they broke off. */
  readonly keepPartsFromBytes: number;
  readonly onProgress: (entry: QueueEntry, path: string | undefined, fraction: number) => void;
  /** Writes what came of an entry; what it returns tells of it, once it is kept. */
  readonly onOutcome: (entry: QueueEntry, outcome: Outcome) => () => void;
  readonly onQueueChange: () => void;
}

/** So long the proof that a folder is the library serves all that begin: 20,000 small files need no 20,000 proofs. */
const provenForMs = 1_000;

/** How long nothing is begun after the state could not be written. */
const restMsAfterStateFailure = 10_000;

/** Carries out what stands in the queue, several entries at a time as far as the connection allows. */
export function createTransferRunner(options: TransferRunnerOptions) {
  const { ports, queue, gate } = options;
  const running = new Map<
    number,
    { readonly entry: QueueEntry; readonly abort: AbortController; readonly done: Promise<void> }
  >();
  const baseCheck = createBaseCheck({ queue, onMoved: options.onMoved });
  const parallelism = createParallelism(options.parallelTransfers);
  const failures = createTransferFailures(options);
  let cancelTimer: (() => void) | undefined;
  /** How many are stopping transfers: nothing new is begun then. */
  let stops = 0;
  let closed = false;
  let pumpAsked = false;
  let restUntilMs = 0;

  function pump(): void {
    if (closed || stops > 0) return;
    cancelTimer?.();
    const restMs = restUntilMs - ports.clock.steadyMs();
    if (restMs > 0) {
      cancelTimer = ports.clock.after(restMs, pump);
      return;
    }
    try {
      const connection = ports.connection.current();
      if (connection && gate.mayTry()) {
        const free = (gate.isOpen() ? parallelism.limit() : 1) - running.size;
        for (const entry of queue.claim(options.readyLibraries(), free)) begin(entry, connection.service);
      }
      schedule();
    } catch (error) {
      rest(error);
    }
  }

  /** The state cannot be written (a full disk): nothing is begun that could not be remembered, for a while. */
  function rest(error: unknown): void {
    ports.log('error', 'The state cannot be written', { code: toAppError(error).code });
    restUntilMs = ports.clock.steadyMs() + restMsAfterStateFailure;
    cancelTimer?.();
    cancelTimer = ports.clock.after(restMsAfterStateFailure, pump);
  }

  /** Those that end together are followed by one look at the queue. */
  function pumpOnce(): void {
    if (pumpAsked) return;
    pumpAsked = true;
    queueMicrotask(() => {
      pumpAsked = false;
      pump();
    });
  }

  function begin(entry: QueueEntry, service: ServiceCaller): void {
    const abort = new AbortController();
    const done = run(entry, service, abort.signal).finally(() => {
      running.delete(entry.entryId);
      baseCheck.forget(entry.entryId);
      options.onQueueChange();
      pumpOnce();
    });
    running.set(entry.entryId, { entry, abort, done });
    options.onQueueChange();
  }

  function schedule(): void {
    // What is due and does not run waits for something that ends, and then this is called again.
    const next = gate.mayTry()
      ? (queue.nextTryMs() ?? Infinity)
      : Math.max(gate.nextTryMs(), queue.soonestTryMs() ?? Infinity);
    if (next < Infinity) cancelTimer = ports.clock.after(Math.max(20, next - ports.clock.steadyMs()), pump);
  }

  async function run(entry: QueueEntry, service: ServiceCaller, signal: AbortSignal): Promise<void> {
    const context = options.context(entry.libraryId);
    const key = parseContentKey(entry.key);
    let wasReached = false;
    try {
      if (!context || !key.ok) return queue.finish(entry.entryId);
      if (entry.intent.operation === 'upload') {
        await baseCheck.confirm(context, service, entry, signal);
        wasReached = true;
      }
      if (entry.intent.operation === 'release' && isStillToBeSent(context, entry)) throw new AppError('draft-not-sent');
      if (entry.intent.operation !== 'release') await options.prove(entry.libraryId, provenForMs);
      if (ports.connection.current()?.service !== service) throw new AppError('cancelled');
      if (!isStillWanted(context, entry)) {
        queue.finish(entry.entryId);
        return options.onMoved(entry.libraryId, [entry.key]);
      }
      await carryOut({
        ports,
        context,
        service,
        entry,
        key: key.value,
        signal,
        queue,
        keepPartsFromBytes: options.keepPartsFromBytes,
        onProgress: progressOf(context, entry),
        conclude: (outcome, write) => conclude(entry, outcome, write),
      });
      if (!isSettledBy(context, entry)) options.onMoved(entry.libraryId, [entry.key]);
    } catch (error) {
      try {
        const failure = toAppError(error);
        parallelism.noteFailure(failure);
        failures.note(entry, failure, wasReached);
      } catch (stateFailure) {
        // What was done and could not be written is found done when it is tried again.
        queue.leave(entry.entryId);
        rest(stateFailure);
      }
    }
  }

  async function conclude(entry: QueueEntry, outcome: Outcome, write: () => void): Promise<void> {
    gate.noteSuccess();
    parallelism.noteSuccess();
    const tell = await ports.database.together(() => {
      write();
      queue.finish(entry.entryId);
      return options.onOutcome(entry, outcome);
    });
    tell();
  }

  async function carryOut(task: RunningEntry): Promise<void> {
    const { intent } = task.entry;
    failures.expectLicense(intent);
    switch (intent.operation) {
      case 'upload':
        return runUpload(task, intent);
      case 'download':
        return runDownload(task, intent);
      case 'fetchTheirs':
        return runFetchTheirs(task, intent);
      case 'release':
        return runRelease(task, intent);
    }
  }

  function progressOf(context: LibraryContext, entry: QueueEntry): (fraction: number) => void {
    const path = pathOfIntent(entry.intent) ?? context.trees()?.synced(entry.key)?.path;
    return (fraction) => options.onProgress(entry, path, fraction);
  }

  return {
    pump,

    running: (): number => running.size,

    /** The service answers again after an outage: what waits for nothing else goes now. */
    connectionIsBack(): void {
      parallelism.startAgain();
      try {
        queue.tryAfterOutage();
      } catch (error) {
        return rest(error);
      }
      pump();
    },

    /** A new license code is there: what waited for one is tried again. */
    licenseChanged(): void {
      failures.forgetLicense();
      try {
        queue.tryWithLicense();
      } catch (error) {
        return rest(error);
      }
      pump();
    },

    /** Lets one entry, or all that wait, be tried now. */
    tryNow(entryId?: number): void {
      failures.forgetLicense();
      queue.tryNow(entryId);
      pump();
    },

    /** Ends the transfers of a library, or all. They are put back and none is lost. */
    async stop(libraryId?: string): Promise<void> {
      const concerned = [...running.values()].filter(
        ({ entry }) => libraryId === undefined || entry.libraryId === libraryId,
      );
      stops += 1;
      for (const { abort } of concerned) abort.abort();
      await Promise.all(concerned.map(({ done }) => done)).finally(() => (stops -= 1));
    },

    async close(): Promise<void> {
      closed = true;
      cancelTimer?.();
      await this.stop();
    },
  };
}

export type TransferRunner = ReturnType<typeof createTransferRunner>;

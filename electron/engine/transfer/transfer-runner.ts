import { toAppError } from '../../../shared/errors/app-error.ts';
import type { QueueEntry } from '../queue/queue-entry.ts';
import { createCarryOut, type CarryOutOptions, type Try } from './carry-out.ts';
import type { ConnectionGate } from './connection-gate.ts';
import { createParallelism } from './parallelism.ts';
import { createTransferFailures } from './transfer-failures.ts';
import { freePlaces, placesOf } from './transfer-places.ts';
import { createTransferPump } from './transfer-pump.ts';

interface TransferRunnerOptions extends CarryOutOptions {
  readonly gate: ConnectionGate;
  readonly libraries: CarryOutOptions['libraries'] & {
    /** Libraries whose trees are true: only their entries are carried out. */
    readonly readyIds: () => readonly string[];
  };
  /** At most so many at the same time, or more where they are small. */
  readonly parallelTransfers: () => number;
}

interface RunningTransfer {
  readonly entry: QueueEntry;
  /** How much of a place it takes. */
  places: number;
  readonly abort: AbortController;
  readonly done: Promise<void>;
}

/** Carries out what is in the queue, several entries at a time as far as the connection allows. */
export function createTransferRunner(options: TransferRunnerOptions) {
  const { ports, queue, gate, libraries, tell } = options;
  const running = new Map<number, RunningTransfer>();
  const parallelism = createParallelism(options.parallelTransfers);
  const failures = createTransferFailures(options);
  const carryOut = createCarryOut(options, failures);
  const stopping = createStopping(running);
  const pump = createTransferPump(ports, { look, isHeld: stopping.isUnderWay });

  function look(): number {
    const connection = ports.connection.current();
    if (!gate.mayTry()) return Math.max(gate.nextTryMs(), queue.soonestTryMs() ?? Infinity);
    if (connection) while (beginSome(connection) && !pump.isResting()) continue;
    // What is due and does not run waits for something that ends, and then this is called again.
    return queue.nextTryMs() ?? Infinity;
  }

  /** @returns whether there may be room for more */
  function beginSome(connection: Pick<Try, 'service'>): boolean {
    const limit = gate.isOpen() ? parallelism.limit() : 1;
    const free = freePlaces(limit, running.values());
    const entries = queue.claim(libraries.readyIds(), free);
    const begun = entries.map((entry) => begin({ entry, ...connection }));
    // Only then is the state read for it: what was claimed has begun, whatever comes of that.
    for (const one of begun) one.places = placesOf(one.entry, libraries.contextOf(one.entry.libraryId), limit);
    return free > 0 && entries.length === free;
  }

  function begin(started: Pick<Try, 'entry' | 'service'>): RunningTransfer {
    const { entry } = started;
    const abort = new AbortController();
    const noteSuccess = (): void => cameThrough(gate, parallelism);
    const attempt: Try = { ...started, signal: abort.signal, wasReached: false, noteSuccess };
    const done = runAttempt({ ...options, carryOut, failures, parallelism, pump }, attempt).finally(() => {
      running.delete(entry.entryId);
      carryOut.forget(entry.entryId);
      tell({ kind: 'queue' });
      pump.pumpOnce();
    });
    const begun: RunningTransfer = { entry, places: 1, abort, done };
    running.set(entry.entryId, begun);
    tell({ kind: 'queue' });
    return begun;
  }

  return {
    pump: pump.pump,
    running: (): number => running.size,
    ...createRetries({ queue, failures, parallelism, pump }),

    stop: (libraryId?: string): Promise<void> => stopping.stop(libraryId),

    async close(): Promise<void> {
      pump.close();
      await abortAll(running);
    },
  };
}

export type TransferRunner = ReturnType<typeof createTransferRunner>;

function cameThrough(...all: readonly { noteSuccess(): void }[]): void {
  for (const one of all) one.noteSuccess();
}

function createStopping(running: ReadonlyMap<number, RunningTransfer>) {
  /** How many are stopping transfers: nothing new is begun then. */
  let stops = 0;
  return {
    isUnderWay: (): boolean => stops > 0,

    /** Ends the transfers of a library, or all. They are put back and none is lost. */
    async stop(libraryId?: string): Promise<void> {
      stops += 1;
      await abortAll(running, libraryId).finally(() => (stops -= 1));
    },
  };
}

async function abortAll(running: ReadonlyMap<number, RunningTransfer>, libraryId?: string): Promise<void> {
  const concerned = [...running.values()].filter(
    ({ entry }) => libraryId === undefined || entry.libraryId === libraryId,
  );
  for (const { abort } of concerned) abort.abort();
  await Promise.all(concerned.map(({ done }) => done));
}

interface AttemptParts {
  readonly queue: TransferRunnerOptions['queue'];
  readonly failures: ReturnType<typeof createTransferFailures>;
  readonly parallelism: ReturnType<typeof createParallelism>;
  readonly pump: ReturnType<typeof createTransferPump>;
}

async function runAttempt(
  parts: AttemptParts & { readonly carryOut: ReturnType<typeof createCarryOut> },
  attempt: Try,
): Promise<void> {
  const { carryOut, parallelism, failures, queue, pump } = parts;
  const { entry } = attempt;
  try {
    await carryOut.run(attempt);
  } catch (error) {
    try {
      const failure = toAppError(error);
      parallelism.noteFailure(failure);
      failures.note(entry, failure, attempt.wasReached);
    } catch (stateFailure) {
      // What was done and could not be written is found done when it is tried again.
      queue.leave(entry.entryId);
      pump.rest(stateFailure);
    }
  }
}

/** What has entries tried again that wait for something else than their time. */
function createRetries({ queue, failures, parallelism, pump }: AttemptParts) {
  return {
    /** The service answers again after an outage: what waits for nothing else goes now. */
    connectionIsBack(): void {
      parallelism.startAgain();
      pump.pumpAfterChange(() => queue.tryAfterOutage());
    },

    /** A new license code is there: what waited for one is tried again. */
    licenseChanged(): void {
      failures.forgetLicense();
      pump.pumpAfterChange(() => queue.tryWithLicense());
    },

    /** Lets one entry, or all that wait, be tried now. */
    tryNow(entryId?: number): void {
      failures.forgetLicense();
      queue.tryNow(entryId);
      pump.pump();
    },
  };
}

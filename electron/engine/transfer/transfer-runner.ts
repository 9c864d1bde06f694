import { toAppError } from '../../../shared/errors/app-error.ts';
import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import { createCarryOut, type CarryOutOptions, type Try } from './carry-out.ts';
import type { ConnectionGate } from './connection-gate.ts';
import { createParallelism } from './parallelism.ts';
import { createTransferFailures } from './transfer-failures.ts';
import { claimPlaces, type PlacedEntry } from './transfer-places.ts';
import { createTransferPump } from './transfer-pump.ts';

interface TransferRunnerOptions extends CarryOutOptions {
  readonly gate: ConnectionGate;
  readonly libraries: CarryOutOptions['libraries'] & {
    readonly readyIds: () => readonly string[];
  };
  /** So many places are there for those that run at the same time; two small ones may share one. */
  readonly parallelTransfers: () => number;
}

interface RunningTransfer extends PlacedEntry {
  readonly abort: AbortController;
  done: Promise<void>;
}

/** Carries out what is in the queue, several entries at a time as far as the connection allows. */
export function createTransferRunner(options: TransferRunnerOptions) {
  const { ports, queue, gate, tell } = options;
  const running = new Map<number, RunningTransfer>();
  const parallelism = createParallelism(options.parallelTransfers);
  const failures = createTransferFailures(options);
  const carryOut = createCarryOut(options, failures);
  const { areOn, ...stops } = createStops(running, () => pump.pump());
  const pump = createTransferPump(ports, { look, isHeld: areOn });
  const parts: AttemptParts = { queue, carryOut, failures, parallelism, pump };

  function look(): number {
    const connection = ports.connection.current();
    if (!gate.mayTry()) return Math.max(gate.nextTryMs(), queue.soonestTryMs() ?? Infinity);
    const limit = gate.isOpen() ? parallelism.limit() : 1;
    if (connection) for (const placed of claimPlaces(options, limit, running.values())) begin(placed, connection);
    // What is due and does not run waits for something that ends, and then this is called again.
    return queue.nextTryMs() ?? Infinity;
  }

  const noteSuccess = (): void => {
    gate.noteSuccess();
    parallelism.noteSuccess();
  };

  function begin({ entry, places }: PlacedEntry, { service }: Pick<Try, 'service'>): void {
    const abort = new AbortController();
    const attempt: Try = { entry, service, signal: abort.signal, wasReached: false, isSettled: false, noteSuccess };
    const transfer: RunningTransfer = { entry, places, abort, done: Promise.resolve() };
    const end = (): void => {
      running.delete(entry.entryId);
      carryOut.forget(entry.entryId);
      tell({ kind: 'queue' });
      pump.pumpOnce();
    };
    running.set(entry.entryId, transfer);
    transfer.done = runAttempt(parts, attempt, end);
    tell({ kind: 'queue' });
  }

  return {
    pump: pump.pump,
    running: (): number => running.size,
    ...createRetries(parts),
    ...stops,

    async close(): Promise<void> {
      pump.close();
      await abortAll(running);
    },
  };
}

export type TransferRunner = ReturnType<typeof createTransferRunner>;

/** How running transfers are stopped; nothing new is begun meanwhile. */
function createStops(running: ReadonlyMap<number, RunningTransfer>, goOn: () => void) {
  let stops = 0;
  return {
    areOn: (): boolean => stops > 0,

    /** Ends the try of an entry that was taken back. */
    cancel: (entryId: number): void => running.get(entryId)?.abort.abort(),

    /** Ends the transfers of a library, or of one key in it, or all. They are put back and none is lost. */
    async stop(libraryId?: string, key?: ContentKeyText): Promise<void> {
      stops += 1;
      await abortAll(running, libraryId, key).finally(() => (stops -= 1));
    },

    /** Has something done while nothing is transferred: what runs is put back, and goes on afterwards. */
    async whileStopped(work: () => Promise<void>): Promise<void> {
      stops += 1;
      try {
        await abortAll(running);
        await work();
      } finally {
        stops -= 1;
        goOn();
      }
    },
  };
}

async function abortAll(
  running: ReadonlyMap<number, RunningTransfer>,
  libraryId?: string,
  key?: ContentKeyText,
): Promise<void> {
  const concerned = [...running.values()].filter(
    ({ entry }) => [entry.libraryId, undefined].includes(libraryId) && [entry.key, undefined].includes(key),
  );
  for (const { abort } of concerned) abort.abort();
  await Promise.all(concerned.map(({ done }) => done));
}

interface AttemptParts {
  readonly queue: TransferRunnerOptions['queue'];
  readonly carryOut: ReturnType<typeof createCarryOut>;
  readonly failures: ReturnType<typeof createTransferFailures>;
  readonly parallelism: ReturnType<typeof createParallelism>;
  readonly pump: ReturnType<typeof createTransferPump>;
}

/** @param end called at once when what came of it is noted: the queue may give the entry out again from then on */
async function runAttempt(parts: AttemptParts, attempt: Try, end: () => void): Promise<void> {
  const { carryOut, parallelism, failures, queue, pump } = parts;
  const { entry } = attempt;
  const round = parallelism.round();
  try {
    await carryOut.run(attempt);
  } catch (error) {
    try {
      const failure = toAppError(error);
      parallelism.noteFailure(failure, round);
      failures.note(entry, failure, attempt.wasReached);
    } catch (stateFailure) {
      // What was done and could not be written is found done when it is tried again.
      queue.leave(entry.entryId);
      pump.rest(stateFailure);
    }
  } finally {
    end();
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

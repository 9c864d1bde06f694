import type { AppError } from '../../../shared/errors/app-error.ts';
import type { Ports } from '../ports.ts';
import { backOffMs } from '../../../shared/errors/back-off.ts';
import { pathOfIntent, type Intent } from '../queue/intent.ts';
import type { Queue } from '../queue/queue.ts';
import { awaitedAfter, type QueueEntry } from '../queue/queue-entry.ts';
import type { ConnectionGate } from './connection-gate.ts';
import type { TellTransfers } from './transfer-event.ts';

interface TransferFailuresOptions {
  readonly ports: Pick<Ports, 'clock' | 'log' | 'random'>;
  readonly queue: Queue;
  readonly gate: ConnectionGate;
  readonly tell: TellTransfers;
}

/** How long after it was found open or read-only a file is looked at again, at most. */
const longestWaitForFileMs = 15_000;

/** How long after a release whose draft is still to be sent is looked at again, where no plan of its key does that. */
const draftWaitMs = 60_000;

/**
 * What is saved later than this asks the service once more about a license code that it rejected: a fault at its maker
 * must not need a person at every computer.
 */
const licenseAskedEveryMs = 900_000;

const needsLicense = (operation: Intent['operation']): boolean => operation === 'upload' || operation === 'release';

/** Errors after which the facts of the plan are no longer true: look again instead of trying again. */
const factsChanged: ReadonlySet<string> = new Set(['file-vanished', 'file-changed-meanwhile']);

/**
 * Errors after which a next try finds out by itself what is to be done: it asks which versions there are first. What was
 * asked just before said otherwise: so not at once, where a service contradicts itself.
 */
const foundOut: ReadonlySet<string> = new Set(['base-version-outdated', 'release-not-listed']);

/** Whether what was fetched can be put in its place as soon as the file there lets itself be replaced. */
export function waitsForFile({ code }: AppError): boolean {
  return code === 'file-in-use' || code === 'file-read-only';
}

/** What becomes of entries that failed: put back, tried again later, planned again, or left to a person. */
export function createTransferFailures(options: TransferFailuresOptions) {
  const { ports, queue, gate, tell } = options;
  let rejection: { readonly error: AppError; readonly atMs: number } | undefined;

  return {
    /** @throws AppError `license-code-rejected` or `license-code-missing` where the service would refuse it again for want of a license */
    assertLicense({ operation }: Intent): void {
      if (!rejection || !needsLicense(operation) || ports.clock.steadyMs() - rejection.atMs > licenseAskedEveryMs)
        return;
      throw rejection.error;
    },

    /** The service took what needs a license: whatever it had against the code is over. */
    noteLicensed({ operation }: Intent): void {
      if (!rejection || !needsLicense(operation)) return;
      rejection = undefined;
      queue.tryWithLicense();
    },

    /** The license code may be another one. */
    forgetLicense(): void {
      rejection = undefined;
    },

    /** @param wasReached whether the service answered before, in the same try */
    note(entry: QueueEntry, error: AppError, wasReached: boolean): void {
      settle(entry, error, wasReached);
      // Something else may have been planned for the key while it ran, which did not drop it then.
      tell({ kind: 'dirty', libraryId: entry.libraryId, keys: [entry.key] });
    },
  };

  function settle(entry: QueueEntry, error: AppError, wasReached: boolean): void {
    const record = error.toRecord();
    const { libraryId } = entry;
    // Nobody failed, so nobody waits longer for it.
    if (error.code === 'cancelled' || error.code === 'interrupted-by-sleep') return queue.putBack(entry.entryId);
    if (looksAgain(options, entry, error)) return;
    // What was asked for after it is what is meant now.
    if (error.code === 'newer-draft-on-service' && queue.isFollowed(entry)) return queue.finish(entry.entryId);
    ports.log('warn', 'transfer-failed', { operation: entry.intent.operation, code: error.code });
    if (gate.noteFailure(error, wasReached)) return queue.putBack(entry.entryId, record);
    if (error.code === 'library-unproven' || error.code === 'library-missing') tell({ kind: 'folderLost', libraryId });
    if (factsChanged.has(error.code)) {
      queue.finish(entry.entryId);
      const path = pathOfIntent(entry.intent);
      if (path !== undefined) tell({ kind: 'fileChanged', libraryId, path });
      return;
    }
    // It listed the version that is asked for, and has it no more.
    if (error.code === 'not-found' && error.receivedStatus !== undefined) tell({ kind: 'loss', libraryId });
    // What was not asked of the service this time is no rejection of now.
    if (awaitedAfter(error, 'person') === 'license' && error !== rejection?.error)
      rejection = { error, atMs: ports.clock.steadyMs() };
    if (error.retryable || foundOut.has(error.code)) {
      queue.retryAt(entry.entryId, ports.clock.steadyMs() + waitAfter(entry, error, ports.random), record);
    } else {
      queue.park(entry.entryId, record);
    }
    if (isNews(entry, error)) tell({ kind: 'failed', entry, error });
  }
}

/** Has a release that waits for its draft, or for the service to list it, looked at again. @returns whether it is one */
function looksAgain({ ports, queue, gate }: TransferFailuresOptions, entry: QueueEntry, error: AppError): boolean {
  const nowMs = ports.clock.steadyMs();
  if (error.code === 'draft-not-sent') queue.lookAgainAt(entry.entryId, nowMs + draftWaitMs, error.toRecord());
  else if (error.code === 'release-unsure') {
    gate.noteSuccess();
    queue.lookAgainAt(entry.entryId, nowMs + (error.retryAfterMs ?? 0), error.toRecord(), 'time');
  } else return false;
  return true;
}

/** Whether a failure is to be told: waiting for the same thing is no news, however often it is looked at. */
function isNews({ error: before, attempts }: QueueEntry, { code, retryable }: AppError): boolean {
  // A next try asks again.
  if (code === 'base-version-outdated') return false;
  // What a release failed at before it was looked for was told.
  return before?.code === 'release-unsure' && attempts > 0 ? !retryable : before?.code !== code;
}

function waitAfter({ attempts }: QueueEntry, error: AppError, random: Ports['random']): number {
  const backOff = backOffMs(error, attempts + 1, random);
  // Nobody is asked while a file is open or marked, and whoever ends that does not want to wait.
  return waitsForFile(error) ? Math.min(backOff, longestWaitForFileMs) : backOff;
}

export type TransferFailures = ReturnType<typeof createTransferFailures>;

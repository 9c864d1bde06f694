import { AppError } from '../../../shared/errors/app-error.ts';
import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { ConflictChoice } from '../../../shared/rpc/file-records.ts';
import type { ChangeKind } from '../judge/bounded-change.ts';
import type { Ports } from '../ports.ts';
import type { ReleaseIntent } from '../queue/intent.ts';
import type { Queue } from '../queue/queue.ts';
import type { ChangeQuestion } from '../state/bounded-changes.ts';
import { publish } from './publish.ts';
import { answerRemoval } from './removals.ts';
import type { Reporter } from '../reporter.ts';
import { createConflictResolution } from './resolve-conflict.ts';
import type { Runners } from '../cycle/runners.ts';
import type { StepTaker } from '../cycle/step-taker.ts';
import type { TransferRunner } from '../transfer/transfer-runner.ts';

export interface ChangeAnswer {
  readonly kind: ChangeKind;
  readonly answer: 'goOn' | 'keep';
  readonly lastChangeId: number;
}

/** What only a person can decide, and what is done once they have. */
export function createPersonAnswers(parts: {
  readonly ports: Ports;
  readonly runners: Runners;
  readonly queue: Queue;
  readonly steps: StepTaker;
  readonly transfers: TransferRunner;
  readonly report: Reporter;
  /** Tries everything that waits, now. */
  readonly tryNow: () => void;
}) {
  const { ports, runners, queue, steps, transfers, report } = parts;
  const { database, clock } = ports;
  const conflicts = createConflictResolution(ports);

  /** What another service answered to a release that was sent there is not known here, and never will be. */
  const wasSentHere = ({ sentFromMajor, sentTo }: ReleaseIntent): boolean => {
    const serviceId = ports.connection.current()?.serviceId;
    return sentFromMajor !== undefined && (sentTo === undefined || serviceId === undefined || sentTo === serviceId);
  };

  return {
    /** Queues a release of each key; see `publish`. */
    publish(keys: readonly ContentKeyText[], comment: string): number {
      const queued = publish({ database, queue, steps, runnerHolding: runners.holding }, keys, comment);
      report.queueChanged();
      transfers.pump();
      return queued;
    },

    /**
     * Takes a release back that was not sent to the service that is connected.
     * @throws AppError `unknown-item` when it is gone, running or no release
     */
    withdraw(entryId: number): void {
      const entry = queue.get(entryId);
      if (entry?.intent.operation !== 'release' || entry.state === 'running' || wasSentHere(entry.intent)) {
        throw new AppError('unknown-item', { detail: 'It was sent already.' });
      }
      queue.finish(entryId);
      // What was sent for its sake only is held back again.
      runners.get(entry.libraryId)?.planSoon([entry.key]);
      report.queueChanged();
    },

    /**
     * Notes what a person says to files that are gone; what is to be restored is queued.
     * @throws AppError see `answerRemoval`
     */
    answerRemovals(libraryId: string, keys: readonly ContentKeyText[], answer: 'restore' | 'confirmed'): void {
      const keeper = runners.keeperOf(libraryId);
      database.transaction(() => {
        for (const key of keys) answerRemoval(keeper.context, key, answer, clock.now());
      });
      keeper.planSoon(keys);
      report.filesChanged(
        libraryId,
        keys.flatMap((key) => keeper.context.files.gonePaths(key)),
      );
    },

    /**
     * Ends a conflict the way a person chose.
     * @throws AppError `unknown-item`, `file-changed-meanwhile`, or what the disk says
     */
    async resolveConflict(libraryId: string, key: ContentKeyText, choice: ConflictChoice): Promise<void> {
      const keeper = runners.keeperOf(libraryId);
      await conflicts.resolve(keeper.context, key, choice).finally(() => keeper.planSoon([key]));
      // A copy that stands beside now is found by looking.
      if (choice === 'keepBoth') keeper.scanSoon();
    },

    /** Carries out what a person chose in conflicts of a library before the app ended. */
    async finishConflicts(libraryId: string): Promise<void> {
      const runner = runners.get(libraryId);
      if (!runner) return;
      const finished = await conflicts.finish(runner.context);
      if (finished.length === 0) return;
      runner.planSoon(finished);
      // Copies that stand beside now, or no longer, are found by looking.
      runner.scanSoon();
    },

    /** What a person is asked about files of a library that are gone, would be replaced or went back, or said to leave. */
    changeQuestions: (libraryId: string): readonly ChangeQuestion[] =>
      runners.get(libraryId)?.context.changes()?.questions() ?? [],

    /**
     * Answers such a question, as far as it was asked: what came after `lastChangeId` goes on waiting.
     * - `goOn`: what is gone counts as removed, newer versions take the place of the files, and what went back is sent;
     * - `keep`: what is gone or went back comes from the service again (what stands there goes to the backup folder), and
     *   files that would be replaced stay as they are until somebody says `goOn`.
     * @throws AppError `unknown-item`, `not-connected`
     */
    answerChanges(libraryId: string, { kind, answer, lastChangeId }: ChangeAnswer): void {
      const keeper = runners.keeperOf(libraryId);
      const changes = keeper.context.changes();
      if (!changes) throw new AppError('not-connected');
      const kept = kind === 'overwrite' ? 'kept' : 'restored';
      keeper.planSoon(changes.answer(kind, lastChangeId, answer === 'goOn' ? 'allowed' : kept));
      report.statusChanged();
    },

    /**
     * A person says that nobody has a file open, whatever its lock says: what waited for that goes on.
     * @returns the paths of the locks that are passed over from now on
     */
    async ignoreLock(libraryId: string, path: string): Promise<readonly string[]> {
      const keeper = runners.keeperOf(libraryId);
      const { context } = keeper;
      const lock = await context.lockCheck().openLock(path);
      for (const file of lock?.files ?? []) context.ignoredLocks.add(file.path, file.modifiedMs);
      const key = context.files.get(path)?.key;
      if (key !== undefined) keeper.planSoon([key]);
      parts.tryNow();
      return (lock?.files ?? []).map((file) => file.path);
    },
  };
}

import type { PublishAnswer, WithdrawAnswer } from '../../../shared/rpc/release-records.ts';
import type { ConflictChoice } from '../../../shared/rpc/file-records.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { ChangeKind } from '../judge/bounded-change.ts';
import type { Ports } from '../ports.ts';
import type { ReleaseIntent } from '../queue/intent.ts';
import type { Queue } from '../queue/queue.ts';
import type { ChangeQuestion } from '../state/bounded-changes.ts';
import { publish, type WantedRelease } from './publish.ts';
import { answerRemoval, type RemovalAnswer } from './removals.ts';
import type { Reporter } from '../reporter.ts';
import type { ConflictEnd, ConflictResolution, ShownAgainst } from './resolve-conflict.ts';
import { undoResolve, type AnswerMeant, type Undone } from './undo-resolve.ts';
import type { Runners } from '../cycle/runners.ts';
import type { StepTaker } from '../cycle/step-taker.ts';
import type { TransferRunner } from '../transfer/transfer-runner.ts';
import { createWishes } from './wishes.ts';
import type { LibraryRecords } from '../state/library-state.ts';

interface ChangeAnswer {
  readonly kind: ChangeKind;
  readonly answer: 'goOn' | 'keep';
  readonly lastChangeId: number;
}

interface PersonAnswersParts {
  readonly ports: Pick<Ports, 'database' | 'clock' | 'connection'>;
  readonly runners: Pick<Runners, 'all' | 'get' | 'holding' | 'keeperOf'>;
  readonly queue: Queue;
  readonly steps: StepTaker;
  readonly transfers: Pick<TransferRunner, 'pump' | 'cancel' | 'stop'>;
  readonly report: Pick<Reporter, 'queueChanged' | 'filesChanged' | 'statusChanged'>;
  readonly conflicts: Pick<ConflictResolution, 'resolve'>;
  /** Tries everything that waits, now. */
  readonly tryNow: () => void;
}

/** What only a person can decide, and what is done once they have. */
export function createPersonAnswers(parts: PersonAnswersParts) {
  const { runners } = parts;
  return {
    ...releaseAnswers(parts),
    ...changeAnswers(parts),
    ...createWishes(parts),
    ...conflictAnswers(parts),

    /**
     * A person says that nobody has a file open, whatever its lock says: what waited for that goes on.
     * @returns the paths of the locks that are passed over from now on
     */
    async ignoreLock(libraryId: string, path: string): Promise<readonly string[]> {
      const { context, planSoon } = runners.keeperOf(libraryId);
      const { files = [] } = (await context.lockCheck().openLock(path)) ?? {};
      for (const file of files) context.ignoredLocks.add(file.path, file.modifiedMs);
      const key = context.files.get(path)?.key;
      if (key !== undefined) planSoon([key]);
      parts.tryNow();
      return files.map((file) => file.path);
    },
  };
}

function releaseAnswers(parts: PersonAnswersParts) {
  const { ports, runners, queue, transfers, report } = parts;
  const tellFiles = fileTeller(report);
  /** Whether it may have been made. Where another service than the one it was sent to is connected, nobody finds out. */
  const mayBeMade = ({ sentFromMajor }: ReleaseIntent, serviceId: string | undefined): boolean => {
    const connectedId = ports.connection.current()?.serviceId;
    return sentFromMajor !== undefined && (connectedId === undefined || connectedId === serviceId);
  };

  /** Queues releases in these libraries, whether or not they take part in this run; see `publish`. */
  function publishIn(wanted: readonly WantedRelease[], comment: string): PublishAnswer {
    const answer = publish({ ...parts, database: ports.database }, wanted, comment);
    tellFiles(wanted.map(({ keeper, key }) => ({ context: keeper.context, key })));
    report.queueChanged();
    transfers.pump();
    return answer;
  }

  /** Takes a release back unless it may have been made. @returns what became of it */
  function withdrawOne(entryId: number): keyof WithdrawAnswer {
    const entry = queue.get(entryId);
    if (entry?.intent.operation !== 'release') return 'gone';
    if (mayBeMade(entry.intent, entry.serviceId)) return 'sent';
    queue.finish(entryId);
    transfers.cancel(entryId);
    // What was sent for its sake only is held back again.
    const { context, planSoon } = runners.keeperOf(entry.libraryId);
    planSoon([entry.key]);
    tellFiles([{ context, key: entry.key }]);
    return 'withdrawn';
  }

  return {
    publishIn,

    /** The library of this run that holds a key. */
    holding: runners.holding,

    /** Takes back releases that were not sent to the service that is connected, also while one is being prepared. */
    withdraw(...entryIds: readonly number[]): WithdrawAnswer {
      const answer = { withdrawn: 0, sent: 0, gone: 0 };
      ports.database.transaction(() => {
        for (const entryId of entryIds) answer[withdrawOne(entryId)] += 1;
      });
      report.queueChanged();
      return answer;
    },
  };
}

/** What goes out as a release is shown so at once. */
function fileTeller(report: PersonAnswersParts['report']) {
  return (files: readonly { readonly context: LibraryRecords; readonly key: ContentKeyText }[]): void => {
    for (const [{ library, files: known }, some] of Map.groupBy(files, ({ context }) => context))
      report.filesChanged(
        library.libraryId,
        some.flatMap(({ key }) => known.presentPathsOf(key)),
      );
  };
}

function changeAnswers({ ports: { database, clock }, runners, report }: PersonAnswersParts) {
  return {
    /**
     * Notes what a person says to files that are gone; what has to be restored is queued.
     * @throws AppError see `answerRemoval`
     */
    answerRemovals(libraryId: string, keys: readonly ContentKeyText[], answer: RemovalAnswer): void {
      const { context, planSoon } = runners.keeperOf(libraryId);
      database.transaction(() => {
        for (const key of keys) answerRemoval(context, key, answer, clock.now());
      });
      planSoon(keys);
      report.filesChanged(
        libraryId,
        keys.flatMap((key) => context.files.gonePaths(key)),
      );
    },

    /** What a person is asked about files of a library that are gone, would be replaced or went back, or said to leave. */
    changeQuestions: (libraryId: string): readonly ChangeQuestion[] =>
      runners.get(libraryId)?.context.changes()?.questions() ?? [],

    /**
     * Answers such a question, as far as it was asked: what came after `lastChangeId` goes on waiting.
     * - `goOn`: what is gone counts as removed, newer versions take the place of the files, and what went back is sent;
     * - `keep`: what is gone or went back comes from the service again (what is there goes to the backup folder), and
     *   files that would be replaced stay as they are until somebody says `goOn`.
     * @returns of how many files it is the answer: what was answered otherwise before stays so
     * @throws AppError `unknown-item` also where nothing of it is asked any more, `not-connected`
     */
    answerChanges(libraryId: string, { kind, answer, lastChangeId }: ChangeAnswer): number {
      const { context, planSoon } = runners.keeperOf(libraryId);
      const changes = context.changes();
      if (!changes) throw new AppError('not-connected');
      const kept = kind === 'overwrite' ? 'kept' : 'restored';
      const keys = changes.answer(kind, lastChangeId, answer === 'goOn' ? 'allowed' : kept);
      report.statusChanged();
      if (keys.length === 0)
        throw new AppError('unknown-item', { detail: 'Nothing is asked about these files any more.' });
      planSoon(keys);
      return keys.length;
    },
  };
}

function conflictAnswers({ ports: { clock }, runners, queue, conflicts }: PersonAnswersParts) {
  return {
    /**
     * Ends a conflict the way a person chose.
     * @param shown what of the service they were shown against the file
     * @returns the version that stood against it, and when the conflict ended
     * @throws AppError `unknown-item`, `library-missing`, `library-unproven`, or see `ConflictResolution.resolve`
     */
    async resolveConflict(
      libraryId: string,
      key: ContentKeyText,
      choice: ConflictChoice,
      shown?: ShownAgainst,
    ): Promise<ConflictEnd> {
      const keeper = runners.keeperOf(libraryId);
      // In another folder at its place there would be no copy of theirs either.
      await keeper.prove();
      const resolving = conflicts.resolve(keeper.context, key, choice, shown);
      const end = await resolving.finally(() => keeper.planSoon([key]));
      // The copy of mine is found by looking.
      if (choice === 'keepBoth') keeper.scanSoon();
      return end;
    },

    /**
     * Undoes how a person ended a conflict.
     * @param meant the answer that they mean; without, the last one
     * @throws AppError see `undoResolve`
     */
    async undoResolve(libraryId: string, key: ContentKeyText, meant?: AnswerMeant): Promise<Undone> {
      const keeper = runners.keeperOf(libraryId);
      await keeper.prove();
      const undone = undoResolve(queue, keeper.context, { key, meant }, clock.now());
      return undone.finally(() => {
        keeper.planSoon([key]);
        keeper.scanSoon();
      });
    },
  };
}

import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { ConflictChoice } from '../../../shared/rpc/file-records.ts';
import type { Runners } from '../cycle/runners.ts';
import type { Ports } from '../ports.ts';
import type { Queue } from '../queue/queue.ts';
import type { ConflictEnd, ConflictResolution, ShownAgainst } from './resolve-conflict.ts';
import { undoResolve, type AnswerMeant, type Undone } from './undo-resolve.ts';

interface ConflictAnswersParts {
  readonly ports: Pick<Ports, 'clock'>;
  readonly runners: Pick<Runners, 'keeperOf'>;
  readonly queue: Queue;
  readonly conflicts: Pick<ConflictResolution, 'resolve'>;
}

/** How a person ends conflicts, and thinks better of it. */
export function createConflictAnswers({ ports, runners, queue, conflicts }: ConflictAnswersParts) {
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
      const undone = undoResolve(queue, keeper.context, { key, meant }, ports.clock.now());
      return undone.finally(() => {
        keeper.planSoon([key]);
        keeper.scanSoon();
      });
    },
  };
}

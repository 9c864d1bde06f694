import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { Version } from '../../../shared/model/version.ts';
import type { ConflictChoice } from '../../../shared/rpc/file-records.ts';
import type { Runners } from '../cycle/runners.ts';
import type { Ports } from '../ports.ts';
import type { Queue } from '../queue/queue.ts';
import type { ConflictResolution } from './resolve-conflict.ts';
import { undoResolve, type Undone } from './undo-resolve.ts';

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
     * @param shown the version of the service that they were shown
     * @returns the one that stood against the file
     * @throws AppError `unknown-item`, `library-missing`, `library-unproven`, or see `ConflictResolution.resolve`
     */
    async resolveConflict(
      libraryId: string,
      key: ContentKeyText,
      choice: ConflictChoice,
      shown?: Version,
    ): Promise<Version> {
      const keeper = runners.keeperOf(libraryId);
      // In another folder at its place there would be no copy of theirs either.
      await keeper.prove();
      const resolving = conflicts.resolve(keeper.context, key, { choice, shown });
      const theirs = await resolving.finally(() => keeper.planSoon([key]));
      // The copy of mine is found by looking.
      if (choice === 'keepBoth') keeper.scanSoon();
      return theirs;
    },

    /**
     * Undoes how a person ended a conflict.
     * @throws AppError see `undoResolve`
     */
    async undoResolve(libraryId: string, key: ContentKeyText): Promise<Undone> {
      const keeper = runners.keeperOf(libraryId);
      await keeper.prove();
      const undone = undoResolve(queue, keeper.context, key, ports.clock.now());
      return undone.finally(() => {
        keeper.planSoon([key]);
        keeper.scanSoon();
      });
    },
  };
}

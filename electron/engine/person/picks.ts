import { AppError } from '../../../shared/errors/app-error.ts';
import { pickFile, takeBackPick, type LinkHolder, type LinksBefore } from './pick-file.ts';

/** So many choices can be taken back, the latest ones. */
const keptAtMost = 20;

/** Choices between files with one key. They can be taken back for as long as the engine runs. */
export function createPicks(options: {
  readonly newId: () => string;
  /** @throws AppError `unknown-item` */
  readonly keeperOf: (libraryId: string) => LinkHolder;
}) {
  const taken = new Map<string, { readonly libraryId: string; readonly before: LinksBefore }>();
  return {
    /**
     * @returns an id for taking it back, and the paths of the files that belong to nothing now
     * @throws AppError see `pickFile`
     */
    async pick(
      libraryId: string,
      path: string,
    ): Promise<{ readonly pickId: string; readonly unassigned: readonly string[] }> {
      const before = await pickFile(options.keeperOf(libraryId), path);
      const pickId = options.newId();
      taken.set(pickId, { libraryId, before });
      for (const oldest of [...taken.keys()].slice(0, -keptAtMost)) taken.delete(oldest);
      return { pickId, unassigned: [...before.keys()] };
    },

    /** @throws AppError `unknown-item` when it was taken back already or is too long ago, or what the disk says */
    async undo(pickId: string): Promise<void> {
      const pick = taken.get(pickId);
      if (!pick) throw new AppError('unknown-item');
      await takeBackPick(options.keeperOf(pick.libraryId), pick.before);
      taken.delete(pickId);
    },
  };
}

import { AppError } from '../../../shared/errors/app-error.ts';
import { assignClasses, takeBack, type NamedClasses, type SaidOfFile } from './assign-classes.ts';
import { pickFile, type LinkHolder } from './pick-file.ts';

/** So many answers can be taken back, the latest ones. */
const keptAtMost = 20;

/**
 * What a person says of files: which of several with one key is the one, and what files show. It can be taken back for as
 * long as the engine runs.
 */
export function createPicks(options: {
  readonly newId: () => string;
  /** @throws AppError `unknown-item` */
  readonly keeperOf: (libraryId: string) => LinkHolder;
}) {
  const taken = new Map<string, { readonly libraryId: string; readonly said: readonly SaidOfFile[] }>();

  /** @returns an id for taking it back */
  function keep(libraryId: string, said: readonly SaidOfFile[]): string {
    const id = options.newId();
    taken.set(id, { libraryId, said });
    for (const oldest of [...taken.keys()].slice(0, -keptAtMost)) taken.delete(oldest);
    return id;
  }

  return {
    /**
     * @returns an id for taking it back, and the paths of the files that belong to nothing now
     * @throws AppError see `pickFile`
     */
    async pick(
      libraryId: string,
      path: string,
    ): Promise<{ readonly pickId: string; readonly unassigned: readonly string[] }> {
      const said = await pickFile(options.keeperOf(libraryId), path);
      return { pickId: keep(libraryId, said), unassigned: said.map(({ path }) => path) };
    },

    /**
     * @param classes by path
     * @returns an id for taking it back
     * @throws AppError see `assignClasses`
     */
    assign: async (libraryId: string, classes: ReadonlyMap<string, NamedClasses>): Promise<string> =>
      keep(libraryId, await assignClasses(options.keeperOf(libraryId), classes)),

    /** @throws AppError `unknown-item` when it was taken back already, is too long ago or nothing of it is left, or what the disk says */
    async undo(id: string): Promise<void> {
      const answer = taken.get(id);
      if (!answer) throw new AppError('unknown-item');
      await takeBack(options.keeperOf(answer.libraryId), answer.said);
      taken.delete(id);
    },
  };
}

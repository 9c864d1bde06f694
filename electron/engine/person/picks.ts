import { AppError } from '../../../shared/errors/app-error.ts';
import { assignClasses, say, takeBack, type NamedClasses, type SaidOfFile } from './assign-classes.ts';
import { claimOfFile } from '../tree/assign-key.ts';
import type { LibraryLinks } from '../tree/library-links.ts';
import { folderOf, pathIn } from '../tree/paths.ts';
import type { LibraryRecords } from '../state/library-state.ts';
import type { LibraryFolder } from '../observe/library-folder.ts';
import type { LinksFile } from '../library/links-file.ts';

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
     * @returns an id for taking it back; none where all of it was said before
     * @throws AppError see `assignClasses`
     */
    async assign(libraryId: string, classes: ReadonlyMap<string, NamedClasses>): Promise<string | undefined> {
      const said = await assignClasses(options.keeperOf(libraryId), classes);
      return said.length > 0 ? keep(libraryId, said) : undefined;
    },

    /**
     * @returns of how many files it was not taken back, because something else was said of them since
     * @throws AppError `unknown-item` when it was taken back already, is too long ago or nothing of it is left, or what the
     * disk says
     */
    async undo(id: string): Promise<number> {
      const answer = taken.get(id);
      if (!answer) throw new AppError('unknown-item');
      const left = await takeBack(options.keeperOf(answer.libraryId), answer.said);
      taken.delete(id);
      return left;
    },
  };
}

/** A library, as far as saying what its files belong to needs it. */
export interface LinkHolder {
  readonly context: LibraryRecords & LibraryFolder;
  /** See `LinksFile.relink`. */
  readonly relink: (decide: Parameters<LinksFile['relink']>[0]) => Promise<unknown>;
}

/**
 * Of several files with one key a person picks one. The others stay where they are and belong to nothing from now on,
 * until somebody says otherwise.
 * @returns what was said of the others, for taking the choice back
 * @throws AppError `unknown-item` when the file is gone, `key-not-shared` when no other has its key any more, `file-changed-meanwhile` when
 * it is being saved, or what the disk says
 */
async function pickFile(holder: LinkHolder, path: string): Promise<readonly SaidOfFile[]> {
  const { context } = holder;
  const isListed = await listed(context, path);
  return say(
    holder,
    (links) => new Map(rivalsOf(context, links, path, isListed).map((rival) => [rival, 'unassigned'])),
  );
}

/**
 * Which of the files with the key of one are there, by the names in their folders: a name of before a change of case
 * still opens the same file on many disks, and nobody must be given up for it.
 */
async function listed({ files, disk }: LinkHolder['context'], path: string): Promise<(path: string) => boolean> {
  const key = files.get(path)?.key;
  const paths = key === undefined ? [path] : [path, ...files.presentPathsOf(key)];
  const folders = [...new Set(paths.map(folderOf))];
  const there = await Promise.all(
    folders.map(async (folder) => ((await disk.list(folder)) ?? []).map(({ name }) => pathIn(folder, name))),
  );
  const all = new Set(there.flat());
  return (one) => all.has(one);
}

/** @param links as they are now: a choice made a moment ago is in them, and in the local tree only once it was read */
function rivalsOf(
  { files, library }: LinkHolder['context'],
  links: LibraryLinks,
  path: string,
  isListed: (path: string) => boolean,
): string[] {
  const file = files.get(path);
  if (!file || file.goneSinceMs !== undefined || !isListed(path))
    throw new AppError('unknown-item', { detail: `${path} is not there.` });
  const { key } = file;
  // What somebody said is of another key competes no longer, though it was not read since.
  const belongs = (one: string): boolean => {
    const link = links.get(one);
    return link !== 'unassigned' && (link === undefined || claimOfFile(one, link, library) === key);
  };
  const rivals =
    key === undefined || !belongs(path)
      ? []
      : files.presentPathsOf(key).filter((other) => other !== path && belongs(other) && isListed(other));
  // Which key it has by now, and with which others, is seen when it is read.
  if (!file.settled) throw new AppError('file-changed-meanwhile', { detail: `${path} has to be read first.` });
  if (rivals.length === 0)
    throw new AppError('key-not-shared', { detail: `There is nothing to pick from for ${path}.` });
  return rivals;
}

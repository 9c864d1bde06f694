import { AppError } from '../../../shared/errors/app-error.ts';
import type { FileLink, LibraryLinks } from '../tree/library-links.ts';
import type { LibraryContext } from '../library/library-context.ts';
import { folderOf, pathIn } from '../tree/folder-of.ts';

/** A library, as far as saying what its files belong to needs it. */
export interface LinkHolder {
  readonly context: Pick<LibraryContext, 'files' | 'disk'>;
  /** See `LibraryContext.relink`. */
  readonly relink: (decide: Parameters<LibraryContext['relink']>[0]) => Promise<unknown>;
}

/** What the links of the files were that no longer stand for a key; `undefined` for one that had none. */
export type LinksBefore = ReadonlyMap<string, FileLink | undefined>;

/**
 * Of several files with one key a person picks one. The others stay where they are and belong to nothing from now on,
 * until somebody says otherwise.
 * @returns the links of the others, for taking the choice back
 * @throws AppError `unknown-item` when the file is gone, `key-not-shared` when no other has its key any more, `file-changed-meanwhile` when
 * it is being saved, or what the disk says
 */
export async function pickFile({ context, relink }: LinkHolder, path: string): Promise<LinksBefore> {
  const isListed = await listed(context, path);
  let before: LinksBefore = new Map();
  await relink((links) => {
    before = new Map(rivalsOf(context, links, path, isListed).map((rival) => [rival, links.get(rival)]));
    return new Map([...before.keys()].map((rival) => [rival, 'unassigned']));
  });
  return before;
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

/** Takes such a choice back, as far as nobody said anything else of those files since. */
export async function takeBackPick({ relink }: LinkHolder, before: LinksBefore): Promise<void> {
  await relink((links) => new Map([...before].filter(([rival]) => links.get(rival) === 'unassigned')));
}

/** @param links as they are now: a choice made a moment ago is in them, and in the local tree only once it was read */
function rivalsOf(
  { files }: LinkHolder['context'],
  links: LibraryLinks,
  path: string,
  isListed: (path: string) => boolean,
): string[] {
  const file = files.get(path);
  if (!file || file.goneSinceMs !== undefined || !isListed(path))
    throw new AppError('unknown-item', { detail: `${path} is not there.` });
  const belongs = (one: string): boolean => links.get(one) !== 'unassigned';
  const rivals =
    file.key === undefined || !belongs(path)
      ? []
      : files.presentPathsOf(file.key).filter((other) => other !== path && belongs(other) && isListed(other));
  if (rivals.length === 0)
    throw new AppError('key-not-shared', { detail: `There is nothing to pick from for ${path}.` });
  if (!file.settled) throw new AppError('file-changed-meanwhile', { detail: `${path} is read again first.` });
  return rivals;
}

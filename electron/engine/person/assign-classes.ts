import { AppError } from '../../../shared/errors/app-error.ts';
import { readContentKey } from '../../../shared/model/content-key.ts';
import type { LibraryRecords } from '../state/library-state.ts';
import { linkAfterMove } from '../tree/assign-key.ts';
import type { FileLink, LibraryLinks, LinkChanges } from '../tree/library-links.ts';
import type { LinkHolder } from './picks.ts';

/** The ETIM class and the modelling class that a person says a file shows, and what kind of content it is. */
export interface NamedClasses {
  readonly etimClassCode: string;
  readonly etimClassCodeVersion: string;
  readonly etimModelCode: string;
  readonly etimModelCodeVersion: string;
  /** Without, it stays what it is. */
  readonly type?: string | undefined;
}

/** What a person said of a file, and what its link was before; `undefined` where it had none. */
export interface SaidOfFile {
  readonly path: string;
  /** The disk's number of the file, by which it is found again where it was renamed since. */
  readonly inode: string | undefined;
  readonly before: FileLink | undefined;
  readonly after: FileLink | undefined;
}

/**
 * A person says what files of one library show: recorded in the library's links file. What else was said of them stays.
 * @param classes by path
 * @returns what is needed to take it back
 * @throws AppError `invalid-request` for a code of the wrong form, `unknown-item` for a file that is not there; then
 * none of them is recorded
 */
export async function assignClasses(
  holder: LinkHolder,
  classes: ReadonlyMap<string, NamedClasses>,
): Promise<readonly SaidOfFile[]> {
  const named = new Map([...classes].map(([path, said]) => [path, checked(said)]));
  for (const path of named.keys()) {
    const file = holder.context.files.get(path);
    if (!file || file.goneSinceMs !== undefined)
      throw new AppError('unknown-item', { detail: `${path} is not among the files that were seen in the folder.` });
  }
  return say(holder, (links) => new Map([...named].map(([path, link]) => [path, joined(links.get(path), link)])));
}

/** Has said of files what `decide` says. @returns what is needed to take it back: nothing of what was said before */
export async function say(
  { context, relink }: LinkHolder,
  decide: (links: LibraryLinks) => LinkChanges,
): Promise<readonly SaidOfFile[]> {
  let said: readonly SaidOfFile[] = [];
  await relink((links) => {
    const changes = decide(links);
    said = [...changes]
      .map(([path, after]) => ({ path, before: links.get(path), after, inode: context.files.get(path)?.inode }))
      .filter(({ before, after }) => textOf(before) !== textOf(after));
    return changes;
  });
  // A rename may have been noted while that was written: what was said goes where the file is.
  const moved = said.flatMap((one) => changesOfMoved(context, one));
  if (moved.length > 0) await relink(() => new Map(moved));
  return said;
}

function changesOfMoved({ files }: LibraryRecords, { path, inode, after }: SaidOfFile): LinkChange[] {
  const file = files.get(path);
  const [moved] = inode === undefined || (file && file.goneSinceMs === undefined) ? [] : files.withInode([inode]);
  if (!moved || moved.path === path) return [];
  return [
    [path, undefined],
    [moved.path, after && linkAfterMove(after, path, moved.path)],
  ];
}

type LinkChange = readonly [path: string, link: FileLink | undefined];

const textOf = (link: FileLink | undefined): string => JSON.stringify(link ?? null);

const notFound =
  'The files were renamed and saved since, or something else was said of them. Their details say what they show now.';

/**
 * Takes back what was said of files, as far as nobody said anything else of them since, also where they were renamed or
 * saved since. One that was both is not found.
 * @returns of how many it was not taken back
 * @throws AppError `unknown-item` where nothing of it is found
 */
export async function takeBack({ context, relink }: LinkHolder, said: readonly SaidOfFile[]): Promise<number> {
  let takenBack = 0;
  await relink((links) => {
    const found = said.flatMap((file) =>
      pathsNow(context, file)
        .filter((path) => textOf(links.get(path)) === textOf(file.after))
        .slice(0, 1)
        .map((path) => [path, file.before] as const),
    );
    if (found.length === 0) throw new AppError('unknown-item', { detail: notFound });
    takenBack = found.length;
    return new Map(found);
  });
  return said.length - takenBack;
}

/** Where a file may stand now: a renamed one keeps its number, one that was saved anew its path. */
function pathsNow({ files }: LibraryRecords, { path, inode }: SaidOfFile): readonly string[] {
  const renamed = inode === undefined ? [] : files.withInode([inode]);
  return [...renamed.map((file) => file.path), path];
}

/** The one library that holds all these files. @throws AppError `invalid-request` */
export function oneLibraryOf<T>(holders: readonly T[]): T {
  const [holder, ...others] = new Set(holders);
  if (holder === undefined || others.length > 0)
    throw new AppError('invalid-request', { detail: 'Files of one library are expected.' });
  return holder;
}

/**
 * What else was said stays, except what was written by hand in no valid form: with that the file would never get a key. What
 * says something need not tell apart, too.
 */
function joined(link: FileLink | undefined, said: NamedClasses): FileLink {
  if (link === undefined || link === 'unassigned') return said;
  const { apart: _apart, ...saidBefore } = link;
  const valid = Object.entries(saidBefore).filter(([name, value]) => {
    const { languageCode, ...parts } = { ...anyKey, ...said, type: 'any', [name]: value };
    return readContentKey(parts, languageCode).ok;
  });
  return { ...Object.fromEntries(valid), ...said };
}

const anyKey = { applicationName: 'any', applicationVersion: 'any', languageCode: '' };

function checked({ type, ...named }: NamedClasses): NamedClasses {
  const key = readContentKey({ ...anyKey, ...named, type: type ?? 'any' });
  if (!key.ok) throw new AppError('invalid-request', { detail: `${key.fault.detail}.` });
  const { etimClassCode, etimClassCodeVersion, etimModelCode, etimModelCodeVersion } = key.value;
  const classes = { etimClassCode, etimClassCodeVersion, etimModelCode, etimModelCodeVersion };
  return type === undefined ? classes : { ...classes, type: key.value.type };
}

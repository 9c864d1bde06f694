import { AppError } from '../../../shared/errors/app-error.ts';
import { readContentKey } from '../../../shared/model/content-key.ts';
import type { FileLink, LibraryLinks, LinkChanges } from '../tree/library-links.ts';
import type { LinkHolder } from './pick-file.ts';

/** The ETIM class and the modelling class that a person says a file shows, and what kind of content it is. */
export interface NamedClasses {
  readonly etimClassCode: string;
  readonly etimClassCodeVersion: string;
  readonly etimModelCode: string;
  readonly etimModelCodeVersion: string;
  /** Without, it stays what it is. */
  readonly type?: string | undefined;
}

/** What a person said of files, and what their links were before; `undefined` for one that had none. */
export interface SaidOfFiles {
  readonly before: LinkChanges;
  readonly after: LinkChanges;
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
): Promise<SaidOfFiles> {
  const named = new Map([...classes].map(([path, said]) => [path, checked(said)]));
  for (const path of named.keys()) {
    const file = holder.context.files.get(path);
    if (!file || file.goneSinceMs !== undefined)
      throw new AppError('unknown-item', { detail: `${path} is not among the files that were seen in the folder.` });
  }
  return say(holder, (links) => new Map([...named].map(([path, link]) => [path, joined(links.get(path), link)])));
}

/** Has said of files what `decide` says. @returns what is needed to take it back */
export async function say({ relink }: LinkHolder, decide: (links: LibraryLinks) => LinkChanges): Promise<SaidOfFiles> {
  let said: SaidOfFiles = { before: new Map(), after: new Map() };
  await relink((links) => {
    const after = decide(links);
    said = { before: new Map([...after.keys()].map((path) => [path, links.get(path)])), after };
    return after;
  });
  return said;
}

/** Takes back what was said of files, as far as nobody said anything else of them since. */
export async function takeBack({ relink }: LinkHolder, { before, after }: SaidOfFiles): Promise<void> {
  const textOf = (link: FileLink | undefined): string => JSON.stringify(link ?? null);
  await relink((links) => new Map([...before].filter(([path]) => textOf(links.get(path)) === textOf(after.get(path)))));
}

/** The one library that holds all these files. @throws AppError `invalid-request` */
export function oneLibraryOf<T>(holders: readonly T[]): T {
  const [holder, ...others] = new Set(holders);
  if (holder === undefined || others.length > 0)
    throw new AppError('invalid-request', { detail: 'Files of one library are expected.' });
  return holder;
}

function joined(link: FileLink | undefined, said: NamedClasses): FileLink {
  return link === undefined || link === 'unassigned' ? said : { ...link, ...said };
}

function checked({ type, ...named }: NamedClasses): NamedClasses {
  const key = readContentKey({ ...named, applicationName: 'any', applicationVersion: 'any', type: type ?? 'any' });
  if (!key.ok) throw new AppError('invalid-request', { detail: `${key.fault.detail}.` });
  const { etimClassCode, etimClassCodeVersion, etimModelCode, etimModelCodeVersion } = key.value;
  const classes = { etimClassCode, etimClassCodeVersion, etimModelCode, etimModelCodeVersion };
  return type === undefined ? classes : { ...classes, type: key.value.type };
}

import { z } from 'zod';
import { AppError } from '../../../shared/errors/app-error.ts';
import { foldedPath } from './paths.ts';

const saidOfFile = z.object({
  applicationName: z.string().optional(),
  applicationVersion: z.string().optional(),
  etimClassCode: z.string().optional(),
  etimClassCodeVersion: z.string().optional(),
  etimModelCode: z.string().optional(),
  etimModelCodeVersion: z.string().optional(),
  type: z.string().optional(),
  languageCode: z.string().optional(),
  /** It is another file than one whose name differs in case or accents only and that has a link. */
  apart: z.literal(true).optional(),
});

/** What a person said about a file, as far as it differs from what path and header tell. */
export type FileLink = 'unassigned' | z.output<typeof saidOfFile>;

/** What a newer app added to one stays in it. */
export const link = z.union([z.literal('unassigned'), saidOfFile.loose()]);

/** Where the links of a library are kept: readable, and travelling with the folder. */
export const linksFileName = '.cadlibrary.json';

const version = 1;

const linksFile = z.looseObject({ version: z.literal(version), files: z.record(z.string(), link) });

const newerFile = z.looseObject({ version: z.number().gt(version) });

/** What a links file says. */
export interface LinksFileContent {
  readonly links: LibraryLinks;
  /** What a newer app, or a person, wrote next to the links: it stays when others are written. */
  readonly others: Readonly<Record<string, unknown>>;
}

/** Links by path. Whoever looks one up by a path that a disk told takes `PathLinks`. */
export type LibraryLinks = ReadonlyMap<string, FileLink>;

/**
 * Links that are found by a path however it is spelled: on one system the same file of a share has other accents or another
 * case than on the next, and what a person said of it holds on both. A link of just that spelling comes first, and one
 * whose own file is there too belongs to that file.
 */
export class PathLinks extends Map<string, FileLink> {
  private readonly isThere: (path: string) => boolean;
  /** Made for the first path that has no link of just its spelling. */
  private spellings: Map<string, Set<string>> | undefined;

  /** @param isThere whether a file is there whose path is spelled just so */
  constructor(links: Iterable<readonly [string, FileLink]>, isThere: (path: string) => boolean) {
    super(links);
    this.isThere = isThere;
  }

  /** Other links of the same files. */
  saying(links: Iterable<readonly [string, FileLink]>): PathLinks {
    return new PathLinks(links, this.isThere);
  }

  override get(path: string): FileLink | undefined {
    const spelled = this.spelledAs(path);
    return spelled === undefined ? undefined : super.get(spelled);
  }

  override has(path: string): boolean {
    return this.spelledAs(path) !== undefined;
  }

  override set(path: string, link: FileLink): this {
    if (this.spellings) note(this.spellings, path);
    return super.set(path, link);
  }

  override delete(path: string): boolean {
    this.spellings?.get(foldedPath(path))?.delete(path);
    return super.delete(path);
  }

  /** The link of just this spelling. */
  exactly(path: string): FileLink | undefined {
    return super.get(path);
  }

  /** Other spellings of a path that have a link and no file of their own. */
  otherSpellings(path: string): string[] {
    return this.spellingsOf(path).filter((other) => other !== path && !this.isThere(other));
  }

  /** All spellings of a path that have a link. */
  spellingsOf(path: string): string[] {
    if (this.size === 0) return [];
    if (!this.spellings) {
      this.spellings = new Map();
      for (const spelled of this.keys()) note(this.spellings, spelled);
    }
    return [...(this.spellings.get(foldedPath(path)) ?? [])];
  }

  /** How the path is spelled here that has the link of a file. */
  private spelledAs(path: string): string | undefined {
    if (super.has(path)) return path;
    const [other, ...more] = this.otherSpellings(path);
    return more.length === 0 ? other : undefined;
  }
}

function note(spellings: Map<string, Set<string>>, path: string): void {
  const folded = foldedPath(path);
  spellings.set(folded, (spellings.get(folded) ?? new Set()).add(path));
}

/** New links by path; `undefined` takes one back. */
export type LinkChanges = ReadonlyMap<string, FileLink | undefined>;

/** Reads the links file. @throws AppError `links-unreadable`, or `links-newer` for one in a form that only a newer app knows */
export function readLinks(text: string): LinksFileContent {
  const found = parsed(text);
  if (newerFile.safeParse(found).success) throw new AppError('links-newer');
  const result = linksFile.safeParse(found);
  if (!result.success) {
    const detail = result.error.issues[0]?.path.join(': ');
    throw new AppError('links-unreadable', { cause: result.error, ...(detail ? { detail } : {}) });
  }
  const { version: _, files, ...others } = result.data;
  return { links: new Map(Object.entries(files)), others };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError('links-unreadable', { cause });
  }
}

export function changeLinks(links: Map<string, FileLink>, changes: LinkChanges): void {
  for (const [path, changed] of changes) {
    if (changed) links.set(path, changed);
    else links.delete(path);
  }
}

export function formatLinks({ links, others }: LinksFileContent): string {
  const files = Object.fromEntries([...links].sort(([a], [b]) => (a < b ? -1 : 1)));
  return `${JSON.stringify({ ...others, version, files }, null, 2)}\n`;
}

/**
 * Changes as they are to be made: a link that stands under another spelling of its path goes with them, so that no computer
 * goes by what was said before. That of another file, which this disk tells apart or has told apart, stays.
 */
export function spelledHere(changes: LinkChanges, links: PathLinks): LinkChanges {
  const displacing = [...changes].filter(([path, link]) => !saysNothing(link) && links.exactly(path) === undefined);
  const others = displacing.flatMap(([path]) => links.otherSpellings(path));
  return new Map([...others.map((other) => [other, undefined] as const), ...changes]);
}

/** A link in which nothing is said of a file: it is only there so that none of another spelling counts. */
export const apartLink: FileLink = { apart: true };

export function saysNothing(link: FileLink | undefined): boolean {
  return link !== undefined && link !== 'unassigned' && Object.keys(link).join() === 'apart';
}

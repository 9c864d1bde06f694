import { z } from 'zod';

/** What a person said about a file, as far as it differs from what path and header tell. */
const link = z.union([
  z.literal('unassigned'),
  z.object({
    applicationName: z.string().optional(),
    applicationVersion: z.string().optional(),
    etimClassCode: z.string().optional(),
    etimClassCodeVersion: z.string().optional(),
    etimModelCode: z.string().optional(),
    etimModelCodeVersion: z.string().optional(),
    type: z.string().optional(),
    languageCode: z.string().optional(),
  }),
]);

export type FileLink = z.output<typeof link>;

/** Where the links of a library are kept: readable, and travelling with the folder. */
export const linksFileName = '.cadlibrary.json';

const linksFile = z.looseObject({ version: z.literal(1), files: z.record(z.string(), link) });

/** Links by path. Whoever looks one up by a path that a disk told takes `PathLinks`. */
export type LibraryLinks = ReadonlyMap<string, FileLink>;

/**
 * Links that are found by a path however it is spelled: the same file of a share has an accent as a character of its own on
 * one system and not on another, and what a person said of it holds on both. A link of just that spelling comes first.
 */
export class PathLinks extends Map<string, FileLink> {
  override get(path: string): FileLink | undefined {
    const spelled = this.spelledAs(path);
    return spelled === undefined ? undefined : super.get(spelled);
  }

  override has(path: string): boolean {
    return this.spelledAs(path) !== undefined;
  }

  /** The link of just this spelling. */
  exactly(path: string): FileLink | undefined {
    return super.get(path);
  }

  /** How the path is spelled here that has the link of a file. */
  spelledAs(path: string): string | undefined {
    return super.has(path) ? path : otherSpellings(path).find((other) => super.has(other));
  }
}

/** The same path as other systems spell it (Unicode normalization forms C and D). */
export function otherSpellings(path: string): string[] {
  if (plain.test(path)) return [];
  return [...new Set([path.normalize('NFC'), path.normalize('NFD')])].filter((spelling) => spelling !== path);
}

const plain = /^[\x20-\x7e]*$/;

/** New links by path; `undefined` takes one back. */
export type LinkChanges = ReadonlyMap<string, FileLink | undefined>;

/** Reads the links file; `undefined` when it is not one (it is then left alone). */
export function readLinks(text: string | undefined): LibraryLinks | undefined {
  if (text === undefined) return new Map();
  try {
    const result = linksFile.safeParse(JSON.parse(text));
    return result.success ? new Map(Object.entries(result.data.files)) : undefined;
  } catch {
    return undefined;
  }
}

/** Reads one link as JSON. @throws ZodError, SyntaxError for anything else */
export function parseLink(text: string): FileLink {
  return link.parse(JSON.parse(text));
}

export function changeLinks(links: Map<string, FileLink>, changes: LinkChanges): void {
  for (const [path, changed] of changes) {
    if (changed) links.set(path, changed);
    else links.delete(path);
  }
}

export function formatLinks(links: LibraryLinks): string {
  const files = Object.fromEntries([...links].sort(([a], [b]) => (a < b ? -1 : 1)));
  return `${JSON.stringify({ version: 1, files }, null, 2)}\n`;
}

/**
 * Changes as they are to be made: a link that stands under another spelling of its path goes with them, so that no computer
 * goes by what was said before. That of another file, which this disk tells apart, stays.
 */
export function spelledHere(changes: LinkChanges, links: PathLinks, isThere: (path: string) => boolean): LinkChanges {
  const spelled = new Map<string, FileLink | undefined>();
  for (const [path, changed] of changes) {
    for (const other of otherSpellings(path))
      if (links.spelledAs(other) === other && !isThere(other)) spelled.set(other, undefined);
    spelled.set(path, changed);
  }
  return spelled;
}

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

/** Links by path. */
export type LibraryLinks = ReadonlyMap<string, FileLink>;

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

import type { ErrorRecord } from '../../../shared/errors/app-error.ts';
import type { LibraryDisk } from '../ports.ts';
import type { LocalFiles } from '../state/local-files.ts';
import {
  changeLinks,
  formatLinks,
  linksFileName,
  spelledHere,
  type FileLink,
  type LibraryLinks,
  type LinkChanges,
  type PathLinks,
} from '../tree/library-links.ts';
import { foldedPath } from '../tree/paths.ts';
import type { createWriter, Decide } from './links-writer.ts';
import { readFile, type ReadLinks } from './read-links-file.ts';
import type { WrittenLinks } from './written-links.ts';

/** The links as they are known here, and those that the file does not have yet. */
export interface KnownLinks extends ReadLinks {
  readonly unwritten: Map<string, FileLink | undefined>;
  /** What it got lately. */
  readonly written: WrittenLinks;
  /** What the file's stat was when it was written here last, with nothing of others in it. */
  writtenAs?: string | undefined;
}

/** @returns what the file says with what it does not have yet, and the paths of which that is something else */
export async function readAgain(disk: LibraryDisk, known: KnownLinks): Promise<readonly [PathLinks, string[]]> {
  const read = await readFile(disk, known);
  await known.written.keepLost(read);
  changeLinks(read, spelledHere(known.unwritten, read));
  return [read, differing(known.links, read)];
}

async function statText(disk: LibraryDisk): Promise<string> {
  return JSON.stringify(await disk.stat(linksFileName));
}

export function linksState(
  disk: LibraryDisk,
  known: KnownLinks,
  { problem }: Pick<ReturnType<typeof createWriter>, 'problem'>,
) {
  return {
    links: (): LibraryLinks => known.links,
    hasLinkAlike: (path: string): boolean => known.links.spellingsOf(path).length > 0,
    hasUnwrittenLinks: (): boolean => known.unwritten.size > 0 && !problem(),
    linksProblem: (): ErrorRecord | undefined => (known.unwritten.size > 0 ? problem()?.toRecord() : undefined),
    areLinksOurs: async (): Promise<boolean> =>
      known.writtenAs !== undefined && known.writtenAs === (await statText(disk).catch(() => undefined)),
  };
}

/** @returns whether anything was written */
export async function writeNow(
  disk: LibraryDisk,
  known: KnownLinks,
  changes: {
    readonly decide: Decide | 'whileAway';
    readonly keep: (kept: Kept) => void;
    readonly take: (written: LinkChanges) => void;
  },
): Promise<boolean> {
  const { unwritten } = known;
  const asked = new Map(unwritten);
  const merged = await readFile(disk, known);
  const before = new Map(merged);
  const isWholeWanted = changes.decide === 'whileAway';
  // What is there again is read by the next look, with what a colleague wrote in it.
  if (isWholeWanted && !known.isAway) return false;
  const gathered = spelledHere(asked, merged);
  changeLinks(merged, gathered);
  const isOurs = differing(known.links, merged).every((path) => unwritten.has(path));
  const decided: LinkChanges = changes.decide === 'whileAway' ? new Map() : spelledHere(changes.decide(merged), merged);
  changeLinks(merged, decided);
  if (!isWholeWanted && gathered.size + decided.size === 0) return false;
  await disk.writeText(linksFileName, formatLinks({ links: merged, others: known.others }));
  // What a colleague wrote is in it now, and still to be read.
  known.writtenAs = isOurs ? await statText(disk) : undefined;
  // What was changed again meanwhile is still to be written.
  const isWritten = ([path]: readonly [string, unknown]): boolean => unwritten.get(path) === gathered.get(path);
  const written = new Map([...gathered].filter(isWritten));
  const said = new Map([...decided].filter(isWritten));
  try {
    changes.keep({ written, said });
  } catch (error) {
    // What was gathered is tried again. What a person says is said once the file has it, where the next look is to find it.
    if (decided.size === 0) throw error;
    known.writtenAs = undefined;
    return true;
  }
  const all = new Map([...written, ...said]);
  known.written.note(all, before);
  for (const path of all.keys()) unwritten.delete(path);
  changes.take(all);
  return true;
}

/** What the links file has by now; `said` by a person, whatever was changed here just before. */
export interface Kept {
  readonly written: LinkChanges;
  readonly said?: LinkChanges;
}

/** The paths of which two maps of links say something else, as they are spelled there. */
function differing(one: PathLinks, other: PathLinks): string[] {
  const paths = [...new Set([...one.keys(), ...other.keys()])];
  return paths.filter((path) => isOther(one.exactly(path), other.exactly(path)));
}

export function isOther(one: FileLink | undefined, other: FileLink | undefined): boolean {
  return JSON.stringify(one) !== JSON.stringify(other);
}

/** The files that links of these paths may be about, however they are spelled. */
export function filesOf(files: LocalFiles, paths: readonly string[]): string[] {
  const folded = new Set(paths.map(foldedPath));
  return files.paths().filter((path) => folded.has(foldedPath(path)));
}

import type { ErrorRecord } from '../../../shared/errors/app-error.ts';
import type { LibraryDisk, Ports } from '../ports.ts';
import { createLinksMemory } from '../state/links-memory.ts';
import type { LocalFiles } from '../state/local-files.ts';
import {
  changeLinks,
  formatLinks,
  linksFileName,
  PathLinks,
  spelledHere,
  type FileLink,
  type LibraryLinks,
  type LinkChanges,
} from '../tree/library-links.ts';
import { foldedPath } from '../tree/paths.ts';
import { createWriter, type Decide } from './links-writer.ts';
import { isAwayForLong, readFile, type ReadLinks } from './read-links-file.ts';
import { createSaidLinks, type SaidLinks } from './said-links.ts';
import { createTurns } from './turns.ts';

/** What files of one library belong to where their headers do not say it. */
export interface Links {
  links(): LibraryLinks;
  /** Whether there is a link of a path in whatever spelling, also one that is another file's. */
  hasLinkAlike(path: string): boolean;
  /**
   * Records links before anything relies on them: durable in the state when this resolves, and soon in the links file,
   * together with others.
   */
  changeLinks(links: LinkChanges): Promise<void>;
}

/** The links in a file of the library, remembered here. */
export interface LinksFile extends Links {
  /**
   * Reads the links file again. Returns the files of which it says something else than when they were last read; those
   * count as not read.
   * @throws AppError `links-unreadable` when it is damaged, `links-newer`
   */
  readLinks(): Promise<readonly string[]>;
  /**
   * A person says what files belong to: recorded durably in the links file, and the files count as not read, so that a
   * start after a crash gives them their keys again.
   * @param decide says the changes, from the links as they are when its turn has come; what it throws changes nothing
   * @returns the paths concerned
   */
  readonly relink: (decide: (current: LibraryLinks) => LinkChanges) => Promise<readonly string[]>;
  /** Writes what the links file does not have yet, for the last time. What cannot be written now is kept for the next start. */
  closeLinks(): Promise<void>;
  /** Whether links are about to be written to the links file. */
  hasUnwrittenLinks(): boolean;
  /** Why links that are to be in the links file are not; tried again by itself. */
  linksProblem(): ErrorRecord | undefined;
  /** Calls back when links were written to the links file, or could not be. @returns ends that */
  onLinksWritten(listener: () => void): () => void;
  /** Whether the links file is as it was written here last. */
  areLinksOurs(): Promise<boolean>;
}

interface LinksFileOptions {
  readonly ports: Pick<Ports, 'database' | 'clock' | 'log'>;
  readonly libraryId: string;
  readonly disk: LibraryDisk;
  readonly files: LocalFiles;
  /** Gets each path whose link was changed here. */
  readonly onChange: (path: string) => void;
}

export function createLinksFile({ ports, disk, files, libraryId, onChange }: LinksFileOptions): LinksFile {
  const { database } = ports;
  const memory = createLinksMemory(database, libraryId);
  const unwritten = new Map(memory.unwritten());
  const known: KnownLinks = { links: new PathLinks(memory.read(), files.isThere), others: {}, unwritten };
  const turns = createTurns();
  const saidLinks = createSaidLinks();

  const take = (changes: LinkChanges): void => {
    changeLinks(known.links, changes);
    withSpellings(changes.keys()).forEach(onChange);
  };

  /** Reading and writing take turns: what is read is not what was there before something was written meanwhile. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => turns(linksFileName, work);
  const keep = (written: LinkChanges, within?: () => void): void =>
    database.transaction(() => {
      memory.noteWritten(written);
      within?.();
    });
  const noteUnread = (paths: readonly string[]): void => paths.forEach((path) => files.noteUnread(path));

  const writer = createWriter(ports, unwritten, (decide, within) =>
    inTurn(() => writeNow(disk, known, { decide, take, keep: (written) => keep(written, within) })),
  );

  const takeUnwritten = (changes: LinkChanges): void => {
    for (const [path, link] of changes) unwritten.set(path, link);
    take(changes);
    writer.plan();
  };

  return {
    ...linksState(disk, known, writer),
    onLinksWritten: writer.onTried,
    readLinks: async () => {
      const concerned = await inTurn(async () => {
        const [read, paths] = await readAgain(disk, known);
        writer.plan('withoutProblem');
        if (paths.length === 0) return paths;
        const others = filesOf(files, paths).filter((path) => isOther(known.links.get(path), read.get(path)));
        keep(new Map(paths.map((path) => [path, read.exactly(path)])), () => noteUnread(others));
        known.links = read;
        return others;
      });
      // What cannot be written now is tried with the next look.
      if (isAwayForLong(known, ports.clock.steadyMs())) await writer.write((all) => all).catch(() => undefined);
      return concerned;
    },

    changeLinks: async (asked) =>
      takeUnwritten(await noteUnlessSaid(ports, saidLinks, memory, spelledHere(asked, known.links))),
    relink: (decide) => saidLinks.whileSaid((tell) => relinkAtOnce(writer, decide, tell, noteUnread)),
    closeLinks: () => writer.close().then(() => inTurn(async () => undefined)),
  };
}

/** Writes links that are made here to the state. @returns those of which a person said nothing else meanwhile */
function noteUnlessSaid(
  { database }: Pick<LinksFileOptions['ports'], 'database'>,
  saidLinks: SaidLinks,
  memory: ReturnType<typeof createLinksMemory>,
  made: LinkChanges,
): Promise<LinkChanges> {
  return saidLinks.whileListening(async (isSaid) => {
    const unsaid = (): LinkChanges => new Map([...made].filter(([path]) => !isSaid(path)));
    await database.together(() => memory.noteUnwritten(unsaid()));
    return unsaid();
  });
}

/** Writes what a person says before anything else happens; in the same transaction its paths count as not read. */
async function relinkAtOnce(
  { write }: Pick<ReturnType<typeof createWriter>, 'write'>,
  decide: Decide,
  tell: (paths: readonly string[]) => void,
  noteUnread: (paths: readonly string[]) => void,
): Promise<readonly string[]> {
  let paths: readonly string[] = [];
  const noting: Decide = (current) => {
    const changes = decide(current);
    paths = [...changes.keys()];
    tell(paths);
    return changes;
  };
  await write(noting, () => noteUnread(paths));
  return paths;
}

/** The links as they are known here, and those that the file does not have yet. */
interface KnownLinks extends ReadLinks {
  readonly unwritten: Map<string, FileLink | undefined>;
  /** What the file's stat was when it was written here last, with nothing of others in it. */
  writtenAs?: string | undefined;
}

/** @returns what the file says with what it does not have yet, and the paths of which that is something else */
async function readAgain(disk: LibraryDisk, known: KnownLinks): Promise<readonly [PathLinks, string[]]> {
  const read = await readFile(disk, known);
  changeLinks(read, spelledHere(known.unwritten, read));
  return [read, differing(known.links, read)];
}

async function statText(disk: LibraryDisk): Promise<string> {
  return JSON.stringify(await disk.stat(linksFileName));
}

function linksState(
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
async function writeNow(
  disk: LibraryDisk,
  known: KnownLinks,
  changes: {
    readonly decide: Decide;
    readonly keep: (written: LinkChanges) => void;
    readonly take: (written: LinkChanges) => void;
  },
): Promise<boolean> {
  const { unwritten } = known;
  const asked = new Map(unwritten);
  const merged = await readFile(disk, known);
  const gathered = spelledHere(asked, merged);
  changeLinks(merged, gathered);
  const isOurs = differing(known.links, merged).every((path) => unwritten.has(path));
  const decided = spelledHere(changes.decide(merged), merged);
  changeLinks(merged, decided);
  if (gathered.size + decided.size === 0) return false;
  await disk.writeText(linksFileName, formatLinks({ links: merged, others: known.others }));
  // What a colleague wrote is in it now, and still to be read.
  known.writtenAs = isOurs ? await statText(disk) : undefined;
  // What was changed again meanwhile is still to be written.
  const isWritten = ([path]: readonly [string, unknown]): boolean => unwritten.get(path) === gathered.get(path);
  const written = new Map([...gathered, ...decided].filter(isWritten));
  changes.keep(written);
  for (const path of written.keys()) unwritten.delete(path);
  changes.take(written);
  return true;
}

/** The paths of which two maps of links say something else, as they are spelled there. */
function differing(one: PathLinks, other: PathLinks): string[] {
  const paths = [...new Set([...one.keys(), ...other.keys()])];
  return paths.filter((path) => isOther(one.exactly(path), other.exactly(path)));
}

function isOther(one: FileLink | undefined, other: FileLink | undefined): boolean {
  return JSON.stringify(one) !== JSON.stringify(other);
}

/** The files that links of these paths may be about, however they are spelled. */
function filesOf(files: LocalFiles, paths: readonly string[]): string[] {
  const folded = new Set(paths.map(foldedPath));
  return files.paths().filter((path) => folded.has(foldedPath(path)));
}

function withSpellings(paths: Iterable<string>): string[] {
  return [...paths].flatMap((path) => [...new Set([path, path.normalize('NFC'), path.normalize('NFD')])]);
}

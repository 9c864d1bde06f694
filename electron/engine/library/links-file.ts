import type { ErrorRecord } from '../../../shared/errors/app-error.ts';
import type { LibraryDisk, Ports } from '../ports.ts';
import { createLinksMemory } from '../state/links-memory.ts';
import type { LocalFiles } from '../state/local-files.ts';
import {
  changeLinks,
  linksFileName,
  PathLinks,
  spelledHere,
  type LibraryLinks,
  type LinkChanges,
} from '../tree/library-links.ts';
import { filesOf, isOther, linksState, readAgain, writeNow, type Kept, type KnownLinks } from './known-links.ts';
import { createWriter, type Decide } from './links-writer.ts';
import { isAwayForLong } from './read-links-file.ts';
import { createSaidLinks, type SaidLinks } from './said-links.ts';
import { createTurns } from './turns.ts';
import { createWrittenLinks } from './written-links.ts';

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
  const { known, memory, unwritten, underWay, take, keep } = createKnown({ ports, disk, files, libraryId, onChange });
  const turns = createTurns();
  const saidLinks = createSaidLinks();

  /** Reading and writing take turns: what is read is not what was there before something was written meanwhile. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => turns(linksFileName, work);
  const noteUnread = (paths: readonly string[]): void => paths.forEach((path) => files.noteUnread(path));

  const writer = createWriter(ports, unwritten, (decide, within) =>
    inTurn(() => writeNow(disk, known, { decide, take, keep: (kept) => keep(kept, within) })),
  );

  const writeAgain = (): Promise<void> => writer.write('whileAway').catch(() => undefined);

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
        keep({ written: new Map(paths.map((path) => [path, read.exactly(path)])) }, () => noteUnread(others));
        known.links = read;
        return others;
      });
      // What cannot be written now is tried with the next look.
      if (isAwayForLong(known, ports.clock.steadyMs())) await writeAgain();
      return concerned;
    },

    changeLinks: async (asked) => {
      const changes = spelledHere(asked, known.links);
      underWay.add(changes);
      try {
        takeUnwritten(await noteUnlessSaid(ports, saidLinks, memory, changes));
      } finally {
        underWay.delete(changes);
      }
    },
    relink: (decide) => saidLinks.whileSaid((tell) => relinkAtOnce(writer, decide, tell, noteUnread)),
    closeLinks: async () => {
      await writer.close();
      // Whoever opens the library next may know of no link but those in the file.
      if (known.isAway) await writeAgain();
      await inTurn(async () => undefined);
    },
  };
}

/** What is known of the links here, also in the state. */
function createKnown({ ports: { database, clock }, disk, files, libraryId, onChange }: LinksFileOptions) {
  const memory = createLinksMemory(database, libraryId);
  const unwritten = new Map(memory.unwritten());
  const written = createWrittenLinks(clock, {
    // What is known of it may be older than what the links file says.
    isThere: async (path) => files.isThere(path) && (await disk.stat(path).catch(() => undefined))?.kind === 'file',
    isSaidAnew: (path) => unwritten.has(path),
    writeAgain: (lost) => {
      database.transaction(() => memory.noteUnwritten(lost));
      for (const [path, link] of lost) unwritten.set(path, link);
    },
  });
  const known: KnownLinks = { links: new PathLinks(memory.read(), files.isThere), others: {}, unwritten, written };
  /** Changes that may be in the state already, and of which nobody was told yet. */
  const underWay = new Set<LinkChanges>();
  return {
    ...{ known, memory, unwritten, underWay },

    take: (changes: LinkChanges): void => {
      changeLinks(known.links, changes);
      withSpellings(changes.keys()).forEach(onChange);
    },

    keep: ({ written, said }: Kept, within?: () => void): void =>
      database.transaction(() => {
        // What changes once more just now is still to be written.
        const isUnderWay = (path: string): boolean => [...underWay].some((changes) => changes.has(path));
        memory.noteWritten(new Map([...written].filter(([path]) => !isUnderWay(path))));
        if (said) memory.noteWritten(said);
        within?.();
      }),
  };
}

function withSpellings(paths: Iterable<string>): string[] {
  return [...paths].flatMap((path) => [...new Set([path, path.normalize('NFC'), path.normalize('NFD')])]);
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

import { AppError, toAppError, type ErrorRecord } from '../../../shared/errors/app-error.ts';
import { catalogue } from '../../../shared/errors/catalogue.ts';
import type { LibraryDisk, Ports } from '../ports.ts';
import { createLinksMemory } from '../state/links-memory.ts';
import type { LocalFiles } from '../state/local-files.ts';
import {
  changeLinks,
  formatLinks,
  linksFileName,
  readLinks,
  type FileLink,
  type LibraryLinks,
  type LinkChanges,
} from '../tree/library-links.ts';
import { createTurns } from './turns.ts';

/** What files of one library belong to where their headers do not say it: in a file of the library, remembered here. */
export interface LinksFile {
  links(): LibraryLinks;
  /**
   * Reads the links file again. Returns the paths of which it says something else than when they were last read; those
   * count as not read.
   * @throws AppError `links-unreadable` when it is damaged
   */
  readLinks(): Promise<readonly string[]>;
  /**
   * Records links before anything relies on them: durable in the state when this resolves, and soon in the links file,
   * together with others.
   */
  changeLinks(links: LinkChanges): Promise<void>;
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
  /** Whether the links file is as it was written here last. */
  areLinksOurs(): Promise<boolean>;
}

/** Links that come one after the other are written together. */
const gatherMs = 1_000;
const longestGatherMs = 10_000;
/** Writing takes at most this part of the time, however large the file is. */
const writingShare = 0.05;
const mostUnwritten = 5_000;
const retryMs = 10_000;

interface LinksFileOptions {
  readonly ports: Pick<Ports, 'database' | 'clock' | 'log'>;
  readonly libraryId: string;
  readonly disk: LibraryDisk;
  readonly files: LocalFiles;
  /** Called for each path whose link was changed here. */
  readonly onLinkChanged: (path: string) => void;
}

export function createLinksFile({ ports, libraryId, disk, files, onLinkChanged }: LinksFileOptions): LinksFile {
  const { database, clock } = ports;
  const memory = createLinksMemory(database, libraryId);
  let links = new Map(memory.read());
  const unwritten = new Map(memory.unwritten());
  const turns = createTurns();
  let cancelTimer: (() => void) | undefined;
  let lastWriteMs = 0;
  let writtenAs: string | undefined;
  let problem: AppError | undefined;
  let closed = false;

  /** A file that is no links file stays as it is; what it said cannot be guessed, so nothing is decided meanwhile. */
  async function readFile(): Promise<Map<string, FileLink>> {
    const read = readLinks(await disk.readText(linksFileName).catch(() => ''));
    if (read) return new Map(read);
    throw new AppError('links-unreadable');
  }

  async function outside(): Promise<string> {
    return JSON.stringify(await disk.stat(linksFileName));
  }

  /** Reading and writing take turns: what is read is not what was there before something was written meanwhile. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => turns(linksFileName, work);

  /** On what the links file says then: a colleague may write it too. */
  async function write(decide: (current: LibraryLinks) => LinkChanges, within?: () => void): Promise<void> {
    cancelWait();
    try {
      await inTurn(() => writeNow(decide, within));
      problem = undefined;
    } finally {
      writeLater();
    }
  }

  async function writeNow(decide: (current: LibraryLinks) => LinkChanges, within?: () => void): Promise<void> {
    const beganMs = clock.steadyMs();
    const gathered = new Map(unwritten);
    const merged = await readFile();
    changeLinks(merged, gathered);
    const isOurs = differing(links, merged).every((path) => unwritten.has(path));
    const decided = decide(merged);
    changeLinks(merged, decided);
    if (gathered.size + decided.size === 0) return;
    await disk.writeText(linksFileName, formatLinks(merged));
    // What a colleague wrote is in it now, and still to be read.
    writtenAs = isOurs ? await outside() : undefined;
    // What was changed again meanwhile is still to be written.
    const isWritten = ([path]: readonly [string, unknown]): boolean => unwritten.get(path) === gathered.get(path);
    const written = new Map([...gathered, ...decided].filter(isWritten));
    database.transaction(() => {
      memory.noteWritten(written);
      within?.();
    });
    for (const path of written.keys()) unwritten.delete(path);
    take(written);
    lastWriteMs = clock.steadyMs() - beganMs;
  }

  function take(changes: LinkChanges): void {
    changeLinks(links, changes);
    for (const path of changes.keys()) onLinkChanged(path);
  }

  async function readNow(): Promise<readonly string[]> {
    const read = await readFile();
    changeLinks(read, unwritten);
    const changed = differing(links, read);
    problem = undefined;
    writeLater();
    if (changed.length === 0) return [];
    database.transaction(() => {
      memory.noteWritten(new Map(changed.map((path) => [path, read.get(path)])));
      for (const path of changed) files.noteUnread(path);
    });
    links = read;
    return changed;
  }

  function writeLater(): void {
    if (unwritten.size === 0 || cancelTimer || closed) return;
    const gatheringMs = Math.min(longestGatherMs, Math.max(gatherMs, lastWriteMs / writingShare));
    const waitMs = problem ? retryMs : unwritten.size >= mostUnwritten ? 0 : gatheringMs;
    cancelTimer = clock.after(waitMs, () => void writeGathered());
  }

  function cancelWait(): void {
    cancelTimer?.();
    cancelTimer = undefined;
  }

  async function writeGathered(): Promise<void> {
    await write(() => new Map()).catch((error: unknown) => {
      const { code } = toAppError(error);
      problem = new AppError('links-not-written', { detail: catalogue[code].happened, cause: error });
      ports.log('warn', 'The links cannot be written to the library; they are kept', { code });
    });
  }

  return {
    links: () => links,

    readLinks: () => inTurn(readNow),

    async changeLinks(changes) {
      await database.together(() => memory.noteUnwritten(changes));
      for (const [path, link] of changes) unwritten.set(path, link);
      take(changes);
      if (unwritten.size >= mostUnwritten) cancelWait();
      writeLater();
    },

    async relink(decide) {
      let paths: readonly string[] = [];
      await write(
        (current) => {
          const changes = decide(current);
          paths = [...changes.keys()];
          return changes;
        },
        () => {
          for (const path of paths) files.noteUnread(path);
        },
      );
      return paths;
    },

    async closeLinks() {
      closed = true;
      if (unwritten.size > 0) await writeGathered();
      await inTurn(async () => undefined);
    },

    hasUnwrittenLinks: () => unwritten.size > 0 && !problem,

    linksProblem: () => (unwritten.size > 0 ? problem?.toRecord() : undefined),

    areLinksOurs: async () => writtenAs !== undefined && writtenAs === (await outside().catch(() => undefined)),
  };
}

/** The paths of which two maps of links say something else. */
function differing(one: LibraryLinks, other: LibraryLinks): string[] {
  const paths = [...new Set([...one.keys(), ...other.keys()])];
  return paths.filter((path) => JSON.stringify(one.get(path)) !== JSON.stringify(other.get(path)));
}

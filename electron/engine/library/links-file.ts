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
import { createSignal } from './signal.ts';

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
}

export function createLinksFile(options: LinksFileOptions): ObservedLinksFile {
  const { ports, disk, files } = options;
  const { database } = ports;
  const memory = createLinksMemory(database, options.libraryId);
  const known: KnownLinks = { links: new Map(memory.read()), unwritten: new Map(memory.unwritten()) };
  const changed = createSignal<string>();
  const turns = createTurns();

  const take = (changes: LinkChanges): void => {
    changeLinks(known.links, changes);
    for (const path of changes.keys()) changed.tell(path);
  };

  /** Reading and writing take turns: what is read is not what was there before something was written meanwhile. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => turns(linksFileName, work);

  const keep = (written: LinkChanges, within?: () => void): void =>
    database.transaction(() => {
      memory.noteWritten(written);
      within?.();
    });
  const noteUnread = (paths: readonly string[]): void => paths.forEach((path) => files.noteUnread(path));

  const writer = createWriter(ports, known.unwritten, (decide, within) =>
    inTurn(() => writeNow(disk, known, { decide, take, keep: (written) => keep(written, within) })),
  );

  return {
    ...linksState(disk, known, writer),
    onChange: changed.listen,
    readLinks: () =>
      inTurn(async () => {
        const [read, paths] = await readAgain(disk, known);
        writer.plan('withoutProblem');
        if (paths.length === 0) return paths;
        keep(new Map(paths.map((path) => [path, read.get(path)])), () => noteUnread(paths));
        known.links = read;
        return paths;
      }),

    async changeLinks(changes) {
      await database.together(() => memory.noteUnwritten(changes));
      for (const [path, link] of changes) known.unwritten.set(path, link);
      take(changes);
      writer.plan();
    },

    async relink(decide) {
      const paths: string[] = [];
      await writer.write(
        (current) => noting(paths, decide(current)),
        () => noteUnread(paths),
      );
      return paths;
    },

    closeLinks: () => writer.close().then(() => inTurn(async () => undefined)),
  };
}

/** The links as they are known here, and those that the file does not have yet. */
interface KnownLinks {
  links: Map<string, FileLink>;
  readonly unwritten: Map<string, FileLink | undefined>;
  /** What the file's stat was when it was written here last, with nothing of others in it. */
  writtenAs?: string | undefined;
}

/** @returns what the file says with what it does not have yet, and the paths of which that is something else */
async function readAgain(disk: LibraryDisk, known: KnownLinks): Promise<readonly [Map<string, FileLink>, string[]]> {
  const read = await readFile(disk);
  changeLinks(read, known.unwritten);
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
  const gathered = new Map(unwritten);
  const merged = await readFile(disk);
  changeLinks(merged, gathered);
  const isOurs = differing(known.links, merged).every((path) => unwritten.has(path));
  const decided = changes.decide(merged);
  changeLinks(merged, decided);
  if (gathered.size + decided.size === 0) return false;
  await disk.writeText(linksFileName, formatLinks(merged));
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

type Decide = (current: LibraryLinks) => LinkChanges;

interface ObservedLinksFile extends LinksFile {
  /** Calls back for each path whose link was changed here. */
  onChange(listener: (path: string) => void): unknown;
}

/** A file that is no links file stays as it is; what it said cannot be guessed, so nothing is decided meanwhile. */
async function readFile(disk: LibraryDisk): Promise<Map<string, FileLink>> {
  const read = readLinks(await disk.readText(linksFileName).catch(() => ''));
  if (read) return new Map(read);
  throw new AppError('links-unreadable');
}

/** Notes which paths changes are about. */
function noting(paths: string[], changes: LinkChanges): LinkChanges {
  paths.push(...changes.keys());
  return changes;
}

type Write<T> = (decide: Decide, within?: () => void) => Promise<T>;

/** Writes on what the links file says then, because a colleague may write it too; what failed is tried again. */
function createWriter(ports: Pick<Ports, 'clock' | 'log'>, unwritten: LinkChanges, writeOnce: Write<boolean>) {
  const later = createGathering(ports, unwritten, () => write(() => new Map()));
  const write: Write<void> = async (decide, within) => {
    later.cancel();
    try {
      await later.timed(() => writeOnce(decide, within));
    } finally {
      later.plan();
    }
  };
  return { ...later, write };
}

/** When links that come one after the other are written together, and why they could not be. */
function createGathering(
  { clock, log }: Pick<Ports, 'clock' | 'log'>,
  unwritten: LinkChanges,
  write: () => Promise<void>,
) {
  let cancelTimer: (() => void) | undefined;
  let lastWriteMs = 0;
  let problem: AppError | undefined;
  let closed = false;

  const cancel = (): void => {
    cancelTimer?.();
    cancelTimer = undefined;
  };

  const writeGathered = (): Promise<void> =>
    write().catch((error: unknown) => {
      const { code } = toAppError(error);
      problem = new AppError('links-not-written', { detail: catalogue[code].happened, cause: error });
      log('warn', 'class-links-not-written', { code });
    });

  return {
    cancel,
    problem: (): AppError | undefined => problem,

    plan(fresh?: 'withoutProblem'): void {
      if (fresh) problem = undefined;
      const isMuch = unwritten.size >= mostUnwritten;
      if (isMuch) cancel();
      if (unwritten.size === 0 || cancelTimer || closed) return;
      const gatheringMs = Math.min(longestGatherMs, Math.max(gatherMs, lastWriteMs / writingShare));
      const waitMs = problem ? retryMs : isMuch ? 0 : gatheringMs;
      cancelTimer = clock.after(waitMs, () => void writeGathered());
    },

    /** @param work writes; says whether it did */
    async timed(work: () => Promise<boolean>): Promise<void> {
      const beganMs = clock.steadyMs();
      if (await work()) lastWriteMs = clock.steadyMs() - beganMs;
      problem = undefined;
    },

    /** Writes what was gathered, for the last time. */
    async close(): Promise<void> {
      closed = true;
      if (unwritten.size > 0) await writeGathered();
    },
  };
}

/** The paths of which two maps of links say something else. */
function differing(one: LibraryLinks, other: LibraryLinks): string[] {
  const paths = [...new Set([...one.keys(), ...other.keys()])];
  return paths.filter((path) => JSON.stringify(one.get(path)) !== JSON.stringify(other.get(path)));
}

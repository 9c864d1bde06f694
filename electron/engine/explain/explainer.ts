import type { ClassSuggestion } from '../../../shared/rpc/class-suggestion.ts';
import type { Explanation } from '../../../shared/rpc/explanation.ts';
import type { StandingCounts } from '../../../shared/rpc/standings.ts';
import type { FileRecord } from '../../../shared/rpc/file-records.ts';
import { stateOf, type Verdict } from '../judge/verdict.ts';
import type { Clock, Database } from '../ports.ts';
import type { Queue } from '../queue/queue.ts';
import type { QueueEntry } from '../queue/queue-entry.ts';
import type { LibraryFacts } from '../library/library-facts.ts';
import type { FileList } from '../state/file-list.ts';
import { readOtherPlace, type Library } from '../state/libraries.ts';
import { createBoundedChanges } from '../state/bounded-changes.ts';
import { createLastStops } from '../state/settings-store.ts';
import { createLinksMemory } from '../state/links-memory.ts';
import type { LocalFile } from '../state/local-file.ts';
import { createLocalFiles } from '../state/local-files.ts';
import { createServiceTrees, type ServiceTrees } from '../state/service-trees.ts';
import { createUnreadClaims, type UnreadClaims } from '../state/unread-claims.ts';
import { explainFile } from './explain-file.ts';
import { readFilesToAssign } from './read-files-to-assign.ts';
import { readSuggestion } from './read-suggestion.ts';
import type { FileFacts, QueuedFacts } from './file-facts.ts';
import { addUpFiles } from './folder-standings.ts';
import type { SeenAtRest } from './seen-at-rest.ts';

/** A file the state knows, with why it stands as it does. */
export interface ExplainedFile {
  readonly row: FileRecord;
  /** As it was when it was last looked at. */
  readonly file: LocalFile;
  readonly explanation: Explanation;
}

export interface ExplainerParts {
  readonly database: Database;
  readonly queue: Queue;
  readonly fileList: FileList;
  readonly clock: Pick<Clock, 'now' | 'steadyMs'>;
  readonly serviceId: () => string | undefined;
  /** How a library stands in the engine that runs for it; `undefined` where none does. */
  readonly live: (libraryId: string, path: string) => LibraryFacts | undefined;
}

interface ExplainedFolder {
  readonly standings: StandingCounts;
  readonly notInStep: number;
  readonly others: readonly ExplainedFile[];
}

/** At most so many files that wait for one thing are named. */
const namedAtMost = 100;
/** A sentence names so many other files; a library may have thousands with one key. */
const namedRivals = 3;

/** Explains files from what the state and, where one runs, the engine know of them. Reads only. */
export function createExplainer(parts: ExplainerParts) {
  const { database, queue, fileList, clock } = parts;
  const lastStops = createLastStops(database);

  const queuedFacts = (entry: QueueEntry | undefined, { ahead }: ReadOnce): QueuedFacts | undefined =>
    entry && {
      // The queue waits by the steady clock; people look at the computer's.
      entry: { ...entry, nextTryMs: clock.now() + entry.nextTryMs - clock.steadyMs() },
      ahead: () => ahead(entry.entryId),
    };

  function readFacts(library: Library, path: string, once: ReadOnce): FileFacts | undefined {
    const { libraryId } = library;
    const serviceId = parts.serviceId();
    const files = createLocalFiles(database, libraryId);
    const file = files.get(path);
    const row = fileList.get('en', libraryId, path);
    if (!file || !row) return undefined;
    const trees = serviceId === undefined ? undefined : createServiceTrees(database, libraryId, serviceId);
    const live = parts.live(libraryId, path);
    const changes = serviceId === undefined ? undefined : createBoundedChanges(database, libraryId, serviceId);
    const { key } = file;
    return {
      libraryName: library.name,
      programs: library.programs,
      scannedAtMs: live?.scannedAtMs ?? library.lastScanMs,
      confirmedAtMs: trees && key && trees.confirmedMs(key),
      hasService: serviceId !== undefined,
      stopped: live ? undefined : lastStops.library(libraryId),
      cutOff: live ? undefined : lastStops.connection(),
      live,
      isPaused: library.settings.isPaused,
      file,
      verdict: fileList.verdict(libraryId, path) ?? notJudged(file),
      row,
      rivals: () => (key === undefined ? { paths: [], count: 0 } : files.rivalsOf(key, path, namedRivals)),
      unreadRival: () => key && once.claims(library).rivalOf(key),
      otherPlace: () => key && readOtherPlace(database, libraryId, key),
      synced: key && trees?.synced(key),
      isKnownThere: () => isKnownThere(trees, file),
      remote: key && trees?.remote(key),
      conflict: key && trees?.conflict(key),
      change: key && changes?.ofFile(key, file.goneSinceMs !== undefined),
      transfer: key && queuedFacts(queue.transferOf(libraryId, key), once),
      release: key && queuedFacts(queue.releaseOf(libraryId, key), once),
    };
  }

  function explain(library: Library, path: string, once: ReadOnce, seen?: SeenAtRest): ExplainedFile | undefined {
    const known = readFacts(library, path, once);
    const facts = known && seen ? asSeen(known, seen) : known;
    if (!facts) return undefined;
    const { row, verdict } = facts;
    const { key, leftKey } = facts.file;
    return {
      row,
      file: facts.file,
      explanation: {
        ...explainFile(facts),
        // Since when it is gone or changed, nobody saw.
        ...(seen ? { sinceMs: undefined } : {}),
        // What is gone is missed under the key that it had left.
        leftKey: leftKey === key ? undefined : leftKey,
        release: verdict.release,
      },
    };
  }

  function explainAll(library: Library, paths: readonly string[]): ExplainedFile[] {
    const once = readOnce(database, queue);
    return paths.flatMap((path) => explain(library, path, once) ?? []);
  }

  /** Explains any number of files for one question. */
  function forOneQuestion(): (library: Library, path: string) => ExplainedFile | undefined {
    const once = readOnce(database, queue);
    return (library, path) => {
      const known = once.knownPath(library, path);
      return known === undefined ? undefined : explain(library, known, once);
    };
  }

  return {
    /** What a file without classes may belong to. */
    suggest: (library: Library, path: string): ClassSuggestion | undefined => readSuggestion(database, library, path),

    /** What there is to say of files that a person is asked about together. */
    filesToAssign: (asked: Parameters<typeof readFilesToAssign>[1]): ReturnType<typeof readFilesToAssign> =>
      readFilesToAssign(database, asked),

    /** @returns `undefined` for a path the state knows nothing of, in whatever case its letters are */
    explain: (library: Library, path: string): ExplainedFile | undefined => forOneQuestion()(library, path),

    /** The same of a file that no run has seen since it is gone, or changed. */
    explainSeen: (library: Library, path: string, seen: SeenAtRest): ExplainedFile | undefined =>
      explain(library, path, readOnce(database, queue), seen),

    forOneQuestion,

    /** Files of a library that wait for a person, those without a class last, by path; the first hundred of them. */
    needingPerson(library: Library): ExplainedFile[] {
      const paths = fileList.needingPerson(library.libraryId, namedAtMost);
      return explainAll(library, paths);
    },

    /** Files of a library that changed and could not be read yet, and those that wait for one, by path; the first hundred of each. */
    waitingToBeRead(library: Library): ExplainedFile[] {
      const { unread, unqueued } = fileList.waitingToBeRead(library.libraryId, namedAtMost);
      const waiting = explainAll(library, unqueued);
      return [
        ...explainAll(library, unread),
        ...waiting.filter(({ explanation }) => explanation.reason.code === 'afterOtherFile'),
      ];
    },

    /**
     * The files of a folder: how many stand how, and which are not in step.
     * @param folder below the library's root; empty for the root
     * @param atMost how many of those that are not in step are explained, what needs a person before all others
     */
    below(library: Library, folder: string, atMost: number): ExplainedFolder {
      const rows = fileList.below(library.libraryId, folder);
      const { standings, others } = addUpFiles(rows, parts.live(library.libraryId, ''));
      return {
        standings,
        notInStep: others.length,
        others: explainAll(library, others.slice(0, atMost)),
      };
    },
  };
}

/** Whether the service has, or may have, the last bytes of a file besides those agreed on. */
function isKnownThere(trees: ServiceTrees | undefined, { key, sha256 }: LocalFile): boolean {
  if (!trees || key === undefined || sha256 === undefined) return false;
  const isNewest = trees.remote(key)?.sha256 === sha256;
  return isNewest || trees.sent(key).has(sha256) || trees.earlierVersion(key, sha256) !== undefined;
}

/** What is not of one file: for one question it is read when it matters, and then once. */
interface ReadOnce {
  readonly knownPath: (library: Library, path: string) => string | undefined;
  /** What the unread files of a library may be. */
  readonly claims: (library: Library) => UnreadClaims;
  /** How many transfers go before one that waits for its turn. */
  readonly ahead: (entryId: number) => number;
}

function readOnce(database: Database, queue: Queue): ReadOnce {
  const knownPaths = oncePerLibrary(({ libraryId }) => createLocalFiles(database, libraryId).knownPaths());
  let places: ReadonlyMap<number, number> | undefined;
  return {
    knownPath: (library, path) => knownPaths(library)(path),
    claims: oncePerLibrary(({ libraryId, ...defaults }) => {
      const links = createLinksMemory(database, libraryId).read();
      return createUnreadClaims(createLocalFiles(database, libraryId), () => links, defaults);
    }),
    ahead(entryId) {
      places ??= new Map(queue.transfersInTurn().map((inTurn, place) => [inTurn, place]));
      return places.get(entryId) ?? 0;
    },
  };
}

function oncePerLibrary<T>(read: (library: Library) => T): (library: Library) => T {
  const known = new Map<string, T>();
  return (library) => {
    const found = known.get(library.libraryId) ?? read(library);
    known.set(library.libraryId, found);
    return found;
  };
}

/** As the next run will find it: what was queued of it stays, and is of what it was before. */
function asSeen(facts: FileFacts, seen: SeenAtRest): FileFacts {
  const release = facts.verdict.release === 'these' ? 'beforeUnread' : facts.verdict.release;
  const found: Verdict = seen === 'gone' ? { kind: 'missing', countsAtMs: 0 } : { kind: 'unread' };
  const verdict = release ? { ...found, release } : found;
  return { ...facts, verdict, row: { ...facts.row, state: stateOf(verdict) ?? facts.row.state } };
}

/** What an engine that was killed found and did not judge any more. */
function notJudged({ settled }: LocalFile): Verdict {
  return settled ? { kind: 'undecided' } : { kind: 'unread' };
}

export type Explainer = ReturnType<typeof createExplainer>;

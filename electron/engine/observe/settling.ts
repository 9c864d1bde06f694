import { toAppError } from '../../../shared/errors/app-error.ts';
import type { Sha256 } from '../../../shared/model/sha256.ts';
import { parseContentKey, type ContentKeyText } from '../../../shared/model/content-key.ts';
import type { FileStat, Ports } from '../ports.ts';
import type { LibraryContext } from '../run/library-context.ts';
import { isWithheld, type PresentFile, type Reading } from '../state/local-file.ts';
import { assignKey, linkAfterMove } from '../tree/assign-key.ts';
import type { FileLink } from '../tree/library-links.ts';
import { compareScan } from './compare-scan.ts';
import { recognizeMoves, type MovedFile } from './moved-files.ts';
import type { LockCheck } from './open-locks.ts';
import { judgeReadiness, type LastLook, type Readiness } from './readiness.ts';
import { isAsKnown, sameOutside } from './same-outside.ts';
import { isLibraryPath, type ScanResult, type Withheld } from './scan.ts';

interface Look extends LastLook {
  dueMs: number;
  heldBack: boolean;
  /** What it was waited for when it was last looked at. */
  waitsFor?: Extract<Readiness, { kind: 'wait' }>['reason'];
  /** What was read of it when it looked just like this. */
  bytesWere?: Sha256 | undefined;
}

/** How many files are asked for at the same time: what is asked together is answered faster. */
const parallelReads = 64;

/** How many readings are written in one transaction: each costs the disk a flush. */
const writtenTogether = 256;

interface FinishedReading {
  readonly path: string;
  readonly stat: FileStat;
  readonly reading: Reading;
  /** Whether the bytes are others than they were when it looked just like this. */
  readonly isTraceless: boolean;
}

/** Follows files from "seen changed" until they were read: hashed, inspected and given their key. */
export function createSettling(options: {
  readonly ports: Ports;
  readonly context: LibraryContext;
  readonly quietTimeMs: () => number;
  /** Looks whether the folder is still the library. @throws AppError `library-missing`, `library-unproven` */
  readonly prove: () => Promise<void>;
  /** The bytes of files changed, and nothing else about them; told in the transaction that writes it down. */
  readonly onTraceless: (found: readonly TracelessChange[]) => void;
}) {
  const { ports, context, quietTimeMs } = options;
  const { files, disk, library } = context;
  const looks = new Map<string, Look>();
  let touched = new Set<string>();
  let missing = false;
  const finished: FinishedReading[] = [];

  const watchFile = (path: string, stat: FileStat, bytesWere?: Sha256): void => {
    const sinceMs = ports.clock.steadyMs();
    looks.set(path, {
      sizeBytes: stat.sizeBytes,
      modifiedMs: stat.modifiedMs,
      sinceMs,
      dueMs: sinceMs,
      heldBack: false,
      bytesWere,
    });
    touched.add(path);
  };

  const noteGone = (path: string, nowMs: number): ContentKeyText | undefined => {
    looks.delete(path);
    const known = files.get(path);
    if (!known) return undefined;
    touched.add(path);
    if (known.key === undefined) files.forget(path);
    else {
      files.noteGone(path, nowMs);
      context.missingSinceMs.set(path, nowMs);
    }
    return known.key;
  };

  /** What was read counts only when the folder is seen to be the library after it: else it may be another one's. */
  async function writeFinished(): Promise<void> {
    const batch = finished.splice(0);
    if (batch.length === 0) return;
    await options.prove();
    ports.database.transaction(() => {
      // What is to be read again already stays unread.
      const counting = batch.filter(({ path }) => !looks.has(path));
      for (const { path, stat, reading } of counting) files.noteRead(path, stat, reading, ports.clock.now());
      const traceless = counting.filter(({ isTraceless }) => isTraceless);
      options.onTraceless(
        traceless.flatMap(({ path, reading: { key } }) => (key === undefined ? [] : [{ path, key }])),
      );
    });
  }

  const isIgnored = (path: string): boolean => context.ignoreRules().ignoresFile(path);

  /** What is ignored is no longer known of, and that says nothing of its being there. @returns keys concerned */
  function forgetIgnored(): ContentKeyText[] {
    if (context.ignoreRules().isEmpty) return [];
    const ignored = files.paths().filter(isIgnored);
    const keys = ignored.map((path) => files.get(path)?.key);
    ports.database.transaction(() => {
      for (const path of ignored) {
        looks.delete(path);
        files.forget(path);
      }
    });
    return defined(keys);
  }

  /** What cannot take part stands in the tree with why, and no longer than that is so. */
  function takeWithheld(withheld: ReadonlyMap<string, Withheld>): void {
    const before = files.withheldPaths();
    if (before.length === 0 && withheld.size === 0) return;
    const nowMs = ports.clock.now();
    ports.database.transaction(() => {
      for (const path of before) {
        if (withheld.has(path)) continue;
        files.forget(path);
        touched.add(path);
      }
      for (const [path, { stat, problem }] of withheld) {
        looks.delete(path);
        if (files.get(path)?.problem?.code === problem.code && before.includes(path)) continue;
        files.noteRead(path, stat, { problem }, nowMs);
        touched.add(path);
      }
    });
  }

  /** @returns the key whose ground moved, where one did */
  async function read(path: string, look: Look, locks: LockCheck): Promise<(ContentKeyText | undefined)[]> {
    if (isIgnored(path)) {
      looks.delete(path);
      return [];
    }
    const nowMs = ports.clock.steadyMs();
    let readiness: Readiness;
    try {
      readiness = await judgeReadiness(
        { disk, inspect: ports.inspectCadFile, locks },
        path,
        look,
        quietTimeMs(),
        ports.clock,
      );
      if (readiness.kind === 'ready') return await take(path, readiness, look.bytesWere);
    } catch (error) {
      const failure = toAppError(error);
      ports.log('warn', 'A file cannot be read yet', { path, code: failure.code });
      files.noteProblem(path, failure.toRecord());
      touched.add(path);
      Object.assign(look, { dueMs: nowMs + Math.max(5_000, quietTimeMs()), heldBack: true });
      return [];
    }
    if (readiness.kind === 'gone') {
      looks.delete(path);
      missing = true;
      return [];
    }
    const { stat, reason } = readiness;
    const moved = stat.sizeBytes !== look.sizeBytes || stat.modifiedMs !== look.modifiedMs;
    if (moved) watchFile(path, stat);
    const next = looks.get(path);
    if (next)
      Object.assign(next, { dueMs: nowMs + readiness.againInMs, heldBack: reason !== 'moving', waitsFor: reason });
    const known = files.get(path);
    if (reason === 'locked') files.noteProblem(path, { code: 'file-in-use' });
    if (moved && known) files.noteChanged(path, stat, ports.clock.now());
    if (reason === 'locked' || moved) touched.add(path);
    return [];
  }

  async function take(
    path: string,
    { stat, facts }: Extract<Readiness, { kind: 'ready' }>,
    bytesWere: Sha256 | undefined,
  ): Promise<(ContentKeyText | undefined)[]> {
    const before = files.get(path)?.key;
    const link = context.links().get(path);
    const assignment = assignKey(path, link, facts, library);
    const about = { program: facts.program };
    let reading: Reading;
    if (assignment.kind === 'unassigned') reading = { ...about, missing: assignment.missing };
    else if (stat.sizeBytes === 0) reading = { ...about, key: assignment.text, problem: { code: 'empty-file' } };
    else {
      const { sha256 } = await disk.hash(path);
      const after = await disk.stat(path);
      // Not by the moment of the last change, which a drive of the cloud may move whenever it is read: what is kept is the
      // one from before, so that the next look tells.
      if (after?.sizeBytes !== stat.sizeBytes || after.modifiedMs !== stat.modifiedMs) {
        if (after) watchFile(path, after);
        return [];
      }
      // A person said meanwhile what it belongs to: it is read once more, with that.
      if (JSON.stringify(context.links().get(path)) !== JSON.stringify(link)) return [];
      reading = { ...about, key: assignment.text, sha256 };
    }
    looks.delete(path);
    const isTraceless = bytesWere !== undefined && reading.sha256 !== undefined && reading.sha256 !== bytesWere;
    finished.push({ path, stat, reading, isTraceless });
    touched.add(path);
    if (finished.length >= writtenTogether) await writeFinished();
    return [before, reading.key];
  }

  /** A link says what a file is, so it goes where the file goes: before anything relies on it. */
  async function moveLinks(moves: readonly MovedFile[]): Promise<void> {
    const changes = new Map<string, FileLink | undefined>();
    for (const { from, path } of moves) {
      const link = context.links().get(from.path);
      if (link === undefined) continue;
      changes.set(from.path, undefined);
      changes.set(path, linkAfterMove(link, from.path, path));
    }
    if (changes.size > 0) await context.changeLinks(changes);
  }

  function takeMoved({ from, path, stat }: MovedFile, nowMs: number): ContentKeyText | undefined {
    const key = from.key === undefined ? undefined : parseContentKey(from.key);
    const header = key?.ok ? key.value : {};
    const assignment = assignKey(path, context.links().get(path), header, library);
    const about = { program: from.program };
    const reading: Reading =
      assignment.kind === 'assigned'
        ? {
            ...about,
            key: assignment.text,
            sha256: from.sha256,
            rereadDueMs: from.rereadDueMs,
            fetchedFrom: from.fetchedFrom,
          }
        : { ...about, missing: assignment.missing };
    // It was of no class before, so its bytes were not read.
    if (reading.key !== undefined && from.sha256 === undefined) {
      files.noteChanged(path, stat, nowMs);
      watchFile(path, stat);
      return undefined;
    }
    looks.delete(path);
    files.noteRead(path, stat, reading, nowMs);
    touched.add(path);
    return reading.key;
  }

  /** Has a file that stands still given its key anew: what it belongs to may have changed. */
  function readAgain(path: string): void {
    const file = files.get(path);
    if (!file || file.goneSinceMs !== undefined || isWithheld(file) || (!file.settled && looks.has(path))) return;
    const nowMs = ports.clock.steadyMs();
    const { sizeBytes, modifiedMs } = file;
    looks.set(path, { sizeBytes, modifiedMs, sinceMs: nowMs - quietTimeMs(), dueMs: nowMs, heldBack: false });
  }

  return {
    /** Files on their way to being read. */
    count: (): number => looks.size,

    /** Of these, the ones that only have to stand still. */
    moving: (): number => [...looks.values()].filter((look) => !look.heldBack).length,

    /** What the reading of a file waits for; `undefined` for a file that is not to be read. */
    readingOf: (path: string): Readonly<Pick<Look, 'waitsFor' | 'dueMs'>> | undefined => looks.get(path),

    nextDueMs: (): number | undefined =>
      looks.size === 0
        ? undefined
        : [...looks.values()].reduce((soonest, look) => Math.min(soonest, look.dueMs), Infinity),

    takeTouchedPaths(): string[] {
      const paths = [...touched];
      touched = new Set();
      return paths;
    },

    /** Looks at one path that may have changed. */
    async look(path: string): Promise<void> {
      if (!isLibraryPath(path) || isIgnored(path)) return;
      const nowMs = ports.clock.now();
      const stat = await disk.stat(path);
      const known = files.get(path);
      if (stat?.kind !== 'file') {
        if (known && known.goneSinceMs === undefined) missing = true;
        return;
      }
      if (known && isAsKnown(known, stat)) return;
      files.noteChanged(path, stat, nowMs);
      watchFile(path, stat);
    },

    /** Has a file read again that is not what was read of it, whatever its outside says. */
    async readChanged(path: string): Promise<void> {
      const stat = await disk.stat(path);
      if (stat?.kind !== 'file') missing = true;
      else {
        const known = files.get(path);
        files.noteChanged(path, stat, ports.clock.now());
        watchFile(path, stat, known && isAsKnown(known, stat) ? known.sha256 : undefined);
      }
    },

    /**
     * Looks once more for files that have been missing for so long: some programs take a drawing away for a moment when
     * they save, and the watcher may have missed its return. Names are listed, because a disk that does not tell cases
     * apart would answer for a name that is not there.
     */
    async lookForMissing(graceMs: number): Promise<void> {
      const namesIn = new Map<string, Promise<Set<string>>>();
      for (const [path, sinceMs] of context.missingSinceMs) {
        if (sinceMs > ports.clock.now() - graceMs) break;
        const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
        const names =
          namesIn.get(folder) ?? disk.list(folder).then((list = []) => new Set(list.map(({ name }) => name)));
        namesIn.set(folder, names);
        if ((await names).has(path.slice(path.lastIndexOf('/') + 1))) await this.look(path);
        context.missingSinceMs.delete(path);
        touched.add(path);
      }
    },

    /** Whether a file was missed since the last call: only a whole scan proves that it is gone. */
    takeMissing(): boolean {
      const was = missing;
      missing = false;
      return was;
    },

    /**
     * Compares a whole scan with the local tree. Files that were only moved keep what was read of them, and their links
     * go with them.
     * @param presentBefore what the local tree held when the scan began: a download that was put in place meanwhile
     * may rightly not be in it
     * @returns keys whose ground moved
     */
    async takeOver(result: ScanResult, presentBefore: ReadonlyMap<string, PresentFile>): Promise<ContentKeyText[]> {
      const forgotten = forgetIgnored();
      takeWithheld(result.withheld);
      const { missing, different } = compareScan(result, presentBefore);
      const gone = missing.map((path) => files.get(path)).filter((file) => file !== undefined);
      const moves = recognizeMoves(
        gone,
        different.filter(
          ([path]) => !isIgnored(path) && !presentBefore.get(path)?.settled && files.get(path)?.sha256 === undefined,
        ),
      );
      await moveLinks(moves);
      const nowMs = ports.clock.now();
      const keys: (ContentKeyText | undefined)[] = [];
      const taken = new Set(moves.map(({ path }) => path));
      ports.database.transaction(() => {
        for (const [path, stat] of different) {
          const file = files.get(path);
          if (taken.has(path) || isIgnored(path) || (file && isAsKnown(file, stat))) continue;
          if (file && !file.settled && looks.has(path) && sameOutside(file, stat)) continue;
          files.noteChanged(path, stat, nowMs);
          watchFile(path, stat);
        }
        for (const move of moves) keys.push(takeMoved(move, nowMs));
        for (const file of gone) if (file.goneSinceMs === undefined) keys.push(noteGone(file.path, nowMs));
      });
      return [...forgotten, ...defined(keys)];
    },

    readAgain,

    /** Other files are ignored than before. @returns keys whose ground moved */
    ignoredChanged: forgetIgnored,

    /** Reads every file whose time has come. @returns keys whose ground moved */
    async readReady(signal: AbortSignal): Promise<ContentKeyText[]> {
      const nowMs = ports.clock.steadyMs();
      const due = [...looks].filter(([, look]) => look.dueMs <= nowMs);
      const keys: (ContentKeyText | undefined)[] = [];
      const locks = context.lockCheck();
      const workers = Array.from({ length: parallelReads }, async () => {
        for (let next = due.pop(); next && !signal.aborted; next = due.pop()) {
          keys.push(...(await read(...next, locks)));
        }
      });
      await Promise.all(workers);
      await writeFinished();
      return defined(keys);
    },
  };
}

/** A file whose bytes changed while its size and date did not. */
export interface TracelessChange {
  readonly path: string;
  readonly key: ContentKeyText;
}

function defined<T>(values: readonly (T | undefined)[]): T[] {
  return values.filter((value) => value !== undefined);
}

import { toAppError } from '../../../shared/errors/app-error.ts';
import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { Sha256 } from '../../../shared/model/sha256.ts';
import type { FileStat, Ports } from '../ports.ts';
import type { LibraryContext } from '../library/library-context.ts';
import type { Reading } from '../state/local-file.ts';
import { assignKey } from '../tree/assign-key.ts';
import type { LockCheck } from './open-locks.ts';
import { judgeReadiness, type Readiness } from './readiness.ts';
import type { UnreadFile, UnreadFiles } from './unread-files.ts';

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
  /** The key it was agreed on under and has no more, since just now. */
  readonly left: ContentKeyText | undefined;
}

/** A file that was agreed on under another key than it has now: its class or program changed. */
export interface LeftLine {
  readonly path: string;
  /** The key it was agreed on under. */
  readonly from: ContentKeyText;
}

/** A file whose bytes changed while its size and date did not. */
export interface TracelessChange {
  readonly path: string;
  readonly key: ContentKeyText;
}

export interface FileReadingOptions {
  readonly ports: Ports;
  readonly context: LibraryContext;
  readonly quietTimeMs: () => number;
  /** Looks whether the folder is still the library. @throws AppError `library-missing`, `library-unproven` */
  readonly prove: () => Promise<void>;
  /** The bytes of files changed, and nothing else about them; told in the transaction that writes it down. */
  readonly onTraceless: (found: readonly TracelessChange[]) => void;
  /** Files have other keys than they were agreed on under; told in the transaction that writes it down. */
  readonly onLeftLine: (left: readonly LeftLine[]) => void;
}

/** Reads files that stand still: hashed, inspected and given their key. */
export function createFileReading(options: FileReadingOptions, unread: UnreadFiles) {
  const { ports, context, quietTimeMs } = options;
  const { files, disk, library } = context;
  const finished: FinishedReading[] = [];

  /** What was read counts only when the folder is seen to be the library after it: else it may be another one's. */
  async function writeFinished(): Promise<void> {
    const batch = finished.splice(0);
    if (batch.length === 0) return;
    await options.prove();
    ports.database.transaction(() => {
      // What is to be read again already stays unread.
      const counting = batch.filter(({ path }) => !unread.has(path));
      for (const { path, stat, reading } of counting) files.noteRead(path, stat, reading, ports.clock.now());
      const traceless = counting.filter(({ isTraceless }) => isTraceless);
      options.onTraceless(
        traceless.flatMap(({ path, reading: { key } }) => (key === undefined ? [] : [{ path, key }])),
      );
      options.onLeftLine(counting.flatMap(({ path, left }) => (left === undefined ? [] : [{ path, from: left }])));
    });
  }

  /** @returns the keys whose ground moved */
  async function read(path: string, seen: UnreadFile, locks: LockCheck): Promise<ContentKeyText[]> {
    if (context.ignoreRules().ignoresFile(path)) {
      unread.drop(path);
      return [];
    }
    const nowMs = ports.clock.steadyMs();
    let readiness: Readiness;
    try {
      readiness = await judgeReadiness(
        { disk, inspect: ports.inspectCadFile, locks },
        path,
        seen,
        quietTimeMs(),
        ports.clock,
      );
      if (readiness.kind === 'ready') return await take(path, readiness, seen.bytesWere);
    } catch (error) {
      const failure = toAppError(error);
      ports.log('warn', 'A file cannot be read yet', { path, code: failure.code });
      files.noteProblem(path, failure.toRecord());
      unread.touch(path);
      Object.assign(seen, { dueMs: nowMs + Math.max(5_000, quietTimeMs()), heldBack: true });
      return [];
    }
    if (readiness.kind === 'wait') wait(path, seen, readiness, nowMs);
    else {
      unread.drop(path);
      unread.noteMissing();
    }
    return [];
  }

  function wait(
    path: string,
    seen: UnreadFile,
    { stat, reason, againInMs }: Extract<Readiness, { kind: 'wait' }>,
    nowMs: number,
  ): void {
    const moved = stat.sizeBytes !== seen.sizeBytes || stat.modifiedMs !== seen.modifiedMs;
    if (moved) unread.watch(path, stat);
    const next = unread.get(path);
    if (next) Object.assign(next, { dueMs: nowMs + againInMs, heldBack: reason !== 'moving', waitsFor: reason });
    const known = files.get(path);
    if (reason === 'locked') files.noteProblem(path, { code: 'file-in-use' });
    if (moved && known) files.noteChanged(path, stat, ports.clock.now());
    if (reason === 'locked' || moved) unread.touch(path);
  }

  async function take(
    path: string,
    { stat, facts }: Extract<Readiness, { kind: 'ready' }>,
    bytesWere: Sha256 | undefined,
  ): Promise<ContentKeyText[]> {
    const before = files.get(path)?.key;
    const link = context.links().get(path);
    const assignment = assignKey(path, link, facts, library);
    const key = assignment.kind === 'assigned' ? assignment.text : undefined;
    const wasAgreed = before !== undefined && context.trees()?.synced(before)?.path === path;
    const left = wasAgreed && before !== key ? before : undefined;
    const about = { program: facts.program, programVersion: facts.applicationVersion, leftKey: left };
    let reading: Reading;
    if (assignment.kind === 'unassigned') reading = { ...about, missing: assignment.missing };
    else if (stat.sizeBytes === 0) reading = { ...about, key: assignment.text, problem: { code: 'empty-file' } };
    else {
      const { sha256 } = await disk.hash(path);
      const after = await disk.stat(path);
      // Not by the moment of the last change, which a drive of the cloud may move whenever it is read: what is kept is the
      // one from before, so that the next look tells.
      if (after?.sizeBytes !== stat.sizeBytes || after.modifiedMs !== stat.modifiedMs) {
        if (after) unread.watch(path, after);
        return [];
      }
      // A person said meanwhile what it belongs to: it is read once more, with that.
      if (JSON.stringify(context.links().get(path)) !== JSON.stringify(link)) return [];
      reading = { ...about, key: assignment.text, sha256 };
    }
    unread.drop(path);
    const isTraceless = bytesWere !== undefined && reading.sha256 !== undefined && reading.sha256 !== bytesWere;
    finished.push({ path, stat, reading, isTraceless, left });
    unread.touch(path);
    if (finished.length >= writtenTogether) await writeFinished();
    return [before, reading.key].filter((key) => key !== undefined);
  }

  return {
    /** Reads every file whose time has come. @returns keys whose ground moved */
    readReady: async (signal: AbortSignal): Promise<ContentKeyText[]> => {
      const due = unread.due();
      const keys: ContentKeyText[] = [];
      const locks = context.lockCheck();
      const workers = Array.from({ length: parallelReads }, async () => {
        for (let next = due.pop(); next && !signal.aborted; next = due.pop()) {
          keys.push(...(await read(...next, locks)));
        }
      });
      await Promise.all(workers);
      await writeFinished();
      return keys;
    },
  };
}

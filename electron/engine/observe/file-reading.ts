import { toAppError } from '../../../shared/errors/app-error.ts';
import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { FileStat, Ports } from '../ports.ts';
import type { LibraryChoices, LibraryRecords, ServiceSide } from '../state/library-state.ts';
import type { LibraryFolder } from './library-folder.ts';
import type { Links } from '../library/links-file.ts';
import type { KeyNews, TellLibrary } from '../library/library-event.ts';
import type { Reading } from '../state/local-file.ts';
import { assignKey } from '../tree/assign-key.ts';
import { leftLine } from './left-line.ts';
import type { LockCheck } from './open-locks.ts';
import { judgeReadiness, type Readiness } from './readiness.ts';
import type { UnreadFile, UnreadFiles } from './unread-files.ts';

/** How many files are asked for at the same time: what is asked together is answered faster. */
const parallelReads = 64;

/**
 * How many readings are written in one transaction: each costs the disk a flush, and what follows one request. At first
 * fewer, so that some soon go out.
 */
const firstWritten = 128;
const mostWritten = 1_000;

/** Nor is what was read kept to itself for longer than that, on slow disks. */
const longestUnwrittenMs = 2_000;

/** How long at least a file that cannot be read is left alone. */
const shortestFailureWaitMs = 5_000;
const longestFailureWaitMs = 15_000;

interface FinishedReading {
  readonly path: string;
  readonly stat: FileStat;
  readonly reading: Reading;
  /** What people want to know of it. */
  readonly news: readonly KeyNews[];
  readonly keyBefore: ContentKeyText | undefined;
}

export interface FileReadingOptions {
  readonly ports: Pick<Ports, 'clock' | 'log' | 'database' | 'inspectCadFile'>;
  readonly context: LibraryRecords & LibraryChoices & ServiceSide & LibraryFolder & Links;
  readonly quietTimeMs: () => number;
  /** Whether files of this drive are dated by this computer; a server dates by its own clock. */
  readonly isDatedHere: () => boolean;
  /** Looks whether the folder is still the library. @throws AppError `library-missing`, `library-unproven` */
  readonly prove: () => Promise<void>;
  readonly tell: TellLibrary;
  /** How many files of a scan are taken over before others get their turn. */
  readonly keysTogether: number;
  readonly signal: AbortSignal;
}

/** Reads files that have settled: hashed, inspected and given their key. */
export function createFileReading(options: FileReadingOptions, unread: UnreadFiles) {
  const { ports, context, quietTimeMs } = options;

  async function read([path, seen]: Seen, locks: LockCheck, finished: Finished): Promise<void> {
    if (context.ignoreRules().ignoresFile(path)) return void unread.drop(path);
    let readiness: Readiness;
    try {
      const isDatedHere = options.isDatedHere();
      const looks = { disk: context.disk, inspect: ports.inspectCadFile, locks, clock: ports.clock, isDatedHere };
      readiness = await judgeReadiness(looks, path, seen, quietTimeMs());
      if (readiness.kind === 'ready') return await finish([path, seen], readiness, finished);
    } catch (error) {
      return holdBack(options, unread, [path, seen], error);
    }
    if (readiness.kind === 'wait') wait(options, unread, [path, seen], readiness);
    else {
      unread.drop(path);
      unread.noteMissing(path);
    }
  }

  async function finish([path, seen]: Seen, ready: ReadyFile, finished: Finished): Promise<void> {
    const done = await take(context, unread, [path, seen], ready);
    // Somebody saw it changed meanwhile, or gone: what was read is of before that.
    if (!done || unread.get(path) !== seen) return;
    unread.drop(path);
    finished.add(done);
    unread.touch(path);
  }

  return {
    /**
     * Reads every file whose time has come.
     * @param onWritten gets dirty keys, as soon as what was read is written
     * @throws AppError `library-missing`, `library-unproven`; what was read and not written is read again after a scan
     */
    readReady: async (signal: AbortSignal, onWritten: OnWritten): Promise<void> => {
      const due = unread.due();
      const finished = createFinished(options, unread);
      const locks = context.lockCheck();
      // Where the folder turns out not to be the library, nothing more is read: it is no trouble of the file just read.
      const failures: unknown[] = [];
      const workers = Array.from({ length: parallelReads }, async () => {
        for (let next = due.pop(); next && !signal.aborted && failures.length === 0; next = due.pop()) {
          try {
            await read(next, locks, finished);
            if (finished.areMany()) await finished.write(onWritten);
          } catch (error) {
            failures.push(error);
          }
        }
      });
      await Promise.all(workers);
      // The next scan has what was not written read again: it may look otherwise by then.
      if (failures.length > 0) throw failures[0];
      await finished.write(onWritten);
    },
  };
}

/** What was read in one round and is not written yet. */
function createFinished(options: FileReadingOptions, unread: UnreadFiles) {
  const { clock } = options.ports;
  const finished: FinishedReading[] = [];
  let writtenMs = clock.steadyMs();
  let writtenTogether = firstWritten;
  let writing: Promise<void> | undefined;

  async function writeAll(onWritten: OnWritten): Promise<void> {
    writtenMs = clock.steadyMs();
    writtenTogether = Math.min(mostWritten, writtenTogether * 4);
    onWritten(await writeFinished(options, unread, finished));
  }

  return {
    add: (reading: FinishedReading): unknown => finished.push(reading),

    /** Whether it is time to write them. */
    areMany: (): boolean =>
      finished.length >= writtenTogether || (finished.length > 0 && clock.steadyMs() - writtenMs > longestUnwrittenMs),

    /** @throws AppError `library-missing`, `library-unproven` */
    write: (onWritten: OnWritten): Promise<void> =>
      (writing ??= writeAll(onWritten).finally(() => (writing = undefined))),
  };
}

type Finished = ReturnType<typeof createFinished>;

type OnWritten = (keys: readonly ContentKeyText[]) => void;

type Seen = readonly [path: string, seen: UnreadFile];
type ReadyFile = Extract<Readiness, { kind: 'ready' }>;

function holdBack(
  { ports, context, quietTimeMs }: FileReadingOptions,
  unread: UnreadFiles,
  [path, seen]: Seen,
  error: unknown,
): void {
  const failure = toAppError(error);
  // A program may hold a drawing all day: that is said once, and the longer it lasts, the less often it is tried.
  if (context.files.get(path)?.problem?.code !== failure.code) {
    ports.log('warn', 'file-not-read', { file: path, code: failure.code });
    context.files.noteProblem(path, failure.toRecord());
    unread.touch(path);
  }
  const nowMs = ports.clock.steadyMs();
  const waitMs = Math.min(longestFailureWaitMs, (nowMs - seen.sinceMs) / 10);
  Object.assign(seen, { dueMs: nowMs + Math.max(shortestFailureWaitMs, quietTimeMs(), waitMs), heldBack: true });
}

function wait(
  { ports: { clock }, context: { files } }: FileReadingOptions,
  unread: UnreadFiles,
  [path, seen]: Seen,
  { stat, reason, againInMs }: Extract<Readiness, { kind: 'wait' }>,
): void {
  const isOther = stat.sizeBytes !== seen.sizeBytes || stat.modifiedMs !== seen.modifiedMs;
  if (isOther) unread.watch(path, stat);
  const next = unread.get(path);
  const dueMs = clock.steadyMs() + againInMs;
  if (next) Object.assign(next, { dueMs, heldBack: reason !== 'moving', waitsFor: reason });
  const known = files.get(path);
  if (reason === 'locked') files.noteProblem(path, { code: 'file-in-use' });
  if (isOther && known) files.noteChanged(path, stat, clock.now());
  if (reason === 'locked' || isOther) unread.touch(path);
}

/** @returns what was read; `undefined` where it has to be read once more */
async function take(
  context: LibraryRecords & ServiceSide & LibraryFolder & Links,
  unread: UnreadFiles,
  [path, { bytesWere }]: Seen,
  { stat, facts, hashed }: ReadyFile,
): Promise<FinishedReading | undefined> {
  const { files, disk } = context;
  const before = files.get(path);
  const keyBefore = before?.key;
  const link = context.links().get(path);
  const assignment = assignKey(path, link, facts, context.library);
  const key = assignment.kind === 'assigned' ? assignment.text : undefined;
  const trees = context.trees();
  const left = before && keyBefore !== key ? leftLine(trees, before) : undefined;
  const about = { program: facts.program, programVersion: facts.applicationVersion, leftKey: left?.key };
  const news: KeyNews[] = left ? [{ kind: 'leftLine', path, ...left }] : [];
  if (assignment.kind === 'unassigned')
    return { path, stat, news, keyBefore, reading: { ...about, missing: assignment.missing } };
  if (stat.sizeBytes === 0)
    return { path, stat, news, keyBefore, reading: { ...about, key, problem: { code: 'empty-file' } } };
  const { sha256, after } = hashed ?? (await disk.hash(path));
  // Not by the moment of the last change, which a drive of the cloud may move whenever it is read: what is kept is the
  // one from before, so that the next look tells.
  if (after?.sizeBytes !== stat.sizeBytes || after.modifiedMs !== stat.modifiedMs) {
    if (after) unread.watch(path, after);
    return undefined;
  }
  // A person said meanwhile what it belongs to: it is read once more, with that.
  if (JSON.stringify(context.links().get(path)) !== JSON.stringify(link)) return undefined;
  if (bytesWere !== undefined && sha256 !== bytesWere) {
    news.push({ kind: 'foundChanged', path, key: assignment.text, version: trees?.synced(assignment.text)?.version });
  }
  return { path, stat, news, keyBefore, reading: { ...about, key, sha256 } };
}

/**
 * What was read counts only when the folder is seen to be the library after it: else it may be another one's.
 * @returns dirty keys
 */
async function writeFinished(
  { ports, context, prove, tell }: FileReadingOptions,
  unread: UnreadFiles,
  finished: FinishedReading[],
): Promise<ContentKeyText[]> {
  const batch = finished.splice(0);
  if (batch.length === 0) return [];
  await prove();
  await ports.database.together(() => {
    // What has to be read again already stays unread.
    const rules = context.ignoreRules();
    const counting = batch.filter(({ path }) => !unread.has(path) && !rules.ignoresFile(path));
    for (const { path, stat, reading } of counting) context.files.noteRead(path, stat, reading, ports.clock.now());
    tell({ kind: 'keyNews', news: counting.flatMap(({ news }) => news) });
  });
  tell({ kind: 'changed', paths: [] });
  const keys = batch.flatMap(({ keyBefore, reading }) => [keyBefore, reading.key]);
  return [...new Set(keys.filter((key) => key !== undefined))];
}

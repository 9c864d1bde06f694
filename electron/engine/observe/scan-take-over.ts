import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { FileStat, Ports } from '../ports.ts';
import type { Links } from '../library/links-file.ts';
import type { LibraryChoices, LibraryRecords, ServiceSide } from '../state/library-state.ts';
import type { LibraryFolder } from './library-folder.ts';
import { isNotSeen, type LocalFile, type Reading } from '../state/local-file.ts';
import { assignKey, linkAfterMove } from '../tree/assign-key.ts';
import type { FileLink } from '../tree/library-links.ts';
import type { DifferentFile, ScanDifference } from './compare-scan.ts';
import { recognizeMoves, type MovedFile } from './moved-files.ts';
import { isAsKnown, sameStat } from './same-stat.ts';
import type { ScanResult, Withheld } from './scan.ts';
import type { UnreadFiles } from './unread-files.ts';

/** What a scan is taken over into. */
interface Ground {
  readonly ports: Pick<Ports, 'clock' | 'database'>;
  readonly context: LibraryRecords & LibraryChoices & LibraryFolder & Links;
  readonly unread: UnreadFiles;
}

/** Brings the local tree to what a whole scan shows: files gone, moved, withheld, ignored, or to be read. */
export function createScanTakeOver(
  ports: Ground['ports'],
  context: LibraryRecords & LibraryChoices & ServiceSide & LibraryFolder & Links,
  unread: UnreadFiles,
) {
  const ground: Ground = { ports, context, unread };
  const { files } = context;
  const isIgnored = (path: string): boolean => context.ignoreRules().ignoresFile(path);

  return {
    forgetIgnored: () => forgetIgnored(ground, isIgnored),

    /**
     * Compares a whole scan with the local tree. Files that were only moved keep what was read of them, and their links
     * go with them.
     * @param difference from what the local tree held when the scan began: a download that was put in place meanwhile
     * may rightly not be in it
     * @returns dirty keys
     */
    takeOver: async (
      { withheld }: Pick<ScanResult, 'withheld'>,
      { missing, notSeen, different }: ScanDifference,
    ): Promise<ContentKeyText[]> => {
      const forgotten = forgetIgnored(ground, isIgnored);
      takeWithheld(ground, withheld);
      const gone = missing.map((path) => files.get(path)).filter((file) => file !== undefined);
      const isNew = ({ path, wasRead }: DifferentFile): boolean =>
        !wasRead && !isIgnored(path) && files.get(path)?.sha256 === undefined;
      const moves = gone.length === 0 ? [] : recognizeMoves(gone, different.filter(isNew));
      const linkMoves = movesOfLinks(context, gone, moves);
      await moveLinks(context, [...moves, ...linkMoves]);
      const nowMs = ports.clock.now();
      // One moment for all: what a backup brought back together settles together.
      const sinceMs = ports.clock.steadyMs();
      const keys: (ContentKeyText | undefined)[] = [];
      const taken = new Set(moves.map(({ path }) => path));
      ports.database.transaction(() => {
        for (const file of different)
          if (!taken.has(file.path) && !isIgnored(file.path)) keys.push(takeDifferent(ground, file, nowMs, sinceMs));
        for (const path of notSeen) keys.push(noteNotSeen(ground, path));
        for (const move of moves) keys.push(takeMoved(ground, move, nowMs));
        for (const { path, stat } of linkMoves) readAnew(ground, path, stat, nowMs);
        const movedFrom = new Set(moves.map(({ from }) => from.path));
        for (const { path, goneSinceMs } of gone)
          if (goneSinceMs === undefined) keys.push(noteGone(ground, path, nowMs, movedFrom.has(path)));
      });
      return [...forgotten, ...keys.filter((key) => key !== undefined)];
    },
  };
}

/** Files that are new or look different have to be read, unless that is under way. @returns a dirty key */
function takeDifferent(
  ground: Ground,
  { path, stat }: DifferentFile,
  nowMs: number,
  sinceMs: number,
): ContentKeyText | undefined {
  const { context, unread } = ground;
  const { files } = context;
  const file = files.get(path);
  if (file && isAsKnown(file, stat)) {
    if (!isNotSeen(file)) return undefined;
    if (file.sha256 !== undefined) return noteSeenAgain(ground, file);
  }
  if (file && !file.settled && unread.has(path) && sameStat(file, stat)) return undefined;
  files.noteChanged(path, stat, nowMs);
  unread.watch(path, stat, undefined, sinceMs);
  return undefined;
}

/** Nothing is decided about a file while nobody knows whether it is there. @returns its key */
function noteNotSeen({ context: { files }, unread }: Ground, path: string): ContentKeyText | undefined {
  const file = files.get(path);
  if (!file || file.goneSinceMs !== undefined || isNotSeen(file) || unread.has(path)) return undefined;
  files.noteNotSeen(path);
  unread.touch(path);
  return file.key;
}

/** It is where it was, and as it was. @returns its key */
function noteSeenAgain({ context: { files }, unread }: Ground, { path, key }: LocalFile): ContentKeyText | undefined {
  files.noteProblem(path, undefined);
  unread.touch(path);
  return key;
}

/** @param isMoved whether it stands elsewhere now @returns the key that it is missed under */
function noteGone(
  { context, unread }: Ground,
  path: string,
  nowMs: number,
  isMoved: boolean,
): ContentKeyText | undefined {
  const { files } = context;
  unread.drop(path);
  const known = files.get(path);
  if (!known) return undefined;
  unread.touch(path);
  const missedUnder = known.key === undefined && !isMoved ? known.leftKey : undefined;
  const key = known.key ?? missedUnder;
  if (key === undefined) files.forget(path);
  else {
    files.noteGone(path, nowMs, missedUnder);
    // An entry that is there keeps its place, and the longest one comes first.
    context.missingSinceMs.delete(path);
    context.missingSinceMs.set(path, nowMs);
  }
  return key;
}

/** What is ignored is no longer known of, and that says nothing of its being there. @returns keys concerned */
function forgetIgnored({ ports, context, unread }: Ground, isIgnored: (path: string) => boolean): ContentKeyText[] {
  const { files } = context;
  if (context.ignoreRules().isEmpty) return [];
  const ignored = files.paths().filter(isIgnored);
  const keys = ignored.map((path) => files.get(path)?.key);
  ports.database.transaction(() => {
    for (const path of ignored) {
      unread.drop(path);
      files.forget(path);
    }
  });
  return keys.filter((key) => key !== undefined);
}

/** What cannot take part is in the tree with why, and no longer than that is so. */
function takeWithheld({ ports, context: { files }, unread }: Ground, withheld: ReadonlyMap<string, Withheld>): void {
  const before = files.withheldPaths();
  if (before.length === 0 && withheld.size === 0) return;
  const nowMs = ports.clock.now();
  ports.database.transaction(() => {
    for (const path of before) {
      if (withheld.has(path)) continue;
      files.forget(path);
      unread.touch(path);
    }
    for (const [path, { stat, problem }] of withheld) {
      unread.drop(path);
      if (files.get(path)?.problem?.code === problem.code && before.includes(path)) continue;
      files.noteRead(path, stat, { problem }, nowMs);
      unread.touch(path);
    }
  });
}

/**
 * Files with a link that were read where they stand now before it was seen that they are gone from where they stood: what
 * a person said of them holds there too, also that they are of no class.
 */
function movesOfLinks(
  context: LibraryRecords & ServiceSide & Links,
  gone: readonly LocalFile[],
  known: readonly MovedFile[],
): readonly MovedFile[] {
  const { files } = context;
  const taken = new Set(known.map(({ from }) => from.path));
  const linked = gone.filter(({ path }) => !taken.has(path) && context.links().has(path));
  if (linked.length === 0) return [];
  const goneHere = new Set(gone.map(({ path }) => path));
  const there = files
    .withInode(linked.map(({ inode }) => inode))
    .filter(({ path }) => !goneHere.has(path) && !context.links().has(path))
    .flatMap(({ path }) => files.get(path) ?? [])
    // Whatever came to stand where a key is agreed is of that key: an answer that is taken back puts a file there.
    .filter(({ path, key }) => key === undefined || context.trees()?.synced(key)?.path !== path);
  return recognizeMoves(
    linked,
    there.map((file) => ({
      path: file.path,
      stat: { ...file, kind: 'file', changedMs: file.changedMs ?? file.modifiedMs },
    })),
  );
}

function readAnew(
  { context, unread }: Pick<Ground, 'context' | 'unread'>,
  path: string,
  stat: FileStat,
  nowMs: number,
): void {
  context.files.noteChanged(path, stat, nowMs);
  unread.watch(path, stat);
}

/** A link says what a file is, so it goes where the file goes: before anything relies on it. */
async function moveLinks(context: Links, moves: readonly MovedFile[]): Promise<void> {
  const changes = new Map<string, FileLink | undefined>();
  for (const { from, path } of moves) {
    const link = context.links().get(from.path);
    if (link === undefined) continue;
    changes.set(from.path, undefined);
    changes.set(path, linkAfterMove(link, from.path, path));
  }
  if (changes.size > 0) await context.changeLinks(changes);
}

function takeMoved(
  { context, unread }: Ground,
  { from, path, stat }: MovedFile,
  nowMs: number,
): ContentKeyText | undefined {
  const { files, library } = context;
  const { program, programVersion, sha256, rereadDueMs, fetchedFrom, leftKey } = from;
  const assignment = assignKey(path, context.links().get(path), { applicationVersion: programVersion }, library);
  const isBack = assignment.kind === 'assigned' && assignment.text === leftKey;
  const about = { program, programVersion, leftKey: isBack ? undefined : leftKey };
  const reading: Reading =
    assignment.kind === 'assigned'
      ? { ...about, key: assignment.text, sha256, rereadDueMs, fetchedFrom }
      : { ...about, missing: assignment.missing };
  // It was of no class before, so its bytes were not read.
  if (reading.key !== undefined && sha256 === undefined) {
    readAnew({ context, unread }, path, stat, nowMs);
    return undefined;
  }
  unread.drop(path);
  files.noteRead(path, stat, reading, nowMs);
  unread.touch(path);
  return reading.key;
}

import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { Ports } from '../ports.ts';
import type { TellLibrary } from '../library/library-event.ts';
import type { Links } from '../library/links-file.ts';
import type { LibraryChoices, LibraryRecords, ServiceSide } from '../state/library-state.ts';
import type { LibraryFolder } from './library-folder.ts';
import { isNotSeen, type LocalFile } from '../state/local-file.ts';
import { writeSome } from '../state/write-some.ts';
import type { DifferentFile, ScanDifference } from './compare-scan.ts';
import { looksOf, movesOfFiles } from './moved-files.ts';
import { isAsKnown, sameStat } from './same-stat.ts';
import type { Withheld } from './scan.ts';
import { moveLinks, moveLinksSaidSince, movesByBytes, movesOfLinks, readAnew, takeAllMoved } from './take-moves.ts';
import { tellApart } from './told-apart.ts';
import type { UnreadFiles } from './unread-files.ts';

/** What a scan is taken over into. */
export interface TakeOverGround {
  readonly ports: Pick<Ports, 'clock' | 'database'>;
  readonly context: LibraryRecords & LibraryChoices & ServiceSide & LibraryFolder & Links;
  readonly unread: UnreadFiles;
  readonly tell: TellLibrary;
  readonly keysTogether: number;
  readonly signal: AbortSignal;
}

/**
 * Brings the local tree to what a whole scan shows: files gone, moved, withheld, ignored, or to be read. Files that were
 * only moved keep what was read of them, and their links go with them.
 * @param difference from what the local tree held when the scan began: a download that was put in place meanwhile may
 * rightly not be in it
 * @returns dirty keys
 */
export async function takeOver(ground: TakeOverGround, difference: ScanDifference): Promise<ContentKeyText[]> {
  const { ports, context } = ground;
  const { files } = context;
  const { withheld, missing, notSeen, different } = difference;
  const forgotten = forgetIgnored(ground);
  takeWithheld(ground, withheld);
  const gone = missing.map((path) => files.get(path)).filter((file) => file !== undefined);
  const seen = different.filter(({ path }) => !context.ignoreRules().ignoresFile(path));
  const before = goneBefore(context, seen);
  const left = [...gone, ...before];
  const numbered = movesOfFiles(files, left, seen);
  const missed = [...gone, ...before.filter((file) => !isMeantToBeGone(context, file))];
  const moves = [...numbered, ...(await movesByBytes(ground, { gone: missed, seen, known: numbered }))];
  const linkMoves = movesOfLinks(context, { gone: left, seen, known: moves });
  await moveLinks(context, [...moves, ...linkMoves]);
  await tellApart(context, gone);
  const nowMs = ports.clock.now();
  // One moment for all: what a backup brought back together settles together.
  const sinceMs = ports.clock.steadyMs();
  const keys: (ContentKeyText | undefined)[] = [];
  const taken = new Set(moves.map(({ path }) => path));
  const back: string[] = [];
  const take = (some: readonly DifferentFile[]): void => {
    for (const file of some) if (takeDifferent(ground, file, nowMs, sinceMs)) back.push(file.path);
  };
  const standing = seen.filter(({ path }) => !taken.has(path));
  const last = await writeSome({ ...ground, database: ports.database }, standing, take);
  await moveLinksSaidSince(context, [...moves, ...linkMoves]);
  ports.database.transaction(() => {
    take(last);
    for (const path of back) keys.push(noteSeenAgain(ground, path));
    for (const path of notSeen) keys.push(noteNotSeen(ground, path));
    keys.push(...takeAllMoved(ground, moves, nowMs));
    for (const { path, stat } of linkMoves) readAnew(ground, path, stat, nowMs);
    const movedFrom = new Set(moves.map(({ from }) => from.path));
    for (const { path, goneSinceMs } of gone)
      if (goneSinceMs === undefined) keys.push(noteGone(ground, path, nowMs, movedFrom.has(path)));
  });
  return [...forgotten, ...keys.filter((key) => key !== undefined)];
}

/**
 * Files with a link that were seen to be gone before, of which one may be what is new: it lay where nobody looks, as in an
 * ignored folder, and comes back under another name.
 */
function goneBefore(context: LibraryRecords & Links, seen: readonly DifferentFile[]): LocalFile[] {
  const looks = new Set(seen.flatMap(({ stat, wasRead }) => (wasRead ? [] : [looksOf(stat)])));
  if (looks.size === 0) return [];
  const here = new Set(seen.map(({ path }) => path));
  const links = context.links();
  return context.files
    .gone()
    .filter((file) => looks.has(looksOf(file)) && !here.has(file.path) && links.has(file.path));
}

/** Nobody waits for it: what has its bytes may be another product, begun from the same template. */
function isMeantToBeGone(context: ServiceSide, { key }: LocalFile): boolean {
  return key !== undefined && context.trees()?.removal(key)?.answer === 'confirmed';
}

/** Files that are new or look different have to be read, unless that is under way. @returns whether it is only seen again */
function takeDifferent(ground: TakeOverGround, { path, stat }: DifferentFile, nowMs: number, sinceMs: number): boolean {
  const { context, unread } = ground;
  const { files } = context;
  const file = files.get(path);
  if (file && isAsKnown(file, stat)) {
    if (!isNotSeen(file)) return false;
    if (file.sha256 !== undefined) return true;
  }
  if (file && !file.settled && unread.has(path) && sameStat(file, stat)) return false;
  files.noteChanged(path, stat, nowMs);
  unread.watch(path, stat, undefined, sinceMs);
  return false;
}

/** What is known of it is true. @returns its key */
function noteSeenAgain({ context: { files }, unread }: TakeOverGround, path: string): ContentKeyText | undefined {
  const file = files.get(path);
  if (!file || !isNotSeen(file)) return undefined;
  files.noteProblem(path, undefined);
  unread.touch(path);
  return file.key;
}

/** Nothing is decided about a file while nobody knows whether it is there. @returns its key */
function noteNotSeen({ context: { files }, unread }: TakeOverGround, path: string): ContentKeyText | undefined {
  const file = files.get(path);
  if (!file || file.goneSinceMs !== undefined || isNotSeen(file) || unread.has(path)) return undefined;
  files.noteNotSeen(path);
  unread.touch(path);
  return file.key;
}

/** @param isMoved whether it stands elsewhere now @returns the key that it is missed under */
function noteGone(
  { context, unread }: TakeOverGround,
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
export function forgetIgnored({ ports, context, unread }: TakeOverGround): ContentKeyText[] {
  const { files } = context;
  const rules = context.ignoreRules();
  if (rules.isEmpty) return [];
  const ignored = files.paths().filter((path) => rules.ignoresFile(path));
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
function takeWithheld(
  { ports, context: { files }, unread }: TakeOverGround,
  withheld: ReadonlyMap<string, Withheld>,
): void {
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
      if (files.get(path)?.problem?.code === problem.code) continue;
      files.noteRead(path, stat, { problem }, nowMs);
      unread.touch(path);
    }
  });
}

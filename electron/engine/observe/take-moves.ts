import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { Links } from '../library/links-file.ts';
import type { FileStat, LibraryDisk } from '../ports.ts';
import type { LibraryRecords, ServiceSide } from '../state/library-state.ts';
import type { LocalFile, Reading } from '../state/local-file.ts';
import { assignKey, claimOfFile, linkAfterMove } from '../tree/assign-key.ts';
import type { FileLink } from '../tree/library-links.ts';
import type { DifferentFile } from './compare-scan.ts';
import { leftLine } from './left-line.ts';
import { identityOf, looksOf, movesWithoutRest, recognizeMoves, type MovedFile } from './moved-files.ts';
import { isSameFile } from './same-stat.ts';
import type { TakeOverGround } from './scan-take-over.ts';

/** What a scan shows, and the moves that are known already. */
interface MoveSight {
  readonly gone: readonly LocalFile[];
  readonly seen: readonly DifferentFile[];
  readonly known: readonly MovedFile[];
}

/** Paths at which nothing stands any more, and those that are part of a move already. */
const pathsIn = ({ gone, known }: MoveSight) => ({
  goneHere: new Set(gone.map(({ path }) => path)),
  taken: new Set(known.flatMap(({ from, path }) => [from.path, path])),
});

/**
 * Places at which a file may have come to stand, with how it looks there: as it was just seen, else as it is known.
 * @param paths of files that are known to look like one that is looked for
 * @param isAlike whether what was just seen does
 */
function placesFor(
  files: LibraryRecords['files'],
  sight: MoveSight,
  paths: readonly string[],
  isAlike: (stat: FileStat) => boolean,
) {
  const { taken, goneHere } = pathsIn(sight);
  const statsNow = new Map(sight.seen.flatMap(({ path, stat }) => (isAlike(stat) ? [[path, stat]] : [])));
  return [...new Set([...paths, ...statsNow.keys()])].flatMap((path) => {
    const file = files.get(path);
    const stat = statsNow.get(path) ?? (file && statOf(file));
    const isOpen = !goneHere.has(path) && !taken.has(path);
    return stat && isOpen ? [{ path, stat, file, isSeen: statsNow.has(path) }] : [];
  });
}

/**
 * Files with a link that stand elsewhere, and have to be read there: they were so before it was seen that they are gone from
 * where they stood, or were not read after their last change, or after a person said what they are. The link goes along: it
 * holds there too, also that they are of no class.
 */
export function movesOfLinks(context: LibraryRecords & ServiceSide & Links, sight: MoveSight): readonly MovedFile[] {
  const { files } = context;
  const { gone, seen, known } = sight;
  const links = context.links();
  const { taken, goneHere } = pathsIn(sight);
  // A first look sees every file: only those with a link are asked for.
  const replaced = seen.flatMap(({ path, stat }) => {
    const file = links.has(path) && !goneHere.has(path) ? files.get(path) : undefined;
    return file && file.goneSinceMs === undefined && identityOf(file) !== identityOf(stat) ? [file] : [];
  });
  const linked = [...gone.filter(({ path }) => links.has(path)), ...replaced].filter(({ path }) => !taken.has(path));
  if (linked.length === 0) return [];
  const inodes = new Set(linked.map(({ inode }) => inode));
  const numbered = files.withInode([...inodes]).map(({ path }) => path);
  const there = placesFor(files, sight, numbered, ({ inode }) => inodes.has(inode));
  const moves = new Set(recognizeMoves(linked, there).filter((move) => goesAlong(context, move)));
  return movesWithoutRest([...known, ...moves], goneHere).filter((move) => moves.has(move));
}

/** Whether the link of a file counts at the path at which it stands now, also where something was known of that path. */
function goesAlong(context: LibraryRecords & ServiceSide & Links, { from, path, stat }: MovedFile): boolean {
  const { files, library } = context;
  const links = context.links();
  const link = links.get(from.path);
  const file = files.get(path);
  const isAgreed = file?.key !== undefined && context.trees()?.synced(file.key)?.path === path;
  if (!isAgreed && !links.has(path)) return true;
  // What an answer that is taken back puts where a key is agreed is of that key again.
  if (link === undefined || link === 'unassigned') return false;
  const isBack = claimOfFile(path, linkAfterMove(link, from.path, path), library) === file?.key;
  return isBack || (file !== undefined && file.inode !== stat.inode);
}

/** How a file looked when it was last looked at. */
function statOf(file: LocalFile): FileStat {
  return { ...file, kind: 'file', changedMs: file.changedMs ?? file.modifiedMs };
}

/** A file of no class that was read longer ago than this before another one is gone is a copy of it. */
const readBeforeGoneMs = 60_000;

/**
 * Files with a link that were moved on a disk that gives a file another number with another name, as Windows does on FAT
 * and exFAT: one of no class has the length and date of one that is gone, of which there is one each, and its bytes. What
 * has no link needs no such look: it gets its key where it stands.
 */
export async function movesByBytes(
  { ports, context }: Pick<TakeOverGround, 'ports' | 'context'>,
  sight: MoveSight,
): Promise<readonly MovedFile[]> {
  const { files } = context;
  const links = context.links();
  const { taken } = pathsIn(sight);
  const missing = sight.gone.filter(({ path }) => !taken.has(path));
  if (!missing.some(({ path }) => links.has(path))) return [];
  const looks = new Set(missing.map(looksOf));
  const sinceMs = ports.clock.now() - readBeforeGoneMs;
  const alike = [...files.present()].flatMap(([path, file]) => (looks.has(looksOf(file)) ? [path] : []));
  const appeared = placesFor(files, sight, alike, (stat) => looks.has(looksOf(stat))).filter(
    ({ path, file, isSeen }) => {
      const isOfNoClass = file?.key === undefined && file?.problem === undefined && !links.has(path);
      return isOfNoClass && (isSeen || (file?.sinceMs ?? 0) >= sinceMs);
    },
  );
  const moves: MovedFile[] = [];
  const read = missing.filter(({ settled }) => settled);
  for (const move of recognizeMoves(read, appeared, looksOf))
    if (links.has(move.from.path) && (await hasItsBytes(context.disk, move))) moves.push(move);
  return moves;
}

/** A copy is not taken for the file where that came back meanwhile; a disk may answer to its old name, too. */
async function hasItsBytes(
  disk: Pick<LibraryDisk, 'hash' | 'stat'>,
  { from, path, stat }: MovedFile,
): Promise<boolean> {
  if (from.sha256 === undefined) return false;
  const read = await disk.hash(path).catch(() => undefined);
  if (read?.sha256 !== from.sha256 || !isSameFile(stat, read.after)) return false;
  const there = await disk.stat(from.path).catch(() => from);
  return there === undefined || there.inode === stat.inode;
}

export function readAnew(
  { context, unread }: Pick<TakeOverGround, 'context' | 'unread'>,
  path: string,
  stat: FileStat,
  nowMs: number,
): void {
  context.files.noteChanged(path, stat, nowMs);
  unread.watch(path, stat);
}

/** A link says what a file is, so it goes where the file goes: before anything relies on it. */
export async function moveLinks(context: Links, moves: readonly MovedFile[]): Promise<void> {
  const links = context.links();
  const linked = moves.filter(({ from }) => links.has(from.path));
  const changes = new Map<string, FileLink | undefined>(linked.map(({ from }) => [from.path, undefined]));
  // Behind all that go, because one file may have come to where another one was.
  for (const { from, path } of linked) {
    const link = links.get(from.path);
    if (link !== undefined) changes.set(path, linkAfterMove(link, from.path, path));
  }
  if (changes.size > 0) await context.changeLinks(changes);
}

/** What a person says meanwhile of files that moved, at the places where they knew them, goes where those are, too. */
export async function moveLinksSaidSince(context: Links, moves: readonly MovedFile[]): Promise<void> {
  const taken = new Set(moves.map(({ path }) => path));
  const links = context.links();
  await moveLinks(
    context,
    moves.filter(({ from }) => links.has(from.path) && !taken.has(from.path)),
  );
}

/** @returns dirty keys */
export function takeAllMoved(
  ground: TakeOverGround,
  moves: readonly MovedFile[],
  nowMs: number,
): (ContentKeyText | undefined)[] {
  const { context, tell } = ground;
  const movedFrom = new Set(moves.map(({ from }) => from.path));
  // Of files in whose places others came, and which stand nowhere any more: looked at before their rows are written over.
  const lines = moves.flatMap(({ path }) => {
    const replaced = movedFrom.has(path) ? undefined : context.files.get(path);
    const left = replaced && replaced.goneSinceMs === undefined ? leftLine(context.trees(), replaced) : undefined;
    return left ? [{ kind: 'leftLine', path, ...left } as const] : [];
  });
  const leftAt = new Map(lines.map(({ path, key }) => [path, key]));
  const keys = moves.map((move) => takeMoved(ground, move, leftAt.get(move.path), nowMs));
  tell({ kind: 'keyNews', news: lines });
  return [...keys, ...leftAt.values()];
}

/** @param replacedKey under which the file was agreed on in whose place it came */
function takeMoved(
  { context, unread }: TakeOverGround,
  { from, path, stat }: MovedFile,
  replacedKey: ContentKeyText | undefined,
  nowMs: number,
): ContentKeyText | undefined {
  const { files, library } = context;
  const { program, programVersion, sha256, rereadDueMs, fetchedFrom, leftKey } = from;
  const assignment = assignKey(path, context.links().get(path), { applicationVersion: programVersion }, library);
  const isBack = assignment.kind === 'assigned' && assignment.text === leftKey;
  const about = { program, programVersion, leftKey: (isBack ? undefined : leftKey) ?? replacedKey };
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

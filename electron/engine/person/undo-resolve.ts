import { AppError } from '../../../shared/errors/app-error.ts';
import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import { compareVersions, type Version } from '../../../shared/model/version.ts';
import type { ConflictChoice } from '../../../shared/rpc/file-records.ts';
import { isSameFile, statInPlace } from '../observe/same-stat.ts';
import type { Sha256 } from '../../../shared/model/sha256.ts';
import type { FileStat, LibraryDisk } from '../ports.ts';
import type { Queue } from '../queue/queue.ts';
import type { EndedConflict } from '../state/ended-conflicts.ts';
import type { ServiceTrees } from '../state/service-trees.ts';
import { assertNotOpen, assertReplaceable } from '../transfer/replace-file.ts';
import { nameByFormat } from '../transfer/path-of-format.ts';
import { discardTheirs } from '../transfer/discard-theirs.ts';
import { standingAt, watchStanding } from '../library/standing-file.ts';
import { isUndoable } from '../library/ended-conflicts.ts';
import { noConflict, type ConflictLibrary } from './divergence.ts';
import { statOfBytes } from './stat-of-bytes.ts';
import { treesOf, type LibraryRecords } from '../state/library-state.ts';

/** What came of undoing an answer: the question is open again, or what followed from the answer stays. */
export type Undone =
  | { readonly reopened: true }
  /** `version`: the one that the person's file became on the service; not known while it is being sent. */
  | { readonly reopened: false; readonly version?: Version | undefined };

/** An answer to a conflict, as it was told of. */
export interface AnswerMeant {
  readonly choice: ConflictChoice;
  readonly theirVersion: Version;
  readonly endedMs: number;
}

interface Undoing {
  readonly context: ConflictLibrary;
  readonly trees: ServiceTrees;
  readonly key: ContentKeyText;
  readonly ended: EndedConflict;
  /** Where the file of the key stands: it may have been renamed since. */
  readonly path: string;
  readonly nowMs: number;
}

/**
 * Undoes how a person ended a conflict: both versions stand against each other again. Nothing is undone that went to the
 * service: a version stays there.
 * @param answer the key it was about, and the answer that is meant; without, the last one
 * @throws AppError `not-connected`, `unknown-item` when there is nothing to undo or it was answered anew, `no-conflict` when
 * that ended meanwhile, `file-changed-meanwhile` when somebody saved either file since, renamed the copy or gave it classes,
 * `file-in-use` while a program has one of them open, or what the disk says; then everything is as it was
 */
export async function undoResolve(
  queue: Pick<Queue, 'transferOf' | 'isRunning'>,
  context: ConflictLibrary,
  { key, meant }: { readonly key: ContentKeyText; readonly meant?: AnswerMeant | undefined },
  nowMs: number,
): Promise<Undone> {
  const trees = treesOf(context);
  const ended = trees.endedConflict(key);
  const isBeingSent = (): boolean => {
    const entry = queue.transferOf(context.library.libraryId, key);
    return trees.sent(key).size > 0 || (entry !== undefined && queue.isRunning(entry.entryId));
  };
  if (ended && meant && !isMeant(ended, meant)) throw new AppError('unknown-item', { detail: answeredAnew });
  if (!ended || !isUndoable(trees, key, ended)) {
    // What was sent since is not theirs.
    if (meant && meant.choice !== 'keepMine') throw nothingToUndo();
    return { reopened: false, version: versionOfMine(context, trees, key) };
  }
  const undoing = { context, trees, key, ended, path: trees.synced(key)?.path ?? ended.mine.path, nowMs };
  if (ended.choice !== 'keepMine') return putMineBack(undoing);
  return context.placeAt(ended.theirs.keptAt, async () => {
    const isKept = await isTheirs(undoing, ended.theirs.keptAt);
    // From here on nothing else runs: what is not being sent now finds the question open.
    if (isBeingSent()) return { reopened: false };
    return reopenMine(undoing, isKept);
  });
}

const answeredAnew = 'It was answered in another way since. Everything stays as it is.';

const isMeant = ({ choice, theirs, endedMs }: EndedConflict, meant: AnswerMeant): boolean =>
  choice === meant.choice && endedMs === meant.endedMs && compareVersions(theirs.version, meant.theirVersion) === 0;

/** The version that the file which stands there became on the service. What was fetched from there is not mine. */
function versionOfMine({ files }: LibraryRecords, trees: ServiceTrees, key: ContentKeyText): Version {
  const synced = trees.synced(key);
  const isSent = files.presentPathsOf(key).some((path) => {
    const file = files.get(path);
    return file?.sha256 === synced?.sha256 && file?.fetchedFrom !== trees.serviceId;
  });
  if (synced && isSent) return synced.version;
  throw nothingToUndo();
}

const nothingToUndo = (): AppError =>
  new AppError('unknown-item', { detail: 'There is no answer to a conflict that could be undone.' });

async function isTheirs({ context, ended }: Undoing, path: string): Promise<boolean> {
  return (await statOfBytes(context.disk, path, ended.theirs.sha256)) !== undefined;
}

/** Mine was to follow theirs, and was not sent. A copy of theirs that is gone by now is fetched again. */
function reopenMine(undoing: Undoing, isKept: boolean): Undone {
  const { context, key, ended } = undoing;
  const { path, sha256, fetchedFrom } = ended.mine;
  context.transaction(() => {
    reopen(undoing, isKept);
    if (fetchedFrom !== undefined) context.files.noteFetchedFrom(path, sha256, fetchedFrom);
    const decided = context.decide(key);
    const isOpen = typeof decided === 'string' || ['holdConflict', 'diverged'].includes(decided.step.kind);
    // The service went on meanwhile so that nothing stands against mine any more.
    if (!isOpen) throw noConflict();
  });
  return { reopened: true };
}

/** Both sides agree on what they agreed on before, and stand against each other. In a transaction. */
function reopen({ context, trees, key, ended, path, nowMs }: Undoing, isKept: boolean): void {
  const { version: theirVersion, keptAt, sha256, changedMs: theirChangedMs } = ended.theirs;
  // An agreement on another file, which was of the key before, says nothing of this one.
  const isOfMine = ended.before?.path === ended.mine.path;
  trees.restoreSynced(key, ended.before && isOfMine ? { ...ended.before, path } : ended.before);
  trees.forgetEnded(key);
  if (!isKept) return;
  context.unneeded.forget(keptAt);
  trees.noteConflict(key, { theirVersion, keptAt, sha256, theirChangedMs }, nowMs);
}

/**
 * Theirs stands where mine stood: mine takes its place again. The conflict is written down first, and the file counts as
 * unread until it is done: an engine that ends in the middle finds one side or the other there, and whatever it is, the
 * service's version is on the service and mine is on the disk.
 */
async function putMineBack(undoing: Undoing): Promise<Undone> {
  const { context, trees, key, ended, path } = undoing;
  const { disk } = context;
  const { at } = ended.mine;
  const isReopened = await turnsOfBoth(undoing, async () => {
    // Whoever said the same a moment ago has had it done.
    if (!isUndoable(trees, key, ended)) return false;
    const { isStill, assertStill } = watchStanding(context, path, key);
    if ((await standingAt(context, path, key)) === 'other')
      throw changedSince(`${path} got classes since. It stays as it is.`);
    await assertNotOpen(context, path);
    const before = await statAsPut(disk, path, ended.theirs.sha256);
    assertReplaceable(before);
    const mine = await statAsPut(disk, at, ended.mine.sha256);
    if (ended.choice === 'keepBoth') await assertOnlyCopy(context, at);
    await context.placeAt(ended.theirs.keptAt, async () => {
      await keepTheirs(undoing);
      assertStill();
      context.transaction(() => {
        context.files.noteUnread(path);
        reopen(undoing, true);
      });
    });
    try {
      await disk.replace(at, path, before);
    } catch (error) {
      await answerAgain(undoing, before);
      throw error;
    }
    const stat = await statInPlace(disk, path, mine);
    const { sha256, fetchedFrom } = ended.mine;
    // Where a person said just now what it belongs to, it stays unread.
    if (isStill()) context.files.noteRead(path, stat, { sha256, key, fetchedFrom }, undoing.nowMs);
    return true;
  });
  if (!isReopened) return { reopened: false, version: versionOfMine(context, trees, key) };
  if (ended.choice === 'keepBoth') await context.changeLinks(new Map([[at, undefined]]));
  else context.backups.forget(at);
  await nameByFormat(context, trees, { key, path, name: ended.mine.path });
  return { reopened: true };
}

/** A copy in the backup folder is not cleared away while it is put back. */
const turnsOfBoth = <T>({ context, ended, path }: Undoing, work: () => Promise<T>): Promise<T> =>
  ended.choice === 'keepBoth'
    ? context.placeAt(path, work)
    : context.placeAt(ended.mine.at, () => context.placeAt(path, work));

const changedSince = (detail: string): AppError => new AppError('file-changed-meanwhile', { detail });

/** @throws AppError `file-changed-meanwhile` where these bytes do not stand there any more */
async function statAsPut(disk: LibraryDisk, path: string, sha256: Sha256): Promise<FileStat> {
  const stat = await statOfBytes(disk, path, sha256);
  if (stat) return stat;
  if (await disk.stat(path)) throw changedSince(`${path} was saved since. It stays as it is.`);
  throw changedSince(`${path} was renamed or removed since. Everything stays as it is.`);
}

/** A copy with classes has a life of its own: it may be on the service already. */
async function assertOnlyCopy(context: ConflictLibrary, copy: string): Promise<void> {
  await assertNotOpen(context, copy);
  if (context.links().get(copy) !== 'unassigned') throw changedSince(`${copy} got classes since. It stays as it is.`);
}

/**
 * Keeps theirs beside again, until mine takes its place perhaps as a second name of the same file: where the engine ends
 * before that, it is removed.
 */
async function keepTheirs(undoing: Undoing): Promise<void> {
  const { context, ended, key, path, nowMs } = undoing;
  const { keptAt, sha256 } = ended.theirs;
  if (await isTheirs(undoing, keptAt)) return;
  await discardTheirs(context, { keptAt, key, sha256 }, nowMs);
  context.unneeded.note({ keptAt, key, sha256 });
  await context.disk.keepCopy(path, keptAt);
}

/** Mine could not take its place: it is as the person said before. */
async function answerAgain({ context, trees, key, ended, path, nowMs }: Undoing, before: FileStat): Promise<void> {
  const { version, sha256 } = ended.theirs;
  const stat = await context.disk.stat(path).catch(() => undefined);
  context.transaction(() => {
    trees.restoreSynced(key, { path, version, sha256, agreedMs: ended.endedMs });
    trees.forgetConflict(key);
    trees.noteEnded(key, ended);
    context.unneeded.note({ ...ended.theirs, key });
    if (!isSameFile(before, stat)) return;
    context.files.noteRead(path, before, { sha256, key, fetchedFrom: trees.serviceId }, nowMs);
  });
}

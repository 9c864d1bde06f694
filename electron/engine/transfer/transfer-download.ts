import { AppError } from '../../../shared/errors/app-error.ts';
import type { Sha256 } from '../../../shared/model/sha256.ts';
import { compareVersions, type Version } from '../../../shared/model/version.ts';
import { assertRoom } from './assert-room.ts';
import { fetchVersion, fetchWhole, isFetchedWhole, type FetchedVersion, type FetchTask } from './fetch-version.ts';
import { assertNotOpen, assertReplaceable } from './replace-file.ts';
import { sameStat, statInPlace } from '../observe/same-stat.ts';
import type { CadFacts, FileStat } from '../ports.ts';
import type { DownloadIntent } from '../queue/intent.ts';
import type { RemoteItem } from '../state/remote-tree.ts';
import { linkWhereNeeded, orLeave, placeAsNew, placeOverFile, reservePath, type PlacedFile } from './place-download.ts';
import { pathOfFormat, renameToFormat } from './path-of-format.ts';
import { fetchTask, remoteOf, type RunningEntry } from './running-entry.ts';
import { stillWanted } from './still-wanted.ts';
import type { LocalEntry } from '../tree/entries.ts';
import { standingOf, watchStanding } from '../library/standing-file.ts';
import { folderOf } from '../tree/paths.ts';
import { treesOf, type KeptCopies, type LibraryRecords, type ServiceSide } from '../state/library-state.ts';
import type { LibraryFolder } from '../observe/library-folder.ts';
import type { Links } from '../library/links-file.ts';
import type { Placing } from '../library/placing.ts';
import type { Planning } from '../library/planning.ts';

type DownloadTask = RunningEntry<
  LibraryRecords & ServiceSide & KeptCopies & LibraryFolder & Links & Planning & Placing
>;

/** In less time nobody does anything to a file that has just come. */
const momentMs = 200;

/** Fetches a version and puts it in its place. */
export async function runDownload(task: DownloadTask, intent: DownloadIntent): Promise<void> {
  const { context, entry } = task;
  const trees = treesOf(context);
  const remote = remoteOf(task);
  const { path, stat, sha256, facts, done } = await (intent.replaces
    ? fetchOver(task, intent, remote, intent.replaces)
    : fetchAsNew(task, intent, remote));
  const { clock } = task.ports;
  const [now, placedMs] = [clock.now(), clock.steadyMs()];
  const movedBytes = stat?.sizeBytes ?? remote.sizeBytes ?? 0;
  await task.conclude({ kind: 'downloaded', path, version: intent.version, movedBytes }, () => {
    if (intent.replaces && intent.replaces.path !== path) context.files.forget(intent.replaces.path);
    if (stat) {
      const fetchedFrom = trees.serviceId;
      const about = { program: facts?.program, programVersion: facts?.applicationVersion, fetchedFrom };
      context.files.noteRead(path, stat, { sha256, key: entry.key, ...about }, now);
    }
    // An older version than the newest says nothing of the newest's bytes.
    const isNews = remote.sha256 !== sha256 && compareVersions(remote.version, intent.version) === 0;
    if (isNews) trees.noteRemote(entry.key, { ...remote, sha256 });
    trees.noteSynced(entry.key, { path, version: intent.version, sha256 }, now, now);
    // What was said to its being gone was about that time: it is a file like any other again.
    if (!intent.replaces) {
      context.changes()?.forget(entry.key);
      trees.forgetRemoval(entry.key);
    }
    done();
  });
  if (stat && clock.steadyMs() - placedMs > momentMs) await lookAfterwards(task, path, stat);
}

/** What was done to a file before it was known is told of nothing: whoever looked there found a path that nobody knew. */
async function lookAfterwards(task: DownloadTask, path: string, stat: FileStat): Promise<void> {
  const standing = await task.context.disk.stat(path).catch(() => undefined);
  if (!standing || !sameStat(stat, standing)) task.lookAt(path);
}

/**
 * A download in its place. Its stat is as it was before it was put there (see `statInPlace`): that of a save that came at
 * once would make those bytes count as the service's. Without one it has to be read.
 */
interface PlacedDownload extends PlacedFile {
  readonly sha256: Sha256;
  readonly facts: CadFacts | undefined;
  readonly done: () => void;
}

/** The replaced file stays in the backup folder. */
async function fetchOver(
  task: DownloadTask,
  { version }: DownloadIntent,
  remote: RemoteItem,
  replaces: LocalEntry,
): Promise<PlacedDownload> {
  const { disk } = task.context;
  const { path } = replaces;
  const standing = await disk.stat(path);
  await assertRoom(disk, (remote.sizeBytes ?? 0) + (standing?.sizeBytes ?? 0));
  assertReplaceable(standing);
  await assertNotOpen(task.context, path);
  const { assertOfKey, isStill } = createKeyCheck(task, path);
  const fetched = await fetchVersion(fetchTask(task, remote, version), folderOf(path));
  const { sha256, done } = fetched;
  return orLeave(fetched, async () => {
    assertOfKey();
    const isSame = sha256 === replaces.sha256;
    const stat = isSame ? undefined : await disk.stat(fetched.path);
    const name = nameOfFetched(fetched, remote, version) ?? path;
    const facts = await factsOf(task, fetched, name);
    const named = isSame ? path : await pathOfFormat(disk, path, name);
    // Of its old name too: it keeps that where it cannot be renamed.
    for (const one of new Set([path, named])) {
      assertOfKey();
      await linkWhereNeeded(task, one, facts);
    }
    await placeOverFile(task, fetched, { replaced: replaces, replacedBy: version, assertStill: assertOfKey });
    const placed = await renameToFormat(task.context, { path, named, isStill });
    const now = stat && (await statInPlace(disk, placed, stat));
    // Where a person said at the last moment, by its old or its new name, that it is something else, it is to be read.
    const isOther = !isStill() || standingOf(task.context, { path: placed }, task.entry.key) === 'other';
    if (isOther) task.lookAt(placed);
    return { path: placed, sha256, facts, done, stat: isOther ? undefined : now };
  });
}

/** What a version is called: as it was told with its bytes, else with all that is known of the newest one. */
function nameOfFetched(
  { fileName }: FetchedVersion,
  { version: newest, baseFilename, fileExtension }: RemoteItem,
  version: Version,
): string | undefined {
  return fileName ?? (compareVersions(newest, version) === 0 ? `${baseFilename}.${fileExtension}` : undefined);
}

/** While the newer version was fetched, a person may have said that the file is something else. */
function createKeyCheck({ context, entry }: DownloadTask, path: string) {
  const { isStill, assertStill } = watchStanding(context, path, entry.key);
  return {
    isStill,

    /** @throws AppError `file-changed-meanwhile` */
    assertOfKey: (): void => {
      assertStill();
      if (context.files.get(path)?.key !== entry.key) throw new AppError('file-changed-meanwhile');
    },
  };
}

async function fetchAsNew(
  task: DownloadTask,
  { version, at }: DownloadIntent,
  remote: RemoteItem,
): Promise<PlacedDownload> {
  await assertRoom(task.context.disk, remote.sizeBytes ?? 0);
  const { path, release } = reservePath(task, remote, at);
  const fetching = fetchTask(task, remote, version);
  const place: NewPlace = { path, assertMissed: createMissedCheck(task) };
  try {
    return await (isFetchedWhole(fetching) ? putWhole : putFetched)(task, remote, fetching, place);
  } finally {
    release();
  }
}

/** Where a file that is not here is to come. */
interface NewPlace {
  readonly path: string;
  /** @throws AppError `file-changed-meanwhile` */
  readonly assertMissed: () => void;
}

/**
 * While it was fetched, the file may have come back by itself, or a person may have taken back that they want it, or want
 * it back.
 */
function createMissedCheck({ context, entry }: DownloadTask): NewPlace['assertMissed'] {
  const { key } = entry;
  const wish = (): string => `${context.trees()?.isWanted(key)} ${context.changes()?.get(key, 'removal')?.standing}`;
  const before = wish();
  return () => {
    // To decide anew costs, and nearly always nothing has changed.
    const isAlone = context.files.presentPathsOf(key).length === 0 && context.unreadRival(key) === undefined;
    const isAsBefore = isAlone && wish() === before;
    if (!isAsBefore && !stillWanted(context, entry)) throw new AppError('file-changed-meanwhile');
  };
}

/** A small version goes from memory to its place. */
async function putWhole(task: DownloadTask, remote: RemoteItem, fetching: FetchTask, place: NewPlace) {
  const { path } = place;
  const { bytes, sha256 } = await fetchWhole(fetching);
  const read = async (position: number, lengthBytes: number): Promise<Uint8Array> =>
    bytes.subarray(position, position + lengthBytes);
  const facts = await orUnknown(() => task.ports.inspectCadFile({ read }, path, bytes.length));
  const put = async (at: string): Promise<FileStat> => {
    place.assertMissed();
    return task.context.disk.putWhole(at, bytes);
  };
  return { ...(await placeAsNew(task, remote, { facts, put }, path)), sha256, facts, done: () => undefined };
}

async function putFetched(task: DownloadTask, remote: RemoteItem, fetching: FetchTask, place: NewPlace) {
  const { disk } = task.context;
  const { path } = place;
  const fetched = await fetchVersion(fetching, folderOf(path));
  const { sha256, done } = fetched;
  return orLeave(fetched, async () => {
    const facts = await factsOf(task, fetched, path);
    const stat = await disk.stat(fetched.path);
    const put = async (at: string): Promise<FileStat | undefined> => {
      place.assertMissed();
      await disk.place(fetched.path, at);
      return stat && statInPlace(disk, at, stat);
    };
    return { ...(await placeAsNew(task, remote, { facts, put }, path)), sha256, facts, done };
  });
}

/** @param path where it goes */
function factsOf(
  { context, ports }: DownloadTask,
  { path: incoming, sizeBytes }: FetchedVersion,
  path: string,
): Promise<CadFacts | undefined> {
  return orUnknown(() => context.disk.inspect(incoming, (file) => ports.inspectCadFile(file, path, sizeBytes)));
}

/** That it cannot be told what a download says about itself must not undo it. */
async function orUnknown(inspect: () => Promise<CadFacts>): Promise<CadFacts | undefined> {
  try {
    return await inspect();
  } catch {
    return undefined;
  }
}

import { compareVersions } from '../../../shared/model/version.ts';
import { assertRoom } from './assert-room.ts';
import { fetchVersion, type FetchedVersion } from './fetch-version.ts';
import { assertReplaceable } from './replace-file.ts';
import { statInPlace } from '../observe/same-stat.ts';
import type { CadFacts, FileStat } from '../ports.ts';
import type { DownloadIntent } from '../queue/intent.ts';
import type { RemoteItem } from '../state/remote-tree.ts';
import { assertNotOpen } from './assert-not-open.ts';
import { linkWhereNeeded, orLeave, placeAsNew, placeOverFile, reservePath } from './place-download.ts';
import { fetchTask, remoteOf, treesOf, type RunningEntry } from './running-entry.ts';
import { folderOf } from '../tree/folder-of.ts';

/** Fetches a version and puts it in its place. */
export async function runDownload(task: RunningEntry, intent: DownloadIntent): Promise<void> {
  const { context, entry } = task;
  const trees = treesOf(context);
  const remote = remoteOf(trees, entry);
  const { target, fetched, stat, facts } = await fetchIntoPlace(task, intent, remote);
  const now = task.ports.clock.now();
  await task.conclude({ kind: 'downloaded', path: target, version: intent.version }, () => {
    if (stat) {
      const fetchedFrom = trees.serviceId;
      const about = { program: facts?.program, programVersion: facts?.applicationVersion, fetchedFrom };
      context.files.noteRead(target, stat, { sha256: fetched.sha256, key: entry.key, ...about }, now);
    }
    // An older version than the newest says nothing of the newest's bytes.
    if (compareVersions(remote.version, intent.version) === 0) {
      trees.noteRemote(entry.key, { ...remote, sha256: fetched.sha256 });
    }
    trees.noteSynced(entry.key, { path: target, version: intent.version, sha256: fetched.sha256 }, now);
    fetched.done();
  });
}

interface PlacedDownload {
  readonly target: string;
  readonly fetched: FetchedVersion;
  readonly facts: CadFacts | undefined;
  /**
   * The file's stat, as it was before it was put in place (see `statInPlace`): that of a save that came at once
   * would make those bytes count as the service's. `undefined`: it has to be read.
   */
  readonly stat?: FileStat | undefined;
}

async function fetchIntoPlace(
  task: RunningEntry,
  { replaces, version, at }: DownloadIntent,
  remote: RemoteItem,
): Promise<PlacedDownload> {
  const { disk } = task.context;
  // The replaced file stays in the backup folder.
  const standing = replaces && (await disk.stat(replaces.path));
  await assertRoom(disk, (remote.sizeBytes ?? 0) + (standing?.sizeBytes ?? 0));
  if (replaces) {
    assertReplaceable(standing);
    await assertNotOpen(task.context, replaces.path);
    const fetched = await fetchVersion(fetchTask(task, remote, version), folderOf(replaces.path));
    return orLeave(fetched, async () => {
      const isInPlace = fetched.sha256 === replaces.sha256;
      const stat = isInPlace ? undefined : await disk.stat(fetched.path);
      const facts = await factsOf(task, fetched, replaces.path);
      await linkWhereNeeded(task, replaces.path, facts);
      await placeOverFile(task, fetched, replaces, version);
      return { target: replaces.path, fetched, facts, stat: stat && (await statInPlace(disk, replaces.path, stat)) };
    });
  }
  const { path, release } = await reservePath(task, remote, at);
  try {
    const fetched = await fetchVersion(fetchTask(task, remote, version), folderOf(path));
    return await orLeave(fetched, async () => {
      const stat = await disk.stat(fetched.path);
      const facts = await factsOf(task, fetched, path);
      const target = await placeAsNew(task, remote, { path: fetched.path, facts }, path);
      return { target, fetched, facts, stat: stat && (await statInPlace(disk, target, stat)) };
    });
  } finally {
    release();
  }
}

/** What a download says about itself: that it cannot be told must not undo the download. @param path where it goes */
async function factsOf(
  { context, ports }: RunningEntry,
  { path: incoming, sizeBytes }: FetchedVersion,
  path: string,
): Promise<CadFacts | undefined> {
  try {
    return await context.disk.inspect(incoming, (file) => ports.inspectCadFile(file, path, sizeBytes));
  } catch {
    return undefined;
  }
}

import { orUndefinedIf } from '../../../shared/errors/app-error.ts';
import { compareVersions, type Version } from '../../../shared/model/version.ts';
import { conflictFolder } from '../../../shared/model/own-folder.ts';
import { assertRoom } from './assert-room.ts';
import { fetchVersion } from './fetch-version.ts';
import type { FetchTheirsIntent } from '../queue/intent.ts';
import { listVersionsOf } from '../remote/remote-items.ts';
import type { RemoteItem } from '../state/remote-tree.ts';
import { fetchTask, type RunningEntry } from './running-entry.ts';
import type { KeptCopies, LibraryRecords } from '../state/library-state.ts';
import type { LibraryFolder } from '../observe/library-folder.ts';

/** Of a service that does not tell hashes, at most so many versions are fetched to compare them, each at most so long. */
const mostFetched = 3;
const longestFetchedBytes = 16 * 2 ** 20;

/**
 * Which version before the newest one holds exactly the bytes of a file: by the hash that the service tells, else by
 * fetching the latest few of the same length.
 * @returns `undefined` where none is proved to
 * @throws AppError what service or disk say
 */
export async function findOlderVersion(
  task: RunningEntry<LibraryRecords & KeptCopies & LibraryFolder>,
  { local, version: newest }: FetchTheirsIntent,
  remote: RemoteItem,
): Promise<Version | undefined> {
  const listed = await listVersionsOf(task.service, task.key, { signal: task.signal, priority: 'download' });
  const older = listed.filter(({ version }) => compareVersions(version, newest) < 0);
  const told = older.find(({ sha256 }) => sha256 === local.sha256);
  if (told) return told.version;
  const sizeBytes = task.context.files.get(local.path)?.sizeBytes;
  const mayBe = older.filter((one) => one.sha256 === undefined && one.sizeBytes === sizeBytes);
  if (mayBe.length === 0 || sizeBytes === undefined || sizeBytes > longestFetchedBytes) return undefined;
  await assertRoom(task.context.disk, sizeBytes);
  for (const { version } of mayBe.slice(0, mostFetched)) {
    const fetching = { ...fetchTask(task, remote, version), announced: { sizeBytes } };
    // What it listed and does not have proves nothing.
    const fetched = await fetchVersion(fetching, conflictFolder).catch(
      orUndefinedIf(({ code }) => code === 'not-found'),
    );
    await fetched?.discard();
    if (fetched?.sha256 === local.sha256) return version;
  }
  return undefined;
}

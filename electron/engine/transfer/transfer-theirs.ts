import { orUndefinedIf } from '../../../shared/errors/app-error.ts';
import type { ContentKey } from '../../../shared/model/content-key.ts';
import type { Sha256 } from '../../../shared/model/sha256.ts';
import { compareVersions, formatVersion, type Version } from '../../../shared/model/version.ts';
import { conflictFolder } from '../../../shared/model/own-folder.ts';
import { discardTheirs } from './discard-theirs.ts';
import { assertRoom } from './assert-room.ts';
import { fetchVersion } from './fetch-version.ts';
import { hasOtherHistory } from '../judge/other-history.ts';
import { safeFileName } from '../library/target-path.ts';
import type { FetchTheirsIntent } from '../queue/intent.ts';
import { listVersionsOf } from '../remote/remote-items.ts';
import type { RemoteItem } from '../state/remote-tree.ts';
import { orLeave } from './place-download.ts';
import { fetchTask, remoteOf, type Outcome, type RunningEntry } from './running-entry.ts';
import { treesOf, type KeptCopies, type LibraryRecords, type ServiceSide } from '../state/library-state.ts';
import type { LibraryFolder } from '../observe/library-folder.ts';
import type { Planning } from '../library/planning.ts';
import type { Placing } from '../library/placing.ts';

type TheirsLibrary = LibraryRecords & ServiceSide & KeptCopies & LibraryFolder & Planning & Placing;

/**
 * Keeps the service's version next to the designer's file, unless it turns out to have the same bytes or those both
 * sides know already. A file of which nothing was agreed on, and that holds an earlier version, is only older: it is
 * agreed on as that version, and replaced as any file of which the service has a newer one.
 */
export async function runFetchTheirs(task: RunningEntry<TheirsLibrary>, intent: FetchTheirsIntent): Promise<void> {
  const { context, entry } = task;
  const trees = treesOf(context);
  const remote = remoteOf(task);
  const older = trees.synced(entry.key) ? undefined : await findOlderVersion(task, intent, remote);
  if (older) return agreeOnOlder(task, intent, older);
  await assertRoom(context.disk, remote.sizeBytes ?? 0);
  const fetched = await fetchVersion(fetchTask(task, remote, intent.version), conflictFolder);
  const keptAt = placeOfTheirs(task, { ...remote, version: intent.version, sha256: fetched.sha256 });
  const same = fetched.sha256 === intent.local.sha256;
  const synced = context.agreedFor(entry.key, intent.local);
  // What the service went back to is one of the versions that mine was made from.
  const isBehind = synced !== undefined && compareVersions(intent.version, synced.version) < 0;
  const isOurs = fetched.sha256 === synced?.sha256 || trees.sent(entry.key).has(fetched.sha256);
  const { fetchedFrom = trees.serviceId } = intent.local;
  const isFollowed = fetchedFrom === trees.serviceId && (isOurs || (isBehind && !hasOtherHistory(remote, synced)));
  const known = same || isFollowed;
  if (known) await fetched.discard();
  else {
    await orLeave(fetched, () =>
      context.placeAt(keptAt, async () => {
        // It may stand there since a conflict before, about to be removed.
        await discardTheirs(context, { keptAt, key: entry.key, sha256: fetched.sha256 }, task.ports.clock.now());
        context.unneeded.forget(keptAt);
        await context.disk.replace(fetched.path, keptAt);
      }),
    );
  }
  const now = task.ports.clock.now();
  const outcome: Outcome = known
    ? { kind: 'quiet' }
    : { kind: 'conflictFound', path: intent.local.path, version: intent.version, movedBytes: fetched.sizeBytes };
  await task.conclude(outcome, () => {
    trees.noteRemote(entry.key, { ...remote, sha256: fetched.sha256 });
    if (same) trees.noteSynced(entry.key, { ...intent.local, version: intent.version }, now, now);
    else if (!known)
      trees.noteConflict(
        entry.key,
        { theirVersion: intent.version, keptAt, sha256: fetched.sha256, theirChangedMs: remote.changedMs },
        now,
      );
    fetched.done();
  });
}

async function agreeOnOlder(
  task: RunningEntry<ServiceSide>,
  { local }: FetchTheirsIntent,
  version: Version,
): Promise<void> {
  const agreed = { path: local.path, version, sha256: local.sha256 };
  const now = task.ports.clock.now();
  await task.conclude({ kind: 'quiet', path: local.path }, () =>
    treesOf(task.context).noteSynced(task.entry.key, agreed, now, now),
  );
}

/** Where a version is kept beside the file. Another service may have another one under the same number. */
function placeOfTheirs(
  { context, key }: RunningEntry<TheirsLibrary>,
  theirs: RemoteItem & { readonly sha256: Sha256 },
): string {
  const longest = context.longestPath - conflictFolder.length - 1;
  const usual = `${conflictFolder}/${conflictName(key, theirs, formatVersion(theirs.version), longest)}`;
  if (!context.unneeded.isOfOtherService(usual, treesOf(context).serviceId)) return usual;
  const told = `${formatVersion(theirs.version)} ${theirs.sha256.slice(0, 8)}`;
  return `${conflictFolder}/${conflictName(key, theirs, told, longest)}`;
}

/** So much of the file's own name is told in any case, with its extension. */
const shortestBase = 32;

function conflictName(key: ContentKey, remote: RemoteItem, version: string, longest: number): string {
  const language = key.languageCode ? `.${key.languageCode}` : '';
  const place = `${key.etimClassCode}_v${key.etimClassCodeVersion} ${key.etimModelCode}_v${key.etimModelCodeVersion}`;
  const program = `${key.applicationName} ${key.applicationVersion} ${key.type}${language}`;
  const suffix = safeFileName(` ${version} (${place}, ${program})`, '');
  return safeFileName(
    remote.baseFilename,
    remote.fileExtension,
    ` ${suffix}`,
    Math.max(longest, suffix.length + shortestBase),
  );
}

/** Of a service that does not tell hashes, at most so many versions are fetched to compare them, each at most so long. */
const mostFetched = 3;
const longestFetchedBytes = 16 * 2 ** 20;

/**
 * Which version before the newest one holds exactly the bytes of a file: by the hash that the service tells, else by
 * fetching the latest few of the same length.
 * @returns `undefined` where none is proved to
 * @throws AppError what service or disk say
 */
async function findOlderVersion(
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

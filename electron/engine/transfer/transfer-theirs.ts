import type { ContentKey } from '../../../shared/model/content-key.ts';
import { compareVersions, formatVersion, type Version } from '../../../shared/model/version.ts';
import { conflictFolder } from '../../../shared/model/own-folder.ts';
import { discardTheirs } from './discard-theirs.ts';
import { assertRoom } from './assert-room.ts';
import { fetchVersion } from './fetch-version.ts';
import { hasOtherHistory } from '../judge/other-history.ts';
import { safeFileName } from '../library/target-path.ts';
import type { FetchTheirsIntent } from '../queue/intent.ts';
import type { RemoteItem } from '../state/remote-tree.ts';
import { findOlderVersion } from './older-version.ts';
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
  const remote = remoteOf(trees, entry);
  const older = trees.synced(entry.key) ? undefined : await findOlderVersion(task, intent, remote);
  if (older) return agreeOnOlder(task, intent, older);
  await assertRoom(context.disk, remote.sizeBytes ?? 0);
  const fetched = await fetchVersion(fetchTask(task, remote, intent.version), conflictFolder);
  const longestName = context.longestPath - conflictFolder.length - 1;
  const keptAt = `${conflictFolder}/${conflictName(task.key, remote, intent.version, longestName)}`;
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

/** So much of the file's own name is told in any case, with its extension. */
const shortestBase = 32;

function conflictName(key: ContentKey, remote: RemoteItem, version: Version, longest: number): string {
  const language = key.languageCode ? `.${key.languageCode}` : '';
  const place = `${key.etimClassCode}_v${key.etimClassCodeVersion} ${key.etimModelCode}_v${key.etimModelCodeVersion}`;
  const program = `${key.applicationName} ${key.applicationVersion} ${key.type}${language}`;
  const suffix = safeFileName(` ${formatVersion(version)} (${place}, ${program})`, '');
  return safeFileName(
    remote.baseFilename,
    remote.fileExtension,
    ` ${suffix}`,
    Math.max(longest, suffix.length + shortestBase),
  );
}

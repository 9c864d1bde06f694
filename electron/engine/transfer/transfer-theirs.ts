import type { ContentKey } from '../../../shared/model/content-key.ts';
import { compareVersions, formatVersion, type Version } from '../../../shared/model/version.ts';
import { expectRoom } from './expect-room.ts';
import { fetchVersion } from './fetch-version.ts';
import { hasOtherHistory } from '../judge/other-history.ts';
import { safeFileName } from '../library/target-path.ts';
import { ownFolder } from '../tree/own-folder.ts';
import type { FetchTheirsIntent } from '../queue/intent.ts';
import type { RemoteItem } from '../state/remote-tree.ts';
import { orLeave } from './place-download.ts';
import { fetchTask, remoteOf, treesOf, type Outcome, type RunningEntry } from './running-entry.ts';

/** Where the service's versions are kept that stand against a file of the library. */
export const conflictFolder = `${ownFolder}/conflicts`;

/**
 * Keeps the service's version beside the designer's file, unless it turns out to have the same bytes or those both
 * sides know already.
 */
export async function runFetchTheirs(task: RunningEntry, intent: FetchTheirsIntent): Promise<void> {
  const { context, entry } = task;
  const trees = treesOf(context);
  const remote = remoteOf(trees, entry);
  await expectRoom(context.disk, remote.sizeBytes ?? 0);
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
      context.placeAt(keptAt, () => {
        // It may be about to be removed for the sake of a conflict before.
        context.unneeded.forget(keptAt);
        return context.disk.replace(fetched.path, keptAt);
      }),
    );
  }
  const now = task.ports.clock.now();
  const outcome: Outcome = known
    ? { kind: 'quiet' }
    : { kind: 'conflictFound', path: intent.local.path, version: intent.version };
  await task.conclude(outcome, () => {
    trees.noteRemote(entry.key, { ...remote, sha256: fetched.sha256 });
    if (same) trees.noteSynced(entry.key, { ...intent.local, version: intent.version }, now);
    else if (!known)
      trees.noteConflict(entry.key, { theirVersion: intent.version, keptAt, theirChangedMs: remote.changedMs }, now);
    fetched.done();
  });
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

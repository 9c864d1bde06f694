import type { AtStakeRecord } from '../../../shared/rpc/library-records.ts';
import type { LibrarySettings } from '../../../shared/rpc/library-settings.ts';
import type { LibraryChoices, LibraryRecords } from '../state/library-state.ts';
import type { Queue } from '../queue/queue.ts';
import type { QueueEntry } from '../queue/queue-entry.ts';
import type { FileList } from '../state/file-list.ts';
import { createIgnoreRules } from '../tree/ignore-rules.ts';

/** So many of each are named; all are counted. */
const namesListed = 20;

export interface AtStake {
  /** Paths of files whose content the service does not have. */
  readonly files: readonly string[];
  readonly releases: readonly QueueEntry[];
  /** What was written and the service does not have, as a person calls it. */
  readonly written?: readonly string[];
  /** Names of files that wait for an answer of the service to be saved. */
  readonly exports?: readonly string[];
}

export const nothingAtStake: AtStake = { files: [], releases: [] };

/** What nobody would send any more if the library were forgotten: nothing-dropped-by-settings. */
export function atStakeInLibrary(
  { queue, fileList }: { readonly queue: Queue; readonly fileList: Pick<FileList, 'notOnService'> },
  libraryId: string,
): AtStake {
  return { files: fileList.notOnService(libraryId), releases: queue.releases(libraryId) };
}

/** What would no longer be sent, or be sent later, if a library went on with other settings. */
export function atStakeInSettings(
  whole: AtStake,
  context: LibraryRecords & LibraryChoices,
  next: LibrarySettings,
  ignoresCase: boolean,
): AtStake {
  const before = context.settings();
  const rules = createIgnoreRules(next.ignorePatterns, ignoresCase);
  const becomesIgnored = (path: string): boolean => rules.ignoresFile(path) && !context.ignoreRules().ignoresFile(path);
  const stopsSending = next.direction === 'downOnly' && before.direction !== 'downOnly';
  const waitsForPublish =
    next.upload === 'onPublish' && before.upload === 'automatic' && before.direction !== 'downOnly';
  const pathsOf = ({ key }: QueueEntry): string[] =>
    context.files.claimants(key, Infinity).settled.map((file) => file.path);
  return {
    files: whole.files.filter((path) => stopsSending || waitsForPublish || becomesIgnored(path)),
    releases: whole.releases.filter(
      (entry) => isSendable(entry) && (stopsSending || pathsOf(entry).some(becomesIgnored)),
    ),
  };
}

/** Whether a release was not sent yet: what may have been has to be followed to its end. */
export function isSendable({ intent }: QueueEntry): boolean {
  return intent.operation === 'release' && intent.sentFromMajor === undefined;
}

/** Drops the releases that a person was told of, as far as they can still be dropped. In a transaction. */
export function dropReleases(queue: Pick<Queue, 'get' | 'finish'>, named: AtStake['releases']): void {
  const left = named.flatMap(({ entryId }) => queue.get(entryId) ?? []).filter(isSendable);
  for (const { entryId } of left) queue.finish(entryId);
}

export function isAnythingAtStake({ files, releases, written = [], exports = [] }: AtStake): boolean {
  return files.length + releases.length + written.length + exports.length > 0;
}

export function addAtStake(a: AtStake, b: AtStake): AtStake {
  return { files: [...a.files, ...b.files], releases: [...a.releases, ...b.releases] };
}

/** The newest release that is at stake; 0 where none is. */
export function lastReleaseOf({ releases }: Pick<AtStake, 'releases'>): number {
  return Math.max(0, ...releases.map(({ entryId }) => entryId));
}

/** @param titleOf what a person calls the subject of a queue entry */
export function describeAtStake(
  { files, releases, written = [], exports = [] }: AtStake,
  titleOf: (entry: QueueEntry) => string,
): AtStakeRecord {
  return {
    files: files.slice(0, namesListed),
    fileCount: files.length,
    releases: releases.slice(0, namesListed).map(titleOf),
    releaseCount: releases.length,
    lastReleaseId: lastReleaseOf({ releases }),
    ...(written.length > 0 && { written: written.slice(0, namesListed), writtenCount: written.length }),
    ...(exports.length > 0 && { exports: exports.slice(0, namesListed), exportCount: exports.length }),
  };
}

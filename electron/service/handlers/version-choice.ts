import type { VersionChoice } from '../../../shared/api/version-choice.ts';
import type { History, StoredVersion, VersionRecords } from '../store/store.ts';

/** The version of a history that is meant, if it has one. */
export async function findChosen(
  versions: VersionRecords,
  history: History,
  choice: VersionChoice,
): Promise<StoredVersion | undefined> {
  switch (choice.kind) {
    case 'current':
      return versions.find(history.historyId, history.newestRelease ?? history.newest);
    case 'newest':
      return versions.find(history.historyId, history.newest);
    case 'newestOfMajor':
      return versions.findNewest(history.historyId, choice.major);
    case 'exactly':
      return versions.find(history.historyId, choice.version);
  }
}

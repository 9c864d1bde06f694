import type { ContentKeyText } from '../../shared/model/content-key.ts';
import { formatVersion } from '../../shared/model/version.ts';
import type { LibraryRecords, ServiceSide } from './state/library-state.ts';
import type { KeyNews, TellOfLibrary } from './library/library-event.ts';
import type { Clock } from './ports.ts';
import type { Reporter } from './reporter.ts';
import { tellSavedLate } from './upkeep/saved-late.ts';
import type { LastStops } from './state/settings-store.ts';
import type { Libraries } from './state/libraries.ts';
import type { LocalFile } from './state/local-file.ts';
import { nameOf } from './tree/paths.ts';

/** More news of one kind than this become one entry: they would bury what else happened. */
const toldSingly = 20;

const newsKinds: readonly KeyNews['kind'][] = ['adopted', 'relinked', 'removedHere', 'foundChanged', 'leftLine'];

interface LibraryNewsParts {
  readonly clock: Pick<Clock, 'now'>;
  readonly report: Reporter;
  readonly libraries: Pick<Libraries, 'setMarker' | 'setLastScan'>;
  readonly lastStops: Pick<LastStops, 'noteLibrary'>;
  readonly noteGainedClasses: (libraryId: string, keys: readonly ContentKeyText[]) => void;
  /** Entries of the library may be carried out. */
  readonly wakeTransfers: () => void;
  /** What is due to be read again in any library may be read. */
  readonly wakeScrub: () => void;
}

/** Writes down what happens in libraries and passes it on, to people and to the parts it concerns. */
export function createLibraryNews(parts: LibraryNewsParts): TellOfLibrary {
  const { clock, report, libraries, lastStops } = parts;
  return (context, event) => {
    const { libraryId, name } = context.library;
    switch (event.kind) {
      case 'changed':
        return report.filesChanged(libraryId, event.paths);
      case 'dirtyHere':
        return parts.noteGainedClasses(libraryId, event.keys);
      case 'freshness':
        return report.everyFileChanged();
      case 'transfersDue':
        return parts.wakeTransfers();
      case 'compared':
        return parts.wakeScrub();
      case 'marker':
        return libraries.setMarker(libraryId, event.markerId);
      case 'scanned':
        return libraries.setLastScan(libraryId, event.atMs);
      case 'goesOn':
        return lastStops.noteLibrary(libraryId, undefined, clock.now());
      case 'paused': {
        const error = event.reason.toRecord();
        lastStops.noteLibrary(libraryId, error, clock.now());
        return report.tell(libraryId, { kind: 'libraryPaused', title: name, error });
      }
      case 'keyNews':
        return tellKeyNews(report, context, event.news);
      case 'savedLate':
        return tellSavedLate(report, libraryId, event.copy);
      case 'unreadable':
        return tellUnreadable(report, context, event.file);
    }
  };
}

/** Files about which something became known; many of a kind are told together. */
function tellKeyNews(report: Reporter, { library }: LibraryRecords, news: readonly KeyNews[]): void {
  const { libraryId, name } = library;
  for (const kind of newsKinds) {
    const ofKind = news.filter((item) => item.kind === kind);
    if (ofKind.length > toldSingly) report.tell(libraryId, { kind, title: name, count: ofKind.length });
    else
      for (const { path, key, version } of ofKind) {
        report.tell(libraryId, { kind, title: nameOf(path), key, version: version && formatVersion(version) });
      }
  }
}

/** Told with the version that has the bytes which were read of it before. */
function tellUnreadable(
  report: Reporter,
  context: LibraryRecords & ServiceSide,
  { path, key, sha256 }: LocalFile,
): void {
  const { libraryId } = context.library;
  const synced = key === undefined ? undefined : context.trees()?.synced(key);
  const version = synced?.sha256 === sha256 ? synced?.version : undefined;
  const about = { title: nameOf(path), key, version: version && formatVersion(version) };
  report.tell(libraryId, { kind: 'foundUnreadable', ...about });
  report.filesChanged(libraryId, [path]);
}

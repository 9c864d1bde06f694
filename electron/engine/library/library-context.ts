import type { EngineOptions } from '../engine-options.ts';
import { createLibraryFolder, type LibraryFolder } from '../observe/library-folder.ts';
import type { Ports } from '../ports.ts';
import type { Queue } from '../queue/queue.ts';
import {
  createKeptCopies,
  createLibraryChoices,
  createLibraryRecords,
  createServiceSide,
  type KeptCopies,
  type LibraryChoices,
  type LibraryRecords,
  type ServiceSide,
} from '../state/library-state.ts';
import type { Library } from '../state/libraries.ts';
import { createUnreadClaims } from '../state/unread-claims.ts';
import { createLinksFile, type LinksFile } from './links-file.ts';
import { createPlacing, type LibraryPlacing } from './placing.ts';
import { createPlanning, type Planning } from './planning.ts';

/** One library with everything the engine's parts need to work on it; each of them takes what it uses. */
export interface LibraryContext
  extends LibraryRecords, LibraryChoices, LibraryFolder, ServiceSide, KeptCopies, LinksFile, Planning, LibraryPlacing {}

interface ContextParts extends Pick<EngineOptions, 'absenceGraceMs' | 'rereadPeriodMs'> {
  readonly ports: Ports;
  readonly queue: Queue;
}

export function createLibraryContext(parts: ContextParts, library: Library): LibraryContext {
  const { ports, rereadPeriodMs } = parts;
  const { database, disk } = ports;
  const { libraryId } = library;
  const seen = {
    ...createLibraryRecords(database, library, rereadPeriodMs),
    ...createLibraryChoices(library.settings, disk.ignoresCase),
    ...createLibraryFolder(ports, library),
    ...createServiceSide(ports, libraryId),
  };
  const linksFile = createLinksFile({ ...seen, ports, libraryId, onChange: (path) => claims.linkChanged(path) });
  const claims = createUnreadClaims(seen.files, () => linksFile.links(), library);
  return {
    ...seen,
    ...linksFile,
    ...createPlanning({ ...parts, ...seen }, (key, besides) => claims.rivalOf(key, besides)),
    ...createKeptCopies(database, libraryId),
    ...createPlacing(),
  };
}

import type { Database } from '../../../electron/engine/ports.ts';
import { createLibraries } from '../../../electron/engine/state/libraries.ts';
import { defaultLibrarySettings } from '../../../shared/rpc/library-settings.ts';

/** Has libraries with these ids in a state database: of others no files are written. */
export function holdLibraries(database: Database, ...libraryIds: readonly string[]): void {
  const usual = { programs: [], contentType: 'Template', settings: defaultLibrarySettings };
  for (const libraryId of libraryIds)
    createLibraries(database).add({ libraryId, name: libraryId, root: `/${libraryId}`, ...usual });
}

import type { ViewCaller } from '../../../shared/api/caller.ts';
import type { HistoryRecord } from '../../../shared/rpc/activity-records.ts';
import type { KnownLibrary } from '../../../shared/rpc/command-contract.ts';
import type { Ports } from '../ports.ts';
import type { Engine } from '../engine.ts';
import { createFileRequests } from './file-requests.ts';
import { createLibraryChanges } from './library-changes.ts';
import { readHistory } from './read-history.ts';

/**
 * What a person asks of an engine or has done by it, in a window or by a command.
 * @param views of the service that is connected. @throws AppError `not-connected`, or why it is not
 */
export function createEngineRequests(
  engine: Engine,
  { disk, connection }: Pick<Ports, 'disk' | 'connection'>,
  views: () => ViewCaller | Promise<ViewCaller>,
) {
  const serviceId = (): string | undefined => connection.current()?.serviceId;

  return {
    engine,
    serviceId,
    libraryChanges: createLibraryChanges(engine),
    files: createFileRequests(engine, disk),

    /**
     * The versions the service has of a key.
     * @throws AppError `not-connected`, `invalid-request` for a text that is no key, or what the service answers
     */
    history: async (keyText: string): Promise<HistoryRecord> => readHistory(engine, await views(), keyText),

    /** All libraries of the state, also those that nobody syncs right now. */
    libraries: (): KnownLibrary[] =>
      engine.knownLibraries().map(({ library, isSynced }) => {
        const { libraryId, name, root, programs, settings } = library;
        return { libraryId, name, root, programs: [...programs], settings, isSynced };
      }),
  };
}

export type EngineRequests = ReturnType<typeof createEngineRequests>;

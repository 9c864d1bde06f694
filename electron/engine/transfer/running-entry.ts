import type { RemoteCaller } from '../../../shared/api/caller.ts';
import type { CadMetadata } from '../../../shared/api/schemas/cad-metadata.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { ContentKey } from '../../../shared/model/content-key.ts';
import { formatVersion, type Version } from '../../../shared/model/version.ts';
import type { FetchTask } from './fetch-version.ts';
import type { Ports } from '../ports.ts';
import type { Queue } from '../queue/queue.ts';
import type { QueueEntry } from '../queue/queue-entry.ts';
import type { RemoteItem } from '../state/remote-tree.ts';
import type { SeenKey } from '../library/key-view.ts';
import type { KeptCopies } from '../state/library-state.ts';
import type { LibraryFolder } from '../observe/library-folder.ts';

/**
 * A claimed entry with everything its execution needs.
 * @typeParam OfLibrary what it uses of the library
 */
export interface RunningEntry<OfLibrary> {
  readonly ports: Ports;
  readonly context: OfLibrary;
  readonly service: RemoteCaller;
  readonly entry: QueueEntry;
  readonly key: ContentKey;
  /** What was known of the key when it was begun; for a release, only what was agreed on. */
  readonly seen: Pick<SeenKey, 'remote' | 'synced'>;
  /** What a sender said of its newest version; asked before an upload only. */
  readonly given?: CadMetadata | undefined;
  readonly signal: AbortSignal;
  readonly queue: Queue;
  readonly keepPartsFromBytes: number;
  /** 0 … 1 */
  readonly onProgress: (fraction: number) => void;
  /**
   * Returns when what is known of the key on the service holds; asks only where it was found out too long ago.
   * @throws AppError `cancelled` when another service is connected by now, or what the service says
   */
  readonly confirm: () => Promise<void>;
  /** Has a file looked at once more. */
  readonly lookAt: (path: string) => void;
  /** Ends the entry: writes what it proved, in one flush with others, and then tells of it. */
  readonly conclude: (outcome: Outcome, write: () => void) => Promise<void>;
}

/** What an entry brought about; `quiet` when nothing worth telling happened. */
export interface Outcome {
  readonly kind: 'uploaded' | 'downloaded' | 'released' | 'conflictFound' | 'quiet';
  readonly path?: string | undefined;
  readonly version?: Version;
  readonly comment?: string;
  /** The length of the file whose bytes were carried across. */
  readonly movedBytes?: number;
}

/** @throws AppError `not-found` when the service has nothing of the key any more */
export function remoteOf({ seen }: Pick<RunningEntry<unknown>, 'seen'>): RemoteItem {
  if (!seen.remote) throw new AppError('not-found');
  return seen.remote;
}

/** What fetching a version for an entry takes. */
export function fetchTask(
  task: RunningEntry<KeptCopies & LibraryFolder>,
  remote: RemoteItem,
  version: Version,
): FetchTask {
  const sizeBytes = remote.sizeBytes ?? 0;
  const { ports, service, key, signal, keepPartsFromBytes } = task;
  const { disk, parts } = task.context;
  return {
    ...{ ports, service, disk, parts, keepPartsFromBytes, key, version, signal, priority: 'download' },
    serviceId: ports.connection.current()?.serviceId ?? '',
    // What is known is about the newest version; another one (it grew meanwhile) is checked by its own headers.
    announced: formatVersion(remote.version) === formatVersion(version) ? remote : {},
    onProgress: (received) => task.onProgress(sizeBytes === 0 ? 0 : Math.min(1, received / sizeBytes)),
  };
}

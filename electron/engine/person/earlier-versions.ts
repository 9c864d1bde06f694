import { AppError, orUndefinedIf } from '../../../shared/errors/app-error.ts';
import { cutOffOf } from '../../../shared/errors/reachability.ts';
import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import { compareVersions, type Version } from '../../../shared/model/version.ts';
import type { PutBackRecord } from '../../../shared/rpc/backup-records.ts';
import type { LibraryKeeper } from '../cycle/resting-libraries.ts';
import type { Runners } from '../cycle/runners.ts';
import { keyByNow } from '../library/standing-file.ts';
import type { LibraryFolder } from '../observe/library-folder.ts';
import type { Ports } from '../ports.ts';
import { listVersionFacts, type ListedVersion } from '../remote/remote-items.ts';
import type { Reporter } from '../reporter.ts';
import type { BackupCopy } from '../state/backup-copies.ts';
import type { KeptCopies } from '../state/library-state.ts';
import { noteBackup } from '../transfer/backup-folder.ts';
import { conflictFolder } from '../../../shared/model/own-folder.ts';
import { inFormatOf } from '../transfer/path-of-format.ts';
import { fetchVersion, type FetchedVersion, type FetchTask } from '../transfer/fetch-version.ts';
import { orLeave } from '../transfer/place-download.ts';
import { folderOf } from '../tree/paths.ts';
import { putBack, wasPutBack } from './put-back.ts';
import { statOfBytes } from './stat-of-bytes.ts';
import { keyOf } from '../tree/key-of.ts';

interface EarlierVersionsParts {
  readonly ports: Pick<Ports, 'database' | 'clock' | 'connection' | 'newId' | 'sha256Of'>;
  readonly keepPartsFromBytes: number;
  readonly runners: Pick<Runners, 'keeperOf'>;
  readonly report: Pick<Reporter, 'tell'>;
}

/** What a file was before, on the service, and the way back to it. */
export function createEarlierVersions(parts: EarlierVersionsParts) {
  const { ports, runners, report } = parts;
  const closing = new AbortController();
  return {
    /**
     * Fetches an earlier version of the service and puts it in the place of the file, which is kept. It is an edit then,
     * made from the newest version.
     * @returns where it is, and what comes of it
     * @throws AppError `unknown-item` for a file without a key, and where the library was removed or set up anew while it
     * was fetched; `file-changed-meanwhile` for one of another key; `not-found` for a version the service does not have,
     * `cancelled` where another service was connected meanwhile, `file-in-use`, or what service and disk say
     */
    async restoreVersion(libraryId: string, path: string, wanted: VersionOfKey): Promise<PutBackRecord> {
      const keeper = runners.keeperOf(libraryId);
      const { key, version } = wanted;
      const asked = askFor(parts, keeper, { path, ...wanted, signal: closing.signal });
      const fetched = await asked.fetch(await asked.tell(), folderOf(path));
      const { sha256, fileName: name } = fetched;
      const { serviceId, assertConnected } = asked;
      const returning = { path, key, name, known: { version, sha256 }, serviceId, assertWanted: assertConnected };
      const put = await orLeave(fetched, () => putBack(keeper.context, fetched.path, returning, ports.clock.now()));
      fetched.done();
      return wasPutBack(report, keeper, put, ports.clock.now());
    },

    /**
     * Fetches a version of the service beside the file, to be opened: it is one of the kept copies, so that what somebody
     * saves into it is noticed, and it is cleared away like them.
     * @returns where it is, below the library's root
     * @throws AppError as `restoreVersion`
     */
    async fetchCopy(libraryId: string, path: string, wanted: VersionOfKey): Promise<string> {
      const keeper = runners.keeperOf(libraryId);
      const { context } = keeper;
      const { serviceId, ...asked } = askFor(parts, keeper, { path, ...wanted, signal: closing.signal });
      // While the service cannot be reached, what it said before has to do.
      const told = await asked.tell().catch(orUndefinedIf(({ code }) => cutOffOf(code) !== undefined));
      const there = await copyAtHand(context, { ...wanted, serviceId }, told);
      if (there !== undefined) return there;
      const announced = told ?? (await asked.tell());
      const fetched = await asked.fetch(announced, conflictFolder);
      const { sha256, fileName = path } = fetched;
      const kept = { path: inFormatOf(fileName, path), keptMs: ports.clock.now(), reason: 'opened' } as const;
      const about = { ...kept, ...wanted, sha256, changedMs: announced.changedMs, serviceId };
      const keptAt = await orLeave(fetched, () =>
        context.placeAt(path, async () => {
          const free = await noteBackup(context, about);
          await context.disk.place(fetched.path, free);
          return free;
        }),
      );
      fetched.done();
      return keptAt;
    },

    /** Ends what is being fetched. */
    close: (): void => closing.abort(),
  };
}

/** A version of the service, of the key for which it was listed. */
export interface VersionOfKey {
  readonly key: ContentKeyText;
  readonly version: Version;
}

/** One of the file at a path. */
interface WantedVersion extends VersionOfKey {
  readonly path: string;
  readonly signal: AbortSignal;
}

/** What was shown of a file was so of what it was then. */
export const ofAnotherKey = (): AppError =>
  new AppError('file-changed-meanwhile', { detail: 'The file belongs to something else by now. Look at it again.' });

/**
 * The connected service, to be asked for a version.
 * @throws AppError `unknown-item`, `file-changed-meanwhile`, `not-connected`
 */
function askFor({ ports, keepPartsFromBytes }: EarlierVersionsParts, keeper: LibraryKeeper, wanted: WantedVersion) {
  const { context } = keeper;
  const { version, signal } = wanted;
  const file = context.files.get(wanted.path);
  const keyText = file && keyByNow(context, file);
  const key = keyOf(keyText);
  if (!key) throw new AppError('unknown-item', { detail: 'The file has no versions.' });
  if (keyText !== wanted.key) throw ofAnotherKey();
  const connection = ports.connection.current();
  if (!connection) throw new AppError('not-connected');
  const { service, serviceId } = connection;
  return {
    serviceId,

    /** @throws AppError `cancelled`: what one service had before is not meant to become the newest of another */
    assertConnected: (): void => {
      if (ports.connection.current()?.serviceId === serviceId) return;
      const detail = 'Another service was connected meanwhile. Everything stays as it is.';
      throw new AppError('cancelled', { detail });
    },

    /** What the service says of it now. @throws AppError `not-found` where it does not have it */
    tell: (): Promise<ListedVersion> => listVersionFacts(service, key, version, signal),

    /** Fetches it whole into a folder of the library. */
    async fetch(announced: ListedVersion, folder: string): Promise<FetchedVersion> {
      await keeper.prove();
      const task: FetchTask = {
        ...{ ports, service, serviceId, disk: context.disk, parts: context.parts, keepPartsFromBytes },
        ...{ key, version, signal, priority: 'person', announced },
        onProgress: () => undefined,
      };
      return fetchVersion(task, folder);
    },
  };
}

/**
 * A kept copy that still has the bytes of a version: those that the service tells. Where it does not tell them, or cannot
 * be asked, those that it had as that version when it was last heard.
 */
async function copyAtHand(
  { backups, disk }: KeptCopies & LibraryFolder,
  { key, version, serviceId }: VersionOfKey & { readonly serviceId: string },
  told: ListedVersion | undefined,
): Promise<string | undefined> {
  const isThat = (copy: BackupCopy): boolean => {
    // Local history goes as soon as it is needless.
    if (copy.reason === 'superseded') return false;
    if (told?.sha256 !== undefined) return copy.sha256 === told.sha256;
    return copy.serviceId === serviceId && copy.version !== undefined && compareVersions(copy.version, version) === 0;
  };
  for (const copy of backups.ofKey(key).filter(isThat)) {
    if (await statOfBytes(disk, copy.keptAt, copy.sha256)) return copy.keptAt;
  }
  return undefined;
}

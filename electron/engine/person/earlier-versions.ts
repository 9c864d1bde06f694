import { AppError } from '../../../shared/errors/app-error.ts';
import { parseContentKey, type ContentKeyText } from '../../../shared/model/content-key.ts';
import { formatVersion, type Version } from '../../../shared/model/version.ts';
import type { LibraryKeeper } from '../cycle/resting-libraries.ts';
import type { Runners } from '../cycle/runners.ts';
import type { LibraryFolder } from '../observe/library-folder.ts';
import type { Ports } from '../ports.ts';
import { listVersionFacts } from '../remote/remote-items.ts';
import type { Reporter } from '../reporter.ts';
import type { KeptCopies, LibraryRecords } from '../state/library-state.ts';
import { freeBackupPath } from '../transfer/backup-folder.ts';
import { conflictFolder } from '../transfer/conflict-folder.ts';
import { fetchVersion, type FetchedVersion, type FetchTask } from '../transfer/fetch-version.ts';
import { orLeave } from '../transfer/place-download.ts';
import { folderOf } from '../tree/folder-of.ts';
import { putBack, wasPutBack } from './put-back.ts';

interface EarlierVersionsParts {
  readonly ports: Pick<Ports, 'database' | 'clock' | 'connection' | 'newId' | 'sha256Of'>;
  readonly keepPartsFromBytes: number;
  readonly runners: Pick<Runners, 'keeperOf'>;
  readonly report: Pick<Reporter, 'tell'>;
}

/** What a file was before, on the service, and the way back to it. */
export function createEarlierVersions(parts: EarlierVersionsParts) {
  const { runners } = parts;
  const closing = new AbortController();
  return {
    /**
     * Fetches an earlier version of the service and puts it in the place of the file, which is kept. It is uploaded as
     * the next draft, made from the newest version.
     * @throws AppError `unknown-item` for a file without a key, `not-found` for a version the service does not have,
     * `file-in-use`, or what service and disk say
     */
    restoreVersion: (libraryId: string, path: string, version: Version): Promise<void> =>
      restoreVersion(parts, runners.keeperOf(libraryId), { path, version, signal: closing.signal }),

    /**
     * Fetches a version of the service beside the file, to be opened: it is one of the kept copies, so that what somebody
     * saves into it is noticed, and it is cleared away like them.
     * @returns where it is, below the library's root
     * @throws AppError as `restoreVersion`
     */
    fetchCopy: (libraryId: string, path: string, version: Version): Promise<string> =>
      fetchCopy(parts, runners.keeperOf(libraryId), { path, version, signal: closing.signal }),

    /** Ends what is being fetched. */
    close: (): void => closing.abort(),
  };
}

/** A version of the service of the file at a path. */
interface WantedVersion {
  readonly path: string;
  readonly version: Version;
  readonly signal: AbortSignal;
}

async function restoreVersion(
  parts: EarlierVersionsParts,
  keeper: LibraryKeeper,
  wanted: WantedVersion,
): Promise<void> {
  const { ports } = parts;
  const { context } = keeper;
  const { path, version } = wanted;
  const { fetched, key } = await fetchWanted(parts, keeper, wanted, folderOf(path));
  await orLeave(fetched, () => putBack(context, fetched.path, { path, key, version }, ports.clock.now()));
  fetched.done();
  await wasPutBack(parts.report, keeper, path, version);
}

async function fetchCopy(parts: EarlierVersionsParts, keeper: LibraryKeeper, wanted: WantedVersion): Promise<string> {
  const { context } = keeper;
  const { path, version } = wanted;
  const there = await copyAtHand(context, path, version);
  if (there !== undefined) return there;
  const { fetched, key } = await fetchWanted(parts, keeper, wanted, conflictFolder);
  const { sha256 } = fetched;
  const nowMs = parts.ports.clock.now();
  const keptAt = await freeBackupPath(context.disk, path, nowMs);
  await orLeave(fetched, async () => {
    context.backups.note({ keptAt, path, keptMs: nowMs, reason: 'opened', key, sha256, version });
    await context.disk.place(fetched.path, keptAt);
  });
  fetched.done();
  return keptAt;
}

/** A kept copy that still has the bytes of that version. */
async function copyAtHand(
  { backups, disk, files }: LibraryRecords & KeptCopies & LibraryFolder,
  path: string,
  version: Version,
) {
  const wanted = formatVersion(version);
  const copies = backups.ofFile(path, files.get(path)?.key);
  for (const copy of copies.filter((one) => one.version && formatVersion(one.version) === wanted)) {
    const stat = await disk.stat(copy.keptAt);
    if (stat?.kind === 'file' && (await disk.hash(copy.keptAt)).sha256 === copy.sha256) return copy.keptAt;
  }
  return undefined;
}

/** Fetches a version whole into a folder of the library. */
async function fetchWanted(
  { ports, keepPartsFromBytes }: EarlierVersionsParts,
  keeper: Pick<LibraryKeeper, 'context' | 'prove'>,
  { path, version, signal }: WantedVersion,
  folder: string,
): Promise<{ readonly fetched: FetchedVersion; readonly key: ContentKeyText }> {
  const { context } = keeper;
  const keyText = context.files.get(path)?.key;
  const key = keyText === undefined ? undefined : parseContentKey(keyText);
  if (keyText === undefined || !key?.ok) throw new AppError('unknown-item', { detail: 'The file has no versions.' });
  const connection = ports.connection.current();
  if (!connection) throw new AppError('not-connected');
  await keeper.prove();
  const task: FetchTask = {
    ...connection,
    ...{ disk: context.disk, parts: context.parts, keepPartsFromBytes, newId: ports.newId, sha256Of: ports.sha256Of },
    ...{ key: key.value, version, signal, priority: 'person' },
    now: () => ports.clock.now(),
    together: (work) => ports.database.together(work),
    announced: await listVersionFacts(connection.service, key.value, version, signal),
    onProgress: () => undefined,
  };
  return { fetched: await fetchVersion(task, folder), key: keyText };
}

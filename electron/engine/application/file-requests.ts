import { AppError } from '../../../shared/errors/app-error.ts';
import type { PutBackRecord } from '../../../shared/rpc/backup-records.ts';
import type { NamedFile } from '../../../shared/rpc/command-contract.ts';
import type { Explanation } from '../../../shared/rpc/explanation.ts';
import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { CopiesQuestion, ShownFile, VersionShown } from '../../../shared/rpc/file-calls.ts';
import type { FileDetail } from '../../../shared/rpc/file-records.ts';
import type { Disk } from '../ports.ts';
import type { EarlierCopies } from '../person/earlier-copies.ts';
import type { VersionOfKey } from '../person/earlier-versions.ts';
import type { Engine } from '../engine.ts';
import { fileIdOf, nameOf } from '../tree/paths.ts';
import { createAssignRequests } from './assign-requests.ts';
import { createConflictRequests } from './conflict-requests.ts';
import { createFilesById, noVersions, type FilesById } from './files-by-id.ts';
import { requestedVersion } from '../ask/requested.ts';
import { contentPlacesOf, isReadUnhashed } from './content-places.ts';
import { libraryHolding } from '../tree/library-holding.ts';
import type { ContentPlace } from './picture-ports.ts';
import { readFileDetail } from './read-file-detail.ts';
import { createReleaseRequests } from './release-requests.ts';
import { createRemovalRequests } from './removal-requests.ts';
import { whereNow } from './where-now.ts';

/** Nobody waits for the picture of a longer file. */
const longestHashedBytes = 256 * 2 ** 20;

/** What a person asks about a file of the list, or wants done with it; a `fileId` names it. */
export function createFileRequests(engine: Engine, disk: Disk) {
  const files = createFilesById(engine, disk);
  return {
    ...fileQuestions(engine, disk, files),
    ...fileAnswers(engine, files),
    ...createAssignRequests(engine, files),
    ...createReleaseRequests(engine, files),
    ...fileCopies(engine, files),
    ...createConflictRequests(engine, disk, files),
    ...createRemovalRequests(engine, files),
  };
}

export type FileRequests = ReturnType<typeof createFileRequests>;

function fileQuestions(engine: Engine, disk: Disk, files: FilesById) {
  return {
    /**
     * The files at full, canonical paths, whether or not anything is known of them.
     * @throws AppError `unknown-item` for one that is in no library
     */
    at(paths: readonly string[]): NamedFile[] {
      const libraries = engine.knownLibraries().map(({ library, isSynced }) => ({ ...library, isSynced }));
      const knownPaths = new Map(
        libraries.map(({ libraryId }) => [libraryId, engine.keeperOf(libraryId).context.files.knownPaths(disk)]),
      );
      return paths.map((wanted) => {
        const found = libraryHolding(libraries, wanted, disk.ignoresCase);
        if (!found) throw new AppError('unknown-item', { detail: `${wanted} is in no library of this state folder.` });
        const { libraryId, root, isSynced, settings } = found.library;
        const path = knownPaths.get(libraryId)?.(found.path) ?? found.path;
        const absolutePath = disk.absolute(root, path);
        return { fileId: fileIdOf(libraryId, path), absolutePath, isSynced, isPaused: settings.isPaused };
      });
    },

    /** @throws AppError `unknown-item` */
    detail(fileId: string): Promise<FileDetail> {
      const { keeper, path } = files.of(fileId);
      return readFileDetail({ engine, disk }, keeper.context, path);
    },

    /** @throws AppError `unknown-item` for a library that is not there */
    whereNow: (fileId: string, shown: ShownFile) => whereNow(files.of(fileId), shown),

    /**
     * Why a file is in the state it is in.
     * @throws AppError `unknown-item`
     */
    explain(fileId: string): Explanation {
      const { keeper, path } = files.of(fileId);
      const explained = engine.explainer.explain(keeper.context.library, path);
      if (!explained) throw new AppError('unknown-item');
      return explained.explanation;
    },

    /**
     * Where bytes with this hash may be that the file has, or had, or that stand against it; with the name of the file.
     * @throws AppError `unknown-item`
     */
    placesOf(fileId: string, sha256: string): { readonly fileName: string; readonly places: ContentPlace[] } {
      const { keeper, path } = files.of(fileId);
      return { fileName: nameOf(path), places: contentPlacesOf(keeper.context, disk, path, sha256) };
    },

    /**
     * The hash of what a file holds, where that is still to be found out; `undefined` for any other, and for a very long one.
     * @throws AppError `unknown-item`, or what the disk says
     */
    async hashOf(fileId: string): Promise<string | undefined> {
      const { keeper, path } = files.of(fileId);
      const { files: known, library } = keeper.context;
      const file = known.get(path);
      if (!file || !isReadUnhashed(file) || file.sizeBytes > longestHashedBytes) return undefined;
      return (await disk.library(library.root).hash(path)).sha256;
    },

    /**
     * By which key the service knows a file, and the file's name.
     * @throws AppError `unknown-item`
     */
    keyOf(fileId: string): { readonly fileName: string; readonly key: string } {
      const { path, key } = files.withKey(fileId, noVersions);
      return { fileName: nameOf(path), key };
    },

    /**
     * Where a file is on this computer.
     * @throws AppError `unknown-item`
     */
    absolutePath(fileId: string): string {
      const file = files.of(fileId);
      if (!file.keeper.context.files.get(file.path)) throw new AppError('unknown-item');
      return files.absolute(file);
    },
  };
}

function fileAnswers(engine: Engine, files: FilesById) {
  return {
    /**
     * Of several files with one key this is the one.
     * @returns an id for taking it back, and where the others are on this computer
     * @throws AppError `unknown-item`, `file-changed-meanwhile`, or what the disk says
     */
    async pick(fileId: string): Promise<{ pickId: string; unassigned: string[] }> {
      const { libraryId, keeper, path } = files.of(fileId);
      const { pickId, unassigned } = await engine.picks.pick(libraryId, path);
      return { pickId, unassigned: unassigned.map((other) => files.absolute({ keeper, path: other })) };
    },

    /** @returns where the locks are on this computer that are passed over from now on */
    async ignoreLock(fileId: string): Promise<string[]> {
      const { libraryId, keeper, path } = files.of(fileId);
      const locks = await engine.ignoreLock(libraryId, path);
      return locks.map((lock) => files.absolute({ keeper, path: lock }));
    },
  };
}

/** @throws AppError `invalid-request` */
const versionWanted = ({ key, version }: Omit<VersionShown, 'fileId'>): VersionOfKey => ({
  key: key as ContentKeyText,
  version: requestedVersion(version),
});

function fileCopies({ earlierCopies, earlierVersions }: Engine, files: FilesById) {
  return {
    /** @throws AppError `unknown-item` */
    backups({ fileId, savedLate, ...page }: CopiesQuestion): ReturnType<EarlierCopies['list']> {
      if (fileId === undefined) return earlierCopies.list(savedLate ? 'savedLate' : undefined, page);
      const { libraryId, path } = files.of(fileId);
      return earlierCopies.list({ libraryId, path }, page);
    },

    /** @throws AppError `invalid-request` for a text that is no version, or what putting it back says */
    async restoreVersion({ fileId, ...shown }: VersionShown): Promise<PutBackRecord> {
      const { libraryId, path } = files.of(fileId);
      return earlierVersions.restoreVersion(libraryId, path, versionWanted(shown));
    },

    /**
     * @returns where a copy of that version is on this computer
     * @throws AppError `invalid-request` for a text that is no version, or what fetching it says
     */
    async copyOfVersion({ fileId, ...shown }: VersionShown): Promise<string> {
      const file = files.of(fileId);
      const keptAt = await earlierVersions.fetchCopy(file.libraryId, file.path, versionWanted(shown));
      return files.absolute({ ...file, path: keptAt });
    },
  };
}

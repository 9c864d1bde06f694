import { AppError } from '../../../shared/errors/app-error.ts';
import { parseVersion } from '../../../shared/model/version.ts';
import type { ConflictSides, NamedFile } from '../../../shared/rpc/command-contract.ts';
import type { Explanation } from '../../../shared/rpc/explanation.ts';
import type { ClassAssignment, ConflictChoice, FileDetail } from '../../../shared/rpc/file-records.ts';
import { isAsKnown } from '../observe/same-stat.ts';
import { assertLibrary } from '../observe/scan.ts';
import type { Disk } from '../ports.ts';
import { assignClasses, oneLibraryOf, type NamedClasses } from '../person/assign-classes.ts';
import type { EarlierCopies } from '../person/earlier-copies.ts';
import type { Engine } from '../engine.ts';
import { readConflict } from '../person/read-conflict.ts';
import { noConflict } from '../person/resolve-conflict.ts';
import { fileIdOf } from '../state/file-records.ts';
import { libraryHolding } from '../tree/library-holding.ts';
import type { FileOfLibrary, LibraryChanges } from './library-changes.ts';
import { readFileDetail } from './read-file-detail.ts';

/** Of many files at once so many are named. */
const namedAtMost = 1_000;

interface FileRequestParts {
  readonly engine: Engine;
  readonly disk: Disk;
  readonly serviceId: () => string | undefined;
  readonly libraryChanges: Pick<LibraryChanges, 'removedFiles' | 'answerRemovals'>;
}

/** What a person asks about a file of the list, or wants done with it; a `fileId` names it. */
export function createFileRequests(parts: FileRequestParts) {
  return {
    ...fileQuestions(parts),
    ...fileAnswers(parts),
    ...fileReleases(parts),
    ...fileCopies(parts),
    ...conflictRequests(parts),
  };
}

/** @throws AppError `unknown-item` */
function fileOf({ engine }: FileRequestParts, fileId: string): FileOfLibrary {
  const slash = fileId.indexOf('/');
  return { keeper: engine.keeperOf(fileId.slice(0, slash)), path: fileId.slice(slash + 1) };
}

/** Where a file is on this computer. */
function absolute({ disk }: FileRequestParts, { keeper: { context }, path }: FileOfLibrary): string {
  return disk.absolute(context.library.root, path);
}

function fileQuestions(parts: FileRequestParts) {
  const { engine, disk, serviceId } = parts;
  return {
    /**
     * The files at full, canonical paths, whether or not anything is known of them.
     * @throws AppError `unknown-item` for one that is in no library
     */
    at(paths: readonly string[]): NamedFile[] {
      const libraries = engine.knownLibraries().map(({ library, isSynced }) => ({ ...library, isSynced }));
      const knownPaths = new Map(
        libraries.map(({ libraryId }) => [libraryId, engine.keeperOf(libraryId).context.files.knownPaths()]),
      );
      return paths.map((wanted) => {
        const found = libraryHolding(libraries, wanted);
        if (!found) throw new AppError('unknown-item', { detail: `${wanted} is in no library of this state folder.` });
        const { libraryId, root, isSynced } = found.library;
        const path = knownPaths.get(libraryId)?.(found.path) ?? found.path;
        return { fileId: fileIdOf(libraryId, path), absolutePath: disk.absolute(root, path), isSynced };
      });
    },

    /** @throws AppError `unknown-item` */
    detail(fileId: string): Promise<FileDetail> {
      const { keeper, path } = fileOf(parts, fileId);
      return readFileDetail({ engine, disk, serviceId: serviceId() }, keeper.context, path);
    },

    /**
     * Why a file is in the state it is in.
     * @throws AppError `unknown-item`
     */
    explain(fileId: string): Explanation {
      const { keeper, path } = fileOf(parts, fileId);
      const explained = engine.explainer.explain(keeper.context.library, path);
      if (!explained) throw new AppError('unknown-item');
      return explained.explanation;
    },

    /**
     * Where a file is on this computer.
     * @throws AppError `unknown-item`
     */
    absolutePath(fileId: string): string {
      const file = fileOf(parts, fileId);
      if (!file.keeper.context.files.get(file.path)) throw new AppError('unknown-item');
      return absolute(parts, file);
    },
  };
}

function fileAnswers(parts: FileRequestParts) {
  const { engine, libraryChanges } = parts;
  return {
    /**
     * Says what files of one library show, of all of them or of none.
     * @throws AppError `invalid-request` for a code of the wrong form or files of several libraries, `unknown-item`
     */
    async assign(assignments: readonly ClassAssignment[]): Promise<void> {
      const classes = new Map<string, NamedClasses>();
      const keepers = assignments.flatMap(({ fileIds, ...named }) =>
        fileIds.map((fileId) => {
          const { keeper, path } = fileOf(parts, fileId);
          classes.set(path, {
            etimClassCode: named.etimClassCode,
            etimClassCodeVersion: named.etimClassVersion,
            etimModelCode: named.modellingClassCode,
            etimModelCodeVersion: named.modellingClassVersion,
          });
          return keeper;
        }),
      );
      await assignClasses(oneLibraryOf(keepers), classes);
    },

    /**
     * Of several files with one key this is the one.
     * @returns an id for taking it back, and where the others are on this computer
     * @throws AppError `unknown-item`, `file-changed-meanwhile`, or what the disk says
     */
    async pick(fileId: string): Promise<{ pickId: string; unassigned: string[] }> {
      const { keeper, path } = fileOf(parts, fileId);
      const { pickId, unassigned } = await engine.picks.pick(keeper.context.library.libraryId, path);
      return { pickId, unassigned: unassigned.map((other) => absolute(parts, { keeper, path: other })) };
    },

    /**
     * Notes what a person says to files that are gone: to those named or to all, to each of them or to none.
     * @returns how many files it was, and where the first of them belong on this computer
     * @throws AppError `unknown-item`, `not-found`
     */
    answerRemovals(
      {
        fileIds,
        libraryId,
      }: { readonly fileIds?: readonly string[] | undefined; readonly libraryId?: string | undefined },
      answer: 'restore' | 'confirmed',
    ): { count: number; paths: string[] } {
      const files = fileIds?.map((fileId) => fileOf(parts, fileId)) ?? libraryChanges.removedFiles(libraryId);
      libraryChanges.answerRemovals(files, answer);
      return { count: files.length, paths: files.slice(0, namedAtMost).map((file) => absolute(parts, file)) };
    },

    /** @returns where the locks are on this computer that are passed over from now on */
    async ignoreLock(fileId: string): Promise<string[]> {
      const { keeper, path } = fileOf(parts, fileId);
      const locks = await engine.ignoreLock(keeper.context.library.libraryId, path);
      return locks.map((lock) => absolute(parts, { keeper, path: lock }));
    },
  };
}

function fileReleases(parts: FileRequestParts) {
  const { engine } = parts;
  const knownOf = (fileId: string) => {
    const { keeper, path } = fileOf(parts, fileId);
    const file = keeper.context.files.get(path);
    if (file?.key !== undefined && file.goneSinceMs === undefined) return { keeper, file, key: file.key };
    throw new AppError(file && file.goneSinceMs === undefined ? 'file-without-classes' : 'unknown-item');
  };
  return {
    /**
     * Queues a release of each of these files as it was last read, of all or of none.
     * @returns how many were queued
     * @throws AppError `file-changed-meanwhile` for one that was saved since, `file-without-classes`, `unknown-item`, or
     * see `publish`
     */
    async publish(fileIds: readonly string[], comment: string): Promise<number> {
      const wanted = fileIds.map(knownOf);
      for (const { keeper, file } of wanted) {
        const stat = await keeper.context.disk.stat(file.path);
        if (!stat || !isAsKnown(file, stat))
          throw new AppError('file-changed-meanwhile', {
            detail: `${file.path} was saved since it was last read. Publish it once a sync has read it.`,
          });
      }
      return engine.publishIn(wanted, comment);
    },

    /**
     * Takes back what was not sent.
     * @returns how many it was
     * @throws AppError `unknown-item` for a release that was sent
     */
    withdrawRelease(fileIds: readonly string[]): number {
      const entries = fileIds.flatMap((fileId) => {
        const { keeper, key } = knownOf(fileId);
        return engine.queue.releaseOf(keeper.context.library.libraryId, key) ?? [];
      });
      for (const { entryId } of entries) engine.withdraw(entryId);
      return entries.length;
    },
  };
}

function fileCopies(parts: FileRequestParts) {
  const { earlierCopies } = parts.engine;
  return {
    /** @throws AppError `unknown-item` */
    backups({
      fileId,
      savedLate,
      ...page
    }: {
      readonly fileId?: string | undefined;
      readonly savedLate?: boolean | undefined;
      readonly offset: number;
      readonly limit: number;
    }): ReturnType<EarlierCopies['list']> {
      if (fileId === undefined) return earlierCopies.list(savedLate ? 'savedLate' : undefined, page);
      const { keeper, path } = fileOf(parts, fileId);
      return earlierCopies.list({ libraryId: keeper.context.library.libraryId, path }, page);
    },

    /** @throws AppError `invalid-request` for a text that is no version, or what putting it back says */
    async restoreVersion(fileId: string, versionText: string): Promise<void> {
      const { keeper, path } = fileOf(parts, fileId);
      const version = parseVersion(versionText);
      if (!version) throw new AppError('invalid-request', { detail: `${versionText} is no version.` });
      await earlierCopies.restoreVersion(keeper.context.library.libraryId, path, version);
    },
  };
}

function conflictRequests(parts: FileRequestParts) {
  const { engine, disk } = parts;
  return {
    /**
     * Both versions of a file in conflict.
     * @throws AppError `unknown-item` for a file that is in no conflict or gone, `library-missing`, `library-unproven`
     */
    async conflict(fileId: string): Promise<ConflictSides> {
      const file = fileOf(parts, fileId);
      const { context } = file.keeper;
      const key = context.files.get(file.path)?.key;
      const theirs = key === undefined ? undefined : await readConflict(context, key, disk);
      if (key === undefined || !theirs) throw noConflict();
      await assertLibrary(context.disk, context.library.markerId);
      const mine = await context.disk.stat(file.path);
      if (mine?.kind !== 'file') throw ownFileGone();
      return {
        key,
        mine: { path: absolute(parts, file), changedAtMs: mine.modifiedMs, sizeBytes: mine.sizeBytes },
        theirs: {
          path: theirs.keptAt,
          changedAtMs: theirs.theirChangedAtMs,
          sizeBytes: theirs.theirSizeBytes,
          version: theirs.theirVersion,
        },
      };
    },

    /** @throws AppError `unknown-item` when the file is in no conflict any more */
    async resolveConflict(fileId: string, choice: ConflictChoice): Promise<void> {
      const { keeper, path } = fileOf(parts, fileId);
      const key = keeper.context.files.get(path)?.key;
      if (key === undefined) throw noConflict();
      await engine.resolveConflict(keeper.context.library.libraryId, key, choice);
    },
  };
}

const ownFileGone = (): AppError =>
  new AppError('unknown-item', {
    detail:
      'The file itself is gone from the library. The next sync sees that and ends its conflict; the service keeps all versions.',
  });

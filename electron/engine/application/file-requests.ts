import { AppError } from '../../../shared/errors/app-error.ts';
import { parseVersion } from '../../../shared/model/version.ts';
import type { Explanation } from '../../../shared/rpc/explanation.ts';
import type { ConflictChoice, FileDetail } from '../../../shared/rpc/file-records.ts';
import type { Disk } from '../ports.ts';
import { assignClasses, oneLibraryOf, type NamedClasses } from '../run/assign-classes.ts';
import type { EarlierCopies } from '../run/earlier-copies.ts';
import type { Engine } from '../run/engine.ts';
import type { LibraryRunner } from '../run/library-runner.ts';
import { noConflict } from '../run/resolve-conflict.ts';
import type { LibraryChanges } from './library-changes.ts';
import { readFileDetail } from './read-file-detail.ts';

/** What a person asks about a file of the list, or wants done with it; a `fileId` names it. */
export function createFileRequests({
  engine,
  disk,
  serviceId,
  libraryChanges,
}: {
  readonly engine: Engine;
  readonly disk: Disk;
  readonly serviceId: () => string | undefined;
  readonly libraryChanges: LibraryChanges;
}) {
  /** @throws AppError `unknown-item` */
  function fileOf(fileId: string): { readonly runner: LibraryRunner; readonly path: string } {
    const slash = fileId.indexOf('/');
    return { runner: engine.runnerOf(fileId.slice(0, slash)), path: fileId.slice(slash + 1) };
  }

  return {
    /** @throws AppError `unknown-item` */
    detail(fileId: string): Promise<FileDetail> {
      const { runner, path } = fileOf(fileId);
      return readFileDetail({ engine, disk, serviceId: serviceId() }, runner.context, path);
    },

    /**
     * Why a file stands as it does.
     * @throws AppError `unknown-item`
     */
    explain(fileId: string): Explanation {
      const { runner, path } = fileOf(fileId);
      const explained = engine.explainer.explain(runner.context.library, path);
      if (!explained) throw new AppError('unknown-item');
      return explained.explanation;
    },

    /** @throws AppError `invalid-request` for a code of the wrong form or files of several libraries, `unknown-item` */
    async assign(fileIds: readonly string[], classes: NamedClasses): Promise<void> {
      const files = fileIds.map(fileOf);
      await assignClasses(
        oneLibraryOf(files.map(({ runner }) => runner)),
        new Map(files.map(({ path }) => [path, classes])),
      );
    },

    /**
     * Of several files with one key this is the one.
     * @throws AppError `unknown-item`, `file-changed-meanwhile`, or what the disk says
     */
    pick(fileId: string): ReturnType<Engine['picks']['pick']> {
      const { runner, path } = fileOf(fileId);
      return engine.picks.pick(runner.context.library.libraryId, path);
    },

    /** @returns how many files it was. @throws AppError `unknown-item`, `not-found` */
    answerRemovals(
      {
        fileIds,
        libraryId,
      }: { readonly fileIds?: readonly string[] | undefined; readonly libraryId?: string | undefined },
      answer: 'restore' | 'confirmed',
    ): number {
      const files = fileIds?.map(fileOf) ?? libraryChanges.removedFiles(libraryId);
      return libraryChanges.answerRemovals(files, answer);
    },

    /** @throws AppError `unknown-item` when the file is in no conflict any more */
    async resolveConflict(fileId: string, choice: ConflictChoice): Promise<void> {
      const { runner, path } = fileOf(fileId);
      const key = runner.context.files.get(path)?.key;
      if (key === undefined) throw noConflict();
      await engine.resolveConflict(runner.context.library.libraryId, key, choice);
    },

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
      if (fileId === undefined) return engine.earlierCopies.list(savedLate ? 'savedLate' : undefined, page);
      const { runner, path } = fileOf(fileId);
      return engine.earlierCopies.list({ libraryId: runner.context.library.libraryId, path }, page);
    },

    /** @throws AppError `invalid-request` for a text that is no version, or what putting it back says */
    async restoreVersion(fileId: string, versionText: string): Promise<void> {
      const { runner, path } = fileOf(fileId);
      const version = parseVersion(versionText);
      if (!version) throw new AppError('invalid-request', { detail: `${versionText} is no version.` });
      await engine.earlierCopies.restoreVersion(runner.context.library.libraryId, path, version);
    },

    async ignoreLock(fileId: string): Promise<void> {
      const { runner, path } = fileOf(fileId);
      await engine.ignoreLock(runner.context.library.libraryId, path);
    },

    /**
     * Where a file is on this computer.
     * @throws AppError `unknown-item`
     */
    absolutePath(fileId: string): string {
      const { runner, path } = fileOf(fileId);
      if (!runner.context.files.get(path)) throw new AppError('unknown-item');
      return disk.absolute(runner.context.library.root, path);
    },
  };
}

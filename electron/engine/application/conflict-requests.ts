import { AppError } from '../../../shared/errors/app-error.ts';
import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import { formatVersion } from '../../../shared/model/version.ts';
import type { ConflictSides } from '../../../shared/rpc/command-contract.ts';
import type { AnswerToUndo, ConflictEnd, ConflictOrder } from '../../../shared/rpc/file-calls.ts';
import { requestedVersion } from '../ask/requested.ts';
import type { Engine } from '../engine.ts';
import { readConflict } from '../person/read-conflict.ts';
import { noConflict } from '../person/divergence.ts';
import type { Disk } from '../ports.ts';
import { libraryHolding } from '../tree/library-holding.ts';
import { ofAnotherKey } from '../person/earlier-versions.ts';
import type { FileOfLibrary, FilesById } from './files-by-id.ts';

/** What a person asks about a file in conflict, or wants done with it; a `fileId` names it. */
export function createConflictRequests(engine: Engine, disk: Disk, files: FilesById) {
  return {
    /** All files in conflict below a folder that is full and canonical, by path. */
    conflictsBelow: (folder: string): string[] => conflictsBelow(engine, disk, folder),

    /**
     * Both versions of a file in conflict.
     * @throws AppError `no-conflict` for a file that is in none or gone, `library-missing`, `library-unproven`
     */
    async conflict(fileId: string): Promise<ConflictSides> {
      const { key, ...file } = files.withKey(fileId, noConflict);
      const { context } = file.keeper;
      const theirs = await readConflict(context, key, disk);
      if (!theirs) throw noConflict();
      await context.prove();
      const mine = await context.disk.stat(file.path);
      if (mine?.kind !== 'file') throw ownFileGone();
      return {
        key,
        mine: { path: files.absolute(file), changedAtMs: mine.modifiedMs, sizeBytes: mine.sizeBytes },
        theirs: {
          path: theirs.keptAt,
          changedAtMs: theirs.theirChangedAtMs,
          sizeBytes: theirs.theirSizeBytes,
          version: theirs.theirVersion,
        },
      };
    },

    /**
     * @throws AppError `invalid-request` for a text that is no version, `file-changed-meanwhile` where the file is of another
     * key by now, or what `resolveConflict` of the engine says
     */
    async resolveConflict({ fileId, choice, theirVersion, ...order }: ConflictOrder): Promise<ConflictEnd> {
      const { key, ...file } = files.withKey(fileId, noConflict);
      if ((order.key ?? key) !== key) throw ofAnotherKey();
      const version = theirVersion === undefined ? undefined : requestedVersion(theirVersion);
      const shown = version && { version, sha256: order.theirSha256 };
      const end = await engine.resolveConflict(file.libraryId, key, choice, shown);
      const given = { key, choice, theirVersion: formatVersion(end.theirVersion), atMs: end.endedMs };
      return choice === 'keepMine' ? given : { ...given, ...elsewhere(files, file, key) };
    },

    /**
     * Undoes how a person ended a conflict. What went to the service stays there, as `version`.
     * @throws AppError see `undoResolve`
     */
    async undoResolve({ fileId, answer }: AnswerToUndo): Promise<{ reopened: boolean; version?: string | undefined }> {
      const { libraryId } = files.of(fileId);
      // Its file may be called otherwise since.
      const key = (answer?.key as ContentKeyText | undefined) ?? files.withKey(fileId, noConflict).key;
      const meant = answer && {
        choice: answer.choice,
        theirVersion: requestedVersion(answer.theirVersion),
        endedMs: answer.atMs,
      };
      const undone = await engine.undoResolve(libraryId, key, meant);
      if (undone.reopened) return { reopened: true };
      return { reopened: false, version: undone.version && formatVersion(undone.version) };
    },
  };
}

/** Where theirs stands now, if not at the path of the file that it took the place of: it may be of another format. */
function elsewhere(
  files: FilesById,
  { keeper, path: asked }: Omit<FileOfLibrary, 'libraryId'>,
  key: ContentKeyText,
): Pick<ConflictEnd, 'absolutePath'> {
  const path = keeper.context.trees()?.synced(key)?.path ?? asked;
  return path === asked ? {} : { absolutePath: files.absolute({ keeper, path }) };
}

function conflictsBelow(engine: Engine, disk: Disk, folder: string): string[] {
  const libraries = engine.knownLibraries().map(({ library }) => library);
  const found = libraryHolding(libraries, folder, disk.ignoresCase);
  if (!found) return [];
  const { libraryId, root } = found.library;
  return engine.fileList
    .below(libraryId, found.path)
    .flatMap(({ path, state }) => (state === 'conflict' ? [disk.absolute(root, path)] : []));
}

const ownFileGone = (): AppError =>
  new AppError('unknown-item', {
    detail:
      'The file itself is gone from the library. The next sync sees that and ends its conflict; the service keeps all versions.',
  });

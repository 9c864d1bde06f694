import { type AssignQuestion, type AssignScope, type FilesToAssign } from '../../../shared/rpc/assignment-records.ts';
import { mostAssignedAtOnce } from '../../../shared/rpc/assignment-limits.ts';
import type { ClassAssignment } from '../../../shared/rpc/file-records.ts';
import type { Engine } from '../engine.ts';
import type { PathScope } from '../explain/read-files-to-assign.ts';
import type { LibraryRecords } from '../state/library-state.ts';
import type { Links } from '../library/links-file.ts';
import { oneLibraryOf, type NamedClasses } from '../person/assign-classes.ts';
import { fileIdOf, folderOf, nameOf } from '../tree/paths.ts';
import type { FilesById } from './files-by-id.ts';

/** What a person says of files: what they show. */
export function createAssignRequests(engine: Engine, files: FilesById) {
  return {
    /**
     * What there is to say of files that a person is asked about together.
     * @throws AppError `unknown-item`, `invalid-request` for files of several libraries
     */
    toAssign({ scope: asked, classes }: AssignQuestion): FilesToAssign {
      const { context, scope } = scopeIn(files.of, asked);
      const { library } = context;
      const { rows, ...found } = engine.explainer.filesToAssign({
        ...{ library, scope, links: context.links(), atMost: mostAssignedAtOnce },
        classes: classes && namedClassesOf(classes),
      });
      const named = rows.map(({ path, ...row }) => ({
        ...{ fileId: fileIdOf(library.libraryId, path), name: nameOf(path), folder: folderOf(path) },
        ...row,
      }));
      return { ...found, rows: named };
    },

    /**
     * Says what files of one library show, of all of them or of none.
     * @returns an id for taking it back; none where all of it was said before
     * @throws AppError `invalid-request` for a code of the wrong form or files of several libraries, `unknown-item`
     */
    async assign(assignments: readonly ClassAssignment[]): Promise<string | undefined> {
      const classes = new Map<string, NamedClasses>();
      const keepers = assignments.flatMap(({ fileIds, ...named }) =>
        fileIds.map((fileId) => {
          const { keeper, path } = files.of(fileId);
          classes.set(path, namedClassesOf(named));
          return keeper;
        }),
      );
      return engine.picks.assign(oneLibraryOf(keepers).context.library.libraryId, classes);
    },

    /**
     * Where the files are, of each key that some of these share with others: none of them is sent.
     * @throws AppError `invalid-request` for files of several libraries, `unknown-item`
     */
    sharing(fileIds: readonly string[]): string[][] {
      const named = fileIds.map((fileId) => files.of(fileId));
      const keeper = oneLibraryOf(named.map((file) => file.keeper));
      const { context } = keeper;
      const asked = { library: context.library, links: context.links(), paths: named.map(({ path }) => path) };
      return engine.explainer.sharing(asked).map((paths) => paths.map((path) => files.absolute({ keeper, path })));
    },
  };
}

/** The class pair as links name it. */
function namedClassesOf(named: Omit<ClassAssignment, 'fileIds'>): NamedClasses {
  return {
    etimClassCode: named.etimClassCode,
    etimClassCodeVersion: named.etimClassVersion,
    etimModelCode: named.modellingClassCode,
    etimModelCodeVersion: named.modellingClassVersion,
    type: named.contentType,
  };
}

/** The library of the files a person is asked about, and their paths in it. */
function scopeIn(fileOf: FilesById['of'], scope: AssignScope): { context: LibraryRecords & Links; scope: PathScope } {
  const files = (scope.of === 'files' ? scope.fileIds : [scope.fileId]).map((fileId) => fileOf(fileId));
  const { context } = oneLibraryOf(files.map(({ keeper }) => keeper));
  const paths = files.map(({ path }) => path);
  return { context, scope: scope.of === 'files' ? { of: scope.of, paths } : { of: scope.of, path: paths[0] ?? '' } };
}

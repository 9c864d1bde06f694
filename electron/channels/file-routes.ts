import type { Application } from '../engine/application/application.ts';
import type { FileListQuery } from '../engine/state/file-list.ts';
import type { CommandRouter } from './command-router.ts';
import { done } from './done.ts';
import { procedures as os } from './window-procedures.ts';

/**
 * What the window asks about files.
 * @param shared what commands ask too
 */
export function createFileRoutes(app: Application, { files: shared }: CommandRouter) {
  const { engine, host } = app;
  const { get, assign, pick, resolveConflict, undoResolve, backups, restoreBackup, leaveBackup, ignoreLock, restore } =
    shared;
  return {
    list: os.files.list.handler(({ input }) => listFiles(app, input)),
    choose: os.files.choose.handler(({ input }) =>
      app.engine.fileList
        .rows({ ...input, languageCode: engine.settings().language })
        .map(({ fileId, libraryId, name, state, sizeBytes, key, version, isPublishable }) => ({
          ...{ fileId, libraryId, name, state, sizeBytes, key, version, isPublishable },
        })),
    ),
    whereNow: os.files.whereNow.handler(({ input: { fileId, ...shown } }) => ({
      now: app.files.whereNow(fileId, shown),
    })),
    explain: os.files.explain.handler(({ input }) => app.files.explain(input.fileId)),
    open: os.files.open.handler(done(({ input }) => host.shell.open(app.files.absolutePath(input.fileId)))),
    openTheirs: os.files.openTheirs.handler(
      done(async ({ input }) => {
        const { theirs } = await app.files.conflict(input.fileId);
        await host.shell.open(theirs.path);
      }),
    ),
    reveal: os.files.reveal.handler(done(({ input }) => host.shell.reveal(app.files.absolutePath(input.fileId)))),
    undoPick: os.files.undoPick.handler(async ({ input }) => ({ left: await engine.picks.undo(input.pickId) })),
    toAssign: os.files.toAssign.handler(({ input }) => app.files.toAssign(input)),
    undoAssign: os.files.undoAssign.handler(async ({ input }) => ({ left: await engine.picks.undo(input.assignId) })),
    confirmRemoval: os.files.confirmRemoval.handler(({ input }) => {
      const { count } = app.files.answerRemovals(input, 'confirmed');
      return { count };
    }),
    undoConfirmRemoval: os.files.undoConfirmRemoval.handler(
      done(({ input }) => app.files.answerRemovals({ fileIds: [input.fileId] }, 'open')),
    ),
    deleteBackup: os.files.deleteBackup.handler(
      done(({ input }) => engine.earlierCopies.remove(input.backupId, input.bytesTag)),
    ),
    ...{ get, assign, pick, resolveConflict, undoResolve, backups, restoreBackup, leaveBackup, ignoreLock, restore },
  };
}

/** The files; the names of classes that nobody knows yet are learned meanwhile. */
function listFiles({ engine, classNames }: Application, asked: Omit<FileListQuery, 'languageCode'>) {
  const languageCode = engine.settings().language;
  const list = engine.fileList.list({ ...asked, languageCode });
  for (const row of list.rows) {
    const { etimClassCode, modellingClassCode } = row;
    if (etimClassCode && modellingClassCode) classNames.learn(etimClassCode, modellingClassCode, languageCode);
  }
  return { ...list, groups: [...list.groups], rows: [...list.rows] };
}

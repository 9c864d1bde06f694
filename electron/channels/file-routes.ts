import type { Application } from '../engine/application/application.ts';
import type { FileListQuery } from '../engine/state/file-list.ts';
import { procedures as os } from './window-procedures.ts';

/** What the window asks about files. */
export function createFileRoutes(app: Application) {
  const { host } = app;
  return {
    list: os.files.list.handler(({ input }) => listFiles(app, input)),
    get: os.files.get.handler(({ input }) => app.files.detail(input.fileId)),
    explain: os.files.explain.handler(({ input }) => app.files.explain(input.fileId)),
    open: os.files.open.handler(async ({ input }) => {
      await host.shell.open(app.files.absolutePath(input.fileId));
      return {};
    }),
    reveal: os.files.reveal.handler(async ({ input }) => {
      await host.shell.reveal(app.files.absolutePath(input.fileId));
      return {};
    }),
    ...createAnswerRoutes(app),
    ...createBackupRoutes(app),
  };
}

/** What a person decides about files. */
function createAnswerRoutes(app: Application) {
  const { engine } = app;
  return {
    assign: os.files.assign.handler(async ({ input }) => {
      await app.files.assign(input.fileIds, {
        etimClassCode: input.etimClassCode,
        etimClassCodeVersion: input.etimClassVersion,
        etimModelCode: input.modellingClassCode,
        etimModelCodeVersion: input.modellingClassVersion,
      });
      return {};
    }),
    pick: os.files.pick.handler(async ({ input }) => {
      const { pickId, unassigned } = await app.files.pick(input.fileId);
      return { pickId, unassignedCount: unassigned.length };
    }),
    undoPick: os.files.undoPick.handler(async ({ input }) => {
      await engine.picks.undo(input.pickId);
      return {};
    }),
    resolveConflict: os.files.resolveConflict.handler(async ({ input }) => {
      await app.files.resolveConflict(input.fileId, input.choice);
      return {};
    }),
    ignoreLock: os.files.ignoreLock.handler(async ({ input }) => {
      await app.files.ignoreLock(input.fileId);
      return {};
    }),
    restore: os.files.restore.handler(({ input }) => ({ count: app.files.answerRemovals(input, 'restore') })),
    confirmRemoval: os.files.confirmRemoval.handler(({ input }) => ({
      count: app.files.answerRemovals(input, 'confirmed'),
    })),
  };
}

function createBackupRoutes(app: Application) {
  const { engine } = app;
  return {
    backups: os.files.backups.handler(({ input }) => app.files.backups(input.fileId, input)),
    restoreBackup: os.files.restoreBackup.handler(async ({ input }) => ({
      path: await engine.earlierCopies.restore(input.backupId),
    })),
    deleteBackup: os.files.deleteBackup.handler(async ({ input }) => {
      await engine.earlierCopies.remove(input.backupId);
      return {};
    }),
  };
}

/** The files; the names of classes that nobody knows yet are learned meanwhile. */
function listFiles(
  { engine, serviceId, classNames }: Application,
  asked: Omit<FileListQuery, 'serviceId' | 'languageCode'>,
) {
  const languageCode = engine.settings().language;
  const list = engine.fileList.list({ ...asked, serviceId: serviceId(), languageCode });
  for (const row of list.rows) {
    if (row.className === undefined && row.etimClassCode && row.modellingClassCode) {
      classNames.learn(row.etimClassCode, row.modellingClassCode, languageCode);
    }
  }
  return { ...list, groups: [...list.groups], rows: [...list.rows] };
}

import { implement } from '@orpc/server';
import { commandContract } from '../../shared/rpc/command-contract.ts';
import type { EngineRequests } from '../engine/application/engine-requests.ts';
import { toWireError } from './wire-error.ts';

/**
 * The calls that commands make, on an engine; the window's router takes from here what both ask.
 * @param whenStarted resolves when the libraries of the run have been started: before, only how things stand is told
 */
export function createCommandRouter(requests: EngineRequests, whenStarted: () => Promise<unknown>) {
  const { engine, files, libraryChanges } = requests;
  const told = implement(commandContract).use(async ({ next }) => {
    try {
      return await next();
    } catch (thrown) {
      throw toWireError(thrown);
    }
  });
  const os = told.use(async ({ next }) => {
    await whenStarted();
    return next();
  });

  return told.router({
    status: {
      overview: told.status.overview.handler(() => engine.statusReader.overview()),
      explain: told.status.explain.handler(({ input }) => engine.statusReader.explain(input.paths)),
    },
    files: {
      at: os.files.at.handler(({ input }) => files.at(input.paths)),
      conflict: os.files.conflict.handler(({ input }) => files.conflict(input.fileId)),
      get: os.files.get.handler(({ input }) => files.detail(input.fileId)),
      assign: os.files.assign.handler(async ({ input }) => {
        await files.assign(input.assignments);
        return {};
      }),
      pick: os.files.pick.handler(({ input }) => files.pick(input.fileId)),
      resolveConflict: os.files.resolveConflict.handler(async ({ input }) => {
        await files.resolveConflict(input.fileId, input.choice);
        return {};
      }),
      backups: os.files.backups.handler(({ input }) => files.backups(input.fileId, input)),
      restoreBackup: os.files.restoreBackup.handler(async ({ input }) => ({
        path: await engine.earlierCopies.restore(input.backupId),
      })),
      ignoreLock: os.files.ignoreLock.handler(async ({ input }) => ({
        ignored: await files.ignoreLock(input.fileId),
      })),
      restore: os.files.restore.handler(({ input }) => files.answerRemovals(input, 'restore')),
    },
    versions: { list: os.versions.list.handler(({ input }) => requests.history(input.key)) },
    libraries: {
      list: told.libraries.list.handler(() => requests.libraries()),
      confirm: os.libraries.confirm.handler(async ({ input }) => {
        await engine.confirmLibrary(input.libraryId);
        return {};
      }),
      relocate: os.libraries.relocate.handler(async ({ input }) => ({
        root: await engine.relocateLibrary(input.libraryId, input.root),
      })),
      remove: os.libraries.remove.handler(({ input }) => libraryChanges.remove(input.libraryId, input.confirmed)),
      saveSettings: os.libraries.saveSettings.handler(({ input }) =>
        libraryChanges.saveSettings(input.libraryId, input.settings, input.confirmed),
      ),
    },
  });
}

export type CommandRouter = ReturnType<typeof createCommandRouter>;

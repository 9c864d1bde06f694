import { implement } from '@orpc/server';
import type { ContentKeyText } from '../../shared/model/content-key.ts';
import { defaultContentType } from '../../shared/model/content-key.ts';
import { windowContract } from '../../shared/rpc/contract.ts';
import type { Application } from '../engine/application/application.ts';
import { lookUpProducts } from '../engine/application/look-up-products.ts';
import { toWireError } from './wire-error.ts';

/** The window contract on the application; every carrier serves this one router. */
export function createRouter(app: Application) {
  const { engine, host } = app;
  const os = implement(windowContract).use(async ({ next }) => {
    try {
      return await next();
    } catch (thrown) {
      throw toWireError(thrown);
    }
  });

  return os.router({
    snapshot: os.snapshot.handler(() => app.snapshot()),
    events: os.events.handler(({ input, signal }) => app.eventsAfter(input.afterId, signal)),
    files: {
      list: os.files.list.handler(({ input }) => {
        const languageCode = engine.settings().language;
        const list = engine.fileList.list({ ...input, serviceId: app.serviceId(), languageCode });
        for (const row of list.rows) {
          if (row.className === undefined && row.etimClassCode && row.modellingClassCode) {
            app.classNames.learn(row.etimClassCode, row.modellingClassCode, languageCode);
          }
        }
        return { ...list, groups: [...list.groups], rows: [...list.rows] };
      }),
      get: os.files.get.handler(({ input }) => app.files.detail(input.fileId)),
      explain: os.files.explain.handler(({ input }) => app.files.explain(input.fileId)),
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
      backups: os.files.backups.handler(({ input }) => app.files.backups(input)),
      restoreBackup: os.files.restoreBackup.handler(async ({ input }) => ({
        path: await engine.earlierCopies.restore(input.backupId),
      })),
      leaveBackup: os.files.leaveBackup.handler(({ input }) => {
        engine.earlierCopies.leave(input.backupId);
        return {};
      }),
      deleteBackup: os.files.deleteBackup.handler(async ({ input }) => {
        await engine.earlierCopies.remove(input.backupId);
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
      open: os.files.open.handler(async ({ input }) => {
        await host.shell.open(app.files.absolutePath(input.fileId));
        return {};
      }),
      reveal: os.files.reveal.handler(async ({ input }) => {
        await host.shell.reveal(app.files.absolutePath(input.fileId));
        return {};
      }),
    },
    versions: {
      list: os.versions.list.handler(({ input }) => app.history(input.key)),
      restore: os.versions.restore.handler(async ({ input }) => {
        await app.files.restoreVersion(input.fileId, input.version);
        return {};
      }),
    },
    publish: {
      release: os.publish.release.handler(({ input }) => ({
        queued: engine.publish(input.keys as ContentKeyText[], input.comment),
      })),
    },
    products: {
      lookup: os.products.lookup.handler(({ input }) =>
        lookUpProducts(() => app.session.service(), input.queries, input.languageCode),
      ),
      search: os.products.search.handler(({ input }) => app.productData.search(input)),
    },
    imports: {
      start: os.imports.start.handler(async ({ input }) => {
        await app.productData.startImport(input.paths, input.languageCode);
        return {};
      }),
      cancel: os.imports.cancel.handler(() => {
        app.productData.cancelImport();
        return {};
      }),
    },
    queue: {
      list: os.queue.list.handler(() => engine.queue.list(500).map((entry) => app.queueRecord(entry))),
      retry: os.queue.retry.handler(({ input }) => {
        engine.tryNow(input.entryId);
        return {};
      }),
      withdraw: os.queue.withdraw.handler(({ input }) => {
        engine.withdraw(input.entryId);
        return {};
      }),
    },
    activity: {
      list: os.activity.list.handler(({ input }) => engine.activity.list(input.limit, input.beforeId)),
    },
    settings: {
      save: os.settings.save.handler(({ input }) => engine.saveSettings(input)),
    },
    connection: {
      save: os.connection.save.handler(({ input: { confirmed, httpAccepted, ...draft } }) =>
        app.connection.save(draft, { atStake: confirmed, http: httpAccepted }),
      ),
      secretsFor: os.connection.secretsFor.handler(({ input }) => app.connection.secretsFor(input)),
      removeSecret: os.connection.removeSecret.handler(async ({ input }) => {
        await app.connection.removeSecret(input.name);
        return {};
      }),
      test: os.connection.test.handler(() => app.connection.test()),
    },
    state: {
      noteRead: os.state.noteRead.handler(() => {
        app.begunAnewRead();
        return {};
      }),
    },
    demo: {
      start: os.demo.start.handler(async () => {
        await app.startDemo();
        return {};
      }),
    },
    libraries: {
      add: os.libraries.add.handler(async ({ input }) => {
        const { confirmed, fetch, ...draft } = input;
        const { question, wasLibrary } = await engine.lookAtFolder(input.root);
        if (question && !confirmed) return { question };
        const settings = fetch === undefined ? {} : { fetch };
        const runner = await engine.addLibrary({ ...draft, contentType: defaultContentType, settings });
        return { added: { ...app.libraryRecord(runner), wasLibrary } };
      }),
      confirm: os.libraries.confirm.handler(async ({ input }) => {
        await engine.confirmLibrary(input.libraryId);
        return {};
      }),
      relocate: os.libraries.relocate.handler(async ({ input }) => {
        await engine.relocateLibrary(input.libraryId, input.root);
        return {};
      }),
      remove: os.libraries.remove.handler(({ input }) => app.libraryChanges.remove(input.libraryId, input.confirmed)),
      saveSettings: os.libraries.saveSettings.handler(({ input }) =>
        app.libraryChanges.saveSettings(input.libraryId, input.settings, input.confirmed),
      ),
      notFetched: os.libraries.notFetched.handler(({ input }) =>
        app.libraryChanges.notFetched(input.libraryId, input.limit),
      ),
      scan: os.libraries.scan.handler(({ input }) => {
        engine.runnerOf(input.libraryId).scanSoon();
        return {};
      }),
      answerChanges: os.libraries.answerChanges.handler(({ input: { libraryId, ...answer } }) => {
        engine.answerChanges(libraryId, answer);
        return {};
      }),
      chooseFolder: os.libraries.chooseFolder.handler(() => host.shell.chooseFolder()),
    },
  });
}

export type WindowRouter = ReturnType<typeof createRouter>;

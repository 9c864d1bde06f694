import type { ContentKeyText } from '../../shared/model/content-key.ts';
import type { Application } from '../engine/application/application.ts';
import { lookUpProducts } from '../engine/application/look-up-products.ts';
import { createCommandRouter } from './command-router.ts';
import { createFileRoutes } from './file-routes.ts';
import { createLibraryRoutes } from './library-routes.ts';
import { procedures as os } from './window-procedures.ts';

/** The window contract on the application; every carrier serves this one router. */
export function createRouter(app: Application) {
  // A window comes when the libraries have been started.
  const shared = createCommandRouter(app, async () => undefined);
  return os.router({
    snapshot: os.snapshot.handler(() => app.snapshot()),
    events: os.events.handler(({ input, signal }) => app.eventsAfter(input.afterId, signal)),
    files: createFileRoutes(app, shared),
    libraries: createLibraryRoutes(app, shared),
    ...createContentRoutes(app),
    ...createWorkRoutes(app),
    ...createSetupRoutes(app),
  });
}

export type WindowRouter = ReturnType<typeof createRouter>;

/** What the window asks about versions and products. */
function createContentRoutes(app: Application) {
  return {
    versions: {
      list: os.versions.list.handler(({ input }) => app.history(input.key)),
      restore: os.versions.restore.handler(async ({ input }) => {
        await app.files.restoreVersion(input.fileId, input.version);
        return {};
      }),
    },
    publish: {
      release: os.publish.release.handler(({ input }) => ({
        queued: app.engine.publish(input.keys as ContentKeyText[], input.comment),
      })),
    },
    products: {
      lookup: os.products.lookup.handler(({ input }) =>
        lookUpProducts(() => app.session.views(), input.queries, input.languageCode),
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
  };
}

/** What the window asks about what waits, and what happened. */
function createWorkRoutes(app: Application) {
  const { engine } = app;
  return {
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
  };
}

/** What the window asks about settings and the connection. */
function createSetupRoutes(app: Application) {
  return {
    settings: {
      save: os.settings.save.handler(({ input }) => app.engine.saveSettings(input)),
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
    diagnostics: {
      run: os.diagnostics.run.handler(() => app.diagnostics.run()),
      bundle: os.diagnostics.bundle.handler(() => app.diagnostics.bundle()),
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
  };
}

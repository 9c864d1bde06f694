import type { ContentKeyText } from '../../shared/model/content-key.ts';
import { mostQueueEntries } from '../../shared/rpc/activity-records.ts';
import type { Application } from '../engine/application/application.ts';
import { startDemo } from '../engine/application/start-demo.ts';
import { createCommandRouter } from './command-router.ts';
import { done } from './done.ts';
import { createFileRoutes } from './file-routes.ts';
import { createLookRoutes } from './look-routes.ts';
import { createPictureRoutes } from './picture-routes.ts';
import { createLibraryRoutes } from './library-routes.ts';
import { createServiceRoutes } from './service-routes.ts';
import { procedures as os } from './window-procedures.ts';

/** The window contract on the application; every carrier serves this one router. */
export function createRouter(app: Application) {
  // A window comes when the libraries have been started.
  const shared = createCommandRouter(app, async () => undefined);
  return os.router({
    snapshot: os.snapshot.handler(() => app.snapshot()),
    events: os.events.handler(({ input, signal }) => app.engine.events.after(input.afterId, signal)),
    files: createFileRoutes(app, shared),
    libraries: createLibraryRoutes(app, shared),
    intake: createIntakeRoutes(app),
    pictures: createPictureRoutes(app),
    looks: createLookRoutes(app),
    addIns: shared.addIns,
    writes: { list: shared.writes.list, retry: shared.writes.retry, discard: shared.writes.discard },
    ...createContentRoutes(app),
    ...createWorkRoutes(app),
    ...createSetupRoutes(app),
    ...createServiceRoutes(app.serviceRequests),
  });
}

export type WindowRouter = ReturnType<typeof createRouter>;

/** Files that a person brings. */
function createIntakeRoutes({ engine: { additions } }: Application) {
  return {
    look: os.intake.look.handler(({ input }) => additions.look(input.paths)),
    add: os.intake.add.handler(({ input: { from, ...place }, signal }) => additions.addFrom(from, place, signal)),
    undo: os.intake.undo.handler(async ({ input }) => ({ count: await additions.undo(input.additionIds) })),
  };
}

/** What the window asks about versions and products. */
function createContentRoutes(app: Application) {
  return {
    versions: {
      list: os.versions.list.handler(({ input }) => app.history(input.key)),
      restore: os.versions.restore.handler(({ input }) => app.files.restoreVersion(input)),
      open: os.versions.open.handler(
        done(async ({ input }) => app.host.shell.open(await app.files.copyOfVersion(input))),
      ),
    },
    publish: {
      release: os.publish.release.handler(({ input }) =>
        app.files.publishKeys(input.keys as ContentKeyText[], input.comment),
      ),
      withdraw: os.publish.withdraw.handler(({ input }) => app.engine.withdraw(...input.entryIds)),
    },
    products: {
      lookup: os.products.lookup.handler(({ input }) =>
        app.serviceRequests.lookUpProducts(input.queries, input.languageCode),
      ),
      search: os.products.search.handler(({ input, signal }) => app.productData.search(input, signal)),
    },
    classes: {
      search: os.classes.search.handler(({ input }) => app.classSearch.search(input)),
      forFile: os.classes.forFile.handler(({ input }) => app.classSearch.forFile(input.fileId, input.languageCode)),
    },
    imports: {
      start: os.imports.start.handler(
        done(({ input }) => app.productData.startImport(input.paths, input.languageCode)),
      ),
      cancel: os.imports.cancel.handler(done(() => app.productData.cancelImport())),
    },
  };
}

/** What the window asks about what waits, and what happened. */
function createWorkRoutes(app: Application) {
  const { engine } = app;
  return {
    queue: {
      list: os.queue.list.handler(({ input }) => {
        const { entries, ...counts } = engine.queue.part(input.part, mostQueueEntries);
        return { entries: entries.map((entry) => app.queueRecord(entry)), ...counts };
      }),
      retry: os.queue.retry.handler(done(({ input }) => engine.tryNow(input.entryId))),
    },
    activity: {
      list: os.activity.list.handler(({ input }) => engine.activity.list(input.limit, input.beforeId)),
      counts: os.activity.counts.handler(({ input }) => engine.activity.counts(input.fromMs)),
    },
  };
}

/** What the window asks about moving out of the embedded service. */
function createMoveRoutes({ connection, moveIn }: Application) {
  return {
    preview: os.move.preview.handler(({ input: { httpAccepted, ...draft } }) =>
      connection.preview(draft, httpAccepted),
    ),
    start: os.move.start.handler(
      done(({ input: { httpAccepted, ...draft } }) => connection.startMove(draft, httpAccepted)),
    ),
    pause: os.move.pause.handler(done(() => moveIn.pause())),
    resume: os.move.resume.handler(done(({ input }) => moveIn.resume(input.withoutFailed))),
    end: os.move.end.handler(done(() => moveIn.end())),
  };
}

/** What the window asks about settings and the connection. */
function createSetupRoutes(app: Application) {
  return {
    settings: {
      save: os.settings.save.handler(({ input }) => app.engine.saveSettings(input)),
    },
    connection: {
      save: os.connection.save.handler(({ input: { confirmed, httpAccepted, startWithout, ...draft } }) =>
        app.connection.save(draft, { atStake: confirmed, http: httpAccepted, startWithout }),
      ),
      secretsFor: os.connection.secretsFor.handler(({ input }) => app.connection.secretsFor(input)),
      removeSecret: os.connection.removeSecret.handler(({ input }) =>
        app.connection.removeSecret(input.name, input.confirmed),
      ),
      useEmbedded: os.connection.useEmbedded.handler(({ input }) => app.connection.useEmbedded(input.confirmed)),
      signInToProxy: os.connection.signInToProxy.handler(
        done(async ({ input: { proxy, ...who } }) => {
          await app.host.proxies.signIn(proxy, who);
          app.engine.tryNow();
        }),
      ),
      test: os.connection.test.handler(() => app.connection.test()),
    },
    move: createMoveRoutes(app),
    diagnostics: {
      run: os.diagnostics.run.handler(() => app.diagnostics.run()),
      bundle: os.diagnostics.bundle.handler(() => app.diagnostics.bundle()),
    },
    state: {
      noteRead: os.state.noteRead.handler(done(() => app.begunAnewRead())),
    },
    demo: {
      start: os.demo.start.handler(done(() => startDemo(app))),
    },
  };
}

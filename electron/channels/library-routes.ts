import { defaultContentType } from '../../shared/model/content-key.ts';
import type { Application } from '../engine/application/application.ts';
import { procedures as os } from './window-procedures.ts';

/** What the window asks about libraries. */
export function createLibraryRoutes(app: Application) {
  const { engine, host } = app;
  return {
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
    savePrograms: os.libraries.savePrograms.handler(({ input }) =>
      app.libraryChanges.savePrograms(input.libraryId, input.programs, input.confirmed),
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
  };
}

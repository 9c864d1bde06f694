import { defaultContentType } from '../../shared/model/content-key.ts';
import type { Application } from '../engine/application/application.ts';
import { libraryRecordOf } from '../engine/application/library-record.ts';
import type { CommandRouter } from './command-router.ts';
import { done } from './done.ts';
import { procedures as os } from './window-procedures.ts';

/**
 * What the window asks about libraries.
 * @param shared what commands ask too
 */
export function createLibraryRoutes(app: Application, { libraries: shared }: CommandRouter) {
  const { engine, host } = app;
  return {
    add: os.libraries.add.handler(async ({ input }) => {
      const { confirmed, fetch, ...draft } = input;
      const { question, wasLibrary } = await engine.lookAtFolder(input.root);
      if (question && !confirmed) return { question };
      const settings = fetch === undefined ? {} : { fetch };
      const runner = await engine.addLibrary({ ...draft, contentType: defaultContentType, settings });
      return { added: { ...libraryRecordOf(engine, runner), wasLibrary } };
    }),
    confirm: shared.confirm,
    relocate: shared.relocate,
    remove: shared.remove,
    saveSettings: shared.saveSettings,
    savePrograms: shared.savePrograms,
    want: shared.want,
    unwant: shared.unwant,
    notFetched: os.libraries.notFetched.handler(({ input }) =>
      app.libraryChanges.notFetched(input.libraryId, input.limit),
    ),
    having: os.libraries.having.handler(({ input }) => engine.librariesHaving(input.keys)),
    scan: os.libraries.scan.handler(done(({ input }) => engine.runnerOf(input.libraryId).scanSoon())),
    answerChanges: os.libraries.answerChanges.handler(({ input: { libraryId, ...answer } }) => ({
      count: engine.answerChanges(libraryId, answer),
    })),
    chooseFolder: os.libraries.chooseFolder.handler(() => host.shell.chooseFolder()),
  };
}

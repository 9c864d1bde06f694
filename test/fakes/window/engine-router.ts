import type { StatusRecord } from '../../../shared/rpc/status-records.ts';
import { createAddInProcedures } from './add-in-procedures.ts';
import { addExample } from './added-files.ts';
import { createConnectionProcedures, createMoveProcedures } from './connection-procedures.ts';
import { exampleBundle, exampleDiagnosis } from './diagnosis-rows.ts';
import { type EventLog, type FakeEngineState, createProcedures } from './engine-state.ts';
import { exampleConnection, exampleLibraries } from './example-status.ts';
import { createFileProcedures } from './file-procedures.ts';
import { createLibraryProcedures } from './library-procedures.ts';
import { createLookAnswers, refuse } from './looked-files.ts';
import { createProductProcedures } from './product-procedures.ts';
import { createQueueProcedures } from './queue-procedures.ts';
import { createServiceAnswers } from './service-answers.ts';
import { createVersionProcedures } from './version-procedures.ts';

/** The window contract over the fake's state. */
export function createEngineRouter(state: FakeEngineState, log: EventLog) {
  const os = createProcedures(state);
  const change = (part: Partial<StatusRecord>) => {
    state.status = { ...state.status, ...part };
    log.publish({ kind: 'status', status: state.status });
  };
  const answering = { os, state, log, change };
  const looks = createLookAnswers(() => state.looked);

  return os.router({
    snapshot: os.snapshot.handler(() => ({
      eventId: log.lastId,
      host: state.host,
      platform: 'linux',
      productVersion: '0.1.0',
      status: state.status,
      work: state.work,
      productImport: state.productImport,
      saving: state.saving,
    })),
    events: os.events.handler(({ input, signal }) => log.after(input.afterId, signal)),
    files: createFileProcedures(answering),
    intake: {
      look: os.intake.look.handler(({ input }) => ({
        files: input.paths.map((from) => ({ from, path: from.split('/').at(-1) ?? from, sizeBytes: 1_000 })),
        ...state.leftOut,
      })),
      add: os.intake.add.handler(({ input }) => addExample(state, input)),
      undo: os.intake.undo.handler(({ input }) => {
        const isBack = (fileId: string): boolean => input.additionIds.includes(fileId) && fileId !== state.openFileId;
        state.files = state.files.filter(({ fileId }) => !isBack(fileId));
        log.publish({ kind: 'files', fileIds: [] });
        return { count: input.additionIds.filter(isBack).length };
      }),
    },
    pictures: {
      hashOf: os.pictures.hashOf.handler(() => ({})),
      get: os.pictures.get.handler(({ input }) => ({ picture: state.pictures.get(input.sha256), isDrawable: false })),
      draw: os.pictures.draw.handler(() => ({})),
    },
    looks: {
      open: os.looks.open.handler(({ input }) => looks.open(input.side).catch(refuse)),
      bytes: os.looks.bytes.handler(({ input }) => looks.bytes(input.sceneId, input.offset)),
      compare: os.looks.compare.handler(({ input }) => looks.compare(input.before, input.after).catch(refuse)),
      distances: os.looks.distances.handler(({ input }) => looks.distances(input.before, input.after).catch(refuse)),
    },
    ...createVersionProcedures(answering),
    ...createProductProcedures(answering),
    addIns: createAddInProcedures(answering),
    ...createQueueProcedures(answering),
    settings: {
      save: os.settings.save.handler(({ input }) => {
        const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
        const { isLanguageOpen } = state.status;
        change({
          settings: { ...state.status.settings, ...given },
          isLanguageOpen: isLanguageOpen && input.language === undefined,
        });
        return state.status.settings;
      }),
    },
    diagnostics: {
      run: os.diagnostics.run.handler(() => exampleDiagnosis),
      bundle: os.diagnostics.bundle.handler(() => exampleBundle),
    },
    state: {
      noteRead: os.state.noteRead.handler(() => {
        change({ begunAnew: undefined });
        return {};
      }),
    },
    connection: createConnectionProcedures(answering),
    move: createMoveProcedures(answering),
    demo: {
      start: os.demo.start.handler(() => {
        change({
          connection: { ...exampleConnection('everyday'), kind: 'embedded' },
          libraries: exampleLibraries('everyday', state.files),
        });
        log.publish({ kind: 'files', fileIds: state.files.map((file) => file.fileId) });
        return {};
      }),
    },
    libraries: createLibraryProcedures(answering),
    ...createServiceAnswers(answering),
  });
}

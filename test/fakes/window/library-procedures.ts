import type { AtStakeRecord, LibraryRecord } from '../../../shared/rpc/library-records.ts';
import { defaultLibrarySettings } from '../../../shared/rpc/library-settings.ts';
import type { Answering, FakeEngineState } from './engine-state.ts';
import { createWantedAnswers } from './wanted-answers.ts';

/** What the fake engine answers about libraries. */
export function createLibraryProcedures(answering: Answering) {
  return {
    ...createPlaces(answering),
    ...createSettings(answering),
    ...createWantedAnswers(answering),
  };
}

/** Which folders are libraries. */
function createPlaces({ os, state, change }: Answering) {
  return {
    add: os.libraries.add.handler(({ input: { confirmed, fetch, ...input } }) => {
      if (!confirmed && input.root.endsWith('Downloads'))
        return { question: { isShareRoot: false, drawings: 3, others: 20_000, isAll: false } };
      const name = input.root.split(/[\\/]/).at(-1) ?? input.root;
      const library = {
        ...input,
        libraryId: `added-${name}`,
        name,
        contentType: 'Template',
        state: 'scanning' as const,
        fileCount: 0,
        notFetchedCount: 0,
        standings: {},
        besideFiles: { savedLate: 0, failedWork: 0 },
        settlingCount: 0,
        missingCount: 0,
        settings: { ...defaultLibrarySettings, ...(fetch === undefined ? {} : { fetch }) },
        quietTimeMs: 2_000,
        questions: [],
      };
      change({ libraries: [...state.status.libraries, library] });
      return { added: { ...library, wasLibrary: false } };
    }),
    remove: os.libraries.remove.handler(({ input }) => {
      const atStake = atStakeOf(state, input.libraryId);
      if (!input.confirmed && atStake.fileCount > 0) return { done: false, atStake };
      change({ libraries: state.status.libraries.filter((library) => library.libraryId !== input.libraryId) });
      return { done: true, atStake };
    }),
    confirm: os.libraries.confirm.handler(() => ({})),
    relocate: os.libraries.relocate.handler(({ input }) => {
      change({
        libraries: state.status.libraries.map((library) =>
          library.libraryId === input.libraryId ? { ...library, root: input.root } : library,
        ),
      });
      return { root: input.root, displaced: false };
    }),
    scan: os.libraries.scan.handler(() => ({})),
    chooseFolder: os.libraries.chooseFolder.handler(() => ({ supported: false })),
  };
}

/** What a library is to do, and what of it waits for an answer. */
function createSettings({ os, state, change }: Answering) {
  return {
    savePrograms: os.libraries.savePrograms.handler(({ input: { libraryId, programs, confirmed } }) => {
      // Files of the years since then would be left unsent.
      const areOld = programs.some(({ version }) => Number(version) < 2020);
      if (areOld && !confirmed) return { done: false, atStake: atStakeOf(state, libraryId) };
      change({
        libraries: state.status.libraries.map((library) =>
          library.libraryId === libraryId ? { ...library, programs } : library,
        ),
      });
      return { done: true, atStake: { files: [], fileCount: 0, releases: [], releaseCount: 0, lastReleaseId: 0 } };
    }),
    saveSettings: os.libraries.saveSettings.handler(({ input }) => {
      const atStake = atStakeOf(state, input.libraryId);
      const stops = input.settings.direction === 'downOnly';
      if (!input.confirmed && stops && atStake.fileCount > 0) return { done: false, atStake };
      const given = Object.fromEntries(Object.entries(input.settings).filter(([, value]) => value !== undefined));
      change({
        libraries: state.status.libraries.map((library) =>
          library.libraryId === input.libraryId
            ? { ...library, ...stateBy(input.settings.isPaused), settings: { ...library.settings, ...given } }
            : library,
        ),
      });
      return { done: true, atStake };
    }),
    notFetched: os.libraries.notFetched.handler(() => [
      { title: 'Ball valve DN 50.rfa', key: 'key of a valve', because: 'direction' as const, version: '3.1' },
      { title: 'Radiator type 22.rfa', key: 'key of a radiator', because: 'follow' as const, version: '0.4' },
    ]),
    answerChanges: os.libraries.answerChanges.handler(({ input }) => {
      const { libraries } = state.status;
      const { count = 0 } =
        libraries
          .find(({ libraryId }) => libraryId === input.libraryId)
          ?.questions.find(({ kind }) => kind === input.kind) ?? {};
      const answered = (library: LibraryRecord): LibraryRecord['questions'] =>
        library.questions.flatMap((question) => {
          if (library.libraryId !== input.libraryId || question.kind !== input.kind) return [question];
          return input.kind === 'overwrite' && input.answer === 'keep' ? [{ ...question, isKept: true }] : [];
        });
      change({
        libraries: libraries.map((library) => ({ ...library, questions: answered(library) })),
      });
      return { count: count - (state.answeredBefore ?? 0) };
    }),
  };
}

/** A library that is paused says so, and one that is resumed looks into its folder. */
function stateBy(isPaused: boolean | undefined): Partial<LibraryRecord> {
  return isPaused === undefined ? {} : { state: isPaused ? 'paused' : 'scanning' };
}

/** Files without any version on the service, and the releases that wait. */
function atStakeOf({ files, queue }: FakeEngineState, libraryId: string): AtStakeRecord {
  const paths = files
    .filter((file) => file.libraryId === libraryId && file.version === undefined)
    .map(({ path }) => path);
  const releases = queue
    .filter((entry) => entry.libraryId === libraryId && entry.operation === 'release')
    .map(({ title }) => title);
  return {
    files: paths,
    fileCount: paths.length,
    releases,
    releaseCount: releases.length,
    lastReleaseId: releases.length,
  };
}

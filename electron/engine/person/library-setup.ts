import { AppError } from '../../../shared/errors/app-error.ts';
import { isSameProgram, type Program } from '../../../shared/model/program.ts';
import { fetchOfNew } from '../../../shared/rpc/library-fetch.ts';
import type { FolderQuestionRecord } from '../../../shared/rpc/library-records.ts';
import { defaultLibrarySettings, type LibrarySettingsPatch } from '../../../shared/rpc/library-settings.ts';
import type { Ports } from '../ports.ts';
import type { Queue } from '../queue/queue.ts';
import type { FileList } from '../state/file-list.ts';
import type { Libraries, Library } from '../state/libraries.ts';
import { addAtStake, atStakeInLibrary, nothingAtStake, type AtStake } from './at-stake.ts';
import { createProgramChanges } from './program-changes.ts';
import { createSettingsChanges, giveWay, takeOver } from './settings-changes.ts';
import { askAboutFolder } from './folder-question.ts';
import { createLibraryFolders, type LibraryFolders } from './library-folders.ts';
import type { LibraryRunner } from '../cycle/library-runner.ts';
import type { Reporter } from '../reporter.ts';
import type { Runners } from '../cycle/runners.ts';
import type { TransferRunner } from '../transfer/transfer-runner.ts';

/** A library as it is set up; what is not said is as usual. */
export type LibraryDraft = Omit<Library, 'libraryId' | 'name' | 'settings'> & {
  readonly settings?: LibrarySettingsPatch | undefined;
};

export interface LibrarySetupParts {
  readonly ports: Ports;
  readonly libraries: Libraries;
  readonly runners: Runners;
  readonly queue: Queue;
  readonly fileList: Pick<FileList, 'notOnService'>;
  readonly transfers: Pick<TransferRunner, 'pump' | 'stop'>;
  readonly report: Reporter;
  readonly startLibrary: (library: Library) => Promise<LibraryRunner>;
}

/** How libraries are added, placed, set and forgotten. */
export function createLibrarySetup(parts: LibrarySetupParts) {
  const folders = createLibraryFolders(parts.ports, parts.libraries);
  const planOthersThan = (libraryId: string): void => planOthers(parts.runners, libraryId);
  return {
    ...createProgramChanges(parts, { endRun: (libraryId) => endRun(parts, libraryId), planOthers: planOthersThan }),
    ...createSettingsChanges(parts, planOthersThan),
    ...libraryLists(parts),
    ...libraryPlaces(parts, folders),

    /**
     * Unless a person chose, what it fetches is as `fetchOfNew` says.
     * @throws AppError `path-not-full`, `folder-…` for one that is nobody's library, `library-missing`, `library-overlaps`,
     * `library-moved`
     */
    addLibrary: (draft: LibraryDraft): Promise<LibraryRunner> => addLibrary(parts, folders, draft),

    /** Forgets a library and what is queued for it: ask `atStake` before. No file is touched. */
    async removeLibrary(libraryId: string): Promise<void> {
      const { libraries, runners, report } = parts;
      const { context } = runners.keeperOf(libraryId);
      await endRun(parts, libraryId);
      libraries.remove(libraryId);
      planOthers(runners, libraryId);
      report.tell(undefined, { kind: 'libraryRemoved', title: context.library.name });
      report.statusChanged();
    },
  };
}

async function endRun({ runners, transfers }: LibrarySetupParts, libraryId: string): Promise<void> {
  const runner = runners.get(libraryId);
  runners.remove(libraryId);
  await transfers.stop(libraryId);
  await runner?.close();
  await runners.resting.end(libraryId);
}

/** What belongs to which library is judged again in all others. */
function planOthers(runners: Runners, libraryId: string): void {
  for (const runner of runners.all()) if (runner.context.library.libraryId !== libraryId) runner.planAll();
}

async function addLibrary(
  { ports, libraries, runners, report, startLibrary }: LibrarySetupParts,
  folders: LibraryFolders,
  draft: LibraryDraft,
): Promise<LibraryRunner> {
  const { root } = await folders.lookAt(draft.root);
  const fetch = fetchOfNew(draft, libraries.all());
  const settings = { ...defaultLibrarySettings, fetch, ...draft.settings };
  const library = { ...draft, libraryId: ports.newId(), name: folderName(root), root, settings };
  const givenWay = ports.database.transaction(() => {
    libraries.add(library);
    // What is usual takes nothing from another library.
    return draft.settings?.fetch === undefined ? [] : giveWay(libraries, library);
  });
  takeOver(runners, givenWay);
  planOthers(runners, library.libraryId);
  report.tell(library.libraryId, { kind: 'libraryAdded', title: library.name });
  const runner = await startLibrary(library);
  report.statusChanged();
  return runner;
}

function libraryLists({ libraries, runners, queue, fileList }: LibrarySetupParts) {
  return {
    /** All libraries of the state, and whether they take part in this run. */
    knownLibraries: (): readonly { readonly library: Library; readonly isSynced: boolean }[] =>
      libraries.all().map((library) => ({ library, isSynced: runners.get(library.libraryId) !== undefined })),

    /** The libraries for one of these programs in this version, whether or not they take part in this run. */
    librariesFor: (programs: readonly Program[]): Library[] =>
      libraries
        .all()
        .filter((library) => library.programs.some((one) => programs.some((other) => isSameProgram(one, other)))),

    /** What the service does not have yet, of one library or of all: what nobody sends once they are forgotten. */
    atStake: (serviceId: string | undefined, libraryId?: string): AtStake =>
      libraries
        .all()
        .map((library) => library.libraryId)
        .filter((id) => libraryId === undefined || id === libraryId)
        .map((id) => atStakeInLibrary({ queue, fileList }, serviceId, id))
        .reduce(addAtStake, nothingAtStake),
  };
}

function libraryPlaces(parts: LibrarySetupParts, folders: LibraryFolders) {
  const { ports, libraries, runners, report, startLibrary } = parts;

  /** As it is in the state: the marker is written after a library was started. */
  function storedLibrary(libraryId: string): Library {
    const library = libraries.get(libraryId);
    if (!library) throw new AppError('unknown-item');
    return library;
  }

  /** A library that takes part in this run goes on as it is set up now. */
  async function restart(library: Library): Promise<void> {
    const takesPart = runners.get(library.libraryId) !== undefined;
    await endRun(parts, library.libraryId);
    if (takesPart) await startLibrary(library);
    report.statusChanged();
  }

  return {
    /**
     * What a person is asked before a folder is added, and whether it was a library before.
     * @throws AppError as `addLibrary`
     */
    async lookAtFolder(
      folder: string,
    ): Promise<{ readonly question: FolderQuestionRecord | undefined; readonly wasLibrary: boolean }> {
      const root = await folders.freeFolder(folder);
      const wasLibrary = await folders.wasLibrary(root);
      // Whoever made it a library was asked then.
      return { question: wasLibrary ? undefined : await askAboutFolder(ports, root), wasLibrary };
    },

    /**
     * A person says that the folder of a paused library is the library: it gets its marker again and goes on.
     * @throws AppError `unknown-item`, `library-missing`, `library-overlaps`, or what the disk says
     */
    async confirmLibrary(libraryId: string): Promise<void> {
      const library = storedLibrary(libraryId);
      const markerId = await folders.confirm(library);
      libraries.setMarker(libraryId, markerId);
      await restart({ ...library, markerId });
    },

    /**
     * The folder of a library was moved: the library goes on where it is now, without being compared from scratch.
     * @returns the canonical path of its folder
     * @throws AppError `unknown-item`, `library-unproven`, or as `addLibrary`
     */
    async relocateLibrary(libraryId: string, folder: string): Promise<string> {
      const library = storedLibrary(libraryId);
      const root = await folders.assertMoved(library, folder);
      libraries.setRoot(libraryId, root, folderName(root));
      await restart({ ...library, root, name: folderName(root) });
      return root;
    },
  };
}

/** What a library is called: the last part of its folder's path. */
function folderName(root: string): string {
  return (
    root
      .split(/[\\/]/)
      .filter((part) => part !== '')
      .at(-1) ?? root
  );
}

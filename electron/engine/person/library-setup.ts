import { AppError } from '../../../shared/errors/app-error.ts';
import { isSameProgram, type Program } from '../../../shared/model/program.ts';
import { fetchOfNew, givingWayTo } from '../../../shared/rpc/library-fetch.ts';
import type { FolderQuestionRecord } from '../../../shared/rpc/library-records.ts';
import {
  defaultLibrarySettings,
  librarySettingsSchema,
  type LibrarySettings,
  type LibrarySettingsPatch,
} from '../../../shared/rpc/library-settings.ts';
import type { Database, Ports } from '../ports.ts';
import type { Queue } from '../queue/queue.ts';
import type { FileList } from '../state/file-list.ts';
import type { Libraries, Library } from '../state/libraries.ts';
import { addAtStake, atStakeInLibrary, atStakeInSettings, nothingAtStake, type AtStake } from './at-stake.ts';
import { createProgramChanges } from './program-changes.ts';
import { askAboutFolder } from './folder-question.ts';
import type { LibraryContext } from '../library/library-context.ts';
import { createLibraryFolders } from './library-folders.ts';
import type { LibraryRunner } from '../cycle/library-runner.ts';
import type { Reporter } from '../reporter.ts';
import type { Runners } from '../cycle/runners.ts';
import type { TransferRunner } from '../transfer/transfer-runner.ts';

/** A library as it is set up; what is not said is as usual. */
export type LibraryDraft = Omit<Library, 'libraryId' | 'name' | 'settings'> & {
  readonly settings?: LibrarySettingsPatch | undefined;
};

/** How libraries are added, placed, set and forgotten. */
export function createLibrarySetup(parts: {
  readonly ports: Ports;
  readonly libraries: Libraries;
  readonly runners: Runners;
  readonly queue: Queue;
  readonly fileList: FileList;
  readonly transfers: TransferRunner;
  readonly report: Reporter;
  readonly startLibrary: (library: Library) => Promise<LibraryRunner>;
}) {
  const { ports, libraries, runners, queue, fileList, transfers, report, startLibrary } = parts;
  const folders = createLibraryFolders(ports, libraries);

  /** As it stands in the state: the marker is written after a library was started. */
  function storedLibrary(libraryId: string): Library {
    const library = libraries.all().find((one) => one.libraryId === libraryId);
    if (!library) throw new AppError('unknown-item');
    return library;
  }

  /** What belongs to which library is judged anew in all others. */
  function planOthers(libraryId: string): void {
    for (const runner of runners.all()) if (runner.context.library.libraryId !== libraryId) runner.planAll();
  }

  /** Those that fetch only their own from now on go on with that at once. */
  function takeOver(givenWay: readonly Library[]): void {
    for (const { libraryId, settings } of givenWay) {
      const keeper = runners.get(libraryId) ?? runners.resting.opened(libraryId);
      keeper?.context.changeSettings(settings);
    }
  }

  /** A library that takes part in this run goes on as it is set up now. */
  async function startAnew(library: Library): Promise<void> {
    const takesPart = runners.get(library.libraryId) !== undefined;
    await endRun(library.libraryId);
    if (takesPart) await startLibrary(library);
    report.statusChanged();
  }

  async function endRun(libraryId: string): Promise<void> {
    const runner = runners.get(libraryId);
    runners.remove(libraryId);
    await transfers.stop(libraryId);
    await runner?.close();
    await runners.resting.end(libraryId);
  }

  return {
    ...createProgramChanges({ ...parts, endRun, planOthers }),

    /**
     * Unless a person chose, what it fetches is as `fetchOfNew` says.
     * @throws AppError `path-not-full`, `folder-…` for one that is nobody's library, `library-missing`, `library-overlaps`,
     * `library-moved`
     */
    async addLibrary(draft: LibraryDraft): Promise<LibraryRunner> {
      const { root } = await folders.lookAt(draft.root);
      const fetch = fetchOfNew(draft, libraries.all());
      const library = {
        ...draft,
        libraryId: ports.newId(),
        name: folderName(root),
        root,
        settings: { ...defaultLibrarySettings, fetch, ...draft.settings },
      };
      const givenWay = ports.database.transaction(() => {
        libraries.add(library);
        // What is usual takes nothing from another library.
        return draft.settings?.fetch === undefined ? [] : giveWay(libraries, library);
      });
      takeOver(givenWay);
      planOthers(library.libraryId);
      report.tell(library.libraryId, { kind: 'libraryAdded', title: library.name });
      const runner = await startLibrary(library);
      report.statusChanged();
      return runner;
    },

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

    /** All libraries of the state, and whether they take part in this run. */
    knownLibraries: (): readonly { readonly library: Library; readonly isSynced: boolean }[] =>
      libraries.all().map((library) => ({ library, isSynced: runners.get(library.libraryId) !== undefined })),

    /** The libraries for one of these programs in this version, whether or not they take part in this run. */
    librariesFor: (programs: readonly Program[]): Library[] =>
      libraries
        .all()
        .filter((library) => library.programs.some((one) => programs.some((other) => isSameProgram(one, other)))),

    /**
     * A person says that the folder of a paused library is the library: it gets its marker again and goes on.
     * @throws AppError `unknown-item`, `library-missing`, `library-overlaps`, or what the disk says
     */
    async confirmLibrary(libraryId: string): Promise<void> {
      const library = storedLibrary(libraryId);
      const markerId = await folders.confirm(library);
      libraries.setMarker(libraryId, markerId);
      await startAnew({ ...library, markerId });
    },

    /**
     * The folder of a library was moved: the library goes on where it is now, without being compared anew.
     * @returns the canonical path of its folder
     * @throws AppError `unknown-item`, `library-unproven`, or as `addLibrary`
     */
    async relocateLibrary(libraryId: string, folder: string): Promise<string> {
      const library = storedLibrary(libraryId);
      const root = await folders.expectMoved(library, folder);
      libraries.setRoot(libraryId, root, folderName(root));
      await startAnew({ ...library, root, name: folderName(root) });
      return root;
    },

    /** What the service does not have yet, of one library or of all: what nobody sends once they are forgotten. */
    atStake: (serviceId: string | undefined, libraryId?: string): AtStake =>
      libraries
        .all()
        .map((library) => library.libraryId)
        .filter((id) => libraryId === undefined || id === libraryId)
        .map((id) => atStakeInLibrary({ queue, fileList }, serviceId, id))
        .reduce(addAtStake, nothingAtStake),

    /** What would stay unsent if a library went on with other settings. */
    atStakeInSettings(serviceId: string | undefined, libraryId: string, patch: LibrarySettingsPatch): AtStake {
      const { context } = runners.keeperOf(libraryId);
      const whole = atStakeInLibrary({ queue, fileList }, serviceId, libraryId);
      return atStakeInSettings(whole, context, settingsWith(context, patch), ports.disk.ignoresCase);
    },

    /** Goes on with other settings of a library, at once. Releases they rule out are dropped: ask `atStakeInSettings` before. */
    async saveLibrarySettings(
      serviceId: string | undefined,
      libraryId: string,
      patch: LibrarySettingsPatch,
    ): Promise<LibrarySettings> {
      const keeper = runners.keeperOf(libraryId);
      const { context } = keeper;
      // What runs was begun under the settings before; it is put back and judged anew.
      await transfers.stop(libraryId);
      const next = settingsWith(context, patch);
      const { releases } = this.atStakeInSettings(serviceId, libraryId, patch);
      takeOver(keepSettings({ database: ports.database, libraries, queue }, libraryId, next, releases));
      context.changeSettings(next);
      if (patch.fetch !== undefined) planOthers(libraryId);
      keeper.librarySettingsChanged();
      report.queueChanged();
      report.filesChanged(libraryId, []);
      transfers.pump();
      return next;
    },

    /** Forgets a library and what is queued for it: ask `atStake` before. No file is touched. */
    async removeLibrary(libraryId: string): Promise<void> {
      const { context } = runners.keeperOf(libraryId);
      await endRun(libraryId);
      libraries.remove(libraryId);
      planOthers(libraryId);
      report.tell(undefined, { kind: 'libraryRemoved', title: context.library.name });
      report.statusChanged();
    },
  };
}

/**
 * Keeps other settings of a library and drops the releases they rule out: both or neither.
 * @returns the libraries that fetch only their own from now on, because this one is to fetch everything
 */
function keepSettings(
  { database, libraries, queue }: { readonly database: Database; readonly libraries: Libraries; readonly queue: Queue },
  libraryId: string,
  next: LibrarySettings,
  releases: AtStake['releases'],
): Library[] {
  return database.transaction(() => {
    for (const { entryId } of releases) queue.finish(entryId);
    libraries.setSettings(libraryId, next);
    const library = libraries.all().find((one) => one.libraryId === libraryId);
    return library ? giveWay(libraries, library) : [];
  });
}

/** @returns the libraries that fetch only their own from now on, as they are set now */
function giveWay(libraries: Libraries, library: Library): Library[] {
  return givingWayTo(library, libraries.all()).map((other) => {
    const settings: LibrarySettings = { ...other.settings, fetch: 'own' };
    libraries.setSettings(other.libraryId, settings);
    return { ...other, settings };
  });
}

function settingsWith(context: LibraryContext, patch: LibrarySettingsPatch): LibrarySettings {
  return librarySettingsSchema.parse({ ...context.settings(), ...patch });
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

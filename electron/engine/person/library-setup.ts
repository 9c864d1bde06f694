import { AppError } from '../../../shared/errors/app-error.ts';
import type { Program } from '../../../shared/model/program.ts';
import { fetchOfNew, sharedPrograms } from '../../../shared/rpc/library-fetch.ts';
import type { FolderQuestionRecord } from '../../../shared/rpc/library-records.ts';
import { defaultLibrarySettings, type LibrarySettingsPatch } from '../../../shared/rpc/library-settings.ts';
import type { Ports } from '../ports.ts';
import type { Queue } from '../queue/queue.ts';
import type { FileList } from '../state/file-list.ts';
import type { Libraries, Library } from '../state/libraries.ts';
import { linksFileName } from '../tree/library-links.ts';
import { addAtStake, atStakeInLibrary, nothingAtStake, type AtStake } from './at-stake.ts';
import { assertPrograms, createProgramChanges } from './program-changes.ts';
import { giveWay, planOthers, takeOver } from './other-libraries.ts';
import { createSettingsChanges } from './settings-changes.ts';
import { askAboutFolder } from './folder-question.ts';
import { createLibraryFolders, type LibraryFolders } from './library-folders.ts';
import { createLibraryTurns, type LibraryTurns } from './library-turns.ts';
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
  readonly startLibrary: (libraryId: string) => Promise<LibraryRunner | undefined>;
}

/** How libraries are added, placed, set and forgotten: of each library one thing after the other. */
export function createLibrarySetup(parts: LibrarySetupParts) {
  const { libraries, runners, queue, report, startLibrary } = parts;
  const folders = createLibraryFolders(parts.ports, libraries);
  const turns = createLibraryTurns(parts);
  return {
    ...createProgramChanges(parts, turns),
    ...createSettingsChanges(parts, turns),
    ...libraryLists(parts),
    ...libraryPlaces(parts, turns, folders),

    /** Has libraries of the state take part in this run; none waits for the drive of another one. */
    async startLibraries(isWanted: (library: Library) => boolean): Promise<void> {
      const start = ({ libraryId }: Library) => turns.ofLibrary(libraryId, () => startLibrary(libraryId));
      await Promise.all(libraries.all().filter(isWanted).map(start));
    },

    /**
     * Unless a person chose, what it fetches is as `fetchOfNew` says.
     * @throws AppError `invalid-request` for programs that no library has, `path-not-full`, `folder-…` for one that is
     * nobody's library, `library-folder-absent`, `library-overlaps`, `library-moved`
     */
    async addLibrary(draft: LibraryDraft): Promise<LibraryRunner> {
      const { libraryId, name } = await turns.ofFolders(() => keepNew(parts, folders, draft));
      planOthers(runners, libraryId);
      report.tell(libraryId, { kind: 'libraryAdded', title: name });
      const runner = await turns.ofLibrary(libraryId, () => startLibrary(libraryId));
      report.statusChanged();
      if (!runner) throw new AppError('unknown-item', { detail: 'It was removed again.' });
      return runner;
    },

    /**
     * Forgets a library and what is queued for it: ask `atStake` before. No file is touched.
     * @param lastReleaseId the newest release that may be forgotten with it
     * @returns whether it is removed: not where a newer release was queued meanwhile; then it goes on as before
     * @throws AppError `unknown-item`, or what the state database says; then it goes on as before
     */
    removeLibrary: (libraryId: string, lastReleaseId = Infinity): Promise<boolean> =>
      turns.ofLibrary(libraryId, async () => {
        const { disk, library } = runners.keeperOf(libraryId).context;
        const { name } = library;
        // Asked in one step with the removal, so that nothing can be queued between the two.
        const mayGo = (): boolean => queue.releases(libraryId).every(({ entryId }) => entryId <= lastReleaseId);
        await turns.changeAtRest(libraryId, async () => {
          const linksFile = await disk.stat(linksFileName).catch(() => undefined);
          if (mayGo()) libraries.remove(libraryId, linksFile === undefined);
        });
        if (libraries.get(libraryId)) return false;
        planOthers(runners, libraryId);
        report.tell(undefined, { kind: 'libraryRemoved', title: name });
        report.statusChanged();
        return true;
      }),
  };
}

async function keepNew(
  { ports, libraries, runners }: LibrarySetupParts,
  folders: LibraryFolders,
  draft: LibraryDraft,
): Promise<Library> {
  assertPrograms(draft.programs);
  const { root, left } = await folders.lookAt(draft.root);
  const fetch = fetchOfNew(draft, libraries.all());
  const settings = { ...defaultLibrarySettings, fetch, ...draft.settings };
  const library = { ...draft, libraryId: ports.newId(), name: nameOf(root, libraries.all()), root, settings };
  const givenWay = ports.database.transaction(() => {
    libraries.add(library, left);
    // What is usual takes nothing from another library.
    return draft.settings?.fetch === undefined ? [] : giveWay(libraries, library);
  });
  takeOver(runners, givenWay);
  return library;
}

function libraryLists({ libraries, runners, queue, fileList }: LibrarySetupParts) {
  return {
    /** All libraries of the state, and whether they take part in this run. */
    knownLibraries: (): readonly { readonly library: Library; readonly isSynced: boolean }[] =>
      libraries.all().map((library) => ({ library, isSynced: runners.get(library.libraryId) !== undefined })),

    /** The libraries for one of these programs in this version, whether or not they take part in this run. */
    librariesFor: (programs: readonly Program[]): Library[] =>
      libraries.all().filter((library) => sharedPrograms(library, [{ programs }]).length > 0),

    /** What the service does not have yet, of one library or of all: what nobody sends once they are forgotten. */
    atStake: (libraryId?: string): AtStake =>
      (libraryId === undefined ? libraries.all().map((library) => library.libraryId) : [libraryId])
        .map((id) => atStakeInLibrary({ queue, fileList }, id))
        .reduce(addAtStake, nothingAtStake),
  };
}

function libraryPlaces(parts: LibrarySetupParts, turns: LibraryTurns, folders: LibraryFolders) {
  const { ports, libraries, report } = parts;

  /** As it is in the state: the marker is written after a library was started. */
  function storedLibrary(libraryId: string): Library {
    const library = libraries.get(libraryId);
    if (!library) throw new AppError('unknown-item');
    return library;
  }

  /** Has a library placed; if it takes part in this run, it goes on there. */
  const place = <T>(libraryId: string, keepPlace: (library: Library) => Promise<T>): Promise<T> =>
    turns.ofLibrary(libraryId, async () => {
      const kept = await keepPlace(storedLibrary(libraryId));
      await turns.changeAtRest(libraryId);
      report.statusChanged();
      return kept;
    });

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
     * @throws AppError `unknown-item`, `library-missing`, `library-moved`, `library-overlaps`, or what the disk says
     */
    confirmLibrary: (libraryId: string): Promise<void> =>
      place(libraryId, async (library) => libraries.setMarker(libraryId, await folders.confirm(library))),

    /**
     * The folder of a library was moved: the library goes on where it is now, without being compared from scratch. One that
     * changed places with it is looked for where this one was.
     * @returns the canonical path of its folder, and whether another one changed places with it
     * @throws AppError `unknown-item`, `library-unproven`, `library-still-there`, or as `addLibrary`
     */
    async relocateLibrary(
      libraryId: string,
      folder: string,
    ): Promise<{ readonly root: string; readonly displaced: boolean }> {
      const { root, displaced } = await place(libraryId, () =>
        turns.ofFolders(async () => {
          // Another one that was relocated just now may have taken its place.
          const library = storedLibrary(libraryId);
          const moved = await folders.assertMoved(library, folder);
          const gone = moved.displaced ?? library;
          const others = libraries.all().filter((one) => one.libraryId !== gone.libraryId);
          libraries.setRoots([
            { libraryId, root: moved.root, name: nameOf(moved.root, others) },
            ...(moved.displaced ? [{ ...library, libraryId: moved.displaced.libraryId }] : []),
          ]);
          return moved;
        }),
      );
      if (displaced) await turns.ofLibrary(displaced.libraryId, () => turns.changeAtRest(displaced.libraryId));
      report.statusChanged();
      return { root, displaced: displaced !== undefined };
    },
  };
}

/** What a library is called: the end of its folder's path, as short as no other library is called. */
function nameOf(root: string, others: readonly Pick<Library, 'name'>[]): string {
  const parts = root.split(/[\\/]/).filter((part) => part !== '');
  const ends = parts.map((_, place) => parts.slice(-1 - place).join('/'));
  return ends.find((end) => others.every(({ name }) => name !== end)) ?? root;
}

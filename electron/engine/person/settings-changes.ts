import { givingWayTo } from '../../../shared/rpc/library-fetch.ts';
import {
  librarySettingsSchema,
  type LibrarySettings,
  type LibrarySettingsPatch,
} from '../../../shared/rpc/library-settings.ts';
import type { Runners } from '../cycle/runners.ts';
import type { Libraries, Library } from '../state/libraries.ts';
import type { LibraryChoices } from '../state/library-state.ts';
import { expectAsShown } from './expect-as-shown.ts';
import { atStakeInLibrary, atStakeInSettings, stillSendable, type AtStake } from './at-stake.ts';
import type { LibrarySetupParts } from './library-setup.ts';
import type { LibraryTurns } from './library-turns.ts';

/**
 * How the settings of a library are changed while it runs.
 * @param planOthers judges again, in all libraries but this, what belongs to which
 */
export function createSettingsChanges(
  parts: LibrarySetupParts,
  turns: LibraryTurns,
  planOthers: (libraryId: string) => void,
) {
  const { ports, runners, queue, transfers, report } = parts;

  /** What would stay unsent if a library went on with other settings. */
  function atStakeIn(libraryId: string, patch: LibrarySettingsPatch): AtStake {
    const { context } = runners.keeperOf(libraryId);
    const whole = atStakeInLibrary(parts, libraryId);
    return atStakeInSettings(whole, context, settingsWith(context, patch), ports.disk.ignoresCase);
  }

  async function goOnWith(
    libraryId: string,
    patch: LibrarySettingsPatch,
    named: AtStake['releases'],
    shown: LibrarySettingsPatch | undefined,
  ): Promise<LibrarySettings> {
    const { context, librarySettingsChanged } = runners.keeperOf(libraryId);
    expectAsShown(context.settings(), shown);
    // What runs was begun under the settings before; it is put back and judged again.
    await transfers.stop(libraryId);
    const next = settingsWith(context, patch);
    const releases = stillSendable(queue, named);
    const wasPaused = context.settings().isPaused;
    takeOver(runners, keepSettings(parts, libraryId, next, releases));
    context.changeSettings(next);
    if (next.isPaused !== wasPaused)
      report.tell(libraryId, {
        kind: next.isPaused ? 'pausedByPerson' : 'resumedByPerson',
        title: context.library.name,
      });
    if (patch.fetch !== undefined) planOthers(libraryId);
    librarySettingsChanged();
    return next;
  }

  return {
    atStakeInSettings: atStakeIn,

    /**
     * Goes on with other settings of a library, at once. Releases they rule out are dropped: ask `atStakeInSettings` before.
     * @param shown those that the patch was made of
     * @throws AppError `changed-meanwhile`, `unknown-item`, or what the state database says; then nothing is changed
     */
    async saveLibrarySettings(
      libraryId: string,
      patch: LibrarySettingsPatch,
      shown?: LibrarySettingsPatch,
    ): Promise<LibrarySettings> {
      // A release that is queued from here on was named to nobody.
      const named = atStakeIn(libraryId, patch).releases;
      const next = await turns.ofLibrary(libraryId, () => goOnWith(libraryId, patch, named, shown));
      report.queueChanged();
      report.filesChanged(libraryId, []);
      transfers.pump();
      return next;
    },
  };
}

/**
 * Keeps other settings of a library and drops the releases they rule out: both or neither.
 * @returns the libraries that fetch only their own from now on, because this one is to fetch everything
 */
function keepSettings(
  { ports, libraries, queue }: LibrarySetupParts,
  libraryId: string,
  next: LibrarySettings,
  releases: AtStake['releases'],
): Library[] {
  return ports.database.transaction(() => {
    for (const { entryId } of releases) queue.finish(entryId);
    libraries.setSettings(libraryId, next);
    const library = libraries.get(libraryId);
    return library ? giveWay(libraries, library) : [];
  });
}

/** @returns the libraries that fetch only their own from now on, as they are set now */
export function giveWay(libraries: Libraries, library: Library): Library[] {
  return givingWayTo(library, libraries.all()).map((other) => {
    const settings: LibrarySettings = { ...other.settings, fetch: 'own' };
    libraries.setSettings(other.libraryId, settings);
    return { ...other, settings };
  });
}

function settingsWith(context: LibraryChoices, patch: LibrarySettingsPatch): LibrarySettings {
  return librarySettingsSchema.parse({ ...context.settings(), ...patch });
}

/** Those that fetch only their own from now on go on with that at once. */
export function takeOver(runners: Runners, givenWay: readonly Library[]): void {
  for (const { libraryId, settings } of givenWay) {
    const keeper = runners.get(libraryId) ?? runners.resting.opened(libraryId);
    keeper?.context.changeSettings(settings);
  }
}

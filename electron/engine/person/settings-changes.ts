import {
  librarySettingsSchema,
  type LibrarySettings,
  type LibrarySettingsPatch,
} from '../../../shared/rpc/library-settings.ts';
import type { LibraryChoices } from '../state/library-state.ts';
import { expectAsShown } from './expect-as-shown.ts';
import { atStakeInLibrary, atStakeInSettings, dropReleases, type AtStake } from './at-stake.ts';
import type { LibrarySetupParts } from './library-setup.ts';
import type { LibraryTurns } from './library-turns.ts';
import { giveWay, planOthers, takeOver } from './other-libraries.ts';

/** How the settings of a library are changed while it runs. */
export function createSettingsChanges(parts: LibrarySetupParts, turns: LibraryTurns) {
  const { ports, libraries, runners, queue, transfers, report } = parts;

  /** What would stay unsent if a library went on with other settings. */
  function atStakeIn(libraryId: string, patch: LibrarySettingsPatch): AtStake {
    const { context } = runners.keeperOf(libraryId);
    const whole = atStakeInLibrary(parts, libraryId);
    return atStakeInSettings(whole, context, settingsWith(context, patch), ports.disk.ignoresCase);
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
      const { releases } = atStakeIn(libraryId, patch);
      return turns.change(libraryId, async () => {
        const { context, librarySettingsChanged } = runners.keeperOf(libraryId);
        expectAsShown(context.settings(), shown);
        // What runs was begun under the settings before; it is put back and judged again.
        await transfers.stop(libraryId);
        const next = settingsWith(context, patch);
        const wasPaused = context.settings().isPaused;
        const givenWay = ports.database.transaction(() => {
          dropReleases(queue, releases);
          libraries.setSettings(libraryId, next);
          return giveWay(libraries, { ...context.library, settings: next });
        });
        takeOver(runners, givenWay);
        context.changeSettings(next);
        const turned = next.isPaused ? 'pausedByPerson' : 'resumedByPerson';
        if (next.isPaused !== wasPaused) report.tell(libraryId, { kind: turned, title: context.library.name });
        if (patch.fetch !== undefined) planOthers(runners, libraryId);
        librarySettingsChanged();
        return next;
      });
    },
  };
}

function settingsWith(context: LibraryChoices, patch: LibrarySettingsPatch): LibrarySettings {
  return librarySettingsSchema.parse({ ...context.settings(), ...patch });
}

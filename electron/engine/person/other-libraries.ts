import { givingWayTo } from '../../../shared/rpc/library-fetch.ts';
import type { LibrarySettings } from '../../../shared/rpc/library-settings.ts';
import type { Runners } from '../cycle/runners.ts';
import type { Libraries, Library } from '../state/libraries.ts';

/** What belongs to which library is judged again in all but one, which was changed. */
export function planOthers(runners: Runners, libraryId: string): void {
  for (const runner of runners.all()) if (runner.context.library.libraryId !== libraryId) runner.planAll();
}

/** @returns the libraries that fetch only their own from now on, because this one is to fetch everything */
export function giveWay(libraries: Libraries, library: Library): Library[] {
  return givingWayTo(library, libraries.all()).map((other) => {
    const settings: LibrarySettings = { ...other.settings, fetch: 'own' };
    libraries.setSettings(other.libraryId, settings);
    return { ...other, settings };
  });
}

/** Those that fetch only their own from now on go on with that at once. */
export function takeOver(runners: Runners, givenWay: readonly Library[]): void {
  for (const { libraryId, settings } of givenWay) {
    const keeper = runners.get(libraryId) ?? runners.resting.opened(libraryId);
    keeper?.context.changeSettings(settings);
  }
}

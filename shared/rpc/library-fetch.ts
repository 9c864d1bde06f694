import type { LibrarySettings } from './library-settings.ts';

/** The program a library is for, and what it fetches of what that program's files are on the service. */
export interface FetchingLibrary {
  readonly libraryId: string;
  readonly applicationName: string;
  readonly applicationVersion: string;
  readonly settings: Pick<LibrarySettings, 'fetch'>;
}

type Program = Pick<FetchingLibrary, 'applicationName' | 'applicationVersion'>;

export function isSameProgram(one: Program, other: Program): boolean {
  return one.applicationName === other.applicationName && one.applicationVersion === other.applicationVersion;
}

/** What a new library fetches unless a person chooses: everything where it is the only one for its program. */
export function fetchOfNew(added: Program, others: readonly Program[]): LibrarySettings['fetch'] {
  return others.some((other) => isSameProgram(added, other)) ? 'own' : 'everything';
}

/** The libraries that fetch only their own from now on, because this one is to fetch everything of their program. */
export function givingWayTo<T extends FetchingLibrary>(library: FetchingLibrary, all: readonly T[]): T[] {
  if (library.settings.fetch !== 'everything') return [];
  return all.filter(
    (other) =>
      other.libraryId !== library.libraryId && other.settings.fetch === 'everything' && isSameProgram(library, other),
  );
}

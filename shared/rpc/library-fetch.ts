import { isSameProgram, type Program } from '../model/program.ts';
import type { LibrarySettings } from './library-settings.ts';

/** The programs a library is for, and what it fetches of what these programs' files are on the service. */
export interface FetchingLibrary {
  readonly libraryId: string;
  readonly programs: readonly Program[];
  readonly settings: Pick<LibrarySettings, 'fetch'>;
}

export type ForPrograms = Pick<FetchingLibrary, 'programs'>;

/** Those of a library's programs that one of the others is for as well. */
export function sharedPrograms({ programs }: ForPrograms, others: readonly ForPrograms[]): Program[] {
  return programs.filter((program) =>
    others.some((other) => other.programs.some((one) => isSameProgram(one, program))),
  );
}

/** What a new library fetches unless a person chooses: everything where it is the only one for one of its programs. */
export function fetchOfNew(added: ForPrograms, others: readonly ForPrograms[]): LibrarySettings['fetch'] {
  return sharedPrograms(added, others).length === added.programs.length ? 'own' : 'everything';
}

/**
 * The libraries that fetch only their own from now on, because a person wants this one to fetch everything of all their
 * programs. One that has a program more goes on, or nobody would fetch that.
 */
export function givingWayTo<T extends FetchingLibrary>(library: FetchingLibrary, all: readonly T[]): T[] {
  if (library.settings.fetch !== 'everything') return [];
  return all.filter(
    (other) =>
      other.libraryId !== library.libraryId &&
      other.settings.fetch === 'everything' &&
      sharedPrograms(other, [library]).length === other.programs.length,
  );
}

import type { LibrarySettings } from '../../../shared/rpc/library-settings.ts';
import type { Belonging } from '../tree/entries.ts';

/** What one library of this computer has to do with a content key. */
export interface LibraryClaim {
  readonly libraryId: string;
  readonly fetch: LibrarySettings['fetch'];
  /** Whether the library declares the program, in the version, of the key. */
  readonly isForProgram: boolean;
  /** How many programs it declares. */
  readonly programCount: number;
  /** Whether it has a file of the key, or had one. */
  readonly holdsKey: boolean;
  /** Whether a person wants the file of the key in it. */
  readonly wantsKey: boolean;
  /** Whether there are files of the key's ETIM class and program in it, or were. */
  readonly holdsClass: 'has' | 'had' | 'never';
}

/**
 * Decides which library of this computer fetches a key by itself; so that none comes into two libraries unasked, it is
 * one at most. A key belongs to whoever has, or had, a file of it, and to where a person wants it. A key that nobody
 * had belongs to a library for its program: to one with files of its ETIM class, else to one that had such files, and
 * among several of those to the one that fetches everything, else to the first that was added. What no library has the
 * class of belongs to the one that fetches everything, if there is one. Of several that do so, as each has a program
 * that the others have not, it is the one for the fewest programs, or the first of these.
 * @param claims those of all libraries of this computer, in the order in which they were added
 */
export function belongingFor(libraryId: string, claims: readonly LibraryClaim[]): Belonging {
  const holders = claims.filter(({ holdsKey, wantsKey }) => holdsKey || wantsKey);
  const owners = holders.length > 0 ? holders : ownerOfNew(claims.filter(({ isForProgram }) => isForProgram));
  if (owners.some((owner) => owner.libraryId === libraryId)) return 'here';
  return owners.length > 0 ? 'otherLibrary' : 'noLibrary';
}

function ownerOfNew(libraries: readonly LibraryClaim[]): LibraryClaim[] {
  const fetchesAll = (of: readonly LibraryClaim[]): LibraryClaim[] =>
    of
      .filter(({ fetch }) => fetch === 'everything')
      .sort((one, other) => one.programCount - other.programCount)
      .slice(0, 1);
  for (const standing of ['has', 'had'] as const) {
    const [first, ...others] = libraries.filter(({ holdsClass }) => holdsClass === standing);
    if (!first) continue;
    const [most = first] = fetchesAll([first, ...others]);
    return [most];
  }
  return fetchesAll(libraries);
}

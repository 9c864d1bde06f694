import type { Listing, Outside } from './questions.ts';

/** So long a listing counts as one that is made when it is asked for. */
const keptMs = 3_000;

/** With so many entries listed and not asked for, no more are. */
const mostEntries = 100_000;

interface ListedAheadOptions {
  /** The outside of a folder: when names in it change, so does its date. */
  readonly look: (path: string) => Outside | undefined;
  readonly nowMs: () => number;
}

/** Listings of folders that nobody asked for yet. */
export function createListedAhead({ look, nowMs }: ListedAheadOptions) {
  const listed = new Map<
    string,
    { readonly listing: Listing; readonly before: Outside | undefined; readonly atMs: number }
  >();
  let entries = 0;
  return {
    isFull: (): boolean => entries >= mostEntries,

    /** Lists a folder and keeps that. @returns what was found; `undefined` where no folder is */
    keep(path: string, list: () => Listing | undefined): Listing | undefined {
      const [atMs, before] = [nowMs(), look(path)];
      const listing = list();
      if (!listing) return undefined;
      listed.set(path, { listing, before, atMs });
      entries += listing.names.length;
      return listing;
    },

    /** What was found in a folder, unless that was too long ago or names came and went since. It is kept no longer. */
    take(path: string): Listing | undefined {
      const found = listed.get(path);
      if (!found) return undefined;
      listed.delete(path);
      entries -= found.listing.names.length;
      const isAsItWas = nowMs() - found.atMs <= keptMs && isSame(found.before, look(path));
      return isAsItWas ? found.listing : undefined;
    },

    clear(): void {
      listed.clear();
      entries = 0;
    },
  };
}

/** Also not so where another folder lies in its place, such as a drive that was just connected. */
function isSame(before: Outside | undefined, now: Outside | undefined): boolean {
  if (!before || !now) return false;
  return before.inode === now.inode && before.modifiedMs === now.modifiedMs && before.changedMs === now.changedMs;
}

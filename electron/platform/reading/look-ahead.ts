import { realpathSync } from 'node:fs';
import { sep } from 'node:path';
import type { Place } from '../real-place.ts';
import { outsideKinds, type Listing } from './questions.ts';

/** So long a listing counts as one that is made when it is asked for. */
const keptMs = 3_000;

/** With so many entries listed and not asked for, it waits. */
const mostEntries = 100_000;

interface LookAheadOptions {
  /** Lists a folder; `undefined` where none is there. @throws the system's error */
  readonly list: (place: Place) => Listing | undefined;
  readonly nowMs: () => number;
  /** Has something done after what waits already. */
  readonly soon: (work: () => void) => void;
}

/**
 * Lists the folders of a tree before they are asked for, while the program that asks for them is still being loaded: with
 * twenty thousand files both take a quarter of a second. It serves one walk, each folder once, and not for long.
 */
export function createLookAhead({ list, nowMs, soon }: LookAheadOptions) {
  const listed = new Map<string, { readonly listing: Listing; readonly atMs: number }>();
  let entries = 0;
  /** Folders to be listed, each behind the one it is in. */
  const waiting = new Set<string>();
  let root: string | undefined;
  let leftOut = '';
  let isUnderWay = false;

  function goOn(): void {
    const [path] = waiting;
    isUnderWay = path !== undefined && entries < mostEntries;
    if (root === undefined || path === undefined || !isUnderWay) return;
    waiting.delete(path);
    try {
      const listing = list({ root, path });
      if (listing) {
        listed.set(path, { listing, atMs: nowMs() });
        entries += listing.names.length;
        waitForFoldersIn(path, listing);
      }
    } catch {
      // Whoever asks for it is told why.
    }
    soon(goOn);
  }

  function waitForFoldersIn(path: string, { names, kinds, garbledFrom }: Listing): void {
    const above = path.endsWith(sep) ? path : path + sep;
    for (const [index, name] of names.slice(0, garbledFrom).entries()) {
      if (outsideKinds[kinds[index] ?? 0] === 'folder' && name !== leftOut) waiting.add(above + name);
    }
  }

  function take(path: string): Listing | undefined {
    const found = listed.get(path);
    if (!found) return undefined;
    listed.delete(path);
    entries -= found.listing.names.length;
    return nowMs() - found.atMs <= keptMs ? found.listing : undefined;
  }

  function end(): void {
    root = undefined;
    listed.clear();
    waiting.clear();
    entries = 0;
  }

  return {
    /**
     * Begins at a folder.
     * @param name of the folders that are left out, wherever they stand
     */
    begin(folder: string, name: string): void {
      end();
      try {
        root = realpathSync.native(folder);
      } catch {
        return;
      }
      leftOut = name;
      waiting.add(root);
      if (!isUnderWay) goOn();
    },

    /** Lists a folder, unless that was done ahead. @throws the system's error */
    list(place: Place): Listing | undefined {
      const { path } = place;
      const found = take(path);
      // Another walk begins, which is to see what is there by now.
      if (!found && path === root) end();
      if (root === undefined) return list(place);
      const wasWaiting = waiting.delete(path);
      if (!isUnderWay) soon(goOn);
      if (found) return found;
      const listing = list(place);
      if (listing && wasWaiting) waitForFoldersIn(path, listing);
      return listing;
    },
  };
}

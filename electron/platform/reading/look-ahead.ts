import { realpathSync } from 'node:fs';
import { sep } from 'node:path';
import type { Place } from '../real-place.ts';
import { createListedAhead } from './listed-ahead.ts';
import { outsideKinds, type Listing, type Outside } from './questions.ts';

interface LookAheadOptions {
  /** Lists a folder; `undefined` where none is there. @throws the system's error */
  readonly list: (place: Place) => Listing | undefined;
  readonly look: (path: string) => Outside | undefined;
  readonly nowMs: () => number;
  /** Has something done after what waits already. */
  readonly soon: (work: () => void) => void;
}

/**
 * Lists the folders of a tree before they are asked for, while the program that asks for them is still being loaded: with
 * twenty thousand files both take a quarter of a second. A listing serves once and not for long, and not where names came
 * to the folder since or went from it. Whoever begins at the root again gets none.
 */
export class LookAhead {
  readonly #options: LookAheadOptions;
  readonly #listed: ReturnType<typeof createListedAhead>;
  /** Folders to be listed, each behind the one it is in. */
  readonly #waiting = new Set<string>();
  #root: string | undefined;
  #leftOut = '';
  #isUnderWay = false;

  constructor(options: LookAheadOptions) {
    this.#options = options;
    this.#listed = createListedAhead(options);
  }

  /**
   * Begins at a folder.
   * @param leftOut the name of folders that are left out, wherever they stand
   */
  begin(folder: string, leftOut: string): void {
    this.#end();
    this.#root = realPathOf(folder);
    if (this.#root === undefined) return;
    this.#leftOut = leftOut;
    this.#waiting.add(this.#root);
    if (!this.#isUnderWay) this.#goOn();
  }

  /** Lists a folder, unless that was done ahead. @throws the system's error */
  list(place: Place): Listing | undefined {
    const { path } = place;
    const found = this.#listed.take(path);
    // Another walk begins, which is to see what is there by now.
    if (!found && path === this.#root) this.#end();
    if (this.#root === undefined) return this.#options.list(place);
    const wasWaiting = this.#waiting.delete(path);
    if (!this.#isUnderWay) this.#goOnSoon();
    if (found) return found;
    const listing = this.#options.list(place);
    if (wasWaiting) this.#waitForFoldersIn(path, listing);
    return listing;
  }

  #goOn(): void {
    const root = this.#root;
    const [path] = this.#waiting;
    this.#isUnderWay = path !== undefined && !this.#listed.isFull();
    if (root === undefined || path === undefined || !this.#isUnderWay) return;
    this.#waiting.delete(path);
    try {
      const listing = this.#listed.keep(path, () => this.#options.list({ root, path }));
      this.#waitForFoldersIn(path, listing);
    } catch {
      // Whoever asks for it is told why.
    }
    this.#goOnSoon();
  }

  #goOnSoon(): void {
    this.#isUnderWay = true;
    this.#options.soon(() => this.#goOn());
  }

  #waitForFoldersIn(path: string, listing: Listing | undefined): void {
    for (const folder of foldersIn(path, listing, this.#leftOut)) this.#waiting.add(folder);
  }

  #end(): void {
    this.#root = undefined;
    this.#listed.clear();
    this.#waiting.clear();
  }
}

function realPathOf(folder: string): string | undefined {
  try {
    return realpathSync.native(folder);
  } catch {
    return undefined;
  }
}

function foldersIn(path: string, listing: Listing | undefined, leftOut: string): string[] {
  if (!listing) return [];
  const { names, kinds, garbledFrom } = listing;
  const above = path.endsWith(sep) ? path : path + sep;
  return names
    .filter((name, index) => index < garbledFrom && outsideKinds[kinds[index] ?? 0] === 'folder' && name !== leftOut)
    .map((name) => above + name);
}

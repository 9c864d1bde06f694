import type { SeenAnswer } from '../../../shared/api/caller.ts';
import { formatProgram, type Program } from '../../../shared/model/program.ts';
import type { Clock } from '../ports.ts';
import type { ListedItems } from '../remote/remote-items.ts';

/** How long a tag is believed no more once it was another one for nothing; twice as long with each further time. */
const shortestRestMs = 10 * 60_000;
const longestRestMs = 60 * 60_000;

/**
 * Whether a service is not in the state any more in which it was seen, although its lists of changes tell no change: then
 * something is gone there, as in a data folder that was emptied. Its tag tells, where it keeps that while nothing
 * changes. It may be another one for nothing (a service counts what lists do not hold, or begins anew when it starts), so
 * it is believed less often as long as everything turns out to be there.
 */
export function createUntoldChanges(clock: Pick<Clock, 'steadyMs'>) {
  /** By program, the tag that was answered with nothing being new. */
  const proven = new Map<string, string>();
  let fruitless = 0;
  let restsUntilMs = -Infinity;
  let isLookedFor = false;

  return {
    /**
     * To be told of every list of changes.
     * @param seen what was named when it was asked for
     * @returns whether everything is to be listed, if this list tells nothing new
     */
    isToBeLookedFor(program: Program, seen: SeenAnswer | undefined, list: ListedItems): boolean {
      const [name, tag] = [formatProgram(program), seen?.tag];
      if (tag === undefined) return false;
      const wasSent = list.items !== undefined || list.wasSent;
      if (!wasSent) proven.set(name, tag);
      const isOther = wasSent && proven.get(name) === tag && list.seen?.tag !== tag;
      return isOther && clock.steadyMs() >= restsUntilMs;
    },

    /** Everything will be listed for that. */
    lookFor: (): unknown => (isLookedFor = true),

    /** Everything was listed. @param isFound whether anything turned out to be different */
    noteListed(isFound: boolean): void {
      if (!isLookedFor) return;
      isLookedFor = false;
      fruitless = isFound ? 0 : fruitless + 1;
      if (!isFound) restsUntilMs = clock.steadyMs() + Math.min(longestRestMs, shortestRestMs * 2 ** (fruitless - 1));
    },

    /** Another service is connected. */
    startOver(): void {
      proven.clear();
      [fruitless, restsUntilMs, isLookedFor] = [0, -Infinity, false];
    },
  };
}

export type UntoldChanges = ReturnType<typeof createUntoldChanges>;

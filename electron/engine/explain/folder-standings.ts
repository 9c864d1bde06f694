import type { FileState } from '../../../shared/rpc/file-records.ts';
import { standingOfState, type Standing, type StandingCounts } from '../../../shared/rpc/standings.ts';
import type { LibraryFacts } from '../library/library-facts.ts';
import { isBelow } from '../tree/paths.ts';

interface FileInState {
  readonly path: string;
  readonly state: FileState;
}

/** What is told first of many: what needs a person, files without a class after the others. */
const tellingOrder: readonly Standing[] = ['needsYou', 'held', 'underWay', 'unconfirmed', 'outside', 'inStep'];

function turnOf({ state, standing }: { readonly state: FileState; readonly standing: Standing }): number {
  return 2 * tellingOrder.indexOf(standing) + (state === 'unassigned' ? 1 : 0);
}

/**
 * Adds up how many of these files stand how. What was found equal is in step only where an engine that runs has looked
 * lately.
 * @returns with the paths of those that are not in step, what needs a person before all others
 */
export function addUpFiles(
  files: readonly FileInState[],
  live: LibraryFacts | undefined,
): { readonly standings: StandingCounts; readonly others: readonly string[] } {
  const standingNow = ({ path, state }: FileInState): Standing => {
    const standing = standingOfState[state];
    const isConfirmed = live?.freshness === 'fresh' && !isBelow(live.unseenFolders, path);
    return standing === 'inStep' && !isConfirmed ? 'unconfirmed' : standing;
  };
  const byStanding = Map.groupBy(
    files.map((file) => ({ ...file, standing: standingNow(file) })),
    ({ standing }) => standing,
  );
  return {
    standings: Object.fromEntries([...byStanding].map(([standing, of]) => [standing, of.length])),
    others: [...byStanding.values()]
      .flat()
      .filter(({ standing }) => standing !== 'inStep')
      .toSorted((a, b) => turnOf(a) - turnOf(b))
      .map(({ path }) => path),
  };
}

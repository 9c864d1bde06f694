import type { EngineCalls } from '../../../shared/rpc/command-contract.ts';
import {
  canonicalPlace,
  syncedOf,
  whichSync,
  withEachEngine,
  withEngineHolding,
  type States,
  type Synced,
} from './engines.ts';
import { exitCodes, printResult } from './output.ts';

interface Restored {
  readonly count: number;
  /** The first of them. */
  readonly paths: readonly string[];
  readonly synced: readonly Synced[];
}

/**
 * Notes that files which are gone are wanted back: these, or all that count as removed here. A sync fetches them to
 * their old paths, or under other names where something stands there; nothing is replaced.
 * @returns the exit code
 * @throws AppError `unknown-item` for a file that is not gone or in no library, `not-found` for one of which the service
 * has nothing; then none of them is noted
 */
export async function restoreCommand(
  wanted: readonly string[] | 'all',
  { json, ...states }: States & { readonly json: boolean },
): Promise<number> {
  const restored = wanted === 'all' ? await withEachEngine(states, restoreAll) : [await restoreNamed(wanted, states)];
  const count = restored.reduce((sum, one) => sum + one.count, 0);
  const paths = restored.flatMap((one) => one.paths);
  printResult(json, { count, paths }, (told) => {
    if (told.count === 0) return 'Nothing that is gone can be restored.';
    const more = told.count - told.paths.length;
    const sync = whichSync(restored.flatMap(({ synced }) => synced));
    return [
      ...told.paths,
      ...(more > 0 ? [`and ${more} more`] : []),
      `${sync} fetches what is named here; where something else stands in its place by now, under another name.`,
    ].join('\n');
  });
  return exitCodes.done;
}

async function restoreAll(calls: EngineCalls): Promise<Restored> {
  const libraries = await calls.libraries.list();
  return { ...(await calls.files.restore({})), synced: libraries.map(syncedOf) };
}

async function restoreNamed(wanted: readonly string[], states: States): Promise<Restored> {
  const paths = await Promise.all(wanted.map(canonicalPlace));
  return withEngineHolding(states, paths[0] ?? '', async (calls) => {
    const files = await calls.files.at({ paths });
    const answer = await calls.files.restore({ fileIds: files.map(({ fileId }) => fileId) });
    return { ...answer, synced: files };
  });
}

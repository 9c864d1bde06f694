import { inLists } from '../../../shared/model/in-lists.ts';
import type { EngineCalls, NamedFile } from '../../../shared/rpc/command-contract.ts';
import {
  canonicalPlace,
  syncedOf,
  whichSync,
  withEachEngine,
  withEnginesHolding,
  type States,
  type Synced,
} from './engines.ts';
import { exitCodes, printResult } from './output.ts';

/** As many as one call may name. */
const restoredAtOnce = 10_000;

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
 * @throws AppError `unknown-item` for a file in no library; then none of them is noted. `unknown-item` for one that is not
 * gone, `not-found` for one of which the service has nothing; then none of those is that were asked for with it
 */
export async function restoreCommand(
  wanted: readonly string[] | 'all',
  { json, ...states }: States & { readonly json: boolean },
): Promise<number> {
  const restored = wanted === 'all' ? await withEachEngine(states, restoreAll) : await restoreNamed(wanted, states);
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

async function restoreNamed(wanted: readonly string[], states: States): Promise<Restored[]> {
  const named = await Promise.all(wanted.map(canonicalPlace));
  const restored: Restored[] = [];
  const ofEach = (use: (calls: EngineCalls, files: readonly NamedFile[]) => Promise<void>): Promise<void> =>
    withEnginesHolding(states, named, async (calls, held) => {
      for (const paths of inLists(held, restoredAtOnce)) await use(calls, await calls.files.at({ paths: [...paths] }));
    });
  // What one state does not know is found before another one is asked to restore anything.
  await ofEach(async () => undefined);
  await ofEach(async (calls, files) => {
    const fileIds = files.map(({ fileId }) => fileId);
    restored.push({ ...(await calls.files.restore({ fileIds })), synced: files });
  });
  return restored;
}

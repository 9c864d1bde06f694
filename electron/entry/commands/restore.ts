import { inLists } from '../../../shared/model/in-lists.ts';
import type { EngineCalls, NamedFile } from '../../../shared/rpc/command-contract.ts';
import { canonicalPlace } from './canonical.ts';
import { withEachEngine, withEnginesHolding, type Asking, type States } from './engines.ts';
import { syncedOf, whichSync, type Synced } from './which-sync.ts';
import { describeQuestion, type Question } from './many-changes.ts';
import { exitCodes, printResult } from './output.ts';

/** As many as one call may name. */
const restoredAtOnce = 10_000;

interface Restored {
  readonly count: number;
  /** The first of them. */
  readonly paths: readonly string[];
  readonly synced: readonly Synced[];
  /** Files that are gone, many at once: a person has to say first whether that was meant. */
  readonly asked?: readonly Question[];
}

/**
 * Notes that files which are gone are wanted back: these and those below these folders, or all that count as removed here. A sync fetches them to
 * their old paths, or under other names where something stands there; nothing is replaced.
 * @returns the exit code: 2 where files are gone about which a person was asked and did not answer
 * @throws AppError `unknown-item` for a file in no library; then none of them is noted. `unknown-item` for one that is not
 * gone, `not-found` for one of which the service has nothing; then none of those is that were asked for with it
 */
export async function restoreCommand(wanted: readonly string[] | 'all', { json, ...states }: Asking): Promise<number> {
  const restored = wanted === 'all' ? await withEachEngine(states, restoreAll) : await restoreNamed(wanted, states);
  const count = restored.reduce((sum, one) => sum + one.count, 0);
  const paths = restored.flatMap((one) => one.paths);
  const asked = restored.flatMap((one) => one.asked ?? []);
  const synced = restored.flatMap((one) => one.synced);
  printResult(
    json,
    { count, paths, ...(asked.length > 0 ? { asked } : {}) },
    (told) =>
      [...describeRestored(told, synced), ...asked.map(describeQuestion)].join('\n') ||
      'No file is missed that can be restored. One that another library has by now comes back where it is named: “cadsync restore FILE”.',
  );
  return asked.length > 0 ? exitCodes.needsPerson : exitCodes.done;
}

function describeRestored({ count, paths }: Omit<Restored, 'synced'>, synced: readonly Synced[]): string[] {
  if (count === 0) return [];
  const more = count - paths.length;
  return [
    ...paths,
    ...(more > 0 ? [`and ${more} more`] : []),
    `${whichSync(synced)} fetches what is named here; where something else stands in its place by now, under another name.`,
  ];
}

async function restoreAll(calls: EngineCalls): Promise<Restored> {
  const libraries = await calls.libraries.list();
  const restored = await calls.files.restore({});
  const { libraries: overviews } = await calls.status.overview();
  const questions = overviews.flatMap((library) => library.questions ?? []);
  const asked = questions.filter(({ kind, isKept }) => kind === 'removal' && !isKept);
  return { ...restored, synced: libraries.map(syncedOf), asked };
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

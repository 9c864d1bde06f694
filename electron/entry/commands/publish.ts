import { inLists } from '../../../shared/model/in-lists.ts';
import type { EngineCalls, NamedFile } from '../../../shared/rpc/command-contract.ts';
import { mostReleasedAtOnce } from '../../../shared/rpc/release-limits.ts';
import { standingOf } from '../../../shared/rpc/standings.ts';
import { canonical, whichSync, withEnginesHolding, type States, type Synced } from './engines.ts';
import { exitCodes, printResult } from './output.ts';

const explainedAtOnce = 1_000;

/** Files of one state, as many at once as it can be asked about. */
type OfFiles = (calls: EngineCalls, files: readonly NamedFile[], paths: readonly string[]) => Promise<void>;

/**
 * Has files published as they were saved, by the sync that runs or the next one; or takes that back.
 * @returns the exit code
 * @throws AppError `file-changed-meanwhile` for a file that was saved and not read since, `file-without-classes`,
 * `file-of-other-program`, what is the matter with one that cannot be read, `folder-not-file`, `unknown-item`
 * for one that is in no library or gone; then nothing is asked for. `not-connected`
 */
export async function publishCommand(
  named: readonly string[],
  wish: { readonly comment: string } | 'withdraw',
  { json, ...states }: States & { readonly json: boolean },
): Promise<number> {
  const paths = await Promise.all(named.map(canonical));
  let [count, forPerson] = [0, 0];
  const synced: Synced[] = [];
  const ofEach = (use: OfFiles): Promise<void> => ofFiles(states, paths, use);
  // A release that went out cannot be taken back: what one state refuses is known before another one is asked.
  if (wish !== 'withdraw') {
    await ofEach(async (calls, files) => void (await calls.files.checkPublishable({ fileIds: idsOf(files) })));
  }
  await ofEach(async (calls, files, held) => {
    const fileIds = idsOf(files);
    synced.push(...files);
    count +=
      wish === 'withdraw'
        ? (await calls.files.withdrawRelease({ fileIds })).count
        : (await calls.files.publish({ fileIds, comment: wish.comment })).queued;
    if (wish !== 'withdraw') forPerson += await countNeedingPerson(calls, held);
  });
  printResult(json, wish === 'withdraw' ? { withdrawn: count } : { queued: count, forPerson }, () => {
    if (wish === 'withdraw') return count === 1 ? '1 release was withdrawn.' : `${count} releases were withdrawn.`;
    if (count === 0) return `Each of them waits to be published already.${describeForPerson(forPerson)}`;
    const what = count === 1 ? '1 file as the next release' : `${count} files, each as its next release`;
    return `${whichSync(synced)} publishes ${what}, as soon as the service answers.${describeForPerson(forPerson)}`;
  });
  return exitCodes.done;
}

function ofFiles(states: States, paths: readonly string[], use: OfFiles): Promise<void> {
  return withEnginesHolding(states, paths, async (calls, held) => {
    for (const some of inLists(held, mostReleasedAtOnce)) {
      await use(calls, await calls.files.at({ paths: [...some] }), some);
    }
  });
}

function idsOf(files: readonly NamedFile[]): string[] {
  return files.map(({ fileId }) => fileId);
}

/** Of files of which a release is queued: how many wait for a person first, such as one in conflict. */
async function countNeedingPerson({ status }: EngineCalls, paths: readonly string[]): Promise<number> {
  let count = 0;
  for (const some of inLists(paths, explainedAtOnce)) {
    const { files } = await status.explain({ paths: [...some] });
    count += files.filter(({ explanation }) => standingOf[explanation.reason.code] === 'needsYou').length;
  }
  return count;
}

function describeForPerson(count: number): string {
  if (count === 0) return '';
  const which = count === 1 ? '1 of the files named waits' : `${count} of the files named wait`;
  return ` ${which} for you first: "cadsync status FILE" says why.`;
}

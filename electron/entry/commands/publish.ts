import { inLists } from '../../../shared/api/limits.ts';
import type { EngineCalls } from '../../../shared/rpc/command-contract.ts';
import { standingOf } from '../../../shared/rpc/standings.ts';
import { canonical, whichSync, withEnginesHolding, type States, type Synced } from './engines.ts';
import { exitCodes, printResult } from './output.ts';

const explainedAtOnce = 1_000;

/**
 * Has files published as they were saved, by the sync that runs or the next one; or takes that back.
 * @returns the exit code
 * @throws AppError `file-changed-meanwhile` for a file that was saved and not read since, `file-without-classes`,
 * `unknown-item` for one that is in no library or gone, `not-connected`; then nothing is asked for in its library
 */
export async function publishCommand(
  named: readonly string[],
  wish: { readonly comment: string } | 'withdraw',
  { json, ...states }: States & { readonly json: boolean },
): Promise<number> {
  const paths = await Promise.all(named.map(canonical));
  let [count, forPerson] = [0, 0];
  const synced: Synced[] = [];
  await withEnginesHolding(states, paths, async (calls, held) => {
    const files = await calls.files.at({ paths: [...held] });
    const fileIds = files.map(({ fileId }) => fileId);
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

import { describeError, toAppError } from '../../../shared/errors/app-error.ts';
import { inLists } from '../../../shared/model/in-lists.ts';
import type { EngineCalls, NamedFile } from '../../../shared/rpc/command-contract.ts';
import { allRefused, joinPublished, joinWithdrawn } from '../../../shared/rpc/join-answers.ts';
import { mostReleasedAtOnce } from '../../../shared/rpc/release-limits.ts';
import type { PublishAnswer, WithdrawAnswer } from '../../../shared/rpc/release-records.ts';
import { standingOf } from '../../../shared/rpc/standings.ts';
import { canonical, whichSync, withEnginesHolding, type States } from './engines.ts';
import { exitCodes, printNote, printResult } from './output.ts';

const explainedAtOnce = 1_000;

type Options = States & { readonly json: boolean };

/** Files of one state, as many at once as it can be asked about. */
type OfFiles = (calls: EngineCalls, files: readonly NamedFile[]) => Promise<void>;

/**
 * Has files published as they were saved, by the sync that runs or the next one.
 * @returns the exit code: 1 where one of them is refused, which keeps none of the others from it
 * @throws AppError `unknown-item` for a file in no library; then nothing is asked for
 */
export async function publishCommand(
  named: readonly string[],
  { comment }: { readonly comment: string },
  { json, ...states }: Options,
): Promise<number> {
  const paths = await Promise.all(named.map(canonical));
  const files = new Map<string, NamedFile>();
  await ofFiles(states, paths, async (_calls, some) => some.forEach((file) => files.set(file.fileId, file)));
  const answers: PublishAnswer[] = [];
  const taken: NamedFile[] = [];
  let forPerson = 0;
  await ofFiles(states, paths, async (calls, some) => {
    const fileIds = some.map(({ fileId }) => fileId);
    // What was queued of other files is told all the same.
    const asked = calls.files.publish({ fileIds, comment });
    const answer = await asked.catch((thrown: unknown) => allRefused(fileIds, toAppError(thrown).toRecord()));
    answers.push(answer);
    const refused = new Set(answer.refused.map(({ named: fileId }) => fileId));
    const others = some.filter(({ fileId }) => !refused.has(fileId));
    taken.push(...others);
    forPerson += await countNeedingPerson(calls, others);
  });
  const { queued, already, refused } = joinPublished(answers);
  const ofRefused = refused.map(({ named: fileId, error }) => ({ path: files.get(fileId)?.absolutePath ?? '', error }));
  printResult(json, { queued: queued.length, already, forPerson, refused: ofRefused }, () =>
    describePublished(queued.length, { already, forPerson, whichSync: whichSync(taken) }),
  );
  if (!json) for (const { path, error } of ofRefused) printNote(`${path} is not published: ${describeError(error)}`);
  return refused.length > 0 ? exitCodes.failed : exitCodes.done;
}

/**
 * Takes releases of files back, as far as they were not sent.
 * @returns the exit code: 1 where one may have reached the service already
 * @throws AppError `file-without-classes`, `file-of-other-program`, what is the matter with one that cannot be read,
 * `folder-not-file`, `unknown-item` for one that is in no library
 */
export async function withdrawCommand(named: readonly string[], { json, ...states }: Options): Promise<number> {
  const paths = await Promise.all(named.map(canonical));
  const answers: WithdrawAnswer[] = [];
  await ofFiles(states, paths, async (calls, some) => {
    answers.push(await calls.files.withdrawRelease({ fileIds: some.map(({ fileId }) => fileId) }));
  });
  const answer = joinWithdrawn(answers);
  printResult(json, answer, ({ withdrawn, sent }) => {
    const said = withdrawn === 1 ? '1 release was withdrawn.' : `${withdrawn} releases were withdrawn.`;
    return sent === 0 ? said : `${said} ${sent} may have reached the service already and can no longer be taken back.`;
  });
  return answer.sent > 0 ? exitCodes.failed : exitCodes.done;
}

function ofFiles(states: States, paths: readonly string[], use: OfFiles): Promise<void> {
  return withEnginesHolding(states, paths, async (calls, held) => {
    for (const some of inLists(held, mostReleasedAtOnce)) {
      await use(calls, await calls.files.at({ paths: [...some] }));
    }
  });
}

/** Of files of which a release is queued: how many wait for a person first, such as one in conflict. */
async function countNeedingPerson({ status }: EngineCalls, files: readonly NamedFile[]): Promise<number> {
  let count = 0;
  for (const some of inLists(files, explainedAtOnce)) {
    const explained = await status.explain({ paths: some.map(({ absolutePath }) => absolutePath) });
    count += explained.files.filter(({ explanation }) => standingOf[explanation.reason.code] === 'needsYou').length;
  }
  return count;
}

interface Waiting {
  readonly already: number;
  readonly forPerson: number;
  readonly whichSync: string;
}

function describePublished(queued: number, waiting: Waiting): string {
  const { already, forPerson } = waiting;
  if (queued + already === 0) return 'No file is published.';
  const what = queued === 1 ? '1 file as the next release' : `${queued} files, each as its next release`;
  const sentences = [
    queued === 0 ? '' : `${waiting.whichSync} publishes ${what}, as soon as the service answers.`,
    already === 0 ? '' : `${already === 1 ? '1 file waits' : `${already} files wait`} to be published already.`,
    forPerson === 0 ? '' : describeForPerson(forPerson),
  ];
  return sentences.filter((sentence) => sentence !== '').join(' ');
}

function describeForPerson(count: number): string {
  const which = count === 1 ? '1 of the files named waits' : `${count} of the files named wait`;
  return `${which} for you first: "cadsync status FILE" says why.`;
}

import { describeError, toAppError, type ErrorRecord } from '../../../shared/errors/app-error.ts';
import { catalogue } from '../../../shared/errors/catalogue.ts';
import { inLists } from '../../../shared/model/in-lists.ts';
import type { EngineCalls, NamedFile } from '../../../shared/rpc/command-contract.ts';
import { joinPublished, joinWithdrawn } from '../../../shared/rpc/join-answers.ts';
import { mostReleasedAtOnce } from '../../../shared/rpc/release-limits.ts';
import type { FilesWithdrawn, PublishAnswer } from '../../../shared/rpc/release-records.ts';
import { commandInWords } from '../../../shared/words/explanations/english-speaker.ts';
import { canonical } from './canonical.ts';
import { fileAt, withEnginesHolding, type Asking, type States } from './engines.ts';
import { standingOfFile } from './exit-code-of-standings.ts';
import { describeForPerson, whyForPerson, type FileForPerson } from './file-states.ts';
import { whichSync } from './which-sync.ts';
import { exitCodes, printNote, printResult } from './output.ts';

const explainedAtOnce = 1_000;

/** A file of which nothing came, and why. */
interface RefusedFile {
  readonly path: string;
  readonly error: ErrorRecord;
}

/** Asks about files of one state. @returns what is refused; `named` is the id of a file */
type Ask = (calls: EngineCalls, files: readonly NamedFile[]) => Promise<PublishAnswer['refused']>;

/**
 * Has files published as they were saved, by the sync that runs or the next one.
 * @returns the exit code: 1 where one of them is refused, which keeps none of the others from it, else 2 where the release
 * of one waits for a person first
 * @throws AppError where none of them could be asked about
 */
export async function publishCommand(
  named: readonly string[],
  { comment }: { readonly comment: string },
  { json, ...states }: Asking,
): Promise<number> {
  const answers: PublishAnswer[] = [];
  const taken: NamedFile[] = [];
  const forPerson: FileForPerson[] = [];
  const refused = await askOfEach(states, named, async (calls, files) => {
    const answer = await calls.files.publish({ fileIds: idsOf(files), comment });
    answers.push(answer);
    const notTaken = new Set(answer.refused.map(({ named: fileId }) => fileId));
    const others = files.filter(({ fileId }) => !notTaken.has(fileId));
    taken.push(...others);
    // They are queued, whether or not this can be said of them.
    forPerson.push(...(await needingPerson(calls, others).catch(() => [])));
    return answer.refused;
  });
  const { queued, already } = joinPublished(answers);
  printResult(json, { queued: queued.length, already, forPerson, refused }, (told) =>
    describePublished(told, whichSync(taken), comment !== ''),
  );
  if (!json) noteRefused(refused, 'is not published');
  if (refused.length > 0) return exitCodes.failed;
  return forPerson.length > 0 ? exitCodes.needsPerson : exitCodes.done;
}

/**
 * Takes releases of files back, as far as they were not sent.
 * @returns the exit code: 1 where one may have reached the service already, or a file is refused, which keeps none of the
 * others from it
 * @throws AppError where none of them could be asked about
 */
export async function withdrawCommand(named: readonly string[], { json, ...states }: Asking): Promise<number> {
  const answers: FilesWithdrawn[] = [];
  const refused = await askOfEach(states, named, async (calls, files) => {
    const answer = await calls.files.withdrawRelease({ fileIds: idsOf(files) });
    answers.push(answer);
    return answer.refused;
  });
  const answer = joinWithdrawn(answers);
  printResult(json, { ...answer, refused }, ({ withdrawn, sent }) => {
    if (withdrawn + sent === 0) return 'No release is queued that could be withdrawn.';
    const said = withdrawn === 1 ? '1 release was withdrawn.' : `${withdrawn} releases were withdrawn.`;
    return sent === 0 ? said : `${said} ${sent} may have reached the service already and can no longer be taken back.`;
  });
  if (!json) noteRefused(refused, 'is not withdrawn');
  return answer.sent + refused.length > 0 ? exitCodes.failed : exitCodes.done;
}

const idsOf = (files: readonly NamedFile[]): string[] => files.map(({ fileId }) => fileId);

function noteRefused(refused: readonly RefusedFile[], what: string): void {
  for (const { path, error } of refused) {
    const why = [describeError(error), commandInWords(catalogue[error.code].action)].filter(Boolean).join(' ');
    printNote(`${path} ${what}: ${why}`);
  }
}

/**
 * Asks about each of these files once, as many of one state at once as it can be asked about. What fails is told of the files
 * that were asked about, and hides nothing of the others.
 * @throws AppError where none of them could be asked about
 */
async function askOfEach(states: States, named: readonly string[], ask: Ask): Promise<RefusedFile[]> {
  const paths = new Set(await Promise.all(named.map(canonical)));
  const left = new Set(paths);
  const refused: RefusedFile[] = [];
  const refuse = (some: Iterable<string>, thrown: unknown): void => {
    for (const path of some) refused.push({ path, error: toAppError(thrown).toRecord() });
  };
  try {
    await withEnginesHolding(states, [...paths], async (calls, held) => {
      for (const some of inLists(held, mostReleasedAtOnce)) {
        const files = await filesAt(calls, some, refuse);
        const pathOf = new Map(files.map(({ fileId, absolutePath }) => [fileId, absolutePath]));
        try {
          const answered = files.length === 0 ? [] : await ask(calls, files);
          for (const { named: fileId, error } of answered) refused.push({ path: pathOf.get(fileId) ?? fileId, error });
        } catch (thrown) {
          refuse(pathOf.values(), thrown);
        }
        for (const path of some) left.delete(path);
      }
    });
  } catch (thrown) {
    if (left.size === paths.size) throw thrown;
    refuse(left, thrown);
  }
  return refused;
}

/** The files at these paths, without those that are in no library. */
async function filesAt(
  calls: EngineCalls,
  paths: readonly string[],
  refuse: (some: readonly string[], thrown: unknown) => void,
): Promise<NamedFile[]> {
  try {
    return await calls.files.at({ paths: [...paths] });
  } catch (thrown) {
    if (toAppError(thrown).code !== 'unknown-item') throw thrown;
  }
  const files: NamedFile[] = [];
  for (const path of paths) {
    await fileAt(calls, path).then(
      (file) => files.push(file),
      (thrown: unknown) => refuse([path], thrown),
    );
  }
  return files;
}

/** Of files of which a release is queued: those that wait for a person first, such as one in conflict. */
async function needingPerson({ status }: EngineCalls, files: readonly NamedFile[]): Promise<FileForPerson[]> {
  const found: FileForPerson[] = [];
  for (const some of inLists(files, explainedAtOnce)) {
    const explained = await status.explain({ paths: some.map(({ absolutePath }) => absolutePath) });
    const needing = explained.files.filter((file) => standingOfFile(file) === 'needsYou');
    found.push(
      ...needing.map(({ path, state = 'needsYou', explanation }) => ({
        path,
        state,
        reason: whyForPerson(explanation),
      })),
    );
  }
  return found;
}

interface Published {
  readonly queued: number;
  readonly already: number;
  readonly forPerson: readonly FileForPerson[];
}

/**
 * @param which the sync that goes on with it, at the beginning of a sentence
 * @param isCommented whether a comment was given, which those that wait already do not get
 */
function describePublished({ queued, already, forPerson }: Published, which: string, isCommented: boolean): string {
  const count = queued + already;
  if (count === 0) return 'No file is published.';
  const what = queued === 1 ? '1 file as the next release' : `${queued} files, each as its next release`;
  const goingOut = [
    ...(queued === 0 ? [] : [`${which} publishes ${what}, as soon as the service answers.`]),
    ...(already === 0 ? [] : [describeAlready(already, isCommented)]),
  ];
  // Where all wait for a person no sync publishes any by itself.
  const sentences = forPerson.length < count ? goingOut : ['Queued, and not published yet.'];
  if (forPerson.length > 0)
    sentences.push(
      forPerson.length === 1 ? '1 release waits for you first:' : `${forPerson.length} releases wait for you first:`,
    );
  return [sentences.join(' '), ...forPerson.map(describeForPerson)].join('\n');
}

function describeAlready(already: number, isCommented: boolean): string {
  const what = already === 1 ? '1 file waits' : `${already} files wait`;
  if (!isCommented) return `${what} to be published already.`;
  return `${what} to be published already, with the comment given before. --withdraw takes that back.`;
}

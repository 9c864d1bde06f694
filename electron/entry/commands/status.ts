import { realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { describeError } from '../../../shared/errors/app-error.ts';
import { inLists } from '../../../shared/model/in-lists.ts';
import type { Explanation } from '../../../shared/rpc/explanation.ts';
import { isOfLibrary, standingOf, standingOfState, type Standing } from '../../../shared/rpc/standings.ts';
import type { ExplainedFileRecord, ExplainedPaths, StatusOverview } from '../../../shared/rpc/status-answer.ts';
import { englishSpeaker } from '../../../shared/words/explanations/english-speaker.ts';
import { allWords, putIntoWords, suggestionInWords } from '../../../shared/words/explanations/put-into-words.ts';
import { unconfirmed as whyUnconfirmed } from '../../../shared/words/explanations/en.ts';
import { libraryHolding } from '../../engine/tree/library-holding.ts';
import { ignoresCase } from '../../platform/ignores-case.ts';
import { addUp, describeOverview, exitCodeOfOverview, isRunning } from './describe-overview.ts';
import { describeNeeds } from './describe-needs.ts';
import { describeToCome } from './describe-to-come.ts';
import { exitCodeOfStandings, standingOfDoubt, standingOfFile, standingsOfToCome } from './exit-code-of-standings.ts';
import { fileForPerson, stateWords } from './file-states.ts';
import { exitCodes, printResult } from './output.ts';
import { printable } from './printable.ts';
import { canonical } from './canonical.ts';
import { addUpRequests, describeRequests, requestsOf } from './waiting-requests.ts';
import { foldersOf, withEachEngine, withEngine, type Asking } from './engines.ts';

/** So many paths are asked about at once. */
const askedAtOnce = 1_000;

/**
 * Tells how the libraries stand: as the app that runs says it, else as the last run left them.
 * @returns the exit code, as `exitCodeOfStandings` says
 */
export async function statusCommand(options: Asking): Promise<number> {
  const answers = await withEachEngine(
    options,
    async ({ status, writes }) => ({ overview: await status.overview(), requests: await requestsOf(writes) }),
    { tellsAboutState: true },
  );
  const overview = addUp(answers.map((answer) => answer.overview));
  const requests = addUpRequests(answers.map((answer) => answer.requests));
  const { queue, ...rest } = overview;
  const libraries = rest.libraries.map(forPrinting);
  const told = { ...rest, libraries, requests, ...(isRunning(overview) ? { queue } : {}) };
  printResult(options.json, told, () =>
    [describeOverview(overview, Date.now()), ...describeRequests(printable(requests))].join('\n'),
  );
  return exitCodeOfOverview(overview, requests);
}

/**
 * Tells why files stand as they do; of folders, those that are not in step.
 * @returns the exit code, as `exitCodeOfStandings` says; of a file that is named and that nothing is meant to happen to 3
 */
export async function explainCommand(named: readonly string[], options: Asking): Promise<number> {
  const answer: ExplainedPaths = { files: [], folders: [], savedLate: [], failedWork: [], linksProblems: [] };
  let left = named.map((path) => resolve(path));
  const states = foldersOf(options);
  for (const [place, folder] of states.entries()) {
    const isLast = place === states.length - 1;
    await withEngine(folder, async ({ status, libraries: { list } }) => {
      const libraries = await list();
      const mine: string[] = [];
      const others: string[] = [];
      for (const path of left) {
        const place = await placeInLibrary(path, (one) => libraryHolding(libraries, one, ignoresCase) !== undefined);
        // What no state folder knows is for the last one to explain.
        if (place === undefined && !isLast) others.push(path);
        else mine.push(place ?? (await canonical(path)));
      }
      left = others;
      for (const paths of inLists(mine, askedAtOnce)) {
        const some = await status.explain({ paths: [...paths] });
        answer.files.push(...some.files);
        answer.folders.push(...some.folders);
        answer.savedLate.push(...some.savedLate);
        answer.failedWork.push(...some.failedWork);
        answer.linksProblems.push(...some.linksProblems);
      }
    });
  }
  const { folders, savedLate, failedWork, linksProblems } = answer;
  const files = filesOf(answer).map((file) => ({ ...file, standing: standingOfFile(file) }));
  const told = {
    files,
    folders: folders.map(({ files: _named, ...folder }) => folder),
    savedLate,
    failedWork,
    linksProblems,
  };
  printResult(options.json, told, () => describeAnswer(answer));
  return exitCodeOfAnswer(answer);
}

function filesOf({ files, folders }: ExplainedPaths): ExplainedFileRecord[] {
  return [...files, ...folders.flatMap((folder) => folder.files)];
}

/** What `status PATH…` ends with; see `explainCommand`. */
export function exitCodeOfAnswer({ files, folders, ...needs }: ExplainedPaths): number {
  const named = files.map(standingOfFile);
  const exitCode = exitCodeOfStandings([
    ...named,
    ...folders.flatMap(standingsOfFolder),
    ...(Object.values(needs).some((some) => some.length > 0) ? ['needsYou' as const] : []),
  ]);
  // Whoever names a file wants to know whether the service has it as it is here.
  return exitCode === exitCodes.done && named.includes('outside') ? exitCodes.notInStep : exitCode;
}

function standingsOfFolder(folder: ExplainedPaths['folders'][number]): Standing[] {
  const { standings, files, paused, toCome, unconfirmed } = folder;
  return [
    ...(Object.keys(standings) as Standing[]),
    // What stands on the disk now may say more than what was known.
    ...files.map(standingOfFile).filter((standing) => standing === 'needsYou'),
    ...(paused ? [standingOf[paused.reason.code]] : []),
    ...(unconfirmed === undefined ? [] : [standingOfDoubt(unconfirmed)]),
    ...standingsOfToCome(toCome),
  ];
}

/**
 * Where a path stands in a library. Links on the way to the library are followed, links in it are not: what they are is
 * what is asked.
 */
async function placeInLibrary(path: string, isInLibrary: (path: string) => boolean): Promise<string | undefined> {
  if (isInLibrary(path)) return path;
  const above = dirname(path);
  const place = above === path ? undefined : await placeInLibrary(above, isInLibrary);
  if (place !== undefined) return join(place, basename(path));
  const real = await realpath(path).catch(() => undefined);
  return real !== undefined && isInLibrary(real) ? real : undefined;
}

function describeAnswer(answer: ExplainedPaths): string {
  const told = printable(answer);
  const speaker = englishSpeaker(Date.now());
  const inWords = (explanation: Explanation): string => allWords(putIntoWords(explanation, speaker));
  const describe = (file: ExplainedFileRecord, first: string, words: readonly string[]): string => {
    const { suggestion } = file;
    const suggested = suggestion ? [suggestionInWords(suggestion, speaker)] : [];
    return [first, ...words, ...suggested, ...describeKey(file)].join('\n  ');
  };
  const describeWhy = (file: ExplainedFileRecord): string =>
    describe(file, isOfLibrary(file.explanation) ? describeState(file) : file.path, [inWords(file.explanation)]);
  // What keeps all files of a folder is said once.
  const describeBelow = (file: ExplainedFileRecord): string =>
    isOfLibrary(file.explanation) ? describe(file, describeState(file), []) : describeWhy(file);
  return [
    ...told.files.map(describeWhy),
    ...told.folders.flatMap(({ paused, files }) => [...(paused ? [inWords(paused)] : []), ...files.map(describeBelow)]),
    ...told.linksProblems.map((error) => describeError(error)),
    ...describeNeeds(told),
    ...told.folders.map(({ path, standings, inStep, notInStep, leftOut, toCome, unconfirmed }) => {
      const before = standings.unconfirmed ?? 0;
      const counts = [
        ...(inStep > 0 || before === 0 ? [`${inStep} in step`] : []),
        ...(before > 0 ? [`${before} in step when last compared`] : []),
        `${notInStep - before} not`,
      ];
      const more = leftOut === 0 ? '' : `; ${leftOut} are not named here`;
      const doubt = unconfirmed === undefined ? '' : ` (not confirmed now: ${whyUnconfirmed[unconfirmed]})`;
      return `${path}: ${counts.join(', ')}${more}${describeToCome(toCome)}${doubt}`;
    }),
  ].join('\n');
}

/** A file that a person has to do something about, whatever its library waits for; others are but named. */
function describeState({ path, state }: ExplainedFileRecord): string {
  return state !== undefined && standingOfState[state] === 'needsYou' ? `${path}: ${stateWords[state]}` : path;
}

/** The key in the form that `release` and `versions` take, and who gets the file by it. */
function describeKey({ key, version, notOfPrograms }: ExplainedFileRecord): string[] {
  if (key === undefined) return [];
  const agreed = version === undefined ? 'no version agreed yet' : `version ${version}`;
  return [
    `Key: ${key} (${agreed})`,
    ...(notOfPrograms === undefined
      ? []
      : [
          `Its link gives it this program and version. Libraries for ${notOfPrograms.join(', ')} only do not receive it.`,
        ]),
  ];
}

function forPrinting({ forPerson, lastScanAtMs, ...library }: StatusOverview['libraries'][number]) {
  return {
    ...library,
    forPerson: forPerson.map((file) => fileForPerson(library.root, file)),
    lastScan: lastScanAtMs === undefined ? undefined : new Date(lastScanAtMs).toISOString(),
  };
}

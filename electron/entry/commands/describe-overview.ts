import { isCutOff } from '../../../shared/errors/reachability.ts';
import { describeError } from '../../../shared/errors/app-error.ts';
import type { FileState } from '../../../shared/rpc/file-records.ts';
import { standingOf, standingsOf, type Standing, type StandingCounts } from '../../../shared/rpc/standings.ts';
import type { StatusOverview } from '../../../shared/rpc/status-answer.ts';
import { budgetInWords } from '../../../shared/words/budget-in-words.ts';
import { cutOffInWords } from '../../../shared/words/reachability.ts';
import { unconfirmed as whyUnconfirmed } from '../../../shared/words/explanations/en.ts';
import { englishSpeaker } from '../../../shared/words/explanations/english-speaker.ts';
import { allWords, putIntoWords } from '../../../shared/words/explanations/put-into-words.ts';
import { momentOf, type Speaker } from '../../../shared/words/explanations/sentences.ts';
import { describeNeeds } from './describe-needs.ts';
import { describeToCome } from './describe-to-come.ts';
import { exitCodeOfStandings, standingOfDoubt, standingsOfToCome } from './exit-code-of-standings.ts';
import { describeForPerson, fileForPerson, stateWords } from './file-states.ts';
import { describeQuestion } from './many-changes.ts';
import { printable } from './printable.ts';
import { standingsOfRequests, type Requests } from './waiting-requests.ts';

/** How libraries stand as a whole, for people and for the exit code. */

type LibraryOverview = StatusOverview['libraries'][number];

/** What several states say, as one. */
export function addUp(overviews: readonly StatusOverview[]): StatusOverview {
  const sum = (name: keyof StatusOverview['queue']): number =>
    overviews.reduce((total, { queue }) => total + queue[name], 0);
  return {
    libraries: overviews.flatMap(({ libraries }) => libraries),
    services: overviews.flatMap(({ services }) => services),
    queue: { waiting: sum('waiting'), running: sum('running') },
    begunAnew: overviews.flatMap(({ begunAnew }) => begunAnew),
    settingsProblems: overviews.flatMap(({ settingsProblems }) => settingsProblems),
  };
}

/** @param nowMs by the computer's clock */
export function describeOverview(overview: StatusOverview, nowMs: number): string {
  const { libraries, services, queue, begunAnew, settingsProblems } = printable(overview);
  const speaker = englishSpeaker(nowMs);
  return [
    ...[...begunAnew, ...settingsProblems].map((error) => describeError(error)),
    ...services.flatMap((service) => describeService(service, speaker)),
    ...(libraries.length === 0 ? ['No library yet.'] : []),
    ...libraries.flatMap((library) => describeLibrary(library, speaker)),
    // How many files wait or need a person is said with their library.
    ...(isRunning(overview) ? [`Transfers: ${queue.waiting} queued, ${queue.running} running`] : []),
  ].join('\n');
}

/** At rest only some of what is to be done is queued: the next run queues the rest, so that counts of it would mislead. */
export function isRunning({ libraries }: StatusOverview): boolean {
  return libraries.some(({ running }) => running);
}

function describeService({ connection, budget }: StatusOverview['services'][number], speaker: Speaker): string[] {
  const { state, error, nextTryAtMs } = connection;
  const { formats, nowMs } = speaker;
  const lines: string[] = [];
  if (isCutOff(state)) {
    const { headline, more } = cutOffInWords(state, nextTryAtMs, { language: 'en', formats, nowMs, waiting: 0 });
    lines.push(`${headline}: ${more}.`, ...(error ? [`  ${describeError(error)}`] : []));
  }
  if (budget) {
    const { used, personFirst, files } = budgetInWords(budget, 'en', formats);
    lines.push(`${used}; ${personFirst}; ${files}`);
  }
  return lines;
}

/** See `exitCodeOfStandings`. What needs a person is said by verdicts alone; the release of a file that is gone has none. */
export function exitCodeOfOverview({ libraries, queue, begunAnew }: StatusOverview, requests?: Requests): number {
  return exitCodeOfStandings([
    ...libraries.flatMap(standingsOfLibrary),
    // Nothing is synced that could be in step.
    ...(libraries.length === 0 ? ['unconfirmed' as const] : []),
    ...(begunAnew.length > 0 ? ['needsYou' as const] : []),
    ...(queue.waiting + queue.running > 0 ? ['underWay' as const] : []),
    ...(requests ? standingsOfRequests(requests) : []),
  ]);
}

function standingsOfLibrary(library: LibraryOverview): Standing[] {
  const { paused, unconfirmed, savedLate, failedWork, linksProblem, toCome } = library;
  return [
    ...(Object.keys(standingsIn(library)) as Standing[]),
    ...standingsOfToCome(toCome),
    ...(paused ? [standingOf[paused.reason.code]] : []),
    ...(unconfirmed === undefined ? [] : [standingOfDoubt(unconfirmed)]),
    ...(linksProblem || savedLate.length + failedWork.length > 0 ? ['needsYou' as const] : []),
  ];
}

function standingsIn({ files }: LibraryOverview): StandingCounts {
  return standingsOf(Object.entries(files) as [FileState, number][]);
}

function describeLibrary(library: LibraryOverview, speaker: Speaker): string[] {
  const { name, root, programs, paused, forPerson, toCome, questions = [] } = library;
  const counts = describeStates(library);
  return [
    ...(paused ? [allWords(putIntoWords(paused, speaker))] : []),
    `${name} (${root}), ${speaker.formats.list(programs)}: ${counts}${describeToCome(toCome)}${describeDoubt(library, speaker)}`,
    ...(library.cutOff ? [`The last run did not get through: ${describeError(library.cutOff)}`] : []),
    ...questions.map(describeQuestion),
    ...describeNeeds(library),
    ...forPerson.map((file) => describeForPerson(fileForPerson(root, file))),
    ...describeUnnamed((standingsIn(library).needsYou ?? 0) - forPerson.length, root),
  ];
}

/** @param count of files that need a person and are not among those named */
function describeUnnamed(count: number, root: string): string[] {
  return count > 0 ? [`  … and ${count} more: “cadsync status "${root}"” names them.`] : [];
}

function describeStates({ files, unconfirmed }: LibraryOverview): string {
  const words = unconfirmed === undefined ? stateWords : { ...stateWords, draft: 'as drafts when last compared' };
  const parts = Object.entries(files).map(([state, count]) => `${count} ${words[state as FileState]}`);
  return parts.length === 0 ? 'no files' : parts.join(', ');
}

/** Why these counts may not be true any more. */
function describeDoubt({ unconfirmed, paused, lastScanAtMs }: LibraryOverview, speaker: Speaker): string {
  if (unconfirmed === undefined) return '';
  const looked =
    lastScanAtMs === undefined
      ? 'the folder was never scanned to the end'
      : `the folder was last scanned ${momentOf(lastScanAtMs, speaker)}`;
  if (unconfirmed === 'notRunning') {
    const left = lastScanAtMs === undefined ? looked : `as the last run left it, ${momentOf(lastScanAtMs, speaker)}`;
    return ` (${left}; ${whyUnconfirmed.notRunning})`;
  }
  return paused ? ` (as it was before; ${looked})` : ` (not confirmed now: ${whyUnconfirmed[unconfirmed]}; ${looked})`;
}

import type { ErrorRecord } from '../../../shared/errors/app-error.ts';
import type { FileState } from '../../../shared/rpc/file-records.ts';
import type { Standing } from '../../../shared/rpc/standings.ts';
import type { FailedWork, SavedLateRecord } from '../../../shared/rpc/status-answer.ts';
import type { ChangeQuestion } from '../../engine/state/bounded-changes.ts';
import type { Engine } from '../../engine/engine.ts';
import { describeNeeds } from './describe-needs.ts';
import { exitCodeOfStandings } from './exit-code-of-standings.ts';
import { describeForPerson, fileForPerson, type FileForPerson } from './file-states.ts';
import { describeQuestion } from './many-changes.ts';
import { printable } from './printable.ts';

/** What one run did and what is left, for the library of the run. */
export interface SyncSummary {
  readonly uploaded: number;
  readonly downloaded: number;
  readonly conflicts: number;
  readonly unassigned: number;
  /** Files of a program, or a newer version of one, than the library declares. */
  readonly otherProgram: number;
  readonly doublyClaimed: number;
  /** Safe as drafts; the service lost a release of them. */
  readonly releaseLost: number;
  readonly waiting: number;
  readonly failed: number;
  /** Files that are gone, would be replaced or went back, many at once: nothing is done before somebody says so. */
  readonly heldBack: number;
  /** Files that the service does not have as they are here, and that the settings keep from being sent. */
  readonly notSent: number;
  /** Files of which the service has a newer version that is not fetched: the settings or a person say so. */
  readonly olderThanService: number;
  /** Versions on the service that the settings keep from being fetched, of which no file is here. */
  readonly notFetched: number;
  /** Why what downloaded files belong to could not be written to the library. */
  readonly linksProblem?: ErrorRecord | undefined;
  readonly questions: readonly ChangeQuestion[];
  readonly savedLate: readonly SavedLateRecord[];
  /** Of what is counted as failed, what is of no file that is there. */
  readonly failedWork: readonly FailedWork[];
  /** The files a person has to look at, those that could not be read yet and those that wait for one; of each the first hundred. */
  readonly files: readonly FileForPerson[];
}

/** Some files in these states are named. */
const namedStates = [
  'conflict',
  'needsYou',
  'doublyClaimed',
  'releaseLost',
  'otherProgram',
  'unassigned',
  'settling',
  'missing',
  'openElsewhere',
  'waiting',
] as const;

type Counts = Omit<
  SyncSummary,
  'files' | 'questions' | 'notSent' | 'olderThanService' | 'notFetched' | 'linksProblem' | 'savedLate' | 'failedWork'
>;

export function summarizeSync(
  engine: Engine,
  libraryId: string,
  done: Pick<SyncSummary, 'uploaded' | 'downloaded'>,
): SyncSummary {
  const { context } = engine.runnerOf(libraryId);
  const { root } = context.library;
  const states = engine.fileList.states(libraryId);
  const count = (...names: FileState[]): number => names.reduce((sum, name) => sum + (states.get(name) ?? 0), 0);
  const toCome = engine.explainer.toCome(context.library);
  const questions = engine.changeQuestions(libraryId);
  // To look through all files for the few takes as long as to count them all.
  const heldBack = count('needsYou') === 0 ? 0 : engine.fileList.askedCount(libraryId);
  const { savedLate, failedWork, linksProblem } = engine.statusReader.needs(context.library);
  return {
    ...done,
    conflicts: count('conflict'),
    unassigned: count('unassigned'),
    otherProgram: count('otherProgram'),
    doublyClaimed: count('doublyClaimed'),
    releaseLost: count('releaseLost'),
    waiting:
      count('waiting', 'releaseQueued', 'uploading', 'downloading', 'settling', 'missing', 'openElsewhere') +
      toCome.count -
      toCome.forPerson,
    failed: count('needsYou') - heldBack + failedWork.length,
    heldBack,
    notSent: count('notSent'),
    olderThanService: count('notFetched'),
    notFetched: engine.fileList.notFetchedCount(libraryId),
    linksProblem,
    questions,
    savedLate,
    failedWork,
    files:
      count(...namedStates) === 0
        ? []
        : engine.statusReader.waitingFiles(libraryId).map((file) => fileForPerson(root, file)),
  };
}

/**
 * What a run ends with that came to its end, or to a pause; see `exitCodeOfStandings`.
 * @param ofLibrary how the library as a whole stands
 */
export function exitCodeOfSync(
  { linksProblem, savedLate, ...counts }: SyncSummary,
  ofLibrary: readonly Standing[] = [],
): number {
  const { conflicts, unassigned, otherProgram, doublyClaimed, releaseLost, failed, heldBack } = counts;
  const ofFiles = conflicts + unassigned + otherProgram + doublyClaimed + releaseLost + failed + heldBack;
  const forPerson = ofFiles + savedLate.length;
  return exitCodeOfStandings([
    ...ofLibrary,
    ...(linksProblem || forPerson > 0 ? ['needsYou' as const] : []),
    ...(counts.waiting > 0 ? ['underWay' as const] : []),
    ...(counts.notSent + counts.olderThanService > 0 ? ['held' as const] : []),
  ]);
}

export function describeSync(told: SyncSummary): string {
  const summary = printable(told);
  const words: Record<keyof Counts, string> = {
    uploaded: 'uploaded',
    downloaded: 'downloaded',
    conflicts: 'in conflict',
    unassigned: 'without a class',
    otherProgram: 'of another program or version',
    doublyClaimed: 'sharing a key with another file',
    releaseLost: 'whose release the service lost',
    waiting: 'waiting',
    failed: 'failed',
    heldBack: 'held back',
  };
  const counts = (Object.keys(words) as (keyof Counts)[]).map((name) => `${summary[name]} ${words[name]}`).join(', ');
  return [
    counts,
    ...describeNotSent(summary),
    ...describeOlder(summary),
    ...describeNotFetched(summary),
    ...summary.questions.map(describeQuestion),
    ...describeNeeds(summary),
    ...summary.files.map(describeForPerson),
  ].join('\n');
}

function describeNotSent({ notSent }: SyncSummary): string[] {
  if (notSent === 0) return [];
  const files = notSent === 1 ? '1 file is' : `${notSent} files are`;
  return [
    `${files} not sent: the settings of this library keep ${notSent === 1 ? 'it' : 'them'} here ("cadsync status DIR" says why).`,
  ];
}

function describeOlder({ olderThanService }: SyncSummary): string[] {
  if (olderThanService === 0) return [];
  const files = olderThanService === 1 ? '1 file is' : `${olderThanService} files are`;
  return [`${files} older than on the service, and newer versions are not fetched ("cadsync status DIR" says why).`];
}

function describeNotFetched({ notFetched }: SyncSummary): string[] {
  if (notFetched === 0) return [];
  const files = notFetched === 1 ? '1 file on the service is' : `${notFetched} files on the service are`;
  return [
    `${files} not fetched: another library has them or their classes, or the settings of this one rule them out ("cadsync library list").`,
  ];
}

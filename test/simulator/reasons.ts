import type { Explanation, ReasonCode } from '../../shared/rpc/explanation.ts';
import type { FileRecord, FileState } from '../../shared/rpc/file-records.ts';
import { standingOf, standingOfState } from '../../shared/rpc/standings.ts';
import type { Site } from './site.ts';
import { Violation } from './violation.ts';

/** What is said of one file in a list, and to whoever asks why. */
export interface Statement {
  readonly row: FileRecord;
  readonly explanation: Explanation;
}

const whyWaiting: readonly ReasonCode[] = [
  'afterOtherFile',
  'askedToWait',
  'beingCompared',
  'notComparedYet',
  'offline',
  'openInProgram',
  'queued',
  'retrying',
  'sending',
  'signInRefused',
];

/** Why a file can be in each state, whatever is the matter with its library as a whole. */
const reasonsOf: Readonly<Record<FileState, readonly ReasonCode[]>> = {
  upToDate: ['upToDate', 'sending'],
  unconfirmed: ['notConfirmed', 'sending'],
  draft: ['draft', 'notConfirmed', 'sending'],
  settling: ['stillChanging', 'looksUnfinished'],
  missing: ['missingForNow'],
  waiting: whyWaiting,
  releaseQueued: ['releaseQueued', ...whyWaiting],
  uploading: ['sending'],
  downloading: ['sending'],
  notSent: ['heldBack', 'sending'],
  notFetched: ['heldBack', 'leftAsAnswered', 'sending'],
  openElsewhere: ['openInProgram'],
  conflict: ['conflict'],
  needsYou: ['manyChanges', 'unreadable', 'emptyFile', 'cannotTakePart', 'needsPerson', 'licenseRejected', 'sending'],
  unassigned: ['unassigned'],
  otherProgram: ['newerProgram', 'newerFormat', 'undeclaredProgram'],
  doublyClaimed: ['doublyClaimed'],
  releaseLost: ['releaseLost', 'notConfirmed', 'sending'],
  removedHere: ['removedHere'],
};

/** Reasons that say more than the state of the file: what just moves, or what it waits for. */
const saysMore: ReadonlySet<ReasonCode> = new Set([
  'sending',
  'notConfirmed',
  ...reasonsOf.waiting.filter((code) => standingOf[code] !== standingOfState.waiting),
]);

/** States of a file that is as both sides agreed, with nothing left to do for the engine. */
export const isAgreed = (state: FileState): boolean => ['upToDate', 'draft', 'releaseLost'].includes(state);

/** States in which bytes that the service does not have cannot be. */
export const onService: ReadonlySet<FileState> = new Set([
  'upToDate',
  'unconfirmed',
  'draft',
  'releaseLost',
  'notFetched',
]);

/** What the service has to say to: without one, no more is known of the file. */
export const needsService: ReadonlySet<FileState> = new Set([
  ...onService,
  'waiting',
  'releaseQueued',
  'uploading',
  'downloading',
  'notSent',
  'conflict',
]);

/** honest-status: why a file is said not to be in step is what its state says. @throws Violation */
export function checkReason(site: Site, { row, explanation }: Statement): void {
  const code = explanation.reason.code;
  const fail = (why: string): never => {
    throw new Violation('honest-status', `${row.path} of ${site.name} is ${row.state}, explained as ${code}: ${why}`);
  };
  const isPaused = site.engine()?.runners()[0]?.facts().paused !== undefined;
  if (isPaused !== (code === 'libraryPaused')) fail(isPaused ? 'the library is paused' : 'the library is not paused');
  if (isPaused) return;
  if (code === 'notConnected') {
    if (site.connectedTo !== undefined || !(needsService.has(row.state) || row.state === 'needsYou'))
      fail('it is not so');
    return;
  }
  if (!reasonsOf[row.state].includes(code)) fail('that is no reason for it');
  if (standingOf[code] !== standingOfState[row.state] && !saysMore.has(code))
    fail(`${standingOf[code]} is not ${standingOfState[row.state]}`);
}

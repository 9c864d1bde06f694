import type { Explanation, ReasonCode } from './explanation.ts';
import type { FileState } from './file-records.ts';

/**
 * What a reason comes down to for whoever only wants to know whether all is well. Apart from the records, so that the
 * window, which trusts what the engine has checked, carries no schemas.
 */
export const standings = [
  'inStep',
  /** Was in step when last compared; nobody can say whether it still is. */
  'unconfirmed',
  /** Goes on by itself. */
  'underWay',
  /** Goes on when something passes: a connection comes back, a program closes the file, a file that is gone is back. */
  'held',
  'needsYou',
  /** Nothing is meant to happen to it. */
  'outside',
] as const;
export type Standing = (typeof standings)[number];

export const standingOf: Readonly<Record<ReasonCode, Standing>> = {
  upToDate: 'inStep',
  draft: 'inStep',
  notConfirmed: 'unconfirmed',
  releaseQueued: 'underWay',
  stillChanging: 'underWay',
  looksUnfinished: 'underWay',
  missingForNow: 'held',
  beingCompared: 'underWay',
  afterOtherFile: 'held',
  sending: 'underWay',
  queued: 'underWay',
  notSeenYet: 'underWay',
  openInProgram: 'held',
  unreadable: 'needsYou',
  offline: 'held',
  askedToWait: 'held',
  retrying: 'held',
  notComparedYet: 'held',
  notReadYet: 'held',
  goneSinceScan: 'held',
  notRunning: 'held',
  pausedByPerson: 'held',
  heldBack: 'held',
  leftAsAnswered: 'held',
  removedHere: 'outside',
  inOtherLibrary: 'outside',
  manyChanges: 'needsYou',
  libraryPaused: 'needsYou',
  emptyFile: 'needsYou',
  cannotTakePart: 'needsYou',
  unassigned: 'needsYou',
  newerProgram: 'needsYou',
  newerFormat: 'needsYou',
  undeclaredProgram: 'needsYou',
  doublyClaimed: 'needsYou',
  releaseLost: 'needsYou',
  conflict: 'needsYou',
  notConnected: 'needsYou',
  signInRefused: 'needsYou',
  licenseRejected: 'needsYou',
  needsPerson: 'needsYou',
  notInAnyLibrary: 'outside',
  companionFile: 'outside',
  inCompanionFolder: 'outside',
  ownFile: 'outside',
  notCad: 'outside',
  ignored: 'outside',
  symbolicLink: 'outside',
  belowLink: 'outside',
  specialFile: 'outside',
  belowUnreadable: 'needsYou',
  notThere: 'outside',
};

/**
 * What the state of a file comes down to. Whoever says something about many files (a library's mark, the foot of the
 * window, Publish, `status` and its exit code) adds these up, so that no two of them can disagree.
 */
export const standingOfState: Readonly<Record<FileState, Standing>> = {
  upToDate: 'inStep',
  draft: 'inStep',
  unconfirmed: 'unconfirmed',
  settling: 'underWay',
  missing: 'held',
  waiting: 'underWay',
  releaseQueued: 'underWay',
  uploading: 'underWay',
  downloading: 'underWay',
  notSent: 'held',
  notFetched: 'held',
  openElsewhere: 'held',
  conflict: 'needsYou',
  needsYou: 'needsYou',
  unassigned: 'needsYou',
  otherProgram: 'needsYou',
  doublyClaimed: 'needsYou',
  releaseLost: 'needsYou',
  removedHere: 'outside',
};

/** Whether a file stands as it does for a reason that is its library's, and is said of that. */
export function isOfLibrary({ reason }: Explanation): boolean {
  return reason.code === 'libraryPaused' || reason.code === 'pausedByPerson';
}

/** How many files stand how. */
export type StandingCounts = Readonly<Partial<Record<Standing, number>>>;

/** Adds up how files stand, from how many are in each state. */
export function standingsOf(states: Iterable<readonly [FileState, number]>): StandingCounts {
  const counts: Partial<Record<Standing, number>> = {};
  for (const [state, count] of states) {
    const standing = standingOfState[state];
    counts[standing] = (counts[standing] ?? 0) + count;
  }
  return counts;
}

import type { ErrorRecord } from '../../../shared/errors/app-error.ts';
import { catalogue } from '../../../shared/errors/catalogue.ts';
import { sha256OfNothing, type Sha256 } from '../../../shared/model/sha256.ts';
import { compareVersions, isRelease, type Version } from '../../../shared/model/version.ts';
import { isMissingProgram, type Missing } from '../tree/assign-key.ts';
import type { ConflictEntry, KeyView } from '../tree/entries.ts';
import type { ChangeKind } from './bounded-change.ts';
import type { Step } from './plan-key.ts';
import { sentDraftOf, type ReleaseWish, type TransferOperation, type Verdict, type VerdictOf } from './verdict.ts';

/** What is known of one file, as the folder shows it. */
export interface FileOnDisk {
  readonly path: string;
  readonly settled: boolean;
  readonly sha256?: Sha256 | undefined;
  readonly goneSinceMs?: number | undefined;
  readonly problem?: ErrorRecord | undefined;
  readonly missing?: Missing | undefined;
}

/** What is queued for a key, or stands in the way of what is. */
export interface QueuedFact {
  readonly operation: TransferOperation | 'release';
  /** Whether it waits for a person, even if it is looked at again from time to time. */
  readonly isParked: boolean;
  readonly error?: ErrorRecord | undefined;
}

/** What is known of a content key. */
export interface KeyFacts {
  /** All files of the key that are there or were. */
  readonly files: readonly FileOnDisk[];
  /** What was planned, and from what; absent where it is too early for that. */
  readonly plan?: { readonly view: KeyView; readonly step: Step } | undefined;
  readonly synced?: KeyView['synced'];
  /** The newest version that is known of the service, where it is too early to plan; absent where it has none. */
  readonly newest?: Version | undefined;
  /** The newest release that the service lost and nobody made again; absent where none could be made from here. */
  readonly lostMajor?: number | undefined;
  readonly conflict?: Pick<ConflictEntry, 'theirVersion'> | undefined;
  readonly queued?: QueuedFact | undefined;
  /** A release that a person asked for and that goes on by itself; without bytes it is of whatever is newest then. */
  readonly release?: { readonly sha256?: Sha256 | undefined } | undefined;
  /** Whether a person is asked about a file of the key as one of many, or said to leave it. */
  readonly asked: (isGone: boolean) => { readonly change: ChangeKind; readonly isKept: boolean } | undefined;
  /** Whether a person said that it is meant to be gone. */
  readonly isMeantToBeGone: boolean;
}

/** The moment, and how long a file that vanished may come back before that counts as its removal. */
export interface Moment {
  readonly nowMs: number;
  readonly absenceGraceMs: number;
}

/**
 * Judges one file. Pure. What makes everything else beside the point comes first: questions to a person, then what is
 * the matter with the file itself, then what stands between it and the service.
 * @param key of the key that the file has; absent for one without
 */
export function judgeFile(file: FileOnDisk, key: KeyFacts | undefined, moment: Moment): Verdict {
  const verdict = withLoss(judgeWithoutWish(file, key, moment), key?.lostMajor);
  const release = key && wishAbout(file, key);
  return release ? { ...verdict, release } : verdict;
}

/**
 * Whether a person can have what stands here published: at once, or once it was sent. Not what they asked for already,
 * unless it failed in a way that asking again mends. Pure.
 * @param judged what `judgeFile` says of it
 */
export function isPublishable(file: FileOnDisk, key: KeyFacts, judged: Verdict, moment: Moment): boolean {
  const { queued } = key;
  const isToBeAskedAgain =
    queued?.operation === 'release' && queued.error && catalogue[queued.error.code].action === 'publish-again';
  const wish = wishAbout(file, key);
  if (wish !== undefined && wish !== 'earlier') return false;
  const verdict = isToBeAskedAgain ? judgeWithoutWish(file, { ...key, queued: undefined }, moment) : judged;
  switch (verdict.kind) {
    case 'inStep':
      return !isRelease(verdict.version);
    case 'transfer':
      return verdict.operation === 'upload';
    case 'heldBack':
      return verdict.because === 'onPublish';
    default:
      return false;
  }
}

/**
 * A draft in the place of a release that the service lost: somebody has to publish it again. Not where the library follows
 * releases and somebody else's newer draft is the newest: that is what would be published.
 */
function withLoss(verdict: Verdict, lostMajor: number | undefined): Verdict {
  const isDraft = verdict.kind === 'inStep' && !isRelease(verdict.version);
  return isDraft && lostMajor !== undefined ? { ...verdict, lostMajor } : verdict;
}

/** What a queued release of its key has to do with a file that is there. */
function wishAbout(file: FileOnDisk, { release }: KeyFacts): ReleaseWish | undefined {
  if (!release || file.goneSinceMs !== undefined) return undefined;
  if (release.sha256 === undefined) return 'these';
  if (!file.settled) return 'beforeUnread';
  return release.sha256 === file.sha256 ? 'these' : 'earlier';
}

function judgeWithoutWish(file: FileOnDisk, key: KeyFacts | undefined, moment: Moment): Verdict {
  if (isNotMissed(file, key)) return { kind: 'notMissed' };
  const asked = key?.asked(file.goneSinceMs !== undefined);
  if (asked && !asked.isKept) return { kind: 'asked', ...asked };
  if (file.goneSinceMs !== undefined) return judgeGone(file.goneSinceMs, key, moment);
  const problem = problemOf(file);
  if (problem)
    return problem.code === 'file-in-use' ? { kind: 'openElsewhere' } : { kind: 'unreadable', error: problem };
  if (!file.settled) return { kind: 'unread' };
  if (!key) return judgeWithoutKey(file);
  const others = key.files.filter((other) => other.path !== file.path && other.goneSinceMs === undefined);
  if (others.some(({ settled, problem }) => settled || problem)) return { kind: 'rivals' };
  if (key.conflict) return { kind: 'conflict', theirVersion: key.conflict.theirVersion };
  const queued = judgeQueued(key);
  if (queued?.kind === 'parked') return withDraft(queued, file, key, moment);
  // What is still to be read may turn out to be of another key, or of none: somebody may just have said so.
  if (others.length > 0 && key.plan) return { kind: 'undecided' };
  // Whoever had a file left as it is spoke of what stood there then, and of nothing else that is the matter with it.
  if (asked && key.synced?.sha256 === file.sha256) return { kind: 'asked', ...asked };
  return judgeOnlyFile(file, key, queued);
}

/** What a release failed to do may still stand on the service as the draft that it is. */
function withDraft(parked: VerdictOf<'parked'>, file: FileOnDisk, key: KeyFacts, moment: Moment): Verdict {
  if (parked.operation !== 'release') return parked;
  const draft = sentDraftOf(judgeWithoutWish(file, { ...key, queued: undefined }, moment));
  return draft ? { ...parked, draft } : parked;
}

/** What is the matter with a file itself. An empty one is no drawing, also where its bytes came from the service. */
function problemOf({ problem, settled, sha256 }: FileOnDisk): ErrorRecord | undefined {
  return problem ?? (settled && sha256 === sha256OfNothing ? { code: 'empty-file' } : undefined);
}

function judgeWithoutKey({ missing = 'both' }: FileOnDisk): Verdict {
  return isMissingProgram(missing) ? { kind: 'otherProgram', missing } : { kind: 'unassigned', missing };
}

/** Judges a key of which no file is or was here; `undefined` where nothing is to be said of it. Pure. */
export function judgeWithoutFile(key: KeyFacts): Verdict | undefined {
  const queued = judgeQueued(key);
  if (queued) return queued;
  const step = key.plan?.step;
  if (step?.kind === 'heldBack') return step;
  return step?.kind === 'download' ? { kind: 'transfer', operation: 'download' } : undefined;
}

/** Whether a file that is gone from its path stands at another one, or is meant to be gone. */
function isNotMissed(file: FileOnDisk, key: KeyFacts | undefined): boolean {
  if (file.goneSinceMs === undefined || !key) return false;
  if (key.isMeantToBeGone) return true;
  return key.files.some(
    (other) =>
      other.goneSinceMs === undefined && other.settled && other.sha256 !== undefined && problemOf(other) === undefined,
  );
}

function judgeGone(goneSinceMs: number, key: KeyFacts | undefined, moment: Moment): Verdict {
  const countsAtMs = goneSinceMs + moment.absenceGraceMs;
  const step = key?.plan?.step;
  // A person wants it back, and it is on its way.
  if (key && step?.kind === 'download' && step.at !== undefined) {
    const queued = judgeQueued(key);
    if (queued) return queued;
  }
  return countsAtMs > moment.nowMs ? { kind: 'missing', countsAtMs } : { kind: 'removedHere' };
}

/** What is queued, or needs a person before it goes on. */
function judgeQueued({ queued }: KeyFacts): VerdictOf<'parked' | 'transfer'> | undefined {
  if (!queued) return undefined;
  const { operation, isParked, error } = queued;
  if (isParked && error) return { kind: 'parked', operation, error };
  return operation === 'release' ? undefined : { kind: 'transfer', operation, ...(error ? { error } : {}) };
}

function judgeOnlyFile(file: FileOnDisk, { plan, synced, newest }: KeyFacts, queued: Verdict | undefined): Verdict {
  if (plan?.step.kind === 'heldBack' && plan.step.would === 'upload') return plan.step;
  if (queued) return queued;
  if (!plan) {
    const isAsAgreed = synced && synced.sha256 === file.sha256 && synced.path === file.path;
    // Without a newest one the service has lost what was agreed on.
    const isNewest = synced && newest && compareVersions(newest, synced.version) === 0;
    return isAsAgreed && isNewest ? { kind: 'inStep', version: synced.version } : { kind: 'undecided' };
  }
  return judgeStep(plan.step, plan.view);
}

function judgeStep(step: Step, { synced, remote }: KeyView): Verdict {
  switch (step.kind) {
    case 'nothing':
      return synced ? { kind: 'inStep', version: synced.version } : { kind: 'undecided' };
    case 'relink':
      // Only that it stands elsewhere now is still to be written down; what the library does about a newer version comes then.
      return synced && remote && compareVersions(remote.version, synced.version) === 0
        ? { kind: 'inStep', version: synced.version }
        : { kind: 'undecided' };
    case 'upload':
    case 'download':
      return { kind: 'transfer', operation: step.kind };
    case 'diverged':
      return { kind: 'transfer', operation: 'compare' };
    case 'holdConflict':
      return remote ? { kind: 'conflict', theirVersion: remote.version } : { kind: 'undecided' };
    case 'heldBack':
      if (step.because !== 'follow' || !synced) return step;
      return { kind: 'asFollowed', version: synced.version, newer: step.version };
    case 'holdRivals':
      return { kind: 'rivals' };
    // Written down at once; nothing is said of what is about to be.
    case 'adopt':
    case 'removedHere':
    case 'removalConfirmed':
      return { kind: 'undecided' };
  }
}

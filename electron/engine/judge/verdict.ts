import type { ErrorRecord } from '../../../shared/errors/app-error.ts';
import { isRelease, type Version } from '../../../shared/model/version.ts';
import type { FileState } from '../../../shared/rpc/file-records.ts';
import type { Missing, MissingProgram } from '../tree/assign-key.ts';
import type { ChangeKind } from './bounded-change.ts';
import type { HeldBack } from './plan-key.ts';

/** What moves bytes for a file, or compares the two sides of one. */
export type TransferOperation = 'upload' | 'download' | 'compare';

/**
 * What a person asked to have published of a file, and is not done: what stands here, something that was saved before,
 * or what was read of it last, before it changed.
 */
export type ReleaseWish = 'these' | 'earlier' | 'beforeUnread';

/**
 * What is true of a file of a library, or of a key that has none here: one of these, decided in one place. Everything
 * that says something about a file reads it: list, counts, marks, Publish, `status`, exit codes and sentences.
 */
export type Verdict = Judged & { readonly release?: ReleaseWish };

type Judged =
  /** Its bytes are those of the newest version. `lostMajor`: that is a draft, and the service lost a release there was. */
  | { readonly kind: 'inStep'; readonly version: Version; readonly lostMajor?: number }
  /** They are those of the newest version that the library follows; `newer` is one it does not. */
  | { readonly kind: 'asFollowed'; readonly version: Version; readonly newer?: Version }
  /** To be sent, fetched or compared; `error` is what the last try came to. */
  | { readonly kind: 'transfer'; readonly operation: TransferOperation; readonly error?: ErrorRecord }
  /** Nothing was decided yet: the service was not asked, or another file has to be read first. */
  | { readonly kind: 'undecided' }
  /** The library's settings keep it from being sent, or something newer from being fetched. */
  | HeldBack
  /** One of many that are gone, would be replaced or went back: a person is asked, or said to leave them. */
  | { readonly kind: 'asked'; readonly change: ChangeKind; readonly isKept: boolean }
  | { readonly kind: 'conflict'; readonly theirVersion: Version }
  /** Another file of the library has the same key. */
  | { readonly kind: 'rivals' }
  | { readonly kind: 'unassigned'; readonly missing: Exclude<Missing, MissingProgram> }
  /** Of a program, or a newer version of one, than its library declares. */
  | { readonly kind: 'otherProgram'; readonly missing: MissingProgram }
  /** What is queued for it failed in a way that needs a person, or a license. */
  | Parked
  /** It cannot be read, or cannot take part at all. */
  | { readonly kind: 'unreadable'; readonly error: ErrorRecord }
  /** A program has it open and does not let it be read. */
  | { readonly kind: 'openElsewhere' }
  /** Changed or seen for the first time, and not read since. */
  | { readonly kind: 'unread' }
  /** Not there; until `countsAtMs` it may come back. */
  | { readonly kind: 'missing'; readonly countsAtMs: number }
  | { readonly kind: 'removedHere' }
  /** Not there, and nobody misses it: it stands elsewhere, or a person said that it is meant to be gone. */
  | { readonly kind: 'notMissed' };

interface Parked {
  readonly kind: 'parked';
  readonly operation: TransferOperation | 'release';
  readonly error: ErrorRecord;
  /** Of a release: the draft that stands here, and is still the newest on the service. */
  readonly draft?: Version;
}

export type VerdictOf<Kind extends Verdict['kind']> = Extract<Verdict, { readonly kind: Kind }>;

/** The draft on the service that stands here, where nothing but a release can be asked for. */
export function sentDraftOf(verdict: Verdict): Version | undefined {
  if (verdict.kind === 'parked') return verdict.draft;
  return verdict.kind === 'inStep' && !isRelease(verdict.version) ? verdict.version : undefined;
}

/** Whether all that is still to be done is what a person asked for: it goes out as the next release. */
function goesOut(verdict: VerdictOf<'inStep' | 'asFollowed' | 'transfer'>): boolean {
  return verdict.release === 'these' && (verdict.kind !== 'transfer' || verdict.operation === 'upload');
}

/** The release that somebody has to make again from what stands here; `undefined` where none was lost. */
export function lostMajorOf(verdict: Verdict): number | undefined {
  return verdict.kind === 'inStep' ? verdict.lostMajor : undefined;
}

/** What a list shows of a file in each condition; `undefined` for one that no list shows. */
const states: {
  readonly [Kind in Verdict['kind']]: FileState | undefined | ((verdict: VerdictOf<Kind>) => FileState);
} = {
  inStep: stateAgreed,
  asFollowed: stateAgreed,
  transfer: (verdict) => (goesOut(verdict) ? 'releaseQueued' : 'waiting'),
  undecided: 'waiting',
  heldBack: ({ would }) => (would === 'upload' ? 'notSent' : 'notFetched'),
  asked: ({ isKept }) => (isKept ? 'notFetched' : 'needsYou'),
  conflict: 'conflict',
  rivals: 'doublyClaimed',
  unassigned: 'unassigned',
  otherProgram: 'otherProgram',
  parked: 'needsYou',
  unreadable: 'needsYou',
  openElsewhere: 'openElsewhere',
  unread: 'settling',
  missing: 'missing',
  removedHere: 'removedHere',
  notMissed: undefined,
};

function stateAgreed(verdict: VerdictOf<'inStep' | 'asFollowed'>): FileState {
  if (goesOut(verdict)) return 'releaseQueued';
  if (lostMajorOf(verdict) !== undefined) return 'releaseLost';
  return isRelease(verdict.version) ? 'upToDate' : 'draft';
}

/** All kinds there are in this version of the app. */
export const verdictKinds = Object.keys(states);

/** What a list shows of a file; `undefined` for one that no list shows. What moves right now is said by the queue. */
export function stateOf(verdict: Verdict): FileState | undefined {
  const state = states[verdict.kind] as FileState | undefined | ((verdict: Verdict) => FileState);
  return typeof state === 'function' ? state(verdict) : state;
}

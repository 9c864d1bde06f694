import { z } from 'zod';
import { actionSentences, type ErrorAction } from '../errors/actions.ts';
import { companionForms } from '../model/cad-companions.ts';
import { errorRecord } from './error-record.ts';
import { heldBackRecord } from './held-back-record.ts';

/** Why a file stands as it does: codes and values only; the sentences are in `shared/words/explanations`. */

const operation = z.enum(['upload', 'download', 'compare', 'release']);
export type ExplainedOperation = z.output<typeof operation>;

/** Why nobody knows whether what was found equal still is. */
export const unconfirmedBecause = z.enum([
  'notConnected',
  'offline',
  'refused',
  'notAskedLately',
  'notScannedLately',
  'notComparedYet',
  'notRunning',
]);
export type UnconfirmedBecause = z.output<typeof unconfirmedBecause>;

const version = z.string();
/** When the service last answered, and when the folder was last looked through to the end. */
const lastLooks = { confirmedAtMs: z.number().optional(), scannedAtMs: z.number().optional() };
/** A draft on the service that a library which follows releases does not fetch. */
const newerDraft = version.optional();
const isLostThere = z.boolean().optional();
const companion = {
  purpose: z.enum([...new Set(companionForms.map((form) => form.purpose))]),
  program: z.string(),
};

/** Every reason, with the values its sentence needs. A new one needs its standing in `standings.ts` and a sentence per language. */
export const reasonRecord = z.discriminatedUnion('code', [
  /** The bytes are those of a release the service confirmed. */
  z.object({ code: z.literal('upToDate'), version, newerDraft, ...lastLooks }),
  /** The bytes are those of a draft the service confirmed. */
  z.object({ code: z.literal('draft'), version, newerDraft, ...lastLooks }),
  /** In step with what was last known, which may not be so any more. */
  z.object({
    code: z.literal('notConfirmed'),
    version,
    because: unconfirmedBecause,
    error: errorRecord.optional(),
    ...lastLooks,
  }),
  /** A release of the file's draft is queued. */
  z.object({ code: z.literal('releaseQueued'), version }),

  // On its way, without anybody doing anything
  z.object({ code: z.literal('stillChanging') }),
  /** Its format's end mark is missing: it may be half written. */
  z.object({ code: z.literal('looksUnfinished') }),
  z.object({ code: z.literal('missingForNow') }),
  z.object({ code: z.literal('beingCompared') }),
  /** What is at `path` has to be read before: it may be of the same key. */
  z.object({ code: z.literal('afterOtherFile'), path: z.string() }),
  z.object({ code: z.literal('sending'), operation }),
  /** `ahead`: how many go before it. */
  z.object({ code: z.literal('queued'), operation, ahead: z.int() }),
  z.object({ code: z.literal('notSeenYet') }),

  // Held by something that passes, or by a program
  z.object({ code: z.literal('openInProgram'), program: z.string().optional() }),
  /** `version` is the one of the service with the bytes that were last read of it. */
  z.object({ code: z.literal('unreadable'), error: errorRecord, version: version.optional() }),
  z.object({ code: z.literal('offline'), operation, error: errorRecord.optional() }),
  z.object({ code: z.literal('askedToWait'), operation }),
  z.object({ code: z.literal('retrying'), operation, attempts: z.int(), error: errorRecord.optional() }),
  /** Since the start, or since another service was connected, library and service were not compared. */
  z.object({ code: z.literal('notComparedYet'), error: errorRecord.optional() }),
  /** It is to be read, and nothing runs that would do it. */
  z.object({ code: z.literal('notReadYet') }),
  /**
   * Not there any more, and nothing runs that would notice; `version` is the last that both sides agreed on.
   * `isLostThere`: the service had nothing of it when it was last asked.
   */
  z.object({ code: z.literal('goneSinceScan'), version: version.optional(), isLostThere }),
  /** Nothing runs that would sync the library. */
  z.object({ code: z.literal('notRunning') }),
  /** The settings of the library keep it from being sent, or `version` from being fetched. */
  z.object({ code: z.literal('heldBack'), ...heldBackRecord.shape }),
  /** A newer version would have replaced it, with many others, and a person said to leave it as it is. */
  z.object({ code: z.literal('leftAsAnswered') }),
  /** `isUnsent`: what was last saved of it was never sent; `version` is the one before. */
  z.object({
    code: z.literal('removedHere'),
    version: version.optional(),
    isUnsent: z.boolean().optional(),
    isLostThere,
  }),
  /** Gone from here; a file of its key stands in another library of this computer. */
  z.object({ code: z.literal('inOtherLibrary'), library: z.string(), path: z.string() }),

  // Needs a person
  /** Gone, to be replaced or gone back, with many others: a person is asked first. */
  z.object({ code: z.literal('manyChanges'), kind: z.enum(['removal', 'overwrite', 'rollback']) }),
  z.object({ code: z.literal('libraryPaused'), library: z.string(), error: errorRecord.optional() }),
  z.object({ code: z.literal('pausedByPerson'), library: z.string() }),
  z.object({ code: z.literal('emptyFile') }),
  /** The file cannot be synced because of its name; or the folder, because of that or as it cannot be read. */
  z.object({ code: z.literal('cannotTakePart'), error: errorRecord }),
  z.object({
    code: z.literal('unassigned'),
    missing: z.enum(['etimClass', 'modellingClass', 'both', 'wrongLink']),
  }),
  /** Its header is of a newer version than the library declares: colleagues could not open it. */
  z.object({ code: z.literal('newerProgram'), found: z.string(), declared: z.string() }),
  /** Its DWG format is newer than is known: which release opens it is not known either. */
  z.object({ code: z.literal('newerFormat'), format: z.string(), declared: z.string() }),
  /** It is of a program that the library does not declare. `found`: the program, with its version where the file says it. */
  z.object({ code: z.literal('undeclaredProgram'), found: z.string(), declared: z.array(z.string()) }),
  /** `rivals` names the first of the `rivalCount` others. */
  z.object({ code: z.literal('doublyClaimed'), rivals: z.array(z.string()), rivalCount: z.int() }),
  /** The bytes are those of draft `version`; the service had the release `lost`, and was brought back to before it. */
  z.object({ code: z.literal('releaseLost'), version, lost: version }),
  z.object({ code: z.literal('conflict'), theirVersion: version, theirChangedAtMs: z.number().optional() }),
  z.object({ code: z.literal('notConnected') }),
  z.object({ code: z.literal('signInRefused'), error: errorRecord.optional() }),
  z.object({ code: z.literal('licenseRejected'), operation }),
  z.object({ code: z.literal('needsPerson'), operation, error: errorRecord }),

  // Not part of any library, or not one of its drawings
  z.object({ code: z.literal('notInAnyLibrary') }),
  z.object({ code: z.literal('companionFile'), ...companion }),
  z.object({ code: z.literal('inCompanionFolder'), folder: z.string(), ...companion }),
  z.object({ code: z.literal('ownFile') }),
  z.object({ code: z.literal('notCad'), extension: z.string() }),
  z.object({ code: z.literal('ignored') }),
  z.object({ code: z.literal('symbolicLink') }),
  /** What is below a link is not looked at: it may stand anywhere. */
  z.object({ code: z.literal('belowLink'), folder: z.string() }),
  /** No file at all; it is never opened. */
  z.object({ code: z.literal('specialFile'), kind: z.enum(['pipe', 'socket', 'device']) }),
  z.object({ code: z.literal('belowUnreadable'), folder: z.string(), error: errorRecord }),
  /** `isKept`: of a file that was there once, copies are among its backups. */
  z.object({ code: z.literal('notThere'), isKept: z.boolean().optional() }),
]);
export type Reason = z.output<typeof reasonRecord>;
export type ReasonCode = Reason['code'];

/** What happens next without anybody doing anything; with `atMs` where the moment is known. */
export const nextStep = z.object({
  code: z.enum([
    'nothing',
    'checkedAgain',
    'published',
    'readWhenStill',
    'readWhenWhole',
    'readWhenClosed',
    'readAgain',
    'countsAsRemoved',
    'comesBack',
    'inTurn',
    'triedAgain',
    'serviceAskedAgain',
    'foundByScan',
    'folderLookedAtAgain',
    'whenCompared',
    'whenOtherRead',
    'whenRunning',
    'whenResumed',
    'afterYou',
    'afterAnswer',
    'whenProven',
    'staysAsItIs',
  ]),
  atMs: z.number().optional(),
});
export type NextStep = z.output<typeof nextStep>;

/** What a designer can do that is no answer to an error of the catalogue. */
const ownActions = [
  'publish',
  'try-now',
  'look-again',
  'save-content',
  'close-file',
  'put-back',
  'add-library',
  'start-sync',
  'pick-file',
  'move-or-reassign',
  'declare-program',
  'raise-version',
  'link-program',
  'resolve-conflict',
  'replace-after-all',
] as const;
export type OwnAction = (typeof ownActions)[number];

const errorActions = Object.keys(actionSentences).filter((action) => action !== 'none') as Exclude<
  ErrorAction,
  'none'
>[];

export const explanationAction = z.enum([...ownActions, ...errorActions]);
export type ExplanationAction = z.output<typeof explanationAction>;

/** What a queued release is of: what stands here, something saved before, or what was read of it before it changed. */
export const releaseWish = z.enum(['these', 'earlier', 'beforeUnread']);

export const explanationRecord = z.object({
  reason: reasonRecord,
  /** Since when that is the reason, where it is known. */
  sinceMs: z.number().optional(),
  next: nextStep,
  actions: z.array(explanationAction),
  /** The key under which the service has it, or may have it, from before its class or program changed. */
  leftKey: z.string().optional(),
  /** The newest release of it that the service had and lost, when it was brought back to an earlier state. */
  lostRelease: z.string().optional(),
  /** Whether a link, a folder or what is no file at all stands where it was. */
  isPlaceTaken: z.boolean().optional(),
  /** What a person asked to have published of it, and is not done. */
  release: releaseWish.optional(),
  /** The queue entry concerned, for trying or withdrawing it. */
  entryId: z.int().optional(),
});
export type Explanation = z.output<typeof explanationRecord>;

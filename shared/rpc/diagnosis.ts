import { z } from 'zod';
import { keychainStates, secretPlaces } from '../model/keychain.ts';

/** What `cadsync doctor` and the window's diagnostics look at, in the order in which it is told. */
export const checkNames = [
  'versions',
  'engine',
  'state',
  'room',
  'proxy',
  'reach',
  'signIn',
  'limits',
  'clock',
  'embedded',
  'keychain',
  'folder',
  'marker',
  'rights',
  'drive',
  'links',
  'watching',
  'libraryRoom',
] as const;
export type CheckName = (typeof checkNames)[number];

export const outcomes = ['ok', 'note', 'problem'] as const;
export type Outcome = (typeof outcomes)[number];

/** Only what is made of digits and dots: nothing else can be in it. */
const version = z.string().regex(/^\d{1,6}(?:\.\d{1,6}){0,3}$/);
const bytes = z.number();
const count = z.int();
const ms = z.number();

/** Why a request got no answer, as the error catalogue and the system call it. */
const noAnswer = z.enum([
  'service-unreachable',
  'service-timeout',
  'unreadable-answer',
  'address-invalid',
  'unexpected-failure',
]);
const noAnswerSystem = z.enum([
  'refused',
  'nameUnknown',
  'noRoute',
  'certificate',
  'brokenOff',
  'proxySignIn',
  'unavailable',
  'other',
]);

const one = <Code extends string, Shape extends z.ZodRawShape>(code: Code, shape: Shape) =>
  z.object({ code: z.literal(code), ...shape });

/**
 * What a check found, as a code with values. The values are numbers and words of this list: nothing that a person, a file
 * or a service named, so that a finding may leave the computer as it is.
 */
export const finding = z.discriminatedUnion('code', [
  one('versions', {
    app: version,
    node: version,
    system: z.enum(['windows', 'macos', 'linux', 'other']),
    release: version,
    processor: z.enum(['x64', 'arm64', 'other']),
    host: z.enum(['electron', 'browser', 'command']),
  }),
  one('engineRuns', {}),
  one('engineRests', {}),
  one('engineSilent', {}),
  one('stateWhole', { sizeBytes: bytes, schema: count }),
  one('stateNone', {}),
  one('stateGone', {}),
  one('stateOutOfReach', {}),
  one('stateDamaged', { sizeBytes: bytes }),
  one('stateNewer', { schema: count, known: count }),
  one('stateBegunAnew', { sizeBytes: bytes }),
  one('stateSettingsUnread', { sizeBytes: bytes }),
  one('stateUncleanEnd', { atMs: ms, sizeBytes: bytes }),
  one('stateUnknown', {}),
  one('roomEnough', { freeBytes: bytes }),
  one('roomLittle', { freeBytes: bytes }),
  one('roomNone', { freeBytes: bytes }),
  one('roomUnknown', {}),
  one('proxyNone', {}),
  one('proxyUsed', { hasPassword: z.boolean() }),
  one('proxySystem', {}),
  one('proxyUnusable', {}),
  one('proxyUnreadable', {}),
  one('notConnected', {}),
  one('reached', { ms }),
  one('unreachable', { because: noAnswer, how: noAnswerSystem }),
  one('notEncrypted', {}),
  one('signedIn', { ms }),
  one('secretMissing', {}),
  one('signInRefused', { status: count }),
  one('signInUnanswered', { because: noAnswer }),
  one('accessRefused', { status: count }),
  one('answerStrange', { status: count }),
  one('dataStrange', { status: count }),
  one('limitsSeen', { limit: count, remaining: count, resetInMs: ms }),
  one('limitReached', { waitMs: ms }),
  one('limitsNone', {}),
  one('limitsUnknown', {}),
  one('clockRight', { offMs: ms }),
  one('clockOff', { offMs: ms }),
  one('clockFarOff', { offMs: ms }),
  one('clockUnknown', {}),
  one('embeddedUnused', {}),
  one('embeddedAnswers', { port: count }),
  one('embeddedSilent', { port: count }),
  one('embeddedRests', {}),
  one('keychain', {
    state: z.enum(keychainStates),
    clientSecret: z.enum(secretPlaces),
    licenseCode: z.enum(secretPlaces),
  }),
  one('keychainOfNoUse', { state: z.enum(keychainStates) }),
  one('secretsGiven', { clientSecret: z.boolean(), licenseCode: z.boolean() }),
  one('folderThere', {}),
  one('folderGone', {}),
  one('folderUnreadable', {}),
  one('markerFits', {}),
  one('markerNone', { wasWritten: z.boolean() }),
  one('markerOther', {}),
  one('markerUnreadable', {}),
  one('writable', {}),
  one('readOnly', { mustWrite: z.boolean() }),
  one('rightsUnknown', {}),
  one('drive', { kind: z.enum(['local', 'network', 'unknown']) }),
  one('networkDrive', {}),
  one('linksNone', {}),
  one('linksInTheWay', { count }),
  one('watchingEnough', { folders: count, limit: count }),
  one('watchingTight', { folders: count, limit: count }),
  one('watchingTooFew', { folders: count, limit: count }),
  one('watchingWhole', {}),
  one('checkFailed', {}),
  one('checkHung', { afterMs: ms }),
]);
export type Finding = z.output<typeof finding>;
export type FindingCode = Finding['code'];
export type FindingOf<Code extends FindingCode> = Extract<Finding, { code: Code }>;

/** What each finding means for a person. */
export const outcomeOf: Readonly<Record<FindingCode, Outcome>> = {
  versions: 'ok',
  engineRuns: 'ok',
  engineRests: 'ok',
  engineSilent: 'problem',
  stateWhole: 'ok',
  stateNone: 'note',
  stateGone: 'problem',
  stateOutOfReach: 'problem',
  stateDamaged: 'problem',
  stateNewer: 'problem',
  stateBegunAnew: 'note',
  stateSettingsUnread: 'note',
  stateUncleanEnd: 'note',
  stateUnknown: 'note',
  roomEnough: 'ok',
  roomLittle: 'note',
  roomNone: 'problem',
  roomUnknown: 'note',
  proxyNone: 'ok',
  proxyUsed: 'ok',
  proxySystem: 'ok',
  proxyUnusable: 'problem',
  proxyUnreadable: 'problem',
  notConnected: 'note',
  reached: 'ok',
  unreachable: 'problem',
  notEncrypted: 'problem',
  signedIn: 'ok',
  secretMissing: 'problem',
  signInRefused: 'problem',
  signInUnanswered: 'problem',
  accessRefused: 'problem',
  answerStrange: 'problem',
  dataStrange: 'problem',
  limitsSeen: 'ok',
  limitReached: 'note',
  limitsNone: 'ok',
  limitsUnknown: 'note',
  clockRight: 'ok',
  clockOff: 'note',
  clockFarOff: 'problem',
  clockUnknown: 'note',
  embeddedUnused: 'ok',
  embeddedAnswers: 'ok',
  embeddedSilent: 'problem',
  embeddedRests: 'ok',
  keychain: 'ok',
  keychainOfNoUse: 'note',
  secretsGiven: 'note',
  folderThere: 'ok',
  folderGone: 'problem',
  folderUnreadable: 'problem',
  markerFits: 'ok',
  markerNone: 'problem',
  markerOther: 'problem',
  markerUnreadable: 'problem',
  writable: 'ok',
  readOnly: 'problem',
  rightsUnknown: 'note',
  drive: 'ok',
  networkDrive: 'note',
  linksNone: 'ok',
  linksInTheWay: 'note',
  watchingEnough: 'ok',
  watchingTight: 'note',
  watchingTooFew: 'problem',
  watchingWhole: 'ok',
  checkFailed: 'problem',
  checkHung: 'problem',
};

/** One check of one thing. */
export const checkRecord = z.object({
  check: z.enum(checkNames),
  /** The library it is about, counted from 1 in the order of their names. */
  library: z.int().optional(),
  /** Its name, for the eyes of the person only. Never in a bundle. */
  libraryName: z.string().optional(),
  /** What it is about, for the eyes of the person only: a path, an address. Never in a bundle. */
  about: z.string().optional(),
  outcome: z.enum(outcomes),
  finding,
});
export type CheckRecord = z.output<typeof checkRecord>;

export const diagnosisRecord = z.object({ atMs: z.number(), checks: z.array(checkRecord) });
export type DiagnosisRecord = z.output<typeof diagnosisRecord>;

/** What a bundle for support consists of. */
export const bundleParts = ['report.json', 'settings.json', 'counts.json', 'app.log', 'shell.log'] as const;
export type BundlePart = (typeof bundleParts)[number];

export const bundleRecord = z.object({
  parts: z.array(z.object({ name: z.enum(bundleParts), sizeBytes: z.int() })),
  /** The ZIP, in base64. */
  zip: z.string(),
});
export type BundleRecord = z.output<typeof bundleRecord>;

import { describe, expect, it } from 'vitest';
import {
  isPublishable,
  judgeFile,
  judgeWithoutFile,
  type FileOnDisk,
  type KeyFacts,
  type Moment,
} from '../../../../electron/engine/judge/judge-file.ts';
import type { Step } from '../../../../electron/engine/judge/plan-key.ts';
import { sentDraftOf, stateOf, type Verdict } from '../../../../electron/engine/judge/verdict.ts';
import type { KeyView } from '../../../../electron/engine/tree/entries.ts';
import type { ContentKeyText } from '../../../../shared/model/content-key.ts';
import type { Sha256 } from '../../../../shared/model/sha256.ts';
import type { Version } from '../../../../shared/model/version.ts';
import type { FileState } from '../../../../shared/rpc/file-records.ts';

const key = 'Revit/2025/EC000001/1/MC000001/1/Template' as ContentKeyText;
const [mine, others] = ['a', 'b'].map((letter) => letter.repeat(64) as Sha256) as [Sha256, Sha256];
const [release, draft, newer] = [
  { major: 1, minor: 0 },
  { major: 1, minor: 1 },
  { major: 1, minor: 2 },
] as const;
const moment: Moment = { nowMs: 1_000_000, absenceGraceMs: 30_000 };
const afterGrace: Moment = { ...moment, nowMs: 1_030_000 };

const file: FileOnDisk = { path: 'pump.rfa', settled: true, sha256: mine };
const gone: FileOnDisk = { ...file, goneSinceMs: 1_000_000 };
const beside: FileOnDisk = { path: 'copy.rfa', settled: true, sha256: mine };
const unread: FileOnDisk = { ...file, settled: false };
const problem = { code: 'file-unreadable' } as const;
const failed = { code: 'internal-error' } as const;
const inUse = { code: 'file-in-use' } as const;

const synced = { path: file.path, version: release, sha256: mine };
const view: KeyView = { key, locals: [{ path: file.path, sha256: mine }], remote: { version: draft }, synced };
const planned = (step: Step): KeyFacts['plan'] => ({ view, step });
const removalAsked: KeyFacts['asked'] = (isGone) => (isGone ? { change: 'removal', isKept: false } : undefined);
const overwriteAsked = (standing: 'asked' | 'kept'): KeyFacts['asked'] => {
  return () => ({ change: 'overwrite', isKept: standing === 'kept' });
};
const heldBack = { kind: 'heldBack', would: 'upload', because: 'direction' } as const;
const toSend: Step = { kind: 'upload', path: file.path, sha256: mine };
const toFetch: Step = { kind: 'download', version: draft };

/** The facts of a key of which this is the only file, agreed on, with nothing to do. */
function facts(more: Partial<KeyFacts> = {}): KeyFacts {
  return {
    files: [file],
    plan: planned({ kind: 'nothing' }),
    synced,
    queued: undefined,
    asked: () => undefined,
    isMeantToBeGone: false,
    ...more,
  };
}

interface Case {
  readonly of?: FileOnDisk;
  /** `undefined` for a file without a key. */
  readonly key: KeyFacts | undefined;
  readonly at?: Moment;
  readonly verdict: Verdict;
  readonly state: FileState | undefined;
}

const cases: Readonly<Record<string, Case>> = {
  'one as agreed on a draft whose release is queued goes out': {
    key: facts({
      plan: { view: { ...view, synced: { ...synced, version: draft } }, step: { kind: 'nothing' } },
      release: { sha256: mine },
    }),
    verdict: { kind: 'inStep', version: draft, release: 'these' },
    state: 'releaseQueued',
  },
  'one to be sent whose release is queued goes out': {
    key: facts({ plan: planned(toSend), release: {} }),
    verdict: { kind: 'transfer', operation: 'upload', release: 'these' },
    state: 'releaseQueued',
  },
  'one to be sent of which an earlier save is to be released is to be sent': {
    key: facts({ plan: planned(toSend), release: { sha256: others } }),
    verdict: { kind: 'transfer', operation: 'upload', release: 'earlier' },
    state: 'waiting',
  },
  'one that is not read yet may be what is to be released, or not': {
    of: unread,
    key: facts({ release: { sha256: mine } }),
    verdict: { kind: 'unread', release: 'beforeUnread' },
    state: 'settling',
  },
  'one that is fetched anew does not go out, whatever was asked for': {
    key: facts({ plan: planned(toFetch), release: { sha256: mine } }),
    verdict: { kind: 'transfer', operation: 'download', release: 'these' },
    state: 'waiting',
  },
  'a file as both sides agreed is in step with that version, a release': {
    key: facts(),
    verdict: { kind: 'inStep', version: release },
    state: 'upToDate',
  },
  'one as agreed on a draft is a draft': {
    key: facts({ plan: { view: { ...view, synced: { ...synced, version: draft } }, step: { kind: 'nothing' } } }),
    verdict: { kind: 'inStep', version: draft },
    state: 'draft',
  },
  'one as agreed on a draft after the service lost its release is missed as that': {
    key: facts({
      plan: { view: { ...view, synced: { ...synced, version: draft } }, step: { kind: 'nothing' } },
      lostMajor: 2,
    }),
    verdict: { kind: 'inStep', version: draft, lostMajor: 2 },
    state: 'releaseLost',
  },
  'one as agreed on a release is, whatever release was lost before it': {
    key: facts({ lostMajor: 2 }),
    verdict: { kind: 'inStep', version: release },
    state: 'upToDate',
  },
  'one whose lost release is made again goes out': {
    key: facts({
      plan: { view: { ...view, synced: { ...synced, version: draft } }, step: { kind: 'nothing' } },
      lostMajor: 2,
      release: { sha256: mine },
    }),
    verdict: { kind: 'inStep', version: draft, lostMajor: 2, release: 'these' },
    state: 'releaseQueued',
  },
  'one that only stands elsewhere now is in step': {
    key: facts({
      plan: { view: { ...view, remote: { version: release } }, step: { kind: 'relink', path: file.path } },
    }),
    verdict: { kind: 'inStep', version: release },
    state: 'upToDate',
  },
  'one that stands elsewhere now is not, while the service has a newer version': {
    key: facts({ plan: planned({ kind: 'relink', path: file.path }) }),
    verdict: { kind: 'undecided' },
    state: 'waiting',
  },
  'one as agreed is in step, also where it is too early to plan': {
    key: facts({ plan: undefined, newest: release }),
    verdict: { kind: 'inStep', version: release },
    state: 'upToDate',
  },
  'nothing is decided of one that is not as agreed while it is too early to plan': {
    key: facts({ plan: undefined, synced: { ...synced, sha256: others } }),
    verdict: { kind: 'undecided' },
    state: 'waiting',
  },
  'nor of one as agreed, where the service has another version by now': {
    key: facts({ plan: undefined, newest: draft }),
    verdict: { kind: 'undecided' },
    state: 'waiting',
  },
  'nor of one as agreed, where the service has nothing of it any more': {
    key: facts({ plan: undefined }),
    verdict: { kind: 'undecided' },
    state: 'waiting',
  },
  'nor of one at another path than agreed': {
    key: facts({ plan: undefined, synced: { ...synced, path: 'elsewhere.rfa' } }),
    verdict: { kind: 'undecided' },
    state: 'waiting',
  },
  'nor of one that nobody agreed on': {
    key: facts({ plan: undefined, synced: undefined }),
    verdict: { kind: 'undecided' },
    state: 'waiting',
  },
  'what is about to be written down is not decided yet': {
    key: facts({ plan: planned({ kind: 'adopt', path: file.path, version: release, sha256: mine }) }),
    verdict: { kind: 'undecided' },
    state: 'waiting',
  },
  'one with a newer draft than its library follows is as followed, and names the draft': {
    key: facts({ plan: planned({ kind: 'heldBack', would: 'download', because: 'follow', version: draft }) }),
    verdict: { kind: 'asFollowed', version: release, newer: draft },
    state: 'upToDate',
  },
  'one whose newer version may not be fetched for another reason is held back': {
    key: facts({ plan: planned({ kind: 'heldBack', would: 'download', because: 'direction', version: draft }) }),
    verdict: { kind: 'heldBack', would: 'download', because: 'direction', version: draft },
    state: 'notFetched',
  },
  'one that may not be sent is held back': {
    key: facts({ plan: planned(heldBack) }),
    verdict: heldBack,
    state: 'notSent',
  },
  'that it may not be sent goes before what is queued still': {
    key: facts({ plan: planned(heldBack), queued: { operation: 'upload', isParked: false } }),
    verdict: heldBack,
    state: 'notSent',
  },
  'one that changed is to be sent': {
    key: facts({ plan: planned(toSend) }),
    verdict: { kind: 'transfer', operation: 'upload' },
    state: 'waiting',
  },
  'one with a newer version is to be fetched': {
    key: facts({ plan: planned(toFetch) }),
    verdict: { kind: 'transfer', operation: 'download' },
    state: 'waiting',
  },
  'one that changed on both sides is to be compared': {
    key: facts({ plan: planned({ kind: 'diverged', local: { path: file.path, sha256: mine }, theirs: draft }) }),
    verdict: { kind: 'transfer', operation: 'compare' },
    state: 'waiting',
  },
  'what is queued says more than what is planned: what the last try came to': {
    key: facts({ plan: planned(toSend), queued: { operation: 'upload', isParked: false, error: failed } }),
    verdict: { kind: 'transfer', operation: 'upload', error: failed },
    state: 'waiting',
  },
  'a program lets go of a file by itself': {
    key: facts({ plan: planned(toFetch), queued: { operation: 'download', isParked: false, error: inUse } }),
    verdict: { kind: 'transfer', operation: 'download', error: inUse },
    state: 'waiting',
  },
  'a release that waits is in the way of nothing': {
    key: facts({ queued: { operation: 'release', isParked: false } }),
    verdict: { kind: 'inStep', version: release },
    state: 'upToDate',
  },
  'what failed in a way that needs a person is parked': {
    key: facts({ plan: planned(toSend), queued: { operation: 'upload', isParked: true, error: failed } }),
    verdict: { kind: 'parked', operation: 'upload', error: failed },
    state: 'needsYou',
  },
  'a release that needs a person is parked, though the file is in step': {
    key: facts({ queued: { operation: 'release', isParked: true, error: failed } }),
    verdict: { kind: 'parked', operation: 'release', error: failed },
    state: 'needsYou',
  },
  'what is parked goes before what may not be sent': {
    key: facts({ plan: planned(heldBack), queued: { operation: 'upload', isParked: true, error: failed } }),
    verdict: { kind: 'parked', operation: 'upload', error: failed },
    state: 'needsYou',
  },
  'a recorded conflict names the version of the service': {
    key: facts({ conflict: { theirVersion: newer }, queued: { operation: 'upload', isParked: true, error: failed } }),
    verdict: { kind: 'conflict', theirVersion: newer },
    state: 'conflict',
  },
  'a planned hold of a conflict is one, also before it is recorded': {
    key: facts({ plan: planned({ kind: 'holdConflict' }) }),
    verdict: { kind: 'conflict', theirVersion: draft },
    state: 'conflict',
  },
  'another file of the key is a rival, before any conflict': {
    key: facts({ files: [file, beside], conflict: { theirVersion: newer } }),
    verdict: { kind: 'rivals' },
    state: 'doublyClaimed',
  },
  'one that cannot be read is one': {
    key: facts({ files: [file, { ...beside, settled: false, problem: { code: 'file-unreadable' } }] }),
    verdict: { kind: 'rivals' },
    state: 'doublyClaimed',
  },
  'while one is still to be read, what is as agreed stays so': {
    key: facts({ files: [file, { ...beside, settled: false }], plan: undefined, newest: release }),
    verdict: { kind: 'inStep', version: release },
    state: 'upToDate',
  },
  'one that is still to be read may be none: nothing is decided before that': {
    key: facts({ files: [file, { ...beside, settled: false }] }),
    verdict: { kind: 'undecided' },
    state: 'waiting',
  },
  'what needs a person does so beside one that is still to be read': {
    key: facts({
      files: [file, { ...beside, settled: false }],
      queued: { operation: 'release', isParked: true, error: failed },
    }),
    verdict: { kind: 'parked', operation: 'release', error: failed },
    state: 'needsYou',
  },
  'one that is gone is none': {
    key: facts({ files: [file, { ...beside, goneSinceMs: 1 }] }),
    verdict: { kind: 'inStep', version: release },
    state: 'upToDate',
  },
  'a changed file is unread, whatever else is so': {
    of: unread,
    key: facts({ files: [unread, beside], conflict: { theirVersion: newer } }),
    verdict: { kind: 'unread' },
    state: 'settling',
  },
  'what cannot be read is said before that it was not read': {
    of: { ...unread, problem },
    key: facts({ conflict: { theirVersion: newer } }),
    verdict: { kind: 'unreadable', error: problem },
    state: 'needsYou',
  },
  'what another program holds is open there': {
    of: { ...unread, problem: { code: 'file-in-use' } },
    key: undefined,
    verdict: { kind: 'openElsewhere' },
    state: 'openElsewhere',
  },
  'a question about many files goes before everything that is the matter with one': {
    of: { ...unread, problem },
    key: facts({ asked: overwriteAsked('asked'), conflict: { theirVersion: newer } }),
    verdict: { kind: 'asked', change: 'overwrite', isKept: false },
    state: 'needsYou',
  },
  'a question about files that are gone is none about those that are there': {
    key: facts({ asked: removalAsked }),
    verdict: { kind: 'inStep', version: release },
    state: 'upToDate',
  },
  'what a person left as it is stays older than on the service, and needs nobody': {
    key: facts({ asked: overwriteAsked('kept') }),
    verdict: { kind: 'asked', change: 'overwrite', isKept: true },
    state: 'notFetched',
  },
  'until it is saved again': {
    of: unread,
    key: facts({ asked: overwriteAsked('kept') }),
    verdict: { kind: 'unread' },
    state: 'settling',
  },
  'what was left as it is and saved since is to be sent': {
    of: { ...file, sha256: others },
    key: facts({ asked: overwriteAsked('kept'), plan: planned(toSend) }),
    verdict: { kind: 'transfer', operation: 'upload' },
    state: 'waiting',
  },
  'a release that failed needs a person also where its file was left as it is': {
    key: facts({
      asked: overwriteAsked('kept'),
      queued: { operation: 'release', isParked: true, error: failed },
    }),
    verdict: { kind: 'parked', operation: 'release', error: failed },
    state: 'needsYou',
  },
  'a file that vanished may come back for a while': {
    of: gone,
    key: facts({ files: [gone], plan: undefined }),
    verdict: { kind: 'missing', countsAtMs: 1_030_000 },
    state: 'missing',
  },
  'then it counts as removed': {
    of: gone,
    key: facts({ files: [gone], plan: planned({ kind: 'removedHere' }) }),
    at: afterGrace,
    verdict: { kind: 'removedHere' },
    state: 'removedHere',
  },
  'so does one without a key': {
    of: gone,
    key: undefined,
    at: afterGrace,
    verdict: { kind: 'removedHere' },
    state: 'removedHere',
  },
  'that it could not be read once is beside the point then': {
    of: { ...gone, settled: false, problem },
    key: undefined,
    at: afterGrace,
    verdict: { kind: 'removedHere' },
    state: 'removedHere',
  },
  'one that a person wants back is on its way': {
    of: gone,
    key: facts({
      files: [gone],
      plan: planned({ ...toFetch, at: file.path }),
      queued: { operation: 'download', isParked: false },
    }),
    at: afterGrace,
    verdict: { kind: 'transfer', operation: 'download' },
    state: 'waiting',
  },
  'or parked': {
    of: gone,
    key: facts({
      files: [gone],
      plan: planned({ ...toFetch, at: file.path }),
      queued: { operation: 'download', isParked: true, error: failed },
    }),
    at: afterGrace,
    verdict: { kind: 'parked', operation: 'download', error: failed },
    state: 'needsYou',
  },
  'whatever else is queued brings nothing back': {
    of: gone,
    key: facts({ files: [gone], plan: planned(toSend), queued: { operation: 'upload', isParked: false } }),
    at: afterGrace,
    verdict: { kind: 'removedHere' },
    state: 'removedHere',
  },
  'nobody misses a file that stands elsewhere, before any question': {
    of: gone,
    key: facts({ files: [gone, beside], asked: removalAsked }),
    verdict: { kind: 'notMissed' },
    state: undefined,
  },
  'one that was not read yet may be another file': {
    of: gone,
    key: facts({ files: [gone, { ...beside, settled: false }] }),
    verdict: { kind: 'missing', countsAtMs: 1_030_000 },
    state: 'missing',
  },
  'so may one that cannot be read': {
    of: gone,
    key: facts({ files: [gone, { ...beside, problem }] }),
    verdict: { kind: 'missing', countsAtMs: 1_030_000 },
    state: 'missing',
  },
  'nobody misses what is meant to be gone': {
    of: gone,
    key: facts({ files: [gone], isMeantToBeGone: true }),
    verdict: { kind: 'notMissed' },
    state: undefined,
  },
  'what is there is not missed by what was meant to be gone': {
    key: facts({ isMeantToBeGone: true }),
    verdict: { kind: 'inStep', version: release },
    state: 'upToDate',
  },
  'a file that lacks a class is unassigned, and says which one': {
    of: { ...file, missing: 'modellingClass' },
    key: undefined,
    verdict: { kind: 'unassigned', missing: 'modellingClass' },
    state: 'unassigned',
  },
  'one that was not said anything of lacks both': {
    key: undefined,
    verdict: { kind: 'unassigned', missing: 'both' },
    state: 'unassigned',
  },
  'one of a newer version than its library declares is of another program': {
    of: { ...file, missing: 'newerProgram' },
    key: undefined,
    verdict: { kind: 'otherProgram', missing: 'newerProgram' },
    state: 'otherProgram',
  },
  'so is one of a program it does not declare': {
    of: { ...file, missing: 'undeclaredProgram' },
    key: undefined,
    verdict: { kind: 'otherProgram', missing: 'undeclaredProgram' },
    state: 'otherProgram',
  },
};

describe('of a file is said', () => {
  for (const [sentence, { of = file, key: ofKey, at = moment, verdict, state }] of Object.entries(cases)) {
    it(`: ${sentence}`, () => {
      expect(judgeFile(of, ofKey, at)).toEqual(verdict);
      expect(stateOf(verdict)).toBe(state);
    });
  }
});

it('every kind of verdict is among them', () => {
  const kinds = new Set(Object.values(cases).map(({ verdict }) => verdict.kind));
  expect(kinds.size).toBe(17);
});

it('version 0 has no release: what is agreed on of it is a draft', () => {
  expect(stateOf({ kind: 'inStep', version: { major: 0, minor: 0 } })).toBe('draft');
});

describe('of a key without a file', () => {
  const without = (more: Partial<KeyFacts>) => judgeWithoutFile(facts({ files: [], ...more }));

  it('nothing is said where nothing is to be done', () => {
    expect(without({})).toBeUndefined();
    expect(without({ plan: undefined })).toBeUndefined();
    expect(without({ plan: planned({ kind: 'removedHere' }) })).toBeUndefined();
    expect(without({ queued: { operation: 'release', isParked: false } })).toBeUndefined();
  });

  it('what would be fetched is said, and what keeps it from that', () => {
    expect(without({ plan: planned(toFetch) })).toEqual({ kind: 'transfer', operation: 'download' });
    const held = { kind: 'heldBack', would: 'download', because: 'follow', version: draft } as const;
    expect(without({ plan: planned(held) })).toEqual(held);
    expect(stateOf(held)).toBe('notFetched');
  });

  it('what is queued goes before what is planned', () => {
    const queued = { operation: 'download', isParked: false, error: failed } as const;
    expect(without({ plan: planned(toFetch), queued })).toEqual({
      kind: 'transfer',
      operation: 'download',
      error: failed,
    });
    expect(without({ queued: { ...queued, isParked: true } })).toEqual({
      kind: 'parked',
      operation: 'download',
      error: failed,
    });
  });
});

describe('a release that failed', () => {
  const error = { code: 'newer-draft-on-service' } as const;
  const queued = { operation: 'release', isParked: true, error } as const;
  const inStep = { view: { ...view, synced: { ...synced, version: draft } }, step: { kind: 'nothing' } } as const;
  it.each<readonly [string, Version | undefined, Partial<KeyFacts>]>([
    ['tells the draft that stands on the service', draft, { plan: inStep, queued }],
    ['tells none where that is to be sent first', undefined, { plan: planned(toSend), queued }],
    ['tells none where a newer one is fetched', undefined, { plan: planned(toFetch), queued }],
    ['is no upload that failed', undefined, { plan: inStep, queued: { ...queued, operation: 'upload' } }],
  ])('%s', (_, told, more) => {
    const verdict = judgeFile(file, facts(more), moment);
    expect(verdict).toMatchObject({ kind: 'parked', error });
    expect(sentDraftOf(verdict)).toEqual(told);
  });
});

describe('what a person can have published', () => {
  const asDraft = { view: { ...view, synced: { ...synced, version: draft } }, step: { kind: 'nothing' } } as const;
  const parked = (code: 'newer-draft-on-service' | 'license-code-rejected'): KeyFacts['queued'] => ({
    operation: 'release',
    isParked: true,
    error: { code },
  });
  it.each<readonly [string, boolean, Partial<KeyFacts>]>([
    ['a draft', true, { plan: asDraft }],
    ['what is to be sent', true, { plan: planned(toSend) }],
    ['what is held back until then', true, { plan: planned({ ...heldBack, because: 'onPublish' }) }],
    ['no release', false, {}],
    ['nothing that its library does not send', false, { plan: planned(heldBack) }],
    ['nothing that is fetched', false, { plan: planned(toFetch) }],
    ['nothing that goes out already', false, { plan: planned(toSend), release: { sha256: mine } }],
    ['a later save than the one that goes out', true, { plan: planned(toSend), release: { sha256: others } }],
    ['what was asked for and overtaken', true, { plan: asDraft, queued: parked('newer-draft-on-service') }],
    ['nothing that waits for a license', false, { plan: asDraft, queued: parked('license-code-rejected') }],
    ['nothing in a conflict', false, { plan: planned(toSend), conflict: { theirVersion: newer } }],
  ])('%s', (_, isSo, more) => {
    const key = facts(more);
    expect(isPublishable(file, key, judgeFile(file, key, moment), moment)).toBe(isSo);
  });
});

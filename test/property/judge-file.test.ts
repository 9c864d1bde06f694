import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  judgeFile,
  judgeWithoutFile,
  type FileOnDisk,
  type KeyFacts,
  type QueuedFact,
} from '../../electron/engine/judge/judge-file.ts';
import { planKey } from '../../electron/engine/judge/plan-key.ts';
import type { PlanPolicy } from '../../electron/engine/judge/policy.ts';
import { stateOf } from '../../electron/engine/judge/verdict.ts';
import type { KeyView, RemoteEntry, SyncedEntry } from '../../electron/engine/tree/entries.ts';
import type { ContentKeyText } from '../../shared/model/content-key.ts';
import type { Sha256 } from '../../shared/model/sha256.ts';
import { compareVersions } from '../../shared/model/version.ts';

/** A run can be repeated: `SEED=… npm test -- test/property`. */
const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31);
const runs = { seed, numRuns: process.env['QUICK'] === undefined ? 20_000 : 2_000 };

const key = 'Revit/2025/EC000001/1/MC000001/1/Template' as ContentKeyText;
const bytes = fc.constantFrom('a', 'a', 'b').map((letter) => letter.repeat(64) as Sha256);
const version = fc.record({ major: fc.integer({ min: 0, max: 1 }), minor: fc.integer({ min: 0, max: 1 }) });
const path = fc.constantFrom('here.rfa', 'here.rfa', 'there.rfa');
const seldom = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(value, { nil: undefined, freq: 1 }).chain((one) => fc.constantFrom(one, undefined, undefined));

const fileOnDisk: fc.Arbitrary<FileOnDisk> = fc.record({
  path,
  settled: fc.constantFrom(true, true, true, false),
  sha256: fc.option(bytes, { nil: undefined, freq: 8 }),
  goneSinceMs: seldom(fc.integer({ min: 0, max: 60_000 })),
  problem: seldom(fc.constantFrom({ code: 'file-in-use' } as const, { code: 'empty-file' } as const)),
  missing: seldom(fc.constantFrom('both', 'newerProgram', 'undeclaredProgram')),
});

interface Ground {
  readonly file: FileOnDisk;
  readonly remote: RemoteEntry | undefined;
  readonly synced: SyncedEntry | undefined;
  readonly facts: KeyFacts;
}

const ground: fc.Arbitrary<Ground> = fc
  .record({
    files: fc.uniqueArray(fileOnDisk, { minLength: 1, maxLength: 2, selector: (one) => one.path }),
    remote: fc.option(fc.record({ version, sha256: fc.option(bytes, { nil: undefined }) }), {
      nil: undefined,
      freq: 4,
    }),
    synced: fc.option(fc.record({ path, version, sha256: bytes }), { nil: undefined, freq: 4 }),
    conflict: seldom(fc.record({ theirVersion: version })),
    queued: seldom(
      fc.record({
        operation: fc.constantFrom<QueuedFact['operation']>('upload', 'download', 'compare', 'release'),
        isParked: fc.boolean(),
        error: fc.constantFrom(undefined, { code: 'internal-error' } as const),
      }),
    ),
    question: seldom(fc.constantFrom('removal', 'overwrite', 'rollback')),
    isKept: fc.boolean(),
    isMeantToBeGone: fc.boolean(),
    policy: fc.record<PlanPolicy>({
      follow: fc.constantFrom('drafts', 'releases'),
      upload: fc.constantFrom('automatic', 'onPublish'),
      direction: fc.constantFrom('both', 'upOnly', 'downOnly'),
    }),
    isPlanned: fc.constantFrom(true, true, true, false),
  })
  .map(({ files, remote, synced, conflict, queued, question, isKept, isMeantToBeGone, policy, isPlanned }) => {
    const locals = files.flatMap(({ path: at, sha256, settled, goneSinceMs }) =>
      settled && sha256 && goneSinceMs === undefined ? [{ path: at, sha256 }] : [],
    );
    const view: KeyView = {
      key,
      locals,
      remote,
      synced,
      conflict: conflict && { ...conflict, theirChangedMs: 0 },
    };
    const facts: KeyFacts = {
      files,
      plan: isPlanned ? { view, step: planKey(view, policy) } : undefined,
      synced,
      conflict,
      queued,
      asked: (isGone) =>
        question !== undefined && isGone === (question === 'removal') ? { change: question, isKept } : undefined,
      isMeantToBeGone,
    };
    return { file: files[0] as FileOnDisk, remote, synced, facts };
  });

const moment = { nowMs: 50_000, absenceGraceMs: 30_000 };

/** Whether the bytes that are here are those of the newest version there is, and nothing else is the matter. */
function isEqual({ file, remote, synced, facts }: Ground): boolean {
  return (
    facts.files.filter(({ goneSinceMs }) => goneSinceMs === undefined).length === 1 &&
    file.goneSinceMs === undefined &&
    file.problem === undefined &&
    file.settled &&
    synced !== undefined &&
    synced.sha256 === file.sha256 &&
    remote !== undefined &&
    compareVersions(remote.version, synced.version) === 0 &&
    (remote.sha256 ?? synced.sha256) === synced.sha256 &&
    facts.queued === undefined &&
    facts.conflict === undefined &&
    facts.asked(false) === undefined
  );
}

describe('whatever is known of a file', () => {
  it(`one thing is said of it, and the same each time (seed ${seed})`, () => {
    fc.assert(
      fc.property(ground, ({ file, facts }) => {
        for (const ofKey of [facts, undefined]) {
          const verdict = judgeFile(file, ofKey, moment);
          expect(judgeFile(file, ofKey, moment)).toEqual(verdict);
          expect(JSON.parse(JSON.stringify(verdict))).toEqual(verdict);
          expect(stateOf(verdict) === undefined).toBe(verdict.kind === 'notMissed');
        }
        expect(judgeWithoutFile(facts)).toEqual(judgeWithoutFile(facts));
      }),
      runs,
    );
  });

  it(`it is in step when its bytes are those of the newest version, with nothing left to do (seed ${seed})`, () => {
    fc.assert(
      fc.property(ground, (one) => {
        fc.pre(isEqual(one) && one.facts.plan !== undefined);
        expect(judgeFile(one.file, one.facts, moment)).toEqual({ kind: 'inStep', version: one.synced?.version });
      }),
      { ...runs, numRuns: runs.numRuns / 20 },
    );
  });

  it(`nothing else ever is, but while it is too early to plan (seed ${seed})`, () => {
    fc.assert(
      fc.property(ground, (one) => {
        const verdict = judgeFile(one.file, one.facts, moment);
        if (verdict.kind !== 'inStep') return;
        expect(verdict.version).toEqual(one.synced?.version);
        expect(one.file.sha256).toBe(one.synced?.sha256);
        // A release that waits for its turn is no transfer.
        const isQueued = one.facts.queued !== undefined && one.facts.queued.operation !== 'release';
        expect(isQueued || one.facts.queued?.isParked === true).toBe(false);
        if (one.facts.plan) expect(isEqual({ ...one, facts: { ...one.facts, queued: undefined } })).toBe(true);
        else expect(one.file.path).toBe(one.synced?.path);
      }),
      runs,
    );
  });

  it(`a file without a key is never in step (seed ${seed})`, () => {
    fc.assert(
      fc.property(fileOnDisk, (file) => {
        expect(['inStep', 'asFollowed', 'transfer']).not.toContain(judgeFile(file, undefined, moment).kind);
      }),
      runs,
    );
  });
});

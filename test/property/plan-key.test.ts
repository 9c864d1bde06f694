import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planKey, type Step } from '../../electron/engine/judge/plan-key.ts';
import type { PlanPolicy } from '../../electron/engine/judge/policy.ts';
import type { KeyView } from '../../electron/engine/tree/entries.ts';
import type { ContentKeyText } from '../../shared/model/content-key.ts';
import type { Sha256 } from '../../shared/model/sha256.ts';
import { compareVersions, isRelease, nextDraft } from '../../shared/model/version.ts';

/** A run can be repeated: `SEED=… npm test -- test/property`. */
const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31);
const runs = { seed, numRuns: process.env['QUICK'] === undefined ? 5_000 : 500 };

const key = 'Revit/2025/EC000001/1/MC000001/1/Template' as ContentKeyText;
const bytes = fc.constantFrom('a', 'b', 'c').map((letter) => letter.repeat(64) as Sha256);
const version = fc.record({ major: fc.integer({ min: 0, max: 2 }), minor: fc.integer({ min: 0, max: 3 }) });
const date = fc.constantFrom(undefined, 1, 2);
/** What an older version holds. */
const olderBytes = 'd'.repeat(64) as Sha256;
const path = fc.constantFrom('here.rfa', 'there.rfa');

interface Ground {
  readonly view: KeyView;
  readonly policy: PlanPolicy;
  /** What the newest version on the service really holds, whether or not it says so. */
  readonly remoteBytes: Sha256;
}

/** Any three trees; of a key that so many files here claim, where that is said. */
const groundOf = (fewest = 0, most = 2): fc.Arbitrary<Ground> =>
  fc
    .record({
      locals: fc.uniqueArray(fc.record({ path, sha256: bytes }), {
        minLength: fewest,
        maxLength: most,
        selector: (local) => local.path,
      }),
      remote: fc.option(fc.record({ version, tells: fc.boolean(), changedMs: date }), { nil: undefined }),
      remoteBytes: bytes,
      synced: fc.option(fc.record({ path, version, sha256: bytes, changedMs: date }), { nil: undefined }),
      conflict: fc.option(fc.record({ theirVersion: version }), { nil: undefined }),
      sent: fc.uniqueArray(bytes, { maxLength: 2 }).map((hashes) => new Set(hashes)),
      removal: fc.option(fc.record({ answer: fc.constantFrom('open' as const, 'confirmed' as const), version }), {
        nil: undefined,
      }),
      restoreAt: fc.option(path, { nil: undefined }),
      placeIgnored: fc.boolean(),
      belonging: fc.constantFrom('here' as const, 'otherLibrary' as const, 'noLibrary' as const),
      isWanted: fc.boolean(),
      publishing: fc
        .uniqueArray(fc.oneof(bytes, fc.constant('any' as const)), { maxLength: 1 })
        .map((hashes) => new Set(hashes)),
      policy: fc.record({
        follow: fc.constantFrom('drafts' as const, 'releases' as const),
        upload: fc.constantFrom('automatic' as const, 'onPublish' as const),
        direction: fc.constantFrom('both' as const, 'upOnly' as const, 'downOnly' as const),
      }),
    })
    .map(
      ({
        locals,
        remote,
        remoteBytes,
        synced,
        conflict,
        sent,
        removal,
        restoreAt,
        placeIgnored,
        belonging,
        isWanted,
        publishing,
        policy,
      }) => ({
        policy,
        view: {
          key,
          locals,
          remote: remote && {
            version: remote.version,
            changedMs: remote.changedMs,
            sha256: remote.tells ? remoteBytes : undefined,
          },
          synced,
          conflict,
          sent,
          removal,
          restoreAt,
          placeIgnored,
          belonging,
          isWanted,
          publishing,
        },
        remoteBytes,
      }),
    );

const ground = groundOf();

// What a property is about is chosen before it runs: a run that is left by `fc.pre` makes an error with its stack, and of
// some properties nine of ten were.
const saysTheSame = ({ view }: Ground): boolean => view.remote?.sha256 === view.locals[0]?.sha256;
const wasHere = ({ view }: Ground): boolean => view.synced !== undefined || (view.sent?.size ?? 0) > 0;
const belongsElsewhere = ({ view }: Ground): boolean => view.belonging !== 'here' && view.restoreAt === undefined;

/** The view after a step was carried out and nothing else happened. */
function carryOut({ view, remoteBytes }: Ground, step: Step): KeyView {
  const known = view.remote && { ...view.remote, sha256: remoteBytes };
  const conflict = step.kind === 'holdConflict' ? view.conflict : undefined;
  const sent = new Set<Sha256>();
  switch (step.kind) {
    case 'adopt':
      return { ...view, sent, conflict, synced: { path: step.path, version: step.version, sha256: step.sha256 } };
    case 'relink':
      return { ...view, conflict, synced: view.synced && { ...view.synced, path: step.path } };
    case 'upload': {
      const made = { version: nextDraft(step.base), sha256: step.sha256 };
      return { ...view, sent, conflict, remote: made, synced: { ...made, path: step.path } };
    }
    case 'download': {
      // An older version than the newest may have any bytes; so has what nobody here looked at.
      const isNewest = view.remote !== undefined && compareVersions(step.version, view.remote.version) === 0;
      const sha256 = isNewest ? remoteBytes : olderBytes;
      const local = { path: step.replaces?.path ?? step.at ?? 'new.rfa', sha256 };
      const remote = isNewest ? known : view.remote;
      return { ...view, sent, conflict, locals: [local], remote, synced: { ...local, version: step.version } };
    }
    case 'diverged':
      // Not theirs at all but what both sides knew before, or what we sent: then ours is made from it.
      if (step.local.sha256 !== remoteBytes && (view.synced?.sha256 === remoteBytes || view.sent?.has(remoteBytes)))
        return { ...view, remote: known };
      return step.local.sha256 === remoteBytes
        ? { ...view, sent, conflict, remote: known, synced: { ...step.local, version: step.theirs } }
        : { ...view, remote: known, conflict: { theirVersion: step.theirs } };
    case 'nothing':
    case 'holdRivals':
    case 'holdConflict':
    case 'heldBack':
    case 'removedHere':
    case 'removalConfirmed':
      return { ...view, conflict };
  }
}

const atRest: ReadonlySet<Step['kind']> = new Set([
  'nothing',
  'holdRivals',
  'holdConflict',
  'heldBack',
  'removedHere',
  'removalConfirmed',
]);

/** As a library is that nobody set otherwise. */
const usual: PlanPolicy = { follow: 'drafts', upload: 'automatic', direction: 'both' };

describe(`the planner, on any three trees (seed ${seed})`, () => {
  it('decides the same for the same view, and never fails', () => {
    fc.assert(
      fc.property(ground, ({ view, policy }) => {
        expect(planKey(view, policy)).toEqual(planKey(structuredClone(view), policy));
      }),
      runs,
    );
  });

  it('has nothing left to do once its steps are carried out, three at most', () => {
    fc.assert(
      fc.property(ground, (before) => {
        const next = (view: KeyView): KeyView => carryOut({ ...before, view }, planKey(view, before.policy));
        // A move is written down before what is held back beside it, and what was sent may have to be fetched first.
        const after = next(next(next(before.view)));
        expect([...atRest]).toContain(planKey(after, before.policy).kind);
        expect(planKey(next(after), before.policy)).toEqual(planKey(after, before.policy));
      }),
      runs,
    );
  });

  it('never uploads over bytes of the service that nobody here has seen', () => {
    fc.assert(
      fc.property(ground, ({ view: { remote, synced, ...view }, policy }) => {
        const step = planKey({ ...view, remote, synced }, policy);
        if (step.kind !== 'upload' || !remote) return;
        expect(step.base).toEqual(remote.version);
        const order = synced ? compareVersions(remote.version, synced.version) : 1;
        const isFromBefore = order < 0 && (remote.changedMs ?? 9) < (synced?.changedMs ?? 0);
        const isUntold = order === 0 && remote.sha256 === undefined;
        // Unchanged, brought back to before what it had confirmed, gone on with the bytes both know, or with what we sent.
        const known = [synced?.sha256, ...(view.sent ?? [])];
        expect(isFromBefore || isUntold || (remote.sha256 !== undefined && known.includes(remote.sha256))).toBe(true);
      }),
      runs,
    );
  });

  it('never fetches over a file that changed here', () => {
    fc.assert(
      fc.property(ground, ({ view, policy }) => {
        const step = planKey(view, policy);
        if (step.kind !== 'download') return;
        expect(step.replaces).toEqual(view.locals[0]);
        if (step.replaces) expect(step.replaces.sha256).toBe(view.synced?.sha256);
      }),
      runs,
    );
  });

  it('moves no bytes where both sides say they have the same', () => {
    fc.assert(
      fc.property(groundOf(1, 1).filter(saysTheSame), ({ view, policy }) => {
        expect(['nothing', 'relink', 'adopt']).toContain(planKey(view, policy).kind);
      }),
      runs,
    );
  });

  it('holds a key that several files claim, whatever else is the case', () => {
    fc.assert(
      fc.property(groundOf(2), ({ view, policy }) => {
        expect(planKey(view, policy)).toEqual({ kind: 'holdRivals' });
      }),
      runs,
    );
  });

  it('brings back what was here and is gone only when a person asks for it', () => {
    fc.assert(
      fc.property(groundOf(0, 0).filter(wasHere), ({ view, policy }) => {
        const step = planKey(view, policy);
        if (step.kind === 'download') {
          expect(view.restoreAt).toBeDefined();
          expect(step.at).toBe(view.restoreAt);
        } else {
          expect([...atRest]).toContain(step.kind);
        }
      }),
      runs,
    );
  });

  it('fetches as a new file nothing that belongs elsewhere, and says why', () => {
    fc.assert(
      fc.property(groundOf(0, 0).filter(belongsElsewhere), ({ view, policy }) => {
        const step = planKey(view, policy);
        const isNew = view.remote && !view.synced && view.sent?.size === 0 && !view.placeIgnored;
        if (isNew) expect(step).toMatchObject({ kind: 'heldBack', would: 'download', because: view.belonging });
        else expect(step.kind).not.toBe('download');
      }),
      runs,
    );
  });

  it('does what it would do without any settings, or holds exactly that back', () => {
    fc.assert(
      fc.property(
        ground,
        ({ view: { removal: _, restoreAt: __, placeIgnored: ___, belonging: ____, ...view }, policy }) => {
          const [free, bound] = [planKey(view, usual), planKey(view, policy)];
          if (bound.kind === 'heldBack') {
            expect(free.kind).toBe(bound.would);
          } else if (bound.kind === 'relink' && free.kind === 'download') {
            expect(policy).not.toEqual(usual);
          } else if (bound.kind === 'download' && policy.follow === 'releases') {
            expect(free).toMatchObject({ kind: 'download' });
          } else {
            expect(bound).toEqual(free);
          }
        },
      ),
      runs,
    );
  });

  it('fetches what a person wants in the place of a file that went back, whatever else is said, unless it is there', () => {
    fc.assert(
      fc.property(groundOf(1, 1), ({ view, policy }) => {
        const [local] = view.locals;
        fc.pre(local !== undefined && view.remote !== undefined);
        const step = planKey({ ...view, takesTheirs: true }, policy);
        if (view.remote.sha256 === local.sha256) expect(['adopt', 'relink', 'nothing']).toContain(step.kind);
        else expect(step).toMatchObject({ kind: 'download', replaces: local });
      }),
      runs,
    );
  });

  it('sends nothing from a library that only receives, nor what nobody asked to publish where that is awaited', () => {
    fc.assert(
      fc.property(ground, ({ view, policy }) => {
        const step = planKey(view, policy);
        if (step.kind !== 'upload') return;
        expect(policy.direction).not.toBe('downOnly');
        if (policy.upload === 'automatic') return;
        expect(view.publishing?.has(step.sha256) || view.publishing?.has('any')).toBe(true);
      }),
      runs,
    );
  });

  it('fetches nothing by itself into a library that only sends, nor drafts into one that follows releases', () => {
    fc.assert(
      fc.property(ground, ({ view, policy }) => {
        const step = planKey(view, policy);
        if (step.kind !== 'download' || step.at !== undefined) return;
        // What a person wants in the library comes all the same.
        if (policy.direction === 'upOnly') expect([view.isWanted, view.synced]).toEqual([true, undefined]);
        if (policy.follow === 'releases') expect(isRelease(step.version)).toBe(true);
        if (view.synced) expect(compareVersions(step.version, view.synced.version)).toBeGreaterThan(0);
      }),
      runs,
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planKey, type Step } from '../../electron/engine/plan/plan-key.ts';
import type { KeyView } from '../../electron/engine/tree/entries.ts';
import type { ContentKeyText } from '../../shared/model/content-key.ts';
import type { Sha256 } from '../../shared/model/sha256.ts';
import { compareVersions, nextDraft } from '../../shared/model/version.ts';

/** A run can be repeated: `SEED=… vitest run --project property`. */
const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31);
const runs = { seed, numRuns: 5_000 };

const key = 'Revit/2025/EC000001/1/MC000001/1/Template' as ContentKeyText;
const bytes = fc.constantFrom('a', 'b', 'c').map((letter) => letter.repeat(64) as Sha256);
const version = fc.record({ major: fc.integer({ min: 0, max: 2 }), minor: fc.integer({ min: 0, max: 3 }) });
const date = fc.constantFrom(undefined, 1, 2);
const path = fc.constantFrom('here.rfa', 'there.rfa');

interface Ground {
  readonly view: KeyView;
  /** What the newest version on the service really holds, whether or not it says so. */
  readonly remoteBytes: Sha256;
}

const ground: fc.Arbitrary<Ground> = fc
  .record({
    locals: fc.uniqueArray(fc.record({ path, sha256: bytes }), { maxLength: 2, selector: (local) => local.path }),
    remote: fc.option(fc.record({ version, tells: fc.boolean(), changedMs: date }), { nil: undefined }),
    remoteBytes: bytes,
    synced: fc.option(fc.record({ path, version, sha256: bytes, changedMs: date }), { nil: undefined }),
    conflict: fc.option(fc.record({ theirVersion: version }), { nil: undefined }),
    sent: fc.uniqueArray(bytes, { maxLength: 2 }).map((hashes) => new Set(hashes)),
  })
  .map(({ locals, remote, remoteBytes, synced, conflict, sent }) => ({
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
    },
    remoteBytes,
  }));

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
      const local = { path: step.replaces?.path ?? 'new.rfa', sha256: remoteBytes };
      return { ...view, sent, conflict, locals: [local], remote: known, synced: { ...local, version: step.version } };
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
    case 'removedHere':
      return { ...view, conflict };
  }
}

const atRest: ReadonlySet<Step['kind']> = new Set(['nothing', 'holdRivals', 'holdConflict', 'removedHere']);

describe(`the planner, on any three trees (seed ${seed})`, () => {
  it('decides the same for the same view, and never fails', () => {
    fc.assert(
      fc.property(ground, ({ view }) => {
        expect(planKey(view)).toEqual(planKey(structuredClone(view)));
      }),
      runs,
    );
  });

  it('has nothing left to do once its steps are carried out, two at most', () => {
    fc.assert(
      fc.property(ground, (before) => {
        const once = carryOut(before, planKey(before.view));
        const after = carryOut({ ...before, view: once }, planKey(once));
        if (planKey(before.view).kind !== 'diverged') expect([...atRest]).toContain(planKey(once).kind);
        expect([...atRest]).toContain(planKey(after).kind);
        expect(planKey(carryOut({ ...before, view: after }, planKey(after)))).toEqual(planKey(after));
      }),
      runs,
    );
  });

  it('never uploads over bytes of the service that nobody here has seen', () => {
    fc.assert(
      fc.property(ground, ({ view: { remote, synced, ...view } }) => {
        const step = planKey({ ...view, remote, synced });
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
      fc.property(ground, ({ view }) => {
        const step = planKey(view);
        if (step.kind !== 'download') return;
        expect(step.replaces).toEqual(view.locals[0]);
        if (step.replaces) expect(step.replaces.sha256).toBe(view.synced?.sha256);
      }),
      runs,
    );
  });

  it('moves no bytes where both sides say they have the same', () => {
    fc.assert(
      fc.property(ground, ({ view }) => {
        fc.pre(view.locals.length === 1 && view.remote?.sha256 === view.locals[0]?.sha256);
        expect(['nothing', 'relink', 'adopt']).toContain(planKey(view).kind);
      }),
      runs,
    );
  });

  it('holds a key that several files claim, whatever else is the case', () => {
    fc.assert(
      fc.property(ground, ({ view }) => {
        fc.pre(view.locals.length > 1);
        expect(planKey(view)).toEqual({ kind: 'holdRivals' });
      }),
      runs,
    );
  });

  it('brings nothing back that was here and is gone', () => {
    fc.assert(
      fc.property(ground, ({ view }) => {
        fc.pre(view.locals.length === 0 && (view.synced !== undefined || (view.sent?.size ?? 0) > 0));
        expect(planKey(view)).toEqual({ kind: 'removedHere' });
      }),
      runs,
    );
  });
});

import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import { judgeChanges, type ChangeKind, type ChangeLimits } from '../judge/bounded-change.ts';
import type { Step } from '../judge/plan-key.ts';
import type { BoundedChange, BoundedChanges } from '../state/bounded-changes.ts';
import type { LocalFiles } from '../state/local-files.ts';
import type { KeyView } from '../tree/entries.ts';

/** A step that takes something away from a designer: what kind of change it is, and of which file. */
export type GuardedStep = Pick<BoundedChange, 'key' | 'kind' | 'path' | 'sha256'>;

/** What kind of change a step is; `undefined` for steps that take nothing away, or only what a person said. */
export function changeKindOf({ isRolledBack, takesTheirs }: KeyView, step: Step): ChangeKind | undefined {
  if (step.kind === 'removedHere') return 'removal';
  if (step.kind === 'upload') return isRolledBack ? 'rollback' : undefined;
  return step.kind === 'download' && step.replaces && !takesTheirs ? 'overwrite' : undefined;
}

/**
 * Lets removals, overwrites and rollbacks pass one by one and asks about floods of them. What a person was asked about waits for
 * the answer, however long and over restarts, unless it is no longer wanted.
 * @returns the steps that may be taken; the others wait for an answer
 */
export function passingSteps(ground: GuardGround, steps: readonly GuardedStep[]): GuardedStep[] {
  const { changes, nowMs, limits } = ground;
  changes.forgetDone(nowMs, limits.passMs);
  return (['removal', 'overwrite', 'rollback'] as const).flatMap((kind) => {
    const ofKind = steps.filter((step) => step.kind === kind);
    const asked = changes.asked(kind);
    const isNothing = ofKind.length === 0 && asked.length === 0;
    return isNothing ? [] : judgeKind({ ...ground, kind, asked }, ofKind);
  });
}

interface GuardGround {
  readonly changes: BoundedChanges;
  readonly files: Pick<LocalFiles, 'presentCount' | 'movedKeys'>;
  /** Whether the step is in the queue already: then it was let through before. */
  readonly isQueued: (step: GuardedStep) => boolean;
  readonly nowMs: number;
  readonly limits: ChangeLimits;
}

/** Steps of one kind are decided about together. */
interface KindGround extends GuardGround {
  readonly kind: ChangeKind;
  /** Those that wait for an answer. */
  readonly asked: readonly BoundedChange[];
}

/** @returns those that may be taken */
function judgeKind(ground: KindGround, steps: readonly GuardedStep[]): GuardedStep[] {
  const { changes, kind, asked, nowMs, limits } = ground;
  const fresh = steps.filter((step) => !isKnown(changes.get(step.key, kind), step) && !ground.isQueued(step));
  const done = changes.done(kind, nowMs, limits.passMs);
  const { moved, passes } = judgeFlood(ground, { fresh, asked, done });
  for (const { key, path } of [...fresh, ...asked]) {
    if (moved.has(key)) changes.put({ key, kind, path, standing: 'done', atMs: 0 });
  }
  for (const { key, path, sha256 } of fresh) {
    if (moved.has(key)) continue;
    changes.put({ key, kind, path, sha256, standing: passes ? 'done' : 'asked', atMs: nowMs });
  }
  // A mark is all a removal is: those of the same flood that were marked already become part of the question.
  if (!passes && kind === 'removal')
    for (const change of done) if (!moved.has(change.key)) changes.put({ ...change, standing: 'asked' });
  return steps.filter((step) => {
    const standing = changes.get(step.key, kind)?.standing;
    return standing === 'done' || standing === 'allowed' || (standing === undefined && ground.isQueued(step));
  });
}

/** Whether so many changes pass without a question, and the keys of files that were only moved. */
function judgeFlood(
  { kind, files, limits }: KindGround,
  { fresh, asked, done }: Record<'fresh' | 'asked' | 'done', readonly { readonly key: ContentKeyText }[]>,
): { readonly moved: ReadonlySet<ContentKeyText>; readonly passes: boolean } {
  const goneCount = kind === 'removal' ? done.length + asked.length + fresh.length : 0;
  const passes = (moved: ReadonlySet<ContentKeyText>): boolean => {
    const count = (list: typeof fresh): number => list.filter(({ key }) => !moved.has(key)).length;
    const ground = {
      done: count(done),
      wanted: count(fresh),
      isAsking: count(asked) > 0,
      get fileCount() {
        return files.presentCount() + goneCount;
      },
    };
    return judgeChanges(ground, limits) === 'pass';
  };
  const none = new Set<ContentKeyText>();
  // Bytes that are elsewhere in the library were moved. To look costs, so only a flood is looked through.
  const mayBeMove = kind === 'removal' && (asked.length > 0 || !passes(none));
  const moved = mayBeMove ? files.movedKeys() : none;
  return { moved, passes: passes(moved) };
}

/**
 * What was said about other bytes of the file is not said about these; and where a person wanted the service's version
 * and there is none any more, sending is asked about again.
 */
function isKnown(change: BoundedChange | undefined, { kind, sha256 }: GuardedStep): boolean {
  if (!change || (kind === 'rollback' && change.standing === 'restored')) return false;
  return change.sha256 === sha256;
}

import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import { changeLimits, judgeChanges, type ChangeKind, type ChangeLimits } from '../judge/bounded-change.ts';
import type { Sha256 } from '../../../shared/model/sha256.ts';
import type { Step } from '../judge/plan-key.ts';
import type { Clock } from '../ports.ts';
import type { BoundedChange, BoundedChanges } from '../state/bounded-changes.ts';
import type { LocalFiles } from '../state/local-files.ts';
import type { KeyView } from '../tree/entries.ts';

/** A step that takes something away from a designer: what kind of change it is, and of which file. */
export interface GuardedStep {
  readonly key: ContentKeyText;
  readonly kind: ChangeKind;
  readonly path: string;
  /** The bytes that a rollback would send. */
  readonly sha256?: Sha256 | undefined;
}

/** What kind of change a step is; `undefined` for steps that take nothing away, or only what a person said. */
export function changeKindOf({ isRolledBack, takesTheirs }: KeyView, step: Step): ChangeKind | undefined {
  if (step.kind === 'removedHere') return 'removal';
  if (step.kind === 'upload') return isRolledBack ? 'rollback' : undefined;
  return step.kind === 'download' && step.replaces && !takesTheirs ? 'overwrite' : undefined;
}

/**
 * Lets removals, overwrites and rollbacks pass one by one and asks about floods of them. What a person was asked about waits for
 * the answer, however long and over restarts, unless it is no longer wanted.
 */
export function createChangeGuard(options: { readonly clock: Clock; readonly limits?: ChangeLimits | undefined }) {
  const limits = options.limits ?? changeLimits;

  /** Decides about all steps of one kind together. @returns those that may be taken */
  function judgeKind(ground: GuardGround, kind: ChangeKind, steps: readonly GuardedStep[]): GuardedStep[] {
    const { changes } = ground;
    const nowMs = options.clock.now();
    const known = changes.of(kind);
    const byKey = new Map(known.map((change) => [change.key, change]));
    const isNew = (step: GuardedStep): boolean => !isKnown(byKey.get(step.key), step) && !ground.isQueued(step);
    const inPass = (change: BoundedChange): boolean =>
      change.standing === 'done' && change.atMs > nowMs - limits.passMs;
    const fresh = steps.filter(isNew);
    const asked = known.filter(({ standing }) => standing === 'asked');
    const done = known.filter(inPass);
    const gone = kind === 'removal' ? done.length + asked.length + fresh.length : 0;
    const judge = (moved: ReadonlySet<ContentKeyText>): 'pass' | 'ask' => {
      const count = (list: readonly { readonly key: ContentKeyText }[]): number =>
        list.filter(({ key }) => !moved.has(key)).length;
      const fileCount = ground.files.presentCount() + gone;
      return judgeChanges({ fileCount, done: count(done), wanted: count(fresh), isAsking: count(asked) > 0 }, limits);
    };
    // Bytes that stand elsewhere in the library were moved. To look costs, so only a flood is looked through.
    const mayBeMove = kind === 'removal' && (asked.length > 0 || judge(new Set()) === 'ask');
    const moved = mayBeMove ? ground.files.movedKeys() : new Set<ContentKeyText>();
    for (const { key, path } of [...fresh, ...asked]) {
      if (moved.has(key)) changes.put({ key, kind, path, standing: 'done', atMs: 0 });
    }
    const verdict = judge(moved);
    for (const { key, path, sha256 } of fresh) {
      if (moved.has(key)) continue;
      changes.put({ key, kind, path, sha256, standing: verdict === 'pass' ? 'done' : 'asked', atMs: nowMs });
    }
    if (verdict === 'ask' && kind === 'removal') takeBack(ground, done, moved);
    return steps.filter((step) => {
      const standing = changes.get(step.key, kind)?.standing;
      return standing === 'done' || standing === 'allowed' || (standing === undefined && !isNew(step));
    });
  }

  /** A mark is all a removal is: those of the same flood that were marked already become part of the question. */
  function takeBack(
    { changes }: GuardGround,
    done: readonly BoundedChange[],
    moved: ReadonlySet<ContentKeyText>,
  ): void {
    for (const change of done) if (!moved.has(change.key)) changes.put({ ...change, standing: 'asked' });
  }

  return {
    /** @returns the steps that may be taken; the others wait for an answer */
    judge(ground: GuardGround, steps: readonly GuardedStep[]): GuardedStep[] {
      ground.changes.forgetDone(options.clock.now() - limits.passMs);
      return (['removal', 'overwrite', 'rollback'] as const).flatMap((kind) =>
        judgeKind(
          ground,
          kind,
          steps.filter((step) => step.kind === kind),
        ),
      );
    },
  };
}

export type ChangeGuard = ReturnType<typeof createChangeGuard>;

interface GuardGround {
  readonly changes: BoundedChanges;
  readonly files: LocalFiles;
  /** Whether the step stands in the queue already: then it was let through before. */
  readonly isQueued: (step: GuardedStep) => boolean;
}

/**
 * What was said about other bytes of the file is not said about these; and where a person wanted the service's version
 * and there is none any more, sending is asked about anew.
 */
function isKnown(change: BoundedChange | undefined, { kind, sha256 }: GuardedStep): boolean {
  if (!change || (kind === 'rollback' && change.standing === 'restored')) return false;
  return change.sha256 === sha256;
}

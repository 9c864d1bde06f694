import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import { changeLimits, type ChangeKind, type ChangeLimits } from '../judge/bounded-change.ts';
import type { Step } from '../judge/plan-key.ts';
import type { Ports } from '../ports.ts';
import { intentOf } from '../queue/intent.ts';
import type { Queue } from '../queue/queue.ts';
import type { BoundedChanges } from '../state/bounded-changes.ts';
import type { ServiceTrees } from '../state/service-trees.ts';
import type { KeyView, RemovalEntry } from '../tree/entries.ts';
import { changeKindOf, passingSteps, type GuardedStep } from './change-guard.ts';
import { forgetGoneAfter, forgetMovedFrom } from './forget-gone.ts';
import type { KeptCopies, LibraryRecords, ServiceSide } from '../state/library-state.ts';
import { releaseTheirs } from '../library/ended-conflicts.ts';
import type { Decision, KeyPlan, Planning } from '../library/planning.ts';
import type { Judgement } from './judgement.ts';
import type { KeyNews, TellOfLibrary } from '../library/library-event.ts';

interface StepTakerOptions {
  readonly ports: Pick<Ports, 'clock' | 'database'>;
  readonly queue: Queue;
  /** How many changes that take something away pass without a question. */
  readonly limits?: ChangeLimits | undefined;
  readonly tell: TellOfLibrary;
}

export type PlannedLibrary = LibraryRecords & ServiceSide & KeptCopies & Planning;

interface JudgedLibrary {
  readonly context: PlannedLibrary;
  readonly judgement: Pick<Judgement, 'judge' | 'markKey'>;
}

/** One round of planning a library: what it works on, and what comes of it. */
interface Round {
  readonly context: PlannedLibrary;
  readonly trees: ServiceTrees;
  readonly queue: Queue;
  readonly judge: Judgement['judge'];
  readonly nowMs: number;
  /** Steps that take something away, until it is known whether they pass. */
  readonly guarded: WaitingStep[];
  readonly news: KeyNews[];
  readonly paths: string[];
  readonly mayReturn: ContentKeyText[];
  readonly unread: ContentKeyText[];
}

/** Plans keys and carries out what needs no bytes at once; the rest goes to the queue. */
export function createStepTaker({ ports, queue, limits = changeLimits, tell }: StepTakerOptions) {
  /** @returns `undefined` where no service is connected */
  function begin({ context, judgement }: JudgedLibrary): Round | undefined {
    const trees = context.trees();
    const nowMs = ports.clock.now();
    const nothingYet = { guarded: [], news: [], paths: [], mayReturn: [], unread: [] };
    return trees && { context, trees, queue, judge: judgement.judge, nowMs, ...nothingYet };
  }

  function plan(round: Round, keys: readonly ContentKeyText[]): void {
    const changes = round.context.changes();
    const counted = changes?.isEmpty() === false ? changes : undefined;
    for (const key of keys) takeOne(round, key, counted);
  }

  function tellAfterwards({ context, paths }: Round): void {
    tell(context, { kind: 'changed', paths });
    tell(context, { kind: 'transfersDue' });
  }

  return {
    /** Plans the keys and takes their steps, in one transaction. */
    take(library: JudgedLibrary, keys: readonly ContentKeyText[]): Postponed {
      const round = begin(library);
      if (!round) return nothingPostponed;
      round.context.transaction(() => {
        plan(round, keys);
        takeGuarded(round, limits);
        tell(round.context, { kind: 'keyNews', news: round.news });
      });
      tellAfterwards(round);
      return round;
    },

    /**
     * Takes the steps of some of many keys. Whatever takes something away is only found: of many such changes, all pass
     * or none, so their keys are taken together in the end.
     * @param mayPlan whether both sides are known, by the time when it comes to that
     * @returns with the keys of those; `undefined` where nothing may be planned any more
     */
    async takeSome(
      library: JudgedLibrary,
      keys: readonly ContentKeyText[],
      mayPlan: () => boolean,
    ): Promise<PostponedOfSome | undefined> {
      const round = await ports.database.together(() => {
        const begun = mayPlan() ? begin(library) : undefined;
        if (!begun) return undefined;
        for (const key of keys) library.judgement.markKey(key);
        plan(begun, keys);
        tell(begun.context, { kind: 'keyNews', news: begun.news });
        return begun;
      });
      if (!round) return undefined;
      tellAfterwards(round);
      return { ...round, guarded: round.guarded.map(({ key }) => key) };
    },
  };
}

/** @param counted what is known of changes that take something away, where there are any */
function takeOne(round: Round, key: ContentKeyText, counted: BoundedChanges | undefined): void {
  const { context } = round;
  const decided = context.decide(key);
  if (decided === 'unsettled') return;
  if (decided === 'mayReturn') return void round.mayReturn.push(key);
  const { view, step, isBlocked } = decided;
  if (isBlocked) round.unread.push(key);
  const kind = changeKindOf(view, step);
  const isRestoring = step.kind === 'download' && (step.at !== undefined || view.takesTheirs);
  const isGone = isRestoring || step.kind === 'removalConfirmed';
  if (isBlocked) counted?.takeBackQuestions(key, kind);
  else if (!isGone) counted?.forget(key, kind);
  if (kind && !isBlocked) round.guarded.push(waitingStep(context, decided, kind));
  else carryOut(round, decided);
  // What is held back besides that has to be seen as well; mostly nothing is, and all is said of it with that.
  const after = step.kind === 'adopt' || step.kind === 'relink' ? round.judge(key) : undefined;
  if (after) carryOut(round, { ...after, isBlocked: false });
}

/** Takes the steps that take something away, as far as they pass; the others wait for an answer. */
function takeGuarded(round: Round, limits: ChangeLimits): void {
  const { context, queue, guarded, nowMs } = round;
  const { library, files } = context;
  const changes = context.changes();
  if (!changes || (guarded.length === 0 && !changes.isAsking())) return;
  const isQueued = ({ key, kind, sha256 }: GuardedStep): boolean => {
    const intent = queue.transferOf(library.libraryId, key)?.intent;
    if (intent?.operation === 'upload') return kind === 'rollback' && intent.sha256 === sha256;
    return kind === 'overwrite' && intent?.operation === 'download' && intent.replaces !== undefined;
  };
  const passing = passingSteps({ changes, files, isQueued, nowMs, limits }, guarded);
  const passed = new Set(passing.map(({ key }) => key));
  for (const { key, path, view, step } of guarded) {
    if (passed.has(key)) carryOut(round, { view, step, isBlocked: false });
    else {
      queue.dropTransfer(library.libraryId, key);
      round.paths.push(path, ...forgetMovedFrom(context, view));
    }
  }
}

/** That the service has the same bytes is known from what it told; when it told that, only lists say. */
function adopt(trees: ServiceTrees, key: ContentKeyText, step: Extract<Step, { kind: 'adopt' }>, nowMs: number): void {
  const { path, version, sha256 } = step;
  const before = trees.synced(key);
  trees.noteSynced(key, { path, version, sha256 }, nowMs, before?.sha256 === sha256 ? before.confirmedMs : undefined);
}

function carryOut(round: Round, { view, step, isBlocked }: Decision): void {
  const { context, trees, queue, nowMs } = round;
  const { key } = view;
  const { libraryId } = context.library;
  // What was queued for it before is not what it comes to.
  const intent = isBlocked ? undefined : intentOf(step);
  if (intent) queue.putTransfer(libraryId, key, intent);
  else queue.dropTransfer(libraryId, key);
  const isHeldUp = isBlocked || step.kind === 'holdConflict';
  if (step.kind !== 'holdRivals') queue.tryReleasesAgain(libraryId, key, isHeldUp);
  if (view.conflict && step.kind !== 'holdConflict') endConflict(context, trees, key);
  if (step.kind === 'adopt') {
    adopt(trees, key, step, nowMs);
  } else if (step.kind === 'relink' && view.synced) {
    trees.noteMoved(key, step.path);
  }
  // What a person said of the file that is gone stays until it is known whether this one takes its place.
  if (!isBlocked) noteRemoval(trees, view, step);
  round.news.push(...newsOf(view, step));
  round.paths.push(
    ...forgetGoneAfter(context, view, step, isBlocked),
    ...view.locals.map((local) => local.path),
    ...(view.synced ? [view.synced.path] : []),
  );
}

function noteRemoval(trees: ServiceTrees, view: KeyView, step: Step): void {
  const { key, locals, remote, synced, removal, hasOtherKey } = view;
  if (locals.length > 0 || hasOtherKey) return trees.forgetRemoval(key);
  const version = remote?.version ?? synced?.version;
  if (step.kind !== 'removedHere' || !version || !isNewRemoval(removal)) return;
  trees.noteRemoval(key, { answer: 'open', version });
}

function endConflict(context: KeptCopies, trees: ServiceTrees, key: ContentKeyText): void {
  const conflict = trees.conflict(key);
  trees.forgetConflict(key);
  if (conflict) releaseTheirs(context, trees, key, conflict);
}

interface WaitingStep extends GuardedStep {
  readonly view: KeyPlan['view'];
  readonly step: Step;
}

function waitingStep(context: LibraryRecords, { view, step }: KeyPlan, kind: ChangeKind): WaitingStep {
  const sha256 = step.kind === 'upload' ? step.sha256 : undefined;
  return { key: view.key, kind, path: pathOfChange(context, view), sha256, view, step };
}

/** The file that a step would take away, or send. */
function pathOfChange({ files }: LibraryRecords, { key, locals, synced }: KeyView): string {
  return locals[0]?.path ?? files.gonePaths(key)[0] ?? synced?.path ?? key;
}

function newsOf({ key, remote, synced, removal }: KeyView, step: Step): KeyNews[] {
  // A release of bytes that both sides know is told where it was made.
  if (step.kind === 'adopt' && synced?.sha256 !== step.sha256) {
    return [{ kind: 'adopted', key, path: step.path, version: step.version }];
  }
  if (step.kind === 'relink') return [{ kind: 'relinked', key, path: step.path, version: synced?.version }];
  if (step.kind === 'removedHere' && synced && isNewRemoval(removal)) {
    return [{ kind: 'removedHere', key, path: synced.path, version: (remote ?? synced).version }];
  }
  return [];
}

/** Nothing was said of it yet, or it was meant so and there is something newer now. */
function isNewRemoval(removal: RemovalEntry | undefined): boolean {
  return removal === undefined || removal.answer === 'confirmed';
}

/** Keys that cannot be decided yet: those whose file `mayReturn`, and those of which a file may be there still `unread`. */
interface Postponed {
  readonly mayReturn: readonly ContentKeyText[];
  readonly unread: readonly ContentKeyText[];
}

interface PostponedOfSome extends Postponed {
  readonly guarded: readonly ContentKeyText[];
}

const nothingPostponed: Postponed = { mayReturn: [], unread: [] };

export type StepTaker = ReturnType<typeof createStepTaker>;

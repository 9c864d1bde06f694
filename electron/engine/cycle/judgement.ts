import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import { isPublishable, judgeFile, judgeWithoutFile, type KeyFacts, type Moment } from '../judge/judge-file.ts';
import type { Ports } from '../ports.ts';
import type { QueueEntry } from '../queue/queue-entry.ts';
import type { Queue } from '../queue/queue.ts';
import { subjectOfKey, createVerdicts, type JudgedSubject } from '../state/verdicts.ts';
import type { LocalFile } from '../state/local-file.ts';
import type { SyncedEntry } from '../tree/entries.ts';
import type { LibraryChoices, LibraryRecords, ServiceSide } from '../state/library-state.ts';
import type { KeyPlan, Planning } from '../library/planning.ts';

/** So many keys are judged in one transaction. */
const judgedTogether = 500;

type JudgedLibrary = LibraryRecords & Pick<LibraryChoices, 'settings'> & ServiceSide & Planning;

interface JudgementParts {
  readonly ports: Pick<Ports, 'database' | 'clock'>;
  readonly queue: Queue;
  readonly absenceGraceMs: number;
}

/** Gathers the facts of files and keys of one library, has them judged and keeps what comes of it. */
export function createJudgement({ ports, queue, absenceGraceMs }: JudgementParts, context: JudgedLibrary) {
  const moment = (): Moment => ({ nowMs: ports.clock.now(), absenceGraceMs });
  const verdicts = createVerdicts(ports.database, context.library.libraryId);
  /** Whether what is no fact of a file changed; looked up where another run judged last. */
  let isOutdated: boolean | undefined;
  /** Whether no verdict is here that another version of the app wrote in its own way. */
  let isAllKnown = false;
  const serviceId = (): string => context.trees()?.serviceId ?? '';

  function judgeKey(key: ContentKeyText): KeyPlan | undefined {
    const facts = factsOf(queue, context, key);
    const judged = judgedOfKey(key, facts, moment());
    verdicts.putKey(key, judged, serviceId());
    verdicts.noteCleanKey(key);
    for (const { subject } of judged) verdicts.noteCleanPath(subject);
    return facts.plan;
  }

  function judgePath(path: string): void {
    const file = context.files.get(path);
    if (file?.key !== undefined) return void judgeKey(file.key);
    if (file) verdicts.putPath({ subject: path, verdict: judgeFile(file, undefined, moment()) }, serviceId());
    else verdicts.remove(path);
    verdicts.noteCleanPath(path);
  }

  function inTransactions<T>(subjects: readonly T[], judge: (subject: T) => void): void {
    for (let from = 0; from < subjects.length; from += judgedTogether) {
      context.transaction(() => subjects.slice(from, from + judgedTogether).forEach(judge));
    }
  }

  return {
    /** What is judged from changed that is no fact of a file: the service, settings, other libraries. */
    startOver: (): unknown => (isOutdated = true),

    /** Every key of which it takes a look to say that nothing has to be done. */
    keysOutOfStep: (): ContentKeyText[] => verdicts.keysOutOfStep(serviceId()),

    markKey: (key: ContentKeyText): void => verdicts.markKey(key),

    /** Judges a key of which a fact was just written. @returns what is next; `undefined` where it is too early to tell */
    judge: judgeKey,

    /** Judges what changed since it was judged: afterwards the verdicts are those of the facts. */
    refresh(): void {
      if (!isAllKnown) verdicts.markUnknown();
      isAllKnown = true;
      isOutdated ??= verdicts.isOfOther(serviceId());
      if (isOutdated) inTransactions(verdicts.keysOutOfStep(serviceId()), judgeKey);
      isOutdated = false;
      const { nowMs } = moment();
      // Where nothing runs, nobody waits whether a file comes back.
      const untilMs = absenceGraceMs === 0 ? Number.MAX_VALUE : nowMs;
      inTransactions(verdicts.dirtyKeys(untilMs), judgeKey);
      // What was judged with its key is clean by now.
      inTransactions(verdicts.dirtyPaths(untilMs), judgePath);
    },
  };
}

export type Judgement = ReturnType<typeof createJudgement>;

function judgedOfKey(key: ContentKeyText, facts: ReturnType<typeof factsOf>, moment: Moment): JudgedSubject[] {
  const about = { key, agreed: facts.synced?.version, entryId: facts.queued?.entryId };
  const isOneOfSeveral = facts.files.filter(({ goneSinceMs }) => goneSinceMs === undefined).length > 1;
  if (facts.files.length > 0)
    return facts.files.map((file) => {
      const verdict = judgeFile(file, facts, moment);
      const agreed = isOneOfSeveral && !isAgreedOn(file, facts.synced) ? undefined : about.agreed;
      const publishable = isPublishable(file, facts, verdict, moment);
      return { ...about, agreed, subject: file.path, verdict, isPublishable: publishable };
    });
  const verdict = judgeWithoutFile(facts);
  return verdict ? [{ ...about, subject: subjectOfKey(key), verdict }] : [];
}

/** Whether the version agreed on for a key is of this file: of several files with the key it may be of another one. */
function isAgreedOn({ path, sha256 }: LocalFile, synced: SyncedEntry | undefined): boolean {
  return synced !== undefined && (synced.path === path || synced.sha256 === sha256);
}

function releaseFact(entry: QueueEntry | undefined): KeyFacts['release'] {
  // One that needs a person is what the file waits for: its verdict says so.
  return entry?.intent.operation === 'release' && entry.state !== 'needsAttention' ? entry.intent : undefined;
}

function factsOf(queue: Queue, context: JudgedLibrary, key: ContentKeyText) {
  const files = context.files.ofKey(key);
  const planned = context.plan(key, files);
  const plan = typeof planned === 'string' ? undefined : planned;
  const [trees, changes] = [context.trees(), context.changes()];
  // Where the plan counts no agreement there may be one all the same.
  const synced = plan?.view.synced ?? trees?.synced(key);
  return {
    files,
    plan,
    synced,
    newest: plan ? undefined : trees?.remote(key)?.version,
    lostMajor: context.settings().direction === 'downOnly' ? undefined : synced?.lostMajor,
    conflict: plan ? plan.view.conflict : trees?.conflict(key),
    queued: queue.inTheWayOf(context.library.libraryId, key),
    release: releaseFact(queue.releaseOf(context.library.libraryId, key)),
    asked(isGone) {
      const change = changes?.ofFile(key, isGone);
      if (change?.standing !== 'asked' && change?.standing !== 'kept') return undefined;
      return { change: change.kind, isKept: change.standing === 'kept' };
    },
    isMeantToBeGone: trees?.removal(key)?.answer === 'confirmed',
  } satisfies KeyFacts;
}

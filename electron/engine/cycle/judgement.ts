import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import { isPublishable, judgeFile, judgeWithoutFile, type KeyFacts, type Moment } from '../judge/judge-file.ts';
import { planKey } from '../judge/plan-key.ts';
import type { Database } from '../ports.ts';
import type { QueueEntry } from '../queue/queue-entry.ts';
import type { Queue } from '../queue/queue.ts';
import { subjectOfKey, createVerdicts, type JudgedSubject } from '../state/verdicts.ts';
import type { LibraryContext } from '../library/library-context.ts';

/** So many keys are judged in one transaction. */
const judgedTogether = 500;

interface JudgementParts {
  readonly database: Database;
  readonly queue: Queue;
  readonly moment: () => Moment;
}

/** Gathers the facts of files and keys of one library, has them judged and keeps what comes of it. */
export function createJudgement({ database, queue, moment }: JudgementParts, context: LibraryContext) {
  const verdicts = createVerdicts(database, context.library.libraryId);
  /** Whether what is no fact of a file changed; looked up where another run judged last. */
  let isOutdated: boolean | undefined;
  const serviceId = (): string => context.trees()?.serviceId ?? '';

  function judgeKey(key: ContentKeyText): void {
    const judged = judgedOfKey(queue, context, key, moment());
    verdicts.putKey(key, judged, serviceId());
    verdicts.noteCleanKey(key);
    for (const { subject } of judged) verdicts.noteCleanPath(subject);
  }

  function judgePath(path: string): void {
    const file = context.files.get(path);
    if (file?.key !== undefined) return judgeKey(file.key);
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

    /** Judges what changed since it was judged: afterwards the verdicts are those of the facts. */
    refresh(): void {
      isOutdated ??= verdicts.isOfOther(serviceId());
      if (isOutdated) inTransactions(verdicts.keysOutOfStep(serviceId()), judgeKey);
      isOutdated = false;
      const { nowMs, absenceGraceMs } = moment();
      // Where nothing runs, nobody waits whether a file comes back.
      const untilMs = absenceGraceMs === 0 ? Number.MAX_VALUE : nowMs;
      inTransactions(verdicts.dirtyKeys(untilMs), judgeKey);
      // What was judged with its key is clean by now.
      inTransactions(verdicts.dirtyPaths(untilMs), judgePath);
    },
  };
}

export type Judgement = ReturnType<typeof createJudgement>;

function judgedOfKey(queue: Queue, context: LibraryContext, key: ContentKeyText, moment: Moment): JudgedSubject[] {
  const facts = factsOf(queue, context, key);
  const about = { key, agreed: facts.synced?.version, entryId: facts.queued?.entryId };
  if (facts.files.length > 0)
    return facts.files.map((file) => ({
      ...about,
      subject: file.path,
      verdict: judgeFile(file, facts, moment),
      isPublishable: isPublishable(file, facts, moment),
    }));
  const verdict = judgeWithoutFile(facts);
  return verdict ? [{ ...about, subject: subjectOfKey(key), verdict }] : [];
}

function releaseFact(entry: QueueEntry | undefined): KeyFacts['release'] {
  // One that needs a person is what the file waits for: its verdict says so.
  return entry?.intent.operation === 'release' && entry.state !== 'needsAttention' ? entry.intent : undefined;
}

function factsOf(queue: Queue, context: LibraryContext, key: ContentKeyText) {
  const view = context.view(key);
  const [trees, changes] = [context.trees(), context.changes()];
  return {
    files: context.files.ofKey(key),
    plan: typeof view === 'string' ? undefined : { view, step: planKey(view, context.settings()) },
    synced: trees?.synced(key),
    conflict: trees?.conflict(key),
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

import type { RemoteCaller } from '../../../shared/api/caller.ts';
import { AppError, toAppError } from '../../../shared/errors/app-error.ts';
import { parseContentKey, type ContentKeyText } from '../../../shared/model/content-key.ts';
import type { KeptCopies, LibraryRecords, ServiceSide } from '../state/library-state.ts';
import type { KeyPlan, Planning } from '../library/planning.ts';
import type { Ports } from '../ports.ts';
import { pathOfIntent } from '../queue/intent.ts';
import type { QueueEntry } from '../queue/queue-entry.ts';
import type { Queue } from '../queue/queue.ts';
import { createBaseCheck, type BaseCheck } from './base-check.ts';
import type { Outcome, RunningEntry } from './running-entry.ts';
import { isStillToBeSent, isToBeLookedAtAgain, stillWanted } from './still-wanted.ts';
import { runDownload } from './transfer-download.ts';
import type { TellTransfers } from './transfer-event.ts';
import type { TransferFailures } from './transfer-failures.ts';
import { runRelease } from './transfer-release.ts';
import { runFetchTheirs } from './transfer-theirs.ts';
import { runUpload } from './transfer-upload.ts';
import type { LibraryFolder } from '../observe/library-folder.ts';
import type { Links } from '../library/links-file.ts';
import type { Placing } from '../library/placing.ts';

/** So long the proof that a folder is the library serves all that begin: 20,000 small files need no 20,000 proofs. */
const provenForMs = 1_000;

type TransferLibrary = LibraryRecords & ServiceSide & KeptCopies & LibraryFolder & Links & Planning & Placing;

type Task = RunningEntry<TransferLibrary>;

interface KeptLibrary {
  /** @throws AppError `library-missing`, `library-unproven` */
  readonly prove: (atMostMsAgo: number) => Promise<void>;
  /** Says what is true of a key by now, and what is next for it; `undefined` where it is too early to tell. */
  readonly judgement: { readonly judge: (key: ContentKeyText) => KeyPlan | undefined };
}

export interface CarryOutOptions {
  readonly ports: Ports;
  readonly queue: Queue;
  readonly libraries: {
    readonly contextOf: (libraryId: string) => TransferLibrary | undefined;
    readonly get: (libraryId: string) => KeptLibrary | undefined;
  };
  /** Downloads at least this long are gone on with where they broke off. */
  readonly keepPartsFromBytes: number;
  /** Writes what came of an entry; what it returns tells of it, once it is kept. */
  readonly record: (entry: QueueEntry, outcome: Outcome) => () => void;
  readonly tell: TellTransfers;
}

export interface Try {
  readonly entry: QueueEntry;
  readonly service: RemoteCaller;
  readonly signal: AbortSignal;
  /** Whether the service answered what was asked of it before anything was sent. */
  wasReached: boolean;
  /** Whether it left nothing to do for its key. */
  isSettled: boolean;
  /** It came through. */
  readonly noteSuccess: () => void;
}

/** Carries out entries of the queue, unless a look shows that they are not wanted any more. */
export function createCarryOut(
  options: CarryOutOptions,
  failures: Pick<TransferFailures, 'assertLicense' | 'noteLicensed'>,
) {
  const { queue, libraries, tell } = options;
  const baseCheck = createBaseCheck(options);
  const { confirm, lookAgain } = createLooks(options, baseCheck);

  async function runWanted(attempt: Try, about: Pick<Task, 'context' | 'key'>): Promise<void> {
    const { entry } = attempt;
    const seen = await lookAgain(about.context, attempt);
    if (seen) {
      failures.assertLicense(entry.intent);
      const given = baseCheck.givenTo(entry);
      const task = runningEntry(options, attempt, {
        ...about,
        seen,
        given,
        confirm: () => confirm(about.context, attempt),
      });
      // How far an earlier try came is over.
      if (entry.intent.operation !== 'release') task.onProgress(0);
      await runEntry(task);
      failures.noteLicensed(entry.intent);
    } else queue.finish(entry.entryId);
    if (!attempt.isSettled || isToBeLookedAtAgain(about.context, entry))
      tell({ kind: 'dirty', libraryId: entry.libraryId, keys: [entry.key] });
  }

  return {
    /** @throws AppError at once `draft-not-sent`; later what the folder or the service says */
    run(attempt: Try): Promise<void> | undefined {
      const { entry } = attempt;
      const context = libraries.contextOf(entry.libraryId);
      const key = parseContentKey(entry.key);
      if (!context || !key.ok) return void queue.finish(entry.entryId);
      if (isStillToBeSent(context, entry)) throw new AppError('draft-not-sent');
      return runWanted(attempt, { context, key: key.value });
    },

    /** The try is over. */
    forget: baseCheck.forget,
  };
}

/** What is looked at once more before an entry is carried out. */
function createLooks({ ports, libraries }: CarryOutOptions, baseCheck: Pick<BaseCheck, 'confirm'>) {
  /** @throws AppError `cancelled` when another service than that of the try is connected */
  function assertConnected({ service }: Try): void {
    if (ports.connection.current()?.service !== service) throw new AppError('cancelled');
  }

  /** See `RunningEntry.confirm`. */
  async function confirm(context: LibraryRecords & ServiceSide, attempt: Try): Promise<void> {
    const { entry, service, signal } = attempt;
    await baseCheck.confirm(context, service, entry, signal);
    assertConnected(attempt);
  }

  /**
   * @returns what is known of the key; `undefined` where the entry is not wanted any more
   * @throws AppError `cancelled`, or what the folder or the service says
   */
  async function lookAgain(
    context: LibraryRecords & ServiceSide & Planning,
    attempt: Try,
  ): Promise<Task['seen'] | undefined> {
    const { key, intent } = attempt.entry;
    const { operation } = intent;
    if (operation === 'upload') {
      await confirm(context, attempt);
      attempt.wasReached = true;
    }
    if (operation !== 'release') await libraries.get(attempt.entry.libraryId)?.prove(provenForMs);
    assertConnected(attempt);
    // What a person asked for always is.
    return operation === 'release' ? { synced: context.trees()?.synced(key) } : stillWanted(context, attempt.entry);
  }

  return { confirm, lookAgain };
}

function runningEntry(
  { ports, queue, libraries, keepPartsFromBytes, record, tell }: CarryOutOptions,
  attempt: Try,
  about: Pick<Task, 'context' | 'key' | 'seen' | 'given' | 'confirm'>,
): Task {
  const { entry, service, signal } = attempt;
  const path = pathOfIntent(entry.intent) ?? about.seen.synced?.path;
  return {
    ...{ ...about, ports, service, entry, signal, queue, keepPartsFromBytes },
    lookAt: (at) => tell({ kind: 'fileChanged', libraryId: entry.libraryId, path: at }),
    onProgress: (fraction) => tell({ kind: 'progress', entry, path, fraction }),
    async conclude(outcome, write) {
      attempt.noteSuccess();
      const { told, next } = await ports.database.together(() => {
        write();
        queue.finish(entry.entryId);
        return { told: record(entry, outcome), next: nextStep({ ports, libraries }, entry) };
      });
      attempt.isSettled = next === 'nothing';
      told();
    },
  };
}

/** What the judgement fails at takes nothing back that was done: the key stays dirty, and is looked at again. */
function nextStep({ ports, libraries }: Pick<CarryOutOptions, 'ports' | 'libraries'>, entry: QueueEntry) {
  try {
    return libraries.get(entry.libraryId)?.judgement.judge(entry.key)?.step.kind;
  } catch (error) {
    // The state itself failed: then nothing of all this was written.
    if (error instanceof AppError) throw error;
    ports.log('error', 'judgement-failed', { code: toAppError(error).code });
    return undefined;
  }
}

function runEntry(task: Task): Promise<void> {
  const { intent } = task.entry;
  switch (intent.operation) {
    case 'upload':
      return runUpload(task, intent);
    case 'download':
      return runDownload(task, intent);
    case 'fetchTheirs':
      return runFetchTheirs(task, intent);
    case 'release':
      return runRelease(task, intent);
  }
}

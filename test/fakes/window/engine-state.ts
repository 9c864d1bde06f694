import { EventPublisher, implement } from '@orpc/server';
import type { ErrorRecord } from '../../../shared/errors/app-error.ts';
import type { ErrorCode } from '../../../shared/errors/catalogue.ts';
import type { ActivityRecord, QueueEntryRecord } from '../../../shared/rpc/activity-records.ts';
import type { AddInState } from '../../../shared/rpc/add-in-records.ts';
import type { BackupRecord } from '../../../shared/rpc/backup-records.ts';
import { windowContract } from '../../../shared/rpc/contract.ts';
import type { EngineEvent, EngineEventBody } from '../../../shared/rpc/engine-event.ts';
import type { FileDetail, FileRecord } from '../../../shared/rpc/file-records.ts';
import type { ProductImportRecord } from '../../../shared/rpc/import-records.ts';
import type { FilesToAdd } from '../../../shared/rpc/intake-records.ts';
import type { PictureRecord } from '../../../shared/rpc/picture-record.ts';
import type { SavedSelection, SavingRecord } from '../../../shared/rpc/selection-records.ts';
import type { StatusRecord } from '../../../shared/rpc/status-records.ts';
import type { ValidationRecord } from '../../../shared/rpc/validation-records.ts';
import type { WaitingWrite } from '../../../shared/rpc/waiting-writes.ts';
import type { WorkProgress } from '../../../shared/rpc/work-progress.ts';
import type { LookedFiles } from './looked-files.ts';

/** What the fake engine knows; tests change it and publish what changed. */
export interface FakeEngineState {
  files: FileRecord[];
  queue: QueueEntryRecord[];
  addIns: AddInState;
  writes: WaitingWrite[];
  activity: ActivityRecord[];
  backups: BackupRecord[];
  /** How the conflict in the example was ended, as long as it was not sent. */
  answered?: FileDetail['answered'];
  /** As which version a file went out, so that the end of its conflict cannot be undone. */
  wentOutAs?: string | undefined;
  /** A file that is open in a program, so that its addition cannot be taken back. */
  openFileId?: string | undefined;
  /** Why files are not published, by their names. */
  refusals?: ReadonlyMap<string, ErrorRecord> | undefined;
  /** Of so many files somebody else answers a question first. */
  answeredBefore?: number | undefined;
  /** What a look at files to add finds beside them. */
  leftOut: Pick<FilesToAdd, 'skipped' | 'inLibrary' | 'beyond'>;
  /** What bytes look like, by their hash. */
  pictures: ReadonlyMap<string, PictureRecord>;
  /** Real files behind versions and hashes. */
  looked: LookedFiles;
  status: StatusRecord;
  /** What the window runs in. */
  host: 'browser' | 'electron';
  work: WorkProgress | undefined;
  productImport: ProductImportRecord | undefined;
  requests: ValidationRecord[];
  selections: SavedSelection[];
  saving: SavingRecord | undefined;
  /** What was set of products, by their ids. */
  readonly bimReady: Map<number, boolean>;
  /** Every call with its input, in order. */
  readonly calls: { readonly name: string; readonly input: unknown }[];
  /** Calls that fail, by name (`files.open`). */
  readonly failing: Map<string, { code: ErrorCode; detail?: string }>;
  /** Calls that are answered only once that is settled, by name. */
  readonly held: Map<string, Promise<unknown>>;
}

export interface EventLog {
  readonly lastId: number;
  readonly publish: (body: EngineEventBody) => void;
  readonly after: (id: number, signal: AbortSignal | undefined) => AsyncGenerator<EngineEvent>;
}

export function createEventLog(): EventLog {
  const publisher = new EventPublisher<{ event: EngineEvent }>();
  const told: EngineEvent[] = [];
  return {
    get lastId() {
      return told.length;
    },
    publish(body) {
      const event = { ...body, id: told.length + 1 };
      told.push(event);
      publisher.publish('event', event);
    },
    async *after(id, signal) {
      const live = publisher.subscribe('event', signal ? { signal } : {});
      const missed = told.slice(id);
      yield* missed;
      for await (const event of live) if (event.id > id + missed.length) yield event;
    },
  };
}

/** The procedures of the contract; each call is noted, and fails where the state says so. */
export function createProcedures(state: FakeEngineState) {
  return implement(windowContract).use(async ({ next, path, errors }, input) => {
    const name = path.join('.');
    state.calls.push({ name, input });
    await state.held.get(name);
    const failure = state.failing.get(name);
    if (failure) throw errors.APP_ERROR({ data: failure });
    return next();
  });
}

export type EngineProcedures = ReturnType<typeof createProcedures>;

/** What the answers of the fake engine are made with. */
export interface Answering {
  readonly os: EngineProcedures;
  readonly state: FakeEngineState;
  readonly log: EventLog;
  /** Changes the status, and tells it. */
  readonly change: (part: Partial<StatusRecord>) => void;
}

import { exampleBundle, exampleDiagnosis } from './diagnosis-rows.ts';
import { EventPublisher, implement } from '@orpc/server';
import { isCutOff } from '../../../shared/errors/reachability.ts';
import type { ErrorCode } from '../../../shared/errors/catalogue.ts';
import { windowContract } from '../../../shared/rpc/contract.ts';
import { defaultLibrarySettings } from '../../../shared/rpc/library-settings.ts';
import type { ProductImportRecord } from '../../../shared/rpc/import-records.ts';
import type { ActivityRecord, QueueEntryRecord } from '../../../shared/rpc/activity-records.ts';
import type { BackupRecord } from '../../../shared/rpc/backup-records.ts';
import type { EngineEvent, EngineEventBody } from '../../../shared/rpc/engine-event.ts';
import type { FileRecord } from '../../../shared/rpc/file-records.ts';
import type { AtStakeRecord, LibraryRecord } from '../../../shared/rpc/library-records.ts';
import type { StatusRecord } from '../../../shared/rpc/status-records.ts';
import { nextRelease, parseVersion, formatVersion } from '../../../shared/model/version.ts';
import { connectionOrigins, unencryptedOrigins } from '../../../shared/model/service-address.ts';
import { exampleVersions } from './activity-rows.ts';
import { exampleConnection, exampleLibraries } from './example-status.ts';
import { countFiles } from './example-status.ts';
import { exampleExplanation } from './explanations.ts';
import { detailOf, listFiles } from './file-answers.ts';
import { exampleNow } from './file-rows.ts';
import { exampleAnswer, exampleSearch } from './product-rows.ts';
import type { WorkProgress } from '../../../shared/rpc/work-progress.ts';

/** What the fake engine knows; tests change it and publish what changed. */
export interface FakeEngineState {
  files: FileRecord[];
  queue: QueueEntryRecord[];
  activity: ActivityRecord[];
  backups: BackupRecord[];
  status: StatusRecord;
  work: WorkProgress | undefined;
  productImport: ProductImportRecord | undefined;
  /** Every call with its input, in order. */
  readonly calls: { readonly name: string; readonly input: unknown }[];
  /** Calls that fail, by name (`files.open`). */
  readonly failing: Map<string, { code: ErrorCode; detail?: string }>;
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

/** The window contract over the fake's state. */
export function createEngineRouter(state: FakeEngineState, log: EventLog) {
  const os = implement(windowContract).use(async ({ next, path, errors }, input) => {
    const name = path.join('.');
    state.calls.push({ name, input });
    const failure = state.failing.get(name);
    if (failure) throw errors.APP_ERROR({ data: failure });
    return next();
  });
  const tellStatus = () => log.publish({ kind: 'status', status: state.status });
  const change = (part: Partial<StatusRecord>) => {
    state.status = { ...state.status, ...part };
    tellStatus();
  };
  const tellImport = (productImport: ProductImportRecord) => {
    state.productImport = productImport;
    log.publish({ kind: 'import', productImport });
  };
  const fileOf = (fileId: string) => state.files.find((file) => file.fileId === fileId);
  const forgetBackup = (backupId: string): void => {
    state.backups = state.backups.filter((copy) => copy.backupId !== backupId);
  };
  let pickedFrom = state.files;
  const releaseOf = (key: string | undefined) => {
    const entry = state.queue.find(({ operation, key: other }) => operation === 'release' && other === key);
    return entry && { entryId: entry.entryId, comment: entry.comment ?? '' };
  };

  return os.router({
    snapshot: os.snapshot.handler(() => ({
      eventId: log.lastId,
      host: 'browser' as const,
      platform: 'linux',
      productVersion: '0.1.0',
      status: state.status,
      work: state.work,
      productImport: state.productImport,
    })),
    events: os.events.handler(({ input, signal }) => log.after(input.afterId, signal)),
    files: {
      list: os.files.list.handler(({ input }) => listFiles(state.files, input)),
      get: os.files.get.handler(({ input, errors }) => {
        const file = fileOf(input.fileId);
        if (!file) throw errors.APP_ERROR({ data: { code: 'unknown-item' } });
        return detailOf(file, state.files, releaseOf(file.key));
      }),
      explain: os.files.explain.handler(({ input, errors }) => {
        const file = fileOf(input.fileId);
        if (!file) throw errors.APP_ERROR({ data: { code: 'unknown-item' } });
        return exampleExplanation(file);
      }),
      assign: os.files.assign.handler(({ input }) => {
        for (const { fileIds, etimClassCode, modellingClassCode } of input.assignments) {
          state.files = state.files.map((file) =>
            fileIds.includes(file.fileId)
              ? { ...file, state: 'waiting', etimClassCode, modellingClassCode, key: `assigned/${file.fileId}` }
              : file,
          );
          log.publish({ kind: 'files', fileIds });
        }
        return {};
      }),
      pick: os.files.pick.handler(({ input, errors }) => {
        const copy = state.files.find((file) => file.state === 'doublyClaimed');
        if (!copy) throw errors.APP_ERROR({ data: { code: 'unknown-item' } });
        pickedFrom = state.files;
        const claimants = [copy.path, copy.path.replace(' copy.', '.')];
        state.files = state.files.map((file): FileRecord => {
          if (!claimants.includes(file.path)) return file;
          return { ...file, state: file.fileId === input.fileId ? 'draft' : 'unassigned' };
        });
        log.publish({ kind: 'files', fileIds: [] });
        return { pickId: 'the pick', unassigned: [copy.path] };
      }),
      undoPick: os.files.undoPick.handler(() => {
        state.files = pickedFrom;
        log.publish({ kind: 'files', fileIds: [] });
        return {};
      }),
      resolveConflict: os.files.resolveConflict.handler(({ input }) => {
        const resolved = input.choice === 'keepMine' ? 'waiting' : 'draft';
        state.files = state.files.map((file) => (file.fileId === input.fileId ? { ...file, state: resolved } : file));
        log.publish({ kind: 'files', fileIds: [input.fileId] });
        return {};
      }),
      backups: os.files.backups.handler(({ input }) => {
        const path = input.fileId === undefined ? undefined : fileOf(input.fileId)?.path;
        const rows = state.backups.filter(
          (copy) =>
            (input.fileId === undefined || copy.path === path) && (!input.savedLate || copy.reason === 'savedLate'),
        );
        return { total: rows.length, rows: rows.slice(input.offset, input.offset + input.limit) };
      }),
      restoreBackup: os.files.restoreBackup.handler(({ input, errors }) => {
        const copy = state.backups.find(({ backupId }) => backupId === input.backupId);
        if (!copy) throw errors.APP_ERROR({ data: { code: 'unknown-item' } });
        forgetBackup(input.backupId);
        return { path: copy.target };
      }),
      leaveBackup: os.files.leaveBackup.handler(({ input }) => {
        state.backups = state.backups.map((copy) =>
          copy.backupId === input.backupId ? { ...copy, reason: 'savedLateLeft' } : copy,
        );
        return {};
      }),
      deleteBackup: os.files.deleteBackup.handler(({ input }) => {
        forgetBackup(input.backupId);
        return {};
      }),
      ignoreLock: os.files.ignoreLock.handler(({ input }) => {
        state.files = state.files.map((file) => (file.fileId === input.fileId ? { ...file, state: 'waiting' } : file));
        log.publish({ kind: 'files', fileIds: [input.fileId] });
        return { ignored: [] };
      }),
      restore: os.files.restore.handler(({ input }) => {
        const isMeant = (file: FileRecord) =>
          file.state === 'removedHere' && (input.fileIds === undefined || input.fileIds.includes(file.fileId));
        const fileIds = state.files.filter(isMeant).map((file) => file.fileId);
        state.files = state.files.map((file) => (isMeant(file) ? { ...file, state: 'downloading' } : file));
        log.publish({ kind: 'files', fileIds });
        return { count: fileIds.length, paths: [] };
      }),
      confirmRemoval: os.files.confirmRemoval.handler(({ input }) => {
        const fileIds = input.fileIds ?? [];
        state.files = state.files.filter((file) => !fileIds.includes(file.fileId));
        log.publish({ kind: 'files', fileIds });
        return { count: fileIds.length };
      }),
      open: os.files.open.handler(() => ({})),
      reveal: os.files.reveal.handler(() => ({})),
    },
    versions: {
      restore: os.versions.restore.handler(() => ({})),
      list: os.versions.list.handler(({ input }) => {
        const file = state.files.find((candidate) => candidate.key === input.key);
        const newest = file?.version === undefined ? undefined : parseVersion(file.version);
        const isDraft = newest !== undefined && newest.minor > 0;
        return {
          key: input.key,
          versions: exampleVersions(file?.version),
          ...ageOf(state.status),
          ...(isDraft
            ? { publishable: { draft: formatVersion(newest), release: formatVersion(nextRelease(newest)) } }
            : {}),
        };
      }),
    },
    publish: {
      release: os.publish.release.handler(({ input }) => {
        const added = input.keys.map((key, place): QueueEntryRecord => ({
          entryId: 100 + state.queue.length + place,
          operation: 'release',
          libraryId: 'revit',
          key,
          title: state.files.find((file) => file.key === key)?.name ?? key,
          state: 'waiting',
          attempts: 0,
          comment: input.comment,
        }));
        state.queue = [...state.queue, ...added];
        state.files = state.files.map((file) =>
          input.keys.includes(file.key ?? '')
            ? { ...file, state: 'releaseQueued', release: 'these', isPublishable: false }
            : file,
        );
        change({ counts: countFiles(state.files) });
        log.publish({ kind: 'queue' });
        log.publish({ kind: 'files', fileIds: [] });
        return { queued: added.length };
      }),
    },
    products: {
      lookup: os.products.lookup.handler(({ input }) =>
        input.queries.map((query) => {
          const answer = exampleAnswer(query, input.languageCode);
          return answer.product ? { ...answer, ...ageOf(state.status) } : answer;
        }),
      ),
      search: os.products.search.handler(({ input, errors }) => {
        if (state.status.connection.kind !== 'embedded') throw errors.APP_ERROR({ data: { code: 'not-offered' } });
        return exampleSearch(input.text, input.limit);
      }),
    },
    imports: {
      start: os.imports.start.handler(({ input }) => {
        const [first = ''] = input.paths;
        const file = first.split(/[\\/]/).at(-1) ?? first;
        tellImport({ state: 'running', file, fileNumber: 1, fileCount: input.paths.length, progress: 0 });
        return {};
      }),
      cancel: os.imports.cancel.handler(() => {
        tellImport({ state: 'cancelling' });
        return {};
      }),
    },
    queue: {
      list: os.queue.list.handler(() => state.queue),
      retry: os.queue.retry.handler(() => ({})),
      withdraw: os.queue.withdraw.handler(({ input }) => {
        state.queue = state.queue.filter((entry) => entry.entryId !== input.entryId);
        log.publish({ kind: 'queue' });
        return {};
      }),
    },
    activity: {
      list: os.activity.list.handler(({ input }) =>
        state.activity.filter((entry) => entry.activityId < (input.beforeId ?? Infinity)).slice(0, input.limit),
      ),
    },
    settings: {
      save: os.settings.save.handler(({ input }) => {
        const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
        change({ settings: { ...state.status.settings, ...given } });
        return state.status.settings;
      }),
    },
    diagnostics: {
      run: os.diagnostics.run.handler(() => exampleDiagnosis),
      bundle: os.diagnostics.bundle.handler(() => exampleBundle),
    },
    state: {
      noteRead: os.state.noteRead.handler(() => {
        change({ begunAnew: undefined });
        return {};
      }),
    },
    connection: {
      save: os.connection.save.handler(({ input: { confirmed, httpAccepted, secrets, ...draft } }) => {
        const releases = state.queue.filter((entry) => entry.operation === 'release').map((entry) => entry.title);
        const { connection } = state.status;
        const isSame = draft.contentAddress === connection.contentAddress;
        const atStake = { files: [], fileCount: 0, releases, releaseCount: releases.length };
        const unencrypted = httpAccepted ? [] : unencryptedOrigins(draft);
        const isAsked = unencrypted.length > 0 || (!isSame && releases.length > 0 && !confirmed);
        if (isAsked) return { done: false, atStake, unencrypted };
        const isSameOrigin = connectionOrigins(draft) === connectionOrigins(connection);
        const placeAfter = (name: 'clientSecret' | 'licenseCode') =>
          secrets[name] === undefined ? (isSameOrigin ? connection[name] : 'none') : 'keychain';
        change({
          connection: {
            ...connection,
            ...draft,
            kind: 'remote',
            state: 'connecting',
            clientSecret: placeAfter('clientSecret'),
            licenseCode: placeAfter('licenseCode'),
          },
        });
        return { done: true, atStake, unencrypted };
      }),
      secretsFor: os.connection.secretsFor.handler(() => ({ clientSecret: 'none', licenseCode: 'none' })),
      removeSecret: os.connection.removeSecret.handler(({ input: { name } }) => {
        change({ connection: { ...state.status.connection, [name]: 'none' } });
        return {};
      }),
      test: os.connection.test.handler(() =>
        isCutOff(state.status.connection.state)
          ? { ok: false, error: { code: 'service-unreachable' as const } }
          : { ok: true },
      ),
    },
    demo: {
      start: os.demo.start.handler(() => {
        change({
          connection: { ...exampleConnection('everyday'), kind: 'embedded' },
          libraries: exampleLibraries('everyday', state.files),
        });
        log.publish({ kind: 'files', fileIds: state.files.map((file) => file.fileId) });
        return {};
      }),
    },
    libraries: {
      add: os.libraries.add.handler(({ input: { confirmed, fetch, ...input } }) => {
        if (!confirmed && input.root.endsWith('Downloads'))
          return { question: { isShareRoot: false, drawings: 3, others: 20_000, isAll: false } };
        const name = input.root.split(/[\\/]/).at(-1) ?? input.root;
        const library = {
          ...input,
          libraryId: `added-${name}`,
          name,
          contentType: 'Template',
          state: 'scanning' as const,
          fileCount: 0,
          notFetchedCount: 0,
          standings: {},
          settlingCount: 0,
          settings: { ...defaultLibrarySettings, ...(fetch === undefined ? {} : { fetch }) },
          quietTimeMs: 2_000,
          questions: [],
        };
        change({ libraries: [...state.status.libraries, library] });
        return { added: { ...library, wasLibrary: false } };
      }),
      savePrograms: os.libraries.savePrograms.handler(({ input: { libraryId, programs } }) => {
        change({
          libraries: state.status.libraries.map((library) =>
            library.libraryId === libraryId ? { ...library, programs } : library,
          ),
        });
        return { done: true, atStake: { files: [], fileCount: 0, releases: [], releaseCount: 0 } };
      }),
      remove: os.libraries.remove.handler(({ input }) => {
        const atStake = atStakeOf(state, input.libraryId);
        if (!input.confirmed && atStake.fileCount > 0) return { done: false, atStake };
        change({ libraries: state.status.libraries.filter((library) => library.libraryId !== input.libraryId) });
        return { done: true, atStake };
      }),
      confirm: os.libraries.confirm.handler(() => ({})),
      relocate: os.libraries.relocate.handler(({ input }) => {
        change({
          libraries: state.status.libraries.map((library) =>
            library.libraryId === input.libraryId ? { ...library, root: input.root } : library,
          ),
        });
        return { root: input.root };
      }),
      saveSettings: os.libraries.saveSettings.handler(({ input }) => {
        const atStake = atStakeOf(state, input.libraryId);
        const stops = input.settings.direction === 'downOnly';
        if (!input.confirmed && stops && atStake.fileCount > 0) return { done: false, atStake };
        const given = Object.fromEntries(Object.entries(input.settings).filter(([, value]) => value !== undefined));
        change({
          libraries: state.status.libraries.map((library) =>
            library.libraryId === input.libraryId
              ? { ...library, settings: { ...library.settings, ...given } }
              : library,
          ),
        });
        return { done: true, atStake };
      }),
      notFetched: os.libraries.notFetched.handler(() => [
        { title: 'Ball valve DN 50.rfa', key: 'key of a valve', because: 'direction' as const, version: '3.1' },
        { title: 'Radiator type 22.rfa', key: 'key of a radiator', because: 'follow' as const, version: '0.4' },
      ]),
      scan: os.libraries.scan.handler(() => ({})),
      answerChanges: os.libraries.answerChanges.handler(({ input }) => {
        const answered = (library: LibraryRecord): LibraryRecord['questions'] =>
          library.questions.flatMap((question) => {
            if (library.libraryId !== input.libraryId || question.kind !== input.kind) return [question];
            return input.kind === 'overwrite' && input.answer === 'keep' ? [{ ...question, isKept: true }] : [];
          });
        change({
          libraries: state.status.libraries.map((library) => ({ ...library, questions: answered(library) })),
        });
        return {};
      }),
      chooseFolder: os.libraries.chooseFolder.handler(() => ({ supported: false })),
    },
  });
}

/** Files without any version on the service, and the releases that wait. */
function atStakeOf({ files, queue }: FakeEngineState, libraryId: string): AtStakeRecord {
  const paths = files
    .filter((file) => file.libraryId === libraryId && file.version === undefined)
    .map(({ path }) => path);
  const releases = queue
    .filter((entry) => entry.libraryId === libraryId && entry.operation === 'release')
    .map(({ title }) => title);
  return { files: paths, fileCount: paths.length, releases, releaseCount: releases.length };
}

/** How old everything is that the service says while it is away. */
function ageOf({ connection }: StatusRecord): { asOfMs?: number } {
  return isCutOff(connection.state) ? { asOfMs: exampleNow - 3 * 3_600_000 } : {};
}

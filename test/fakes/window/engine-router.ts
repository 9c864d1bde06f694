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
import type { PictureRecord } from '../../../shared/rpc/picture-record.ts';
import type { FileDetail, FileRecord } from '../../../shared/rpc/file-records.ts';
import type { AtStakeRecord, LibraryRecord } from '../../../shared/rpc/library-records.ts';
import type { StatusRecord } from '../../../shared/rpc/status-records.ts';
import { nextRelease, parseVersion, formatVersion } from '../../../shared/model/version.ts';
import { connectionOrigins, unencryptedOrigins } from '../../../shared/model/service-address.ts';
import { exampleCounts, exampleVersions } from './activity-rows.ts';
import { exampleConnection, exampleLibraries } from './example-status.ts';
import { countFiles } from './example-status.ts';
import { exampleExplanation } from './explanations.ts';
import { detailOf, filesToAssign, listFiles } from './file-answers.ts';
import { exampleNow } from './file-rows.ts';
import { exampleMove, examplePreview } from './move-rows.ts';
import { addExample } from './added-files.ts';
import { exampleClasses, exampleUsedPairs } from './class-rows.ts';
import { exampleAnswer, exampleSearch } from './product-rows.ts';
import type { AddInState } from '../../../shared/rpc/add-in-records.ts';
import type { WaitingWrite } from '../../../shared/rpc/waiting-writes.ts';
import type { WorkProgress } from '../../../shared/rpc/work-progress.ts';
import type { SavedSelection, SavingRecord, ValidationRecord } from '../../../shared/rpc/service-records.ts';
import { createLookAnswers, refuse, type LookedFiles } from './looked-files.ts';
import { createServiceAnswers } from './service-answers.ts';
import { createWantedAnswers } from './wanted-answers.ts';

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
function createProcedures(state: FakeEngineState) {
  return implement(windowContract).use(async ({ next, path, errors }, input) => {
    const name = path.join('.');
    state.calls.push({ name, input });
    const failure = state.failing.get(name);
    if (failure) throw errors.APP_ERROR({ data: failure });
    return next();
  });
}

export type EngineProcedures = ReturnType<typeof createProcedures>;

/** The window contract over the fake's state. */
export function createEngineRouter(state: FakeEngineState, log: EventLog) {
  const os = createProcedures(state);
  const tellStatus = () => log.publish({ kind: 'status', status: state.status });
  const change = (part: Partial<StatusRecord>) => {
    state.status = { ...state.status, ...part };
    tellStatus();
  };
  const tellImport = (productImport: ProductImportRecord) => {
    state.productImport = productImport;
    log.publish({ kind: 'import', productImport });
  };
  const waitingReleases = () => {
    const releases = state.queue.filter((entry) => entry.operation === 'release').map((entry) => entry.title);
    return { files: [], fileCount: 0, releases, releaseCount: releases.length };
  };
  const fileOf = (fileId: string) => state.files.find((file) => file.fileId === fileId);
  const forgetBackup = (backupId: string): void => {
    state.backups = state.backups.filter((copy) => copy.backupId !== backupId);
  };
  let pickedFrom = state.files;
  let assignedFrom = state.files;
  const releaseOf = (key: string | undefined) => {
    const entry = state.queue.find(({ operation, key: other }) => operation === 'release' && other === key);
    return entry && { entryId: entry.entryId, comment: entry.comment ?? '' };
  };

  const looks = createLookAnswers(() => state.looked);

  return os.router({
    snapshot: os.snapshot.handler(() => ({
      eventId: log.lastId,
      host: state.host,
      platform: 'linux',
      productVersion: '0.1.0',
      status: state.status,
      work: state.work,
      productImport: state.productImport,
      saving: state.saving,
    })),
    events: os.events.handler(({ input, signal }) => log.after(input.afterId, signal)),
    files: {
      list: os.files.list.handler(({ input }) => listFiles(state.files, input)),
      choose: os.files.choose.handler(({ input }) => listFiles(state.files, input).rows),
      openTheirs: os.files.openTheirs.handler(() => ({})),
      get: os.files.get.handler(({ input, errors }) => {
        const file = fileOf(input.fileId);
        if (!file) throw errors.APP_ERROR({ data: { code: 'unknown-item' } });
        const answered = file.state !== 'conflict' && file.fileId === 'file-8' ? state.answered : undefined;
        return { ...detailOf(file, state.files, releaseOf(file.key)), answered };
      }),
      explain: os.files.explain.handler(({ input, errors }) => {
        const file = fileOf(input.fileId);
        if (!file) throw errors.APP_ERROR({ data: { code: 'unknown-item' } });
        return exampleExplanation(file);
      }),
      assign: os.files.assign.handler(({ input }) => {
        assignedFrom = state.files;
        for (const { fileIds, etimClassCode, modellingClassCode } of input.assignments) {
          state.files = state.files.map((file) =>
            fileIds.includes(file.fileId)
              ? { ...file, state: 'waiting', etimClassCode, modellingClassCode, key: `assigned/${file.fileId}` }
              : file,
          );
          log.publish({ kind: 'files', fileIds });
        }
        return { assignId: 'the answer' };
      }),
      undoAssign: os.files.undoAssign.handler(() => {
        state.files = assignedFrom;
        log.publish({ kind: 'files', fileIds: [] });
        return {};
      }),
      toAssign: os.files.toAssign.handler(({ input }) => filesToAssign(input, state.files)),
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
        state.answered = { choice: input.choice, theirVersion: '4.4', atMs: exampleNow };
        return { theirVersion: '4.4' };
      }),
      undoResolve: os.files.undoResolve.handler(({ input }) => {
        if (state.wentOutAs !== undefined) return { reopened: false, version: state.wentOutAs };
        state.answered = undefined;
        state.files = state.files.map((file) => (file.fileId === input.fileId ? { ...file, state: 'conflict' } : file));
        log.publish({ kind: 'files', fileIds: [input.fileId] });
        return { reopened: true };
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
    intake: {
      look: os.intake.look.handler(({ input }) => ({
        files: input.paths.map((from) => ({ from, path: from.split('/').at(-1) ?? from, sizeBytes: 1_000 })),
        skipped: 0,
        inLibrary: 0,
      })),
      add: os.intake.add.handler(({ input }) => addExample(state, input)),
      undo: os.intake.undo.handler(({ input }) => {
        state.files = state.files.filter(({ fileId }) => !input.additionIds.includes(fileId));
        log.publish({ kind: 'files', fileIds: [] });
        return { count: input.additionIds.length };
      }),
    },
    pictures: {
      get: os.pictures.get.handler(({ input }) => ({ picture: state.pictures.get(input.sha256), isDrawable: false })),
      draw: os.pictures.draw.handler(() => ({})),
    },
    looks: {
      open: os.looks.open.handler(({ input }) => looks.open(input.side).catch(refuse)),
      bytes: os.looks.bytes.handler(({ input }) => looks.bytes(input.sceneId, input.offset)),
      compare: os.looks.compare.handler(({ input }) => looks.compare(input.before, input.after).catch(refuse)),
      distances: os.looks.distances.handler(({ input }) => looks.distances(input.before, input.after).catch(refuse)),
    },
    versions: {
      restore: os.versions.restore.handler(() => ({})),
      open: os.versions.open.handler(() => ({})),
      list: os.versions.list.handler(({ input }) => {
        const file = state.files.find((candidate) => candidate.key === input.key);
        const newest = file?.version === undefined ? undefined : parseVersion(file.version);
        const isDraft = newest !== undefined && newest.minor > 0;
        return {
          key: input.key,
          versions: exampleVersions(file?.version).map((version, place) => ({
            ...version,
            sha256: place === 0 ? file?.sha256 : undefined,
          })),
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
      withdraw: os.publish.withdraw.handler(({ input }) => {
        const taken = state.queue.filter(({ operation, key }) => operation === 'release' && input.keys.includes(key));
        state.queue = state.queue.filter((entry) => !taken.includes(entry));
        const keys = taken.map(({ key }) => key);
        state.files = state.files.map((file) =>
          keys.includes(file.key ?? '') ? { ...file, state: 'draft', release: undefined, isPublishable: true } : file,
        );
        change({ counts: countFiles(state.files) });
        log.publish({ kind: 'queue' });
        log.publish({ kind: 'files', fileIds: [] });
        return { count: taken.length };
      }),
    },
    products: {
      lookup: os.products.lookup.handler(({ input }) =>
        input.queries.map((query) => {
          const answer = exampleAnswer(query, input.languageCode);
          if (!answer.product) return answer;
          const bimReady = state.bimReady.get(answer.product.productId ?? 0) ?? answer.product.bimReady;
          return { ...answer, product: { ...answer.product, bimReady }, ...ageOf(state.status) };
        }),
      ),
      search: os.products.search.handler(({ input, errors }) => {
        if (state.status.connection.kind !== 'embedded') throw errors.APP_ERROR({ data: { code: 'not-offered' } });
        return exampleSearch(input.text, input.limit);
      }),
    },
    classes: {
      search: os.classes.search.handler(({ input }) => exampleClasses(input)),
      forFile: os.classes.forFile.handler(({ input }) => ({
        named: exampleClasses({
          kind: 'class',
          text: fileOf(input.fileId)?.name.split(' ')[1] ?? '',
          match: 'any',
          limit: 4,
        }),
        used: exampleUsedPairs,
      })),
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
    addIns: {
      state: os.addIns.state.handler(() => state.addIns),
      turn: os.addIns.turn.handler(({ input: { on, port = state.addIns.port } }) => {
        const { address: _address, ...rest } = state.addIns;
        state.addIns = { ...rest, on, port, ...(on ? { address: `http://127.0.0.1:${port}` } : {}) };
        return state.addIns;
      }),
      renew: os.addIns.renew.handler(() => {
        state.addIns = { ...state.addIns, credentials: 'keychain' };
        return {
          clientId: 'cad-add-in',
          clientSecret: '7f3a01c2b9d84e5f8a6b7c1d2e3f40517f3a01c2b9d84e5f8a6b7c1d2e3f4051',
          licenseCode: '0f6c2f0e-1b2c-4d3e-8f90-a1b2c3d4e5f6',
        };
      }),
    },
    writes: {
      list: os.writes.list.handler(() => state.writes),
      retry: os.writes.retry.handler(({ input }) => {
        state.writes = state.writes.map(({ error, ...write }) =>
          error === undefined || (input.writeId ?? write.writeId) !== write.writeId ? { ...write, error } : write,
        );
        log.publish({ kind: 'queue' });
        return {};
      }),
      discard: os.writes.discard.handler(({ input }) => {
        state.writes = state.writes.filter(({ writeId }) => writeId !== input.writeId);
        log.publish({ kind: 'queue' });
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
      counts: os.activity.counts.handler(({ input }) =>
        state.activity.length === 0
          ? input.fromMs.map(() => ({ saved: 0, published: 0, failed: 0 }))
          : exampleCounts(input.fromMs),
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
      save: os.connection.save.handler(({ input: { confirmed, httpAccepted, startWithout, secrets, ...draft } }) => {
        const { connection } = state.status;
        const isSame = draft.contentAddress === connection.contentAddress;
        const atStake = waitingReleases();
        const unencrypted = httpAccepted ? [] : unencryptedOrigins(draft);
        const canMoveIn = unencrypted.length === 0 && connection.kind === 'embedded' && !startWithout;
        const isAsked = unencrypted.length > 0 || canMoveIn || (!isSame && atStake.releaseCount > 0 && !confirmed);
        if (isAsked) return { done: false, atStake, unencrypted, canMoveIn };
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
        return { done: true, atStake, unencrypted, canMoveIn: false };
      }),
      signInToProxy: os.connection.signInToProxy.handler(() => {
        change({ connection: { ...state.status.connection, state: 'online', error: undefined } });
        return {};
      }),
      secretsFor: os.connection.secretsFor.handler(() => ({ clientSecret: 'none', licenseCode: 'none' })),
      removeSecret: os.connection.removeSecret.handler(({ input: { name, confirmed } }) => {
        if (confirmed) change({ connection: { ...state.status.connection, [name]: 'none' } });
        return { done: confirmed, atStake: waitingReleases() };
      }),
      test: os.connection.test.handler(() =>
        isCutOff(state.status.connection.state)
          ? { ok: false, error: { code: 'service-unreachable' as const } }
          : { ok: true },
      ),
    },
    move: {
      preview: os.move.preview.handler(() => examplePreview),
      start: os.move.start.handler(() => {
        change({ move: exampleMove });
        return {};
      }),
      pause: os.move.pause.handler(() => {
        if (state.status.move) change({ move: { ...state.status.move, state: 'paused' } });
        return {};
      }),
      resume: os.move.resume.handler(() => {
        if (state.status.move) change({ move: { ...state.status.move, state: 'sending' } });
        return {};
      }),
      end: os.move.end.handler(() => {
        change({ move: undefined });
        return {};
      }),
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
      ...createWantedAnswers(os, state, log),
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
              ? { ...library, ...stateBy(input.settings.isPaused), settings: { ...library.settings, ...given } }
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
    ...createServiceAnswers(os, state, log),
  });
}

/** A library that is paused says so, and one that is resumed looks into its folder. */
function stateBy(isPaused: boolean | undefined): Partial<LibraryRecord> {
  return isPaused === undefined ? {} : { state: isPaused ? 'paused' : 'scanning' };
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

import { AppError, toAppError, type ErrorRecord } from '../../../shared/errors/app-error.ts';
import { defaultContentType } from '../../../shared/model/content-key.ts';
import { parseVersion } from '../../../shared/model/version.ts';
import type { HistoryRecord, QueueEntryRecord } from '../../../shared/rpc/activity-records.ts';
import type { EngineEvent } from '../../../shared/rpc/engine-event.ts';
import type { ConflictChoice, FileDetail } from '../../../shared/rpc/file-records.ts';
import type { LibraryRecord } from '../../../shared/rpc/library-records.ts';
import type { ConnectionRecord, SnapshotRecord, StatusRecord } from '../../../shared/rpc/status-records.ts';
import type { Explanation } from '../../../shared/rpc/explanation.ts';
import type { Ports } from '../ports.ts';
import type { QueueEntry } from '../queue/queue-entry.ts';
import type { EarlierCopies } from '../run/earlier-copies.ts';
import { createEngine, type Engine } from '../run/engine.ts';
import type { LibraryRunner } from '../run/library-runner.ts';
import { migrate } from '../state/schema.ts';
import { createBegunAnewNote, describeBegunAnew } from '../state/begun-anew.ts';
import { assignClasses, oneLibraryOf, type NamedClasses } from '../run/assign-classes.ts';
import { nothingAtStake } from '../run/at-stake.ts';
import { noConflict } from '../run/resolve-conflict.ts';
import { createSettingsStore, type ConnectionSettings } from '../state/settings-store.ts';
import { createClassNames } from './class-names.ts';
import { createConnectionSession } from './connection-session.ts';
import type { HostPorts } from './host-ports.ts';
import { createLibraryChanges, type StakeAnswer } from './library-changes.ts';
import { createProductData } from './product-data.ts';
import { readFileDetail } from './read-file-detail.ts';
import { readHistory } from './read-history.ts';

/** How long a vanished file may come back before that counts as its removal: some programs save that way. */
const absenceGraceMs = 30_000;

/** The engine together with its connection and settings: everything a window shows and asks for. */
export async function createApplication(ports: Omit<Ports, 'connection'>, host: HostPorts) {
  migrate(ports.database);
  const session = createConnectionSession(host, createSettingsStore(ports.database));
  await session.open();
  const engine = createEngine({ ...ports, connection: session.port }, { watch: true, absenceGraceMs });
  const { events, queue, fileList, gate } = engine;
  const classNames = createClassNames(
    ports.database,
    () => session.port.current()?.service,
    () => events.emit({ kind: 'files', fileIds: [] }),
  );
  const productData = createProductData({
    embedded: host.embedded,
    isConnected: () => session.settings().kind === 'embedded',
    onImportChange(productImport) {
      events.emit({ kind: 'import', productImport });
      if (productImport.state === 'ended') classNames.askAgain();
    },
  });
  const begunAnewNote = createBegunAnewNote(ports.database);
  let secretsThere = { clientSecret: false, licenseCode: false };
  const serviceId = (): string | undefined => session.port.current()?.serviceId;

  engine.onStatusChange(() => events.emit({ kind: 'status', status: status() }));

  async function lookForSecrets(): Promise<void> {
    const [clientSecret, licenseCode] = await Promise.all([
      host.secrets.get('clientSecret'),
      host.secrets.get('licenseCode'),
    ]);
    secretsThere = { clientSecret: clientSecret !== undefined, licenseCode: licenseCode !== undefined };
  }

  async function reconnect(): Promise<void> {
    await engine.transfers.stop();
    await session.open();
    await lookForSecrets();
    engine.connectionChanged();
  }

  function connection(): ConnectionRecord {
    const settings = session.settings();
    const embedded = settings.kind === 'embedded';
    return {
      ...settings,
      hasClientSecret: embedded || secretsThere.clientSecret,
      hasLicenseCode: embedded || secretsThere.licenseCode,
      secretsKept: host.secrets.kept,
      state: settings.kind === 'none' ? 'notSetUp' : session.problem ? 'refused' : gate.state,
      error: session.problem ?? gate.error,
    };
  }

  function libraryRecord(runner: LibraryRunner): LibraryRecord {
    const { library } = runner.context;
    const states = fileList.states(serviceId(), library.libraryId);
    const fileCount = [...states].reduce((sum, [state, count]) => sum + (state === 'removedHere' ? 0 : count), 0);
    const moving = ['waiting', 'uploading', 'downloading', 'settling'].some(
      (state) => (states.get(state as 'waiting') ?? 0) > 0,
    );
    return {
      libraryId: library.libraryId,
      name: library.name,
      root: library.root,
      applicationName: library.applicationName,
      applicationVersion: library.applicationVersion,
      languageCode: library.languageCode,
      contentType: library.contentType,
      settings: runner.context.settings(),
      quietTimeMs: runner.quietTimeMs(),
      notFetchedCount: runner.context.trees()?.held.notFetchedCount() ?? 0,
      state: stateOf(runner, moving),
      error: runner.problem,
      fileCount,
      questions: engine.changeQuestions(library.libraryId).map((question) => ({
        ...question,
        paths: [...question.paths],
        fileCount: question.kind === 'removal' ? fileCount + question.count : fileCount,
      })),
      lastScanAtMs: runner.lastScanMs ?? library.lastScanMs,
      pollIntervalMs: runner.pollIntervalMs,
      lastPollAtMs: runner.lastPollMs ?? runner.context.trees()?.answeredMs(),
    };
  }

  /** "In step" is said only when the last scan and the last answer of the service both say so. */
  function stateOf(runner: LibraryRunner, moving: boolean): LibraryRecord['state'] {
    if (runner.state === 'paused' || runner.state === 'scanning') return runner.state;
    if (!gate.isOpen()) return 'offline';
    if (moving || runner.lastPollMs === undefined) return 'working';
    return runner.freshness === 'fresh' ? 'inStep' : 'notChecked';
  }

  function begunAnew(): ErrorRecord | undefined {
    const note = begunAnewNote.read();
    return note && describeBegunAnew(note);
  }

  function status(): StatusRecord {
    return {
      connection: connection(),
      libraries: engine.libraries().map(({ runner }) => libraryRecord(runner)),
      counts: fileList.counts(serviceId()),
      queue: queue.counts(),
      settings: engine.settings(),
      begunAnew: begunAnew(),
    };
  }

  /** @throws AppError `unknown-item` */
  function fileOf(fileId: string): { readonly runner: LibraryRunner; readonly path: string } {
    const slash = fileId.indexOf('/');
    return { runner: engine.runnerOf(fileId.slice(0, slash)), path: fileId.slice(slash + 1) };
  }

  return {
    engine,
    host,
    session,
    classNames,
    productData,
    libraryChanges: createLibraryChanges(engine, serviceId),
    serviceId,
    reconnect,
    libraryRecord,
    fileOf,

    async start(): Promise<void> {
      await lookForSecrets();
      await engine.start();
    },

    snapshot: (): SnapshotRecord => ({
      eventId: events.lastId,
      host: host.host,
      platform: host.platform,
      productVersion: host.productVersion,
      status: status(),
      productImport: productData.currentImport(),
    }),

    eventsAfter: (afterId: number, signal?: AbortSignal): AsyncGenerator<EngineEvent> => events.after(afterId, signal),

    /** @throws AppError `unknown-item` */
    fileDetail(fileId: string): Promise<FileDetail> {
      const { runner, path } = fileOf(fileId);
      return readFileDetail({ engine, disk: ports.disk, serviceId: serviceId() }, runner.context, path);
    },

    /**
     * Why a file stands as it does.
     * @throws AppError `unknown-item`
     */
    explain(fileId: string): Explanation {
      const { runner, path } = fileOf(fileId);
      const explained = engine.explainer.explain(runner.context.library, path);
      if (!explained) throw new AppError('unknown-item');
      return explained.explanation;
    },

    /** @throws AppError `invalid-request` for a code of the wrong form or files of several libraries, `unknown-item` */
    async assign(fileIds: readonly string[], classes: NamedClasses): Promise<void> {
      const files = fileIds.map(fileOf);
      await assignClasses(
        oneLibraryOf(files.map(({ runner }) => runner)),
        new Map(files.map(({ path }) => [path, classes])),
      );
    },

    /**
     * Of several files with one key this is the one.
     * @throws AppError `unknown-item`, `file-changed-meanwhile`, or what the disk says
     */
    pick(fileId: string): ReturnType<Engine['picks']['pick']> {
      const { runner, path } = fileOf(fileId);
      return engine.picks.pick(runner.context.library.libraryId, path);
    },

    /** @returns how many files it was. @throws AppError `unknown-item`, `not-found` */
    answerRemovals(
      {
        fileIds,
        libraryId,
      }: { readonly fileIds?: readonly string[] | undefined; readonly libraryId?: string | undefined },
      answer: 'restore' | 'confirmed',
    ): number {
      const files = fileIds?.map(fileOf) ?? this.libraryChanges.removedFiles(libraryId);
      return this.libraryChanges.answerRemovals(files, answer);
    },

    /** @throws AppError `unknown-item` when the file is in no conflict any more */
    async resolveConflict(fileId: string, choice: ConflictChoice): Promise<void> {
      const { runner, path } = fileOf(fileId);
      const key = runner.context.files.get(path)?.key;
      if (key === undefined) throw noConflict();
      await engine.resolveConflict(runner.context.library.libraryId, key, choice);
    },

    /** @throws AppError `unknown-item` */
    backups(
      fileId: string | undefined,
      page: { readonly offset: number; readonly limit: number },
    ): ReturnType<EarlierCopies['list']> {
      if (fileId === undefined) return engine.earlierCopies.list(undefined, page);
      const { runner, path } = fileOf(fileId);
      return engine.earlierCopies.list({ libraryId: runner.context.library.libraryId, path }, page);
    },

    /** @throws AppError `invalid-request` for a text that is no version, or what putting it back says */
    async restoreVersion(fileId: string, versionText: string): Promise<void> {
      const { runner, path } = fileOf(fileId);
      const version = parseVersion(versionText);
      if (!version) throw new AppError('invalid-request', { detail: `${versionText} is no version.` });
      await engine.earlierCopies.restoreVersion(runner.context.library.libraryId, path, version);
    },

    async ignoreLock(fileId: string): Promise<void> {
      const { runner, path } = fileOf(fileId);
      await engine.ignoreLock(runner.context.library.libraryId, path);
    },

    /**
     * Where a file is on this computer.
     * @throws AppError `unknown-item`
     */
    absolutePath(fileId: string): string {
      const { runner, path } = fileOf(fileId);
      if (!runner.context.files.get(path)) throw new AppError('unknown-item');
      return ports.disk.absolute(runner.context.library.root, path);
    },

    history: async (keyText: string): Promise<HistoryRecord> => readHistory(engine, session.service(), keyText),

    begunAnewRead(): void {
      begunAnewNote.forget();
      events.emit({ kind: 'status', status: status() });
    },

    /** Stores secrets one way; what waited for them goes on. An empty one removes it. */
    async saveSecrets(secrets: {
      readonly clientSecret?: string | undefined;
      readonly licenseCode?: string | undefined;
    }): Promise<void> {
      for (const name of ['clientSecret', 'licenseCode'] as const) {
        const value = secrets[name];
        if (value !== undefined) await host.secrets.set(name, value === '' ? undefined : value);
      }
      await lookForSecrets();
      if (secrets.clientSecret !== undefined && session.port.current()) session.service().forgetToken();
      engine.connectionChanged();
    },

    /**
     * Connects to another service. What waits then goes there: without a yes it is named and nothing is changed.
     * The same service by other means (another client, another token address) leaves everything as it is.
     */
    async saveConnection(draft: Omit<ConnectionSettings, 'kind'>, confirmed: boolean): Promise<StakeAnswer> {
      const isSame = session.serviceIdOf({ ...draft, kind: 'remote' }) === serviceId();
      const atStake = isSame || serviceId() === undefined ? nothingAtStake : engine.atStake(serviceId());
      return this.libraryChanges.unlessAtStake(atStake, confirmed, async () => {
        engine.settingsStore.saveConnection({ ...draft, kind: 'remote' });
        await reconnect();
      });
    },

    /** Asks the service for a token and one cheap answer. */
    async testConnection(): Promise<{ ok: boolean; error?: ErrorRecord }> {
      try {
        await session.service().call('findCurrentMetadata', { params: {}, body: [] }, { priority: 'person' });
        gate.noteSuccess();
        return { ok: true };
      } catch (error) {
        const failure = toAppError(error);
        gate.noteFailure(failure);
        return { ok: false, error: failure.toRecord() };
      }
    },

    /** An embedded service with demo products, and a library of demo files: all of the product without an account. */
    async startDemo(): Promise<void> {
      await host.demo.write();
      await host.embedded.start();
      await host.embedded.loadDemoProducts();
      const { kind } = session.settings();
      if (kind !== 'embedded') {
        engine.settingsStore.saveConnection({
          kind: 'embedded',
          contentAddress: '',
          dataAddress: '',
          tokenAddress: '',
          clientId: '',
        });
        await reconnect();
      }
      const root = await engine.canonicalFolder(host.demo.folder);
      if (engine.libraries().some(({ library }) => library.root === root)) return;
      const { folder, applicationName, applicationVersion } = host.demo;
      await engine.addLibrary({ root: folder, applicationName, applicationVersion, contentType: defaultContentType });
    },

    queueRecord(entry: QueueEntry): QueueEntryRecord {
      const { intent } = entry;
      return {
        entryId: entry.entryId,
        operation: intent.operation === 'fetchTheirs' ? 'download' : intent.operation,
        libraryId: entry.libraryId,
        key: entry.key,
        title: engine.titleOf(entry),
        state: entry.state,
        attempts: entry.attempts,
        nextTryAtMs: entry.nextTryMs > ports.clock.now() ? entry.nextTryMs : undefined,
        error: entry.error,
        comment: intent.operation === 'release' ? intent.comment : undefined,
      };
    },

    async close(): Promise<void> {
      await productData.close();
      await engine.close();
      await session.close();
      await host.embedded.close();
    },
  };
}

export type Application = Awaited<ReturnType<typeof createApplication>>;

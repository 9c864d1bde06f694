import { toAppError } from '../../shared/errors/app-error.ts';
import type { Settings } from '../../shared/rpc/settings.ts';
import { createGainedClasses } from './cycle/gained-classes.ts';
import type { LibraryCycleOptions } from './cycle/cycle-parts.ts';
import type { Runners } from './cycle/runners.ts';
import { createLibraryStart } from './cycle/start-library.ts';
import { createStepTaker } from './cycle/step-taker.ts';
import type { EngineOptions } from './engine-options.ts';
import { createLibraryNews } from './library-news.ts';
import type { TellOfLibrary } from './library/library-event.ts';
import type { Ports } from './ports.ts';
import type { Queue } from './queue/queue.ts';
import type { Reporter } from './reporter.ts';
import { createSignal } from '../../shared/model/signal.ts';
import { createLastStops, type LastStops } from './state/settings-store.ts';
import type { Libraries } from './state/libraries.ts';
import { createConnectionGate, type ConnectionGate } from './transfer/connection-gate.ts';
import type { TellTransfers } from './transfer/transfer-event.ts';
import { createTransferRunner, type TransferRunner } from './transfer/transfer-runner.ts';
import { createScrub } from './upkeep/scrub.ts';

interface SyncWorkParts {
  readonly ports: Ports;
  readonly options: EngineOptions;
  readonly keepPartsFromBytes: number;
  readonly queue: Queue;
  readonly libraries: Libraries;
  readonly runners: Runners;
  readonly report: Reporter;
  readonly settings: () => Settings;
  readonly finishConflicts: LibraryCycleOptions['finishConflicts'];
}

/** What goes on by itself, from the connection up: steps, transfers, the scrub, and the libraries that they work for. */
export function createSyncWork(parts: SyncWorkParts) {
  const { ports, options, queue, runners, report, settings } = parts;
  const { clock } = ports;
  const lastStops = createLastStops(ports.database);
  const awaited: (() => boolean)[] = [queue.hasWishes];
  const gateNews = createSignal<void>();
  const libraryNews = createSignal<Parameters<TellOfLibrary>>();
  const tell: TellOfLibrary = (context, event) => libraryNews.tell([context, event]);

  const gate = createConnectionGate(clock, ports.random, gateNews.tell, () => awaited.some((isAwaited) => isAwaited()));
  gate.reset(ports.connection.current() !== undefined);
  const steps = createStepTaker({ ports, queue, limits: options.changeLimits, tell });
  const transfers = createTransferRunner({
    ...parts,
    gate,
    libraries: runners,
    parallelTransfers: () => settings().parallelTransfers,
    record: report.outcome,
    tell: transferNews(runners, report),
  });
  const isBusy = (): boolean => transfers.running() > 0 || runners.all().some((runner) => runner.isReading());
  const scrub = createScrub({ ports, libraries: runners.all, isBusy, tell });

  gateNews.listen(() => {
    // Who only looks at what the last run left has no say in how that ended.
    if (runners.all().length > 0) noteConnection(ports, gate, lastStops);
    report.statusChanged();
    connectionTurned(gate, runners, transfers);
  });
  const wakes = { wakeTransfers: transfers.pump, wakeScrub: scrub.soon };
  const noteGainedClasses = createGainedClasses(runners);
  const follow = createLibraryNews({ ...parts, ...wakes, clock, lastStops, noteGainedClasses });
  libraryNews.listen(([context, event]) => follow(context, event));
  return {
    ...{ gate, steps, transfers, scrub },
    startLibrary: createLibraryStart({ ...parts, gate, steps, tell }),
    /** Has the service tried sooner while this says that somebody waits for it, besides what is queued. */
    alsoAwaited: (isAwaited: () => boolean): void => void awaited.push(isAwaited),
  };
}

export type SyncWork = ReturnType<typeof createSyncWork>;

/** What is only being tried again says nothing yet. */
function noteConnection({ clock, log }: Ports, { state, error }: ConnectionGate, lastStops: LastStops): void {
  if (state !== 'online' && !error) return;
  try {
    lastStops.noteConnection(error, clock.now());
  } catch (failure) {
    log('warn', 'connection-stop-not-noted', { code: toAppError(failure).code });
  }
}

function connectionTurned(gate: ConnectionGate, runners: Runners, transfers: TransferRunner): void {
  for (const runner of runners.all()) runner.noteFreshness();
  if (!gate.isOpen()) return;
  // Whoever was not answered may have been told to wait for a person; somebody else's answer says that it works.
  for (const { poll, pollSoon } of runners.all())
    if (poll.lastMs === undefined || poll.problem !== undefined) pollSoon();
  transfers.connectionIsBack();
}

/** Passes on what transfers tell, to people and to the libraries concerned. */
function transferNews(runners: Runners, report: Reporter): TellTransfers {
  return (event) => {
    switch (event.kind) {
      case 'queue':
        return report.queueChanged();
      case 'progress':
        return report.progress(event.entry, event.path, event.fraction);
      case 'failed':
        return report.failure(event.entry, event.error);
      case 'dirty':
        return runners.get(event.libraryId)?.planSoon(event.keys);
      case 'fileChanged':
        return runners.get(event.libraryId)?.readChangedSoon(event.path);
      case 'folderLost':
        return runners.get(event.libraryId)?.scanSoon();
      case 'loss':
        return runners.get(event.libraryId)?.noteLoss();
    }
  };
}

import { isCutOff } from '../../shared/errors/reachability.ts';
import type { RequestBudget } from '../../shared/rpc/request-budget.ts';
import type { Settings } from '../../shared/rpc/settings.ts';
import type { Runners } from './cycle/runners.ts';
import type { Ports } from './ports.ts';
import type { Queue } from './queue/queue.ts';
import type { Reporter } from './reporter.ts';
import { requestBudgetOf } from './request-budget.ts';
import type { createRunSettings } from './run-settings.ts';
import type { SyncWork } from './sync-work.ts';

interface RequestParts {
  readonly runners: Runners;
  readonly report: Reporter;
  readonly queue: Queue;
  readonly settings: ReturnType<typeof createRunSettings>;
}

/** What concerns the service and all libraries at once. */
export function createServiceRequests(
  ports: Ports,
  { runners, report, queue, settings }: RequestParts,
  { gate, transfers, alsoAwaited }: SyncWork,
) {
  const beginAgain = (): void => gate.reset(ports.connection.current() !== undefined);
  return {
    /** A person wants everything that waits tried now. */
    tryNow(entryId?: number): void {
      beginAgain();
      for (const runner of runners.all()) runner.pollSoon();
      transfers.tryNow(entryId);
      report.queueChanged();
    },

    alsoAwaited,

    /** Something that `status` shows besides the libraries changed. */
    statusChanged: report.statusChanged,

    /** The limits of the service, where what waits does not go through within a minute; `undefined` where it does. */
    requestBudget: requestBudget(ports, queue),

    /** The computer slept: everything is looked at soon, and what was guessed of an outage before counts for nothing. */
    wokeUp: (): void => {
      ports.connection.current()?.service.wakeUp?.();
      gate.lookSoon();
      for (const runner of runners.all()) {
        runner.pollSoon();
        runner.scanSoon();
      }
      transfers.pump();
      report.statusChanged();
    },

    /** Somebody's request found the service there again, or gone: what syncs learns it now and not at its next look. */
    reached(online: boolean): void {
      if (online ? !isCutOff(gate.state) : !gate.isOpen()) return;
      gate.lookSoon();
      for (const runner of runners.all()) runner.pollSoon();
      transfers.pump();
    },

    saveSettings(patch: Partial<Settings>): Settings {
      const saved = settings.save(patch);
      for (const runner of runners.all()) runner.settingsChanged();
      report.statusChanged();
      return saved;
    },

    /** The service, its addresses or its secrets changed. */
    connectionChanged(): void {
      beginAgain();
      for (const runner of runners.all()) runner.connectionChanged();
      // What was refused or failed elsewhere says nothing of this service.
      transfers.tryNow();
      report.statusChanged();
    },

    /** Whether every library of this run is compared and planned and nothing is left that needs no person. */
    isIdle: (): boolean =>
      transfers.running() === 0 && runners.all().every((runner) => runner.isQuiet()) && queue.isEmptyFor(runners.ids()),
  };
}

/** What to tell of the limits of the service, as it stands when it is asked. */
export function requestBudget({ clock, connection }: Ports, queue: Queue): () => RequestBudget | undefined {
  return () => requestBudgetOf(connection.current()?.service.requestsSpent?.(), queue.queuedOperations, clock.now());
}

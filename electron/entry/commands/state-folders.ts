import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { AppError } from '../../../shared/errors/app-error.ts';
import { serviceIdOf } from '../../../shared/model/service-address.ts';
import {
  explainedPaths,
  statusOverview,
  type ExplainedPaths,
  type StatusOverview,
} from '../../../shared/rpc/status-answer.ts';
import { askStatus } from '../../channels/status-channel.ts';
import { createExplainer, type ExplainerParts } from '../../engine/explain/explainer.ts';
import { createStatusReader, libraryHolding, type StatusReader } from '../../engine/explain/status-reader.ts';
import { createQueue } from '../../engine/queue/queue.ts';
import { forgetOldVerdicts } from '../../engine/state/verdicts.ts';
import { createFileList } from '../../engine/state/file-list.ts';
import { createLibraries, type Library } from '../../engine/state/libraries.ts';
import { createSettingsStore } from '../../engine/state/settings-store.ts';
import { systemClock } from '../../platform/clock.ts';
import { createDisk } from '../../platform/disk.ts';
import { fromEnvironment } from '../environment.ts';
import { openState } from '../open-state.ts';
import type { Database } from '../../engine/ports.ts';
import { tellBegunAnew } from './tell-begun-anew.ts';

/** What a state folder says of its libraries, whether or not an engine runs with it. */
export interface AskedState {
  overview(): Promise<StatusOverview>;
  explain(paths: readonly string[]): Promise<ExplainedPaths>;
}

/** An engine that starts holds the state for a while before it can be asked. */
const engineStartsWithinMs = 10_000;
const askAgainAfterMs = 250;

/**
 * Asks the engine that runs with the folder; where none does, the state database itself, which no engine changes then.
 * @throws AppError `unknown-item` when there is no state, `library-in-use` when an engine runs that cannot be asked
 */
export async function askState<T>(stateDir: string, ask: (state: AskedState) => Promise<T>): Promise<T> {
  const folder = resolve(stateDir);
  if (!existsSync(join(folder, 'state.db'))) {
    throw new AppError('unknown-item', { detail: `There is no state in ${folder}.` });
  }
  const found = await findState(folder);
  if ('overview' in found) {
    return ask({
      overview: async () => statusOverview.parse(found.overview),
      explain: async (paths) => explainedPaths.parse(await askStatus(folder, { ask: 'explain', paths: [...paths] })),
    });
  }
  const { database } = found;
  try {
    tellBegunAnew(database);
    const reader = readerAtRest(database);
    return await ask({ overview: async () => reader.overview(), explain: (paths) => reader.explain(paths) });
  } finally {
    database.close();
  }
}

/** What the engine that runs says, or the state that no engine holds. @throws AppError `library-in-use` */
async function findState(folder: string): Promise<{ readonly overview: unknown } | { readonly database: Database }> {
  const untilMs = systemClock.steadyMs() + engineStartsWithinMs;
  for (;;) {
    const overview = await askStatus(folder, { ask: 'overview' });
    if (overview !== undefined) return { overview };
    try {
      return { database: openState(folder) };
    } catch (error) {
      const isHeld = error instanceof AppError && error.code === 'library-in-use';
      if (!isHeld || systemClock.steadyMs() > untilMs) throw error;
    }
    await setTimeout(askAgainAfterMs);
  }
}

/** The library of an overview that holds a path. */
export function holds(overview: StatusOverview, path: string): boolean {
  return libraryHolding(overview.libraries, path) !== undefined;
}

function readerAtRest(database: Database): StatusReader {
  forgetOldVerdicts(database);
  const queue = createQueue(database, systemClock.steadyMs, systemClock.now);
  const fileList = createFileList(database, {
    isRunning: queue.isRunning,
    isConfirmed: () => false,
  });
  const libraries = (): readonly Library[] => createLibraries(database).all();
  const serviceId = serviceOf(database);
  const parts: ExplainerParts = {
    database,
    queue,
    fileList,
    clock: systemClock,
    serviceId: () => serviceId,
    live: () => undefined,
  };
  return createStatusReader(parts, { explainer: createExplainer(parts), libraries, disk: createDisk() });
}

/** The service that the environment names; else the one of the app's settings; else the one that answered last. */
export function serviceOf(database: Database): string | undefined {
  const named = fromEnvironment('contentAddress');
  if (named !== undefined) return serviceIdOf(named);
  const { kind, contentAddress } = createSettingsStore(database).connection();
  if (kind === 'embedded') return 'embedded';
  if (kind === 'remote') return serviceIdOf(contentAddress);
  const row = database.get('SELECT service_id FROM service_answer ORDER BY answered_ms DESC LIMIT 1');
  return (row as { readonly service_id: string } | undefined)?.service_id;
}

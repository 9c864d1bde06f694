import { AppError, type ErrorRecord } from '../../../shared/errors/app-error.ts';
import { serviceIdOf } from '../../../shared/model/service-address.ts';
import type { SavedSelection } from '../../../shared/rpc/selection-records.ts';
import type { Engine } from '../engine.ts';
import { moveHistories } from '../moving/move-histories.ts';
import { moveLists, planLists, type NamedSelections } from '../moving/move-lists.ts';
import type { MoveParts } from '../moving/move-parts.ts';
import type { Clock, Database } from '../ports.ts';
import { leastTimeFor } from '../request-budget.ts';
import {
  type createMoveNote,
  createSelectionStore,
  type ConnectionSettings,
  type MoveNote,
} from '../state/settings-store.ts';
import {
  embeddedServiceId,
  openOtherSession,
  type ConnectionSession,
  type GivenSecrets,
} from './connection-session.ts';
import type { ServiceSession } from './connection-ports.ts';
import type { HostPorts } from './host-ports.ts';
import type { createMoveProgress } from './move-record.ts';

export interface MovePorts {
  readonly engine: Pick<Engine, 'carryAgreement' | 'queue' | 'settingsStore' | 'transfers'>;
  readonly session: Pick<ConnectionSession, 'service' | 'settings'>;
  readonly host: Pick<HostPorts, 'embedded' | 'newHash' | 'openSession' | 'secrets'>;
  readonly database: Database;
  readonly clock: Clock;
  /** Goes over to another service. */
  readonly connect: (settings: ConnectionSettings) => Promise<void>;
}

/** One run of a move, which may be ended at any time. */
export interface MoveRun {
  readonly note: ReturnType<typeof createMoveNote>;
  readonly progress: ReturnType<typeof createMoveProgress>;
  readonly signal: AbortSignal;
}

/**
 * Sends everything while transfers go on, then what came meanwhile while none does, and goes over to the other service
 * before any goes on: nothing is sent to the embedded one after it was looked at for the last time.
 * @throws AppError what one of the services answers, or `cancelled`
 */
export async function moveEverything(ports: MovePorts, run: MoveRun): Promise<void> {
  const known = run.note.read();
  if (!known) return;
  run.progress.begin();
  if (!(await withOtherService(ports, known.target, {}, (target) => sendMissing(ports, run, known, target)))) return;
  await ports.engine.transfers.whileStopped(async () => {
    const isOver = await withOtherService(ports, known.target, {}, (target) => goOver(ports, run, known, target));
    if (isOver) await ports.connect(known.target);
  });
}

/** Opens another service for so long. @param given secrets that go before those that are kept for it */
export async function withOtherService<T>(
  { host, database }: Pick<MovePorts, 'host' | 'database'>,
  settings: ConnectionSettings,
  given: GivenSecrets,
  use: (target: ServiceSession) => Promise<T>,
): Promise<T> {
  const target = openOtherSession(host, database, settings, given);
  try {
    return await use(target);
  } finally {
    await target.close();
  }
}

export function partsOf(
  { session, host }: Pick<MovePorts, 'session' | 'host'>,
  target: ServiceSession,
  signal: AbortSignal,
): MoveParts {
  const source = { service: session.service(), programs: () => host.embedded.programs() };
  return { source, target, newHash: host.newHash, signal };
}

export function namedSelections(database: Database, to: string): NamedSelections {
  const storeOf = createSelectionStore(database);
  return { here: storeOf(embeddedServiceId).read(), there: storeOf(to).read() };
}

/**
 * Sends what the other service lacks: files last, for they are what changes meanwhile.
 * @returns the note of how it went; `undefined` where a person has to say whether that will do, and was told
 */
async function sendMissing(
  ports: MovePorts,
  { note, progress, signal }: MoveRun,
  known: MoveNote,
  target: ServiceSession,
): Promise<MoveNote | undefined> {
  const { clock, database, session } = ports;
  expectEmbedded(session);
  const leastMs = (requests: number): number | undefined => {
    const spent = target.requestsSpent();
    return spent && leastTimeFor(requests, spent, clock.now());
  };
  const parts = partsOf(ports, target, signal);
  const to = serviceIdOf(known.target.contentAddress);
  const lists = await planLists(parts, namedSelections(database, to));
  const failedLists = await moveLists(parts, lists, (selection) => keepSelection(database, to, selection));
  const files = await moveHistories(parts, progress.watch(leastMs));
  expectGoingOn(signal);
  const outcome = { ...files, failed: [...files.failed, ...failedLists] };
  const done = noteOf(known, outcome, progress.now().versions.done);
  if (outcome.failed.length === 0 || known.withoutFailed) return done;
  note.write({ ...done, state: 'refused' });
  return undefined;
}

/** @returns whether the other service is the one that is set up from now on */
async function goOver(ports: MovePorts, run: MoveRun, known: MoveNote, target: ServiceSession): Promise<boolean> {
  const { engine, database } = ports;
  const done = await sendMissing(ports, run, known, target);
  if (!done) return false;
  const to = serviceIdOf(known.target.contentAddress);
  await engine.carryAgreement({ target, from: embeddedServiceId, to, signal: run.signal });
  expectGoingOn(run.signal);
  expectEmbedded(ports.session);
  // In one step, so that nothing of the old service is carried over once there are agreements with the new one.
  database.transaction(() => {
    engine.queue.handOverReleases(embeddedServiceId, to);
    engine.settingsStore.saveConnection(known.target);
    run.note.write({ ...done, state: 'ended' });
  });
  return true;
}

/** @throws AppError `not-offered` */
export function expectEmbedded(session: MovePorts['session']): void {
  if (session.settings().kind === 'embedded') return;
  throw new AppError('not-offered', { detail: 'Only what the service inside this app has can be moved.' });
}

/** What a person said meanwhile stays noted. @throws AppError `cancelled` */
function expectGoingOn(signal: AbortSignal): void {
  if (signal.aborted) throw new AppError('cancelled');
}

function keepSelection(database: Database, to: string, selection: SavedSelection): void {
  const kept = createSelectionStore(database)(to);
  kept.write([...kept.read(), selection]);
}

interface Outcome {
  readonly left: readonly { readonly name: string }[];
  readonly failed: readonly { readonly name: string; readonly error: ErrorRecord }[];
}

function noteOf(known: MoveNote, { left, failed }: Outcome, versionCount: number): MoveNote {
  return {
    ...known,
    versionCount: known.versionCount + versionCount,
    left: left.map(({ name }) => ({ name })),
    failed: failed.map(({ name, error }) => ({ name, error })),
  };
}

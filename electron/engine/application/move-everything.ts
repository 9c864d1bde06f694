import { AppError } from '../../../shared/errors/app-error.ts';
import { serviceIdOf } from '../../../shared/model/service-address.ts';
import type { Engine } from '../engine.ts';
import { moveHistories, type MoveWatch } from '../moving/move-histories.ts';
import { moveLists, planLists, type NamedSelections } from '../moving/move-lists.ts';
import type { MoveParts } from '../moving/move-parts.ts';
import { lookAtSource } from '../moving/plan-move.ts';
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
import type { CallHold } from './call-hold.ts';
import type { ServiceSession } from './connection-ports.ts';
import type { HostPorts } from './host-ports.ts';
import type { createMoveProgress } from './move-record.ts';

export interface MovePorts {
  readonly engine: Pick<Engine, 'carryAgreement' | 'carryWishes' | 'queue' | 'settingsStore' | 'transfers'>;
  readonly session: Pick<ConnectionSession, 'service' | 'settings'>;
  readonly host: Pick<HostPorts, 'embedded' | 'newHash' | 'openSession' | 'secrets'>;
  readonly database: Database;
  readonly clock: Clock;
  /** Goes over to another service. */
  readonly connect: (settings: ConnectionSettings) => Promise<void>;
  /** Runs while people and add-ins ask nothing of the service: what they asked is answered, what they ask waits. */
  readonly whileHeld: CallHold['whileHeld'];
  /** Has what waits for the embedded service sent, as far as can be. */
  readonly sendWaiting: () => Promise<void>;
  /** What waits for it, with the reason where there is one. */
  readonly stillWaiting: () => MoveNote['failed'];
}

/** One run of a move, which may be ended at any time. */
export interface MoveRun {
  readonly note: ReturnType<typeof createMoveNote>;
  readonly progress: ReturnType<typeof createMoveProgress>;
  readonly hashes: MoveParts['hashes'];
  readonly signal: AbortSignal;
}

/**
 * Sends everything while transfers go on, then what came meanwhile while none does, and goes over to the other service
 * before any goes on. Where people or add-ins stored more by then, that is sent as well: nothing that they are told is
 * stored comes to the embedded one after it was looked at for the last time.
 * @throws AppError what one of the services answers, or `cancelled`
 */
export async function moveEverything(ports: MovePorts, run: MoveRun): Promise<void> {
  const known = run.note.read();
  if (!known) return;
  const between = { from: embeddedServiceId, to: serviceIdOf(known.target.contentAddress) };
  run.progress.begin();
  if (!(await withOtherService(ports, known.target, {}, (target) => sendMissing(ports, run, known, target)))) return;
  await ports.engine.transfers.whileStopped(async () => {
    for (let round = 1; ; round += 1) {
      const sent = await withOtherService(ports, known.target, {}, async (target) => {
        const all = await sendMissing(ports, run, known, target);
        // While transfers are stopped, libraries agree on nothing more with the embedded service.
        if (all && round === 1) await ports.engine.carryAgreement({ ...partsOf(ports, target, run), ...between });
        return all;
      });
      if (!sent || (await ports.whileHeld(() => goOver(ports, run, sent)))) return;
    }
  });
}

/** What the embedded service has, and what waits for it. */
async function lookHere(ports: MovePorts, { signal }: MoveRun): Promise<string> {
  const files = await lookAtSource({ source: sourceOf(ports), signal });
  return JSON.stringify([files, ports.stillWaiting(), createSelectionStore(ports.database)(embeddedServiceId).read()]);
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
  { hashes, signal }: Pick<MoveRun, 'hashes' | 'signal'>,
): MoveParts {
  return { source: sourceOf({ session, host }), target, newHash: host.newHash, hashes, signal };
}

function sourceOf({ session, host }: Pick<MovePorts, 'session' | 'host'>): MoveParts['source'] {
  return { service: session.service(), programs: () => host.embedded.programs() };
}

export function namedSelections(database: Database, to: string): NamedSelections {
  const storeOf = createSelectionStore(database);
  return { here: storeOf(embeddedServiceId).read(), there: storeOf(to).read() };
}

/** How long the other service takes at least for so many requests, where that is known. */
export function leastMsAt(target: ServiceSession, clock: Clock, requests: number): number | undefined {
  const spent = target.requestsSpent();
  return spent && leastTimeFor(requests, spent, clock.now());
}

/** What was sent: the note of how it went, and what was here before it was looked for. */
interface Sent {
  readonly done: MoveNote;
  readonly seen: string;
}

/**
 * Sends what the other service lacks: files last, for they are what changes meanwhile.
 * @returns `undefined` where a person has to say whether that will do, and was told
 */
async function sendMissing(
  ports: MovePorts,
  run: MoveRun,
  known: MoveNote,
  target: ServiceSession,
): Promise<Sent | undefined> {
  const { database } = ports;
  const { note, progress, signal } = run;
  expectEmbedded(ports.session);
  await ports.sendWaiting();
  const seen = await lookHere(ports, run);
  const parts = partsOf(ports, target, run);
  const to = serviceIdOf(known.target.contentAddress);
  const lists = await planLists(parts, namedSelections(database, to));
  const named = createSelectionStore(database)(to);
  const failedLists = await moveLists(parts, lists, (selection) => named.write([...named.read(), selection]));
  const leastMs = (requests: number): number | undefined => leastMsAt(target, ports.clock, requests);
  const files = await moveHistories(parts, watchWith(note, progress.watch(leastMs)));
  expectGoingOn(signal);
  const done: MoveNote = {
    ...(note.read() ?? known),
    left: files.left.map(({ name }) => ({ name })),
    olderLeft: files.olderLeft.map(({ name }) => ({ name })),
    failed: [...files.failed, ...failedLists, ...ports.stillWaiting()].map(({ name, error }) => ({ name, error })),
  };
  if (done.failed.length === 0 || known.withoutFailed) return { done, seen };
  note.write({ ...done, state: 'refused' });
  return undefined;
}

/** @returns whether the other service is connected now; not where there is more here than was seen before it was sent */
async function goOver(ports: MovePorts, run: MoveRun, { seen, done }: Sent): Promise<boolean> {
  const { engine, database, session, connect } = ports;
  const { target } = done;
  if ((await lookHere(ports, run)) !== seen) return false;
  expectGoingOn(run.signal);
  expectEmbedded(session);
  // In one step, so that nothing of the old service is carried over once there are agreements with the new one.
  database.transaction(() => {
    const to = serviceIdOf(target.contentAddress);
    engine.queue.handOverReleases(embeddedServiceId, to);
    engine.carryWishes(embeddedServiceId, to);
    engine.settingsStore.saveConnection(target);
    run.note.write({ ...done, state: 'ended' });
  });
  await connect(target);
  return true;
}

/** Every version is counted when it is sent: a run that ends early has sent what it has sent. */
function watchWith(note: MoveRun['note'], { onPlan, onSent }: MoveWatch): MoveWatch {
  return {
    onPlan,
    onSent(version) {
      const known = note.read();
      if (known) note.write({ ...known, versionCount: known.versionCount + 1 });
      onSent(version);
    },
  };
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

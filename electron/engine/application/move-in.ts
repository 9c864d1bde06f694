import { AppError, type ErrorRecord } from '../../../shared/errors/app-error.ts';
import { serviceIdOf } from '../../../shared/model/service-address.ts';
import type { MovePreview, MoveRecord } from '../../../shared/rpc/move-records.ts';
import type { SavedSelection } from '../../../shared/rpc/selection-records.ts';
import type { Engine } from '../engine.ts';
import { moveHistories } from '../moving/move-histories.ts';
import type { MoveParts } from '../moving/move-parts.ts';
import { moveLists, planLists, type NamedSelections } from '../moving/move-lists.ts';
import { costOf, planMove } from '../moving/plan-move.ts';
import type { Clock, Database } from '../ports.ts';
import { leastTimeFor } from '../request-budget.ts';
import {
  createMoveNote,
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
import type { HostPorts } from './host-ports.ts';
import type { ServiceSession } from './connection-ports.ts';
import { createMoveProgress, describeMove, describePlan } from './move-record.ts';
import { createMoveRuns } from './move-runs.ts';

interface MoveInPorts {
  readonly engine: Engine;
  readonly session: ConnectionSession;
  readonly host: Pick<HostPorts, 'embedded' | 'newHash' | 'openSession' | 'secrets'>;
  readonly database: Database;
  readonly clock: Clock;
  readonly random: () => number;
  /** Goes over to another service. */
  readonly connect: (settings: ConnectionSettings) => Promise<void>;
}

/**
 * Moves everything that the embedded service has to another one, and then goes over to that. Until then libraries go on
 * with the embedded one. What was sent is not noted: the other service tells where to go on, also after a crash.
 */
export function createMoveIn(ports: MoveInPorts) {
  const { engine, database, session } = ports;
  const note = createMoveNote(database);
  const progress = createMoveProgress(engine.statusChanged);
  const moveOnce = (signal: AbortSignal): Promise<void> => moveAll(ports, { note, progress, signal });
  const runs = createMoveRuns(ports, moveOnce, engine.statusChanged);
  const stop = async (): Promise<void> => {
    await runs.stop();
    engine.statusChanged();
  };

  return {
    /** Whether a library and the embedded service, while that is connected, agreed on something. */
    isWorthwhile: (): boolean => engine.hasAgreedWith(embeddedServiceId),

    /** What moving there would send. @throws AppError what one of the services answers */
    preview: (target: ConnectionSettings, given: GivenSecrets): Promise<MovePreview> =>
      previewMove(ports, target, given),

    /** @throws AppError `not-offered` while another service than the embedded one is connected */
    async start(target: ConnectionSettings): Promise<void> {
      expectEmbedded(session);
      await stop();
      note.write({ target, state: 'moving', withoutFailed: false, versionCount: 0, left: [], failed: [] });
      runs.begin();
    },

    /** Stops until `resume` is called. What was sent stays there. */
    async pause(): Promise<void> {
      const known = note.read();
      if (known && known.state !== 'ended') note.write({ ...known, state: 'paused' });
      await stop();
    },

    /** @param withoutFailed goes over although some files could not be sent */
    async resume(withoutFailed: boolean): Promise<void> {
      const known = note.read();
      if (!known || known.state === 'ended') return;
      await stop();
      note.write({ ...known, state: 'moving', withoutFailed });
      runs.begin();
    },

    /** Gives it up, or, once it has ended, forgets how it went. */
    async end(): Promise<void> {
      await stop();
      note.forget();
      engine.statusChanged();
    },

    /** Goes on with what the last run of the app began. */
    startAgain(): void {
      const known = note.read();
      if (known?.state === 'moving' && session.settings().kind === 'embedded') runs.begin();
    },

    record(): MoveRecord | undefined {
      const known = note.read();
      return known && describeMove(known, serviceIdOf(known.target.contentAddress), progress.now(), runs.wait());
    },

    close: () => runs.stop(),
  };
}

export type MoveIn = ReturnType<typeof createMoveIn>;

/** @throws AppError `not-offered` */
function expectEmbedded(session: ConnectionSession): void {
  if (session.settings().kind === 'embedded') return;
  throw new AppError('not-offered', { detail: 'Only what the service inside this app has can be moved.' });
}

function partsOf({ session, host }: MoveInPorts, target: ServiceSession, signal: AbortSignal): MoveParts {
  const source = { service: session.service(), programs: () => host.embedded.programs() };
  return { source, target, newHash: host.newHash, signal };
}

async function previewMove(
  ports: MoveInPorts,
  settings: ConnectionSettings,
  given: GivenSecrets,
): Promise<MovePreview> {
  const { engine, session, clock, host, database } = ports;
  expectEmbedded(session);
  const target = openOtherSession(host, database, settings, given);
  try {
    const parts = partsOf(ports, target, new AbortController().signal);
    const plan = await planMove(parts);
    const lists = await planLists(parts, namedSelections(database, serviceIdOf(settings.contentAddress)));
    const counts = { standardCount: lists.standards.length, selectionCount: lists.selections.length };
    const ofFiles = costOf(plan.toSend);
    // A filter is stored and looked at.
    const cost = { ...ofFiles, requests: ofFiles.requests + counts.standardCount + 2 * counts.selectionCount };
    const spent = target.requestsSpent();
    const leastMs = spent && leastTimeFor(cost.requests, spent, clock.now());
    return describePlan(plan, cost, {
      ...counts,
      leastMs,
      releaseCount: engine.queue.releasesAskedOf(embeddedServiceId),
    });
  } finally {
    await target.close();
  }
}

interface Move {
  readonly note: ReturnType<typeof createMoveNote>;
  readonly progress: ReturnType<typeof createMoveProgress>;
  readonly signal: AbortSignal;
}

async function moveAll(ports: MoveInPorts, { note, progress, signal }: Move): Promise<void> {
  const { engine, clock, connect, host, database } = ports;
  const known = note.read();
  if (!known) return;
  progress.begin();
  const target = openOtherSession(host, database, known.target, {});
  const leastMs = (requests: number): number | undefined => {
    const spent = target.requestsSpent();
    return spent && leastTimeFor(requests, spent, clock.now());
  };
  try {
    const parts = partsOf(ports, target, signal);
    const to = serviceIdOf(known.target.contentAddress);
    const files = await moveHistories(parts, progress.watch(leastMs));
    const lists = await planLists(parts, namedSelections(database, to));
    const failedLists = await moveLists(parts, lists, (selection) => keepSelection(database, to, selection));
    const outcome = { ...files, failed: [...files.failed, ...failedLists] };
    const done = noteOf(known, outcome, progress.now().versions.done);
    if (outcome.failed.length > 0 && !known.withoutFailed) {
      note.write({ ...done, state: 'refused' });
      return;
    }
    await engine.carryAgreement({ target, from: embeddedServiceId, to, signal });
    // In one step, so that nothing of the old service is carried over once there are agreements with the new one.
    database.transaction(() => {
      engine.queue.handOverReleases(embeddedServiceId, to);
      engine.settingsStore.saveConnection(known.target);
      note.write({ ...done, state: 'ended' });
    });
  } finally {
    await target.close();
  }
  await connect(known.target);
}

function namedSelections(database: Database, to: string): NamedSelections {
  const storeOf = createSelectionStore(database);
  return { here: storeOf(embeddedServiceId).read(), there: storeOf(to).read() };
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

import { connectionOrigins, serviceIdOf } from '../../../shared/model/service-address.ts';
import type { MovePreview, MoveRecord } from '../../../shared/rpc/move-records.ts';
import type { Engine } from '../engine.ts';
import { createTurns } from '../library/turns.ts';
import { createHashesThere } from '../moving/hashes-there.ts';
import { planLists } from '../moving/move-lists.ts';
import { costOf, planMove } from '../moving/plan-move.ts';
import { createMoveNote, type ConnectionSettings } from '../state/settings-store.ts';
import { embeddedServiceId, type GivenSecrets } from './connection-session.ts';
import {
  expectEmbedded,
  leastMsAt,
  moveEverything,
  namedSelections,
  partsOf,
  withOtherService,
  type MovePorts,
} from './move-everything.ts';
import { createMoveProgress, describeLeft, describeMove } from './move-record.ts';
import { createMoveRuns } from './move-runs.ts';
import { createMoveSecrets, type MoveSecrets } from './move-secrets.ts';

interface MoveInPorts extends MovePorts {
  readonly engine: MovePorts['engine'] & Pick<Engine, 'hasAgreedWith' | 'statusChanged'>;
  readonly random: () => number;
}

/**
 * Moves everything that the embedded service has to another one, and then goes over to that. Until then libraries go on
 * with the embedded one. What was sent is not noted: the other service tells where to go on, also after a crash.
 */
export function createMoveIn(ports: MoveInPorts) {
  const { engine, database, session } = ports;
  const note = createMoveNote(database);
  const progress = createMoveProgress(engine.statusChanged);
  const moveOnce = (signal: AbortSignal): Promise<void> =>
    moveEverything(ports, { note, progress, hashes: createHashesThere(), signal });
  const runs = createMoveRuns(ports, moveOnce, engine.statusChanged);
  return {
    /** Whether a library and the embedded service, while that is connected, agreed on something. */
    isWorthwhile: (): boolean => engine.hasAgreedWith(embeddedServiceId),

    /** What moving there would send. @throws AppError what one of the services answers */
    preview: (target: ConnectionSettings, given: GivenSecrets): Promise<MovePreview> =>
      previewMove(ports, target, given),

    ...createPresses(ports, note, runs),

    /** Goes on with what the last run of the app began. */
    startAgain(): void {
      const known = note.read();
      if (known?.state === 'moving' && session.settings().kind === 'embedded') runs.begin();
    },

    record(): MoveRecord | undefined {
      const known = note.read();
      return known && describeMove(known, progress.now(), runs.wait());
    },

    close: () => runs.stop(),
  };
}

export type MoveIn = ReturnType<typeof createMoveIn>;

/** What a person says of the move, however often they press: nobody begins a run while another one ends it. */
function createPresses(
  ports: MoveInPorts,
  note: ReturnType<typeof createMoveNote>,
  runs: ReturnType<typeof createMoveRuns>,
) {
  const { engine, session, host, database } = ports;
  const moveSecrets = createMoveSecrets(database, host.secrets, note);
  const turns = createTurns();
  const inTurn = (act: () => Promise<void>): Promise<void> => turns('', act);
  const stop = async (andThen?: () => void): Promise<void> => {
    await runs.stop();
    andThen?.();
    engine.statusChanged();
  };

  return {
    /**
     * Keeps the secrets that are given for the target, and begins.
     * @throws AppError `not-offered` while another service than the embedded one is connected
     */
    start: (target: ConnectionSettings, given: GivenSecrets): Promise<void> =>
      inTurn(async () => {
        expectEmbedded(session);
        await stop();
        // The run before may just have ended.
        expectEmbedded(session);
        moveSecrets.giveUp();
        engine.statusChanged();
        const origins = connectionOrigins(target);
        await moveSecrets.tryToRemove(origins);
        const addedSecrets = await moveSecrets.store(target, given);
        const nothingYet = { withoutFailed: false, versionCount: 0, left: [], olderLeft: [], failed: [] };
        database.transaction(() => {
          note.write({ target, state: 'moving', ...nothingYet, addedSecrets });
          moveSecrets.goOnWith(origins);
        });
        runs.begin();
      }),

    /** Stops until `resume` is called. What was sent stays there. */
    pause: (): Promise<void> =>
      inTurn(async () => {
        const known = note.read();
        if (known && known.state !== 'ended') note.write({ ...known, state: 'paused' });
        await stop();
      }),

    /** @param withoutFailed goes over although some files could not be sent */
    resume: (withoutFailed: boolean): Promise<void> =>
      inTurn(async () => {
        await stop();
        const known = note.read();
        if (!known || known.state === 'ended') return;
        note.write({ ...known, state: 'moving', withoutFailed });
        runs.begin();
      }),

    ...createEndings(inTurn, moveSecrets, stop),
  };
}

function createEndings(
  inTurn: (act: () => Promise<void>) => Promise<void>,
  moveSecrets: MoveSecrets,
  stop: (andThen: () => void) => Promise<void>,
) {
  return {
    /**
     * Gives it up, with the secrets that came with it, or, once it has ended, forgets how it went.
     * @throws AppError `secret-not-removed`: it is given up all the same
     */
    end: (): Promise<void> =>
      inTurn(async () => {
        await stop(() => moveSecrets.giveUp());
        await moveSecrets.remove();
      }),

    /** As `end`, where these origins are connected without moving: their secrets stay, and others that stay are no hindrance. */
    endFor: (origins: string): Promise<void> =>
      inTurn(async () => {
        await stop(() => {
          moveSecrets.giveUp();
          moveSecrets.goOnWith(origins);
        });
        await moveSecrets.tryToRemove();
      }),

    /** Removes what is left of moves that were given up, where the keychain takes that by now. */
    removeLeftSecrets: (): Promise<void> => inTurn(() => moveSecrets.tryToRemove()),
  };
}

async function previewMove(
  ports: MoveInPorts,
  settings: ConnectionSettings,
  given: GivenSecrets,
): Promise<MovePreview> {
  const { engine, session, clock, database } = ports;
  expectEmbedded(session);
  return withOtherService(ports, settings, given, async (target) => {
    const parts = partsOf(ports, target, { hashes: createHashesThere(), signal: new AbortController().signal });
    const plan = await planMove(parts);
    const lists = await planLists(parts, namedSelections(database, serviceIdOf(settings.contentAddress)));
    const counts = { standardCount: lists.standards.length, selectionCount: lists.selections.length };
    const ofFiles = costOf(plan.toSend);
    // A filter is stored and looked at.
    const cost = { ...ofFiles, requests: ofFiles.requests + counts.standardCount + 2 * counts.selectionCount };
    const leastMs = leastMsAt(target, clock, cost.requests);
    const releaseCount = engine.queue.releasesAskedOf(embeddedServiceId);
    return { ...cost, ...counts, leastMs, releaseCount, thereCount: plan.thereCount, ...describeLeft(plan) };
  });
}

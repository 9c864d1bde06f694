import { describe, expect, it } from 'vitest';
import { createConnectionSetup } from '../../../../electron/engine/application/connection-setup.ts';
import { createConnectionGate } from '../../../../electron/engine/transfer/connection-gate.ts';
import { AppError, type ErrorRecord } from '../../../../shared/errors/app-error.ts';
import { createFakeClock } from '../../../fakes/engine/clock.ts';

it('goes on with a move as soon as the service inside the app can be opened again', async () => {
  const clock = createFakeClock();
  let problem: ErrorRecord | undefined = { code: 'service-data-in-use' };
  let isInUse = true;
  let begun = 0;
  const setup = createConnectionSetup({
    clock,
    engine: { connectionChanged: () => undefined, gate: {} },
    session: {
      settings: () => ({ kind: 'embedded' }),
      open: async () => void (problem = isInUse ? problem : undefined),
      get problem() {
        return problem;
      },
    },
    secrets: { probe: async () => 'usable' },
    moveIn: () => ({ startAgain: () => (begun += 1), removeLeftSecrets: async () => undefined }),
  } as unknown as Parameters<typeof createConnectionSetup>[0]);
  await setup.start();
  await clock.advance(30_000);
  expect(begun).toBe(0);
  isInUse = false;
  await clock.advance(10_000);
  expect(begun).toBe(1);
});

it('asks the service itself whether it accepts by now what it refused a moment ago', async () => {
  const clock = createFakeClock();
  const gate = createConnectionGate(clock, Math.random, () => undefined);
  const refusal = new AppError('sign-in-failed', { receivedStatus: 401 });
  let remembered: AppError | undefined = refusal;
  const setup = createConnectionSetup({
    clock,
    engine: { connectionChanged: () => undefined, statusChanged: () => undefined, gate },
    session: {
      settings: () => ({ kind: 'remote', contentAddress: 'https://content.example.com' }),
      open: async () => undefined,
      service: () => ({
        call: () => (remembered ? Promise.reject(remembered) : Promise.resolve([])),
        forgetToken: () => (remembered = undefined),
      }),
    },
    secrets: { probe: async () => 'usable', placeOf: async () => 'keychain' },
    moveIn: () => ({ removeLeftSecrets: async () => undefined }),
  } as unknown as Parameters<typeof createConnectionSetup>[0]);
  gate.noteFailure(refusal);
  expect(await setup.test()).toEqual({ ok: true });
  expect(gate.state).toBe('online');
});

describe('going back to the service inside the app', () => {
  function setUp(serviceId: string, releases: readonly object[]) {
    const saved: unknown[] = [];
    const setup = createConnectionSetup({
      engine: {
        ...{ connectionChanged: () => undefined, gate: {}, titleOf: () => 'Pump.rfa' },
        atStake: () => ({ files: [], releases }),
        settingsStore: { saveConnection: (settings: unknown) => saved.push(settings) },
        transfers: { stop: async () => undefined },
      },
      session: {
        ...{ settings: () => ({ kind: 'embedded' }), open: async () => undefined },
        port: { current: () => ({ serviceId }) },
      },
      secrets: { probe: async () => 'usable' },
      waitingFor: () => ({ written: [], exports: [] }),
    } as unknown as Parameters<typeof createConnectionSetup>[0]);
    return { setup, saved };
  }
  const release = { serviceId: 'content.example.com', intent: { operation: 'release' } };

  it('names what waits for the other service, and changes nothing without a yes', async () => {
    const { setup, saved } = setUp('content.example.com', [release]);
    expect(await setup.useEmbedded(false)).toMatchObject({ done: false, atStake: { releaseCount: 1 } });
    expect(saved).toEqual([]);
    expect(await setup.useEmbedded(true)).toMatchObject({ done: true });
    expect(saved).toMatchObject([{ kind: 'embedded', contentAddress: '' }]);
  });

  it('asks nothing where nothing waits for it', async () => {
    const { setup, saved } = setUp('content.example.com', []);
    expect(await setup.useEmbedded(false)).toMatchObject({ done: true });
    expect(saved).toHaveLength(1);
  });
});

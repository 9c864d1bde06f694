import { describe, expect, it } from 'vitest';
import { createConnectionSetup } from '../../../../electron/engine/application/connection-setup.ts';
import type { ErrorRecord } from '../../../../shared/errors/app-error.ts';
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

import { expect, it } from 'vitest';
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
    moveIn: () => ({ startAgain: () => (begun += 1) }),
  } as unknown as Parameters<typeof createConnectionSetup>[0]);
  await setup.start();
  await clock.advance(30_000);
  expect(begun).toBe(0);
  isInUse = false;
  await clock.advance(10_000);
  expect(begun).toBe(1);
});

import { describe, expect, it } from 'vitest';
import { createMoveRuns } from '../../../../electron/engine/application/move-runs.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { createFakeClock, settle } from '../../../fakes/engine/clock.ts';

const hourMs = 3_600_000;

/** A move that was asked to wait for an hour. */
async function beginWaiting() {
  const clock = createFakeClock();
  let tries = 0;
  const work = async (): Promise<void> => {
    tries += 1;
    if (tries === 1) throw new AppError('too-many-requests', { receivedStatus: 429, retryAfterMs: hourMs });
  };
  const runs = createMoveRuns({ clock, random: () => 1 }, work, () => undefined);
  runs.begin();
  await settle();
  return { clock, runs, tries: () => tries };
}

describe('a move that waits for its next try', () => {
  it('goes on when the computer wakes up after that moment', async () => {
    const { clock, runs, tries } = await beginWaiting();
    await clock.sleep(8 * hourMs);
    await clock.advance(0);
    expect([tries(), runs.wait()]).toEqual([2, undefined]);
  });

  it('waits for what is left where it wakes up before', async () => {
    const { clock, tries } = await beginWaiting();
    await clock.sleep(hourMs / 2);
    await clock.advance(hourMs / 2 - 1);
    expect(tries()).toBe(1);
    await clock.advance(1);
    expect(tries()).toBe(2);
  });

  it('tells that moment by the clock as it is now', async () => {
    const { clock, runs } = await beginWaiting();
    clock.set(-24 * hourMs);
    expect((runs.wait()?.nextTryAtMs ?? 0) - clock.now()).toBe(hourMs);
    await runs.stop();
  });

  it('is tried no more once it is stopped, also after a sleep', async () => {
    const { clock, runs, tries } = await beginWaiting();
    await runs.stop();
    await clock.sleep(8 * hourMs);
    await clock.advance(hourMs);
    expect(tries()).toBe(1);
  });
});

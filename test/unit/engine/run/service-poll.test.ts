import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pollIntervalAfter } from '../../../../electron/engine/run/service-poll.ts';
import { createFakeClock } from '../../../fakes/engine/clock.ts';
import { createWorld, recordOf, type World } from '../../../fakes/engine/world.ts';

const minuteMs = 60_000;

describe('the time between two questions', () => {
  it('is the one that was set while lists are short', () => {
    expect(pollIntervalAfter(0, minuteMs)).toBe(minuteMs);
    expect(pollIntervalAfter(1_000, minuteMs)).toBe(minuteMs);
  });

  it('grows with the list, so that no more is listed in an hour', () => {
    expect(pollIntervalAfter(3_000, minuteMs)).toBe(3 * minuteMs);
  });

  it('is at most ten minutes, or what was set when that is more', () => {
    expect(pollIntervalAfter(20_000, minuteMs)).toBe(10 * minuteMs);
    expect(pollIntervalAfter(20_000, 15 * minuteMs)).toBe(15 * minuteMs);
  });
});

describe('a day on which much was sent', () => {
  let world: World;
  beforeEach(async () => {
    world = createWorld({ clock: createFakeClock(Date.UTC(2026, 4, 20, 22)) });
    await world.open();
    for (let file = 0; file < 4_000; file += 1) {
      world.service.versions.publishElsewhere(recordOf(`EC${String(file).padStart(6, '0')}`), 'theirs');
    }
    // They are listed and not fetched.
    await world.engine.saveLibrarySettings('first', world.libraryId(), { direction: 'upOnly' });
    await world.clock.advance(2 * minuteMs);
  });
  afterEach(() => world.close());

  const questions = async (whileTime: () => unknown): Promise<number> => {
    const before = world.service.callsOf('listMetadata');
    await whileTime();
    return world.service.callsOf('listMetadata') - before;
  };

  it('has the service asked less often, and files still called up to date', async () => {
    expect(await questions(() => world.clock.advance(40 * minuteMs))).toBe(10);
    expect(world.engine.runnerOf(world.libraryId()).facts().freshness).toBe('fresh');
  });

  it('delays nobody who wants to know now', async () => {
    expect(
      await questions(async () => {
        world.engine.tryNow();
        await world.clock.advance(1_000);
      }),
    ).toBe(1);
  });

  it('is over with the first short list', async () => {
    await world.clock.advance(2 * 60 * minuteMs);
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs again');
    await world.clock.advance(10 * minuteMs);
    expect(await questions(() => world.clock.advance(40 * minuteMs))).toBe(40);
  });
});

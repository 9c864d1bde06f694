import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pollIntervalAfter } from '../../../../electron/engine/cycle/poll-times.ts';
import { createFakeClock } from '../../../fakes/engine/clock.ts';
import { createWorld, recordOf, revit2025, type World } from '../../../fakes/engine/world.ts';

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

describe('a day on which much was sent, and a service that knows no tags', () => {
  let world: World;
  beforeEach(async () => {
    world = createWorld({ programs: [revit2025], clock: createFakeClock(Date.UTC(2026, 4, 20, 22)) });
    world.service.setKnowsTags(false);
    await world.open();
    for (let file = 0; file < 4_000; file += 1) {
      world.service.versions.publishElsewhere(recordOf(`EC${String(file).padStart(6, '0')}`), 'theirs');
    }
    // They are listed and not fetched.
    await world.engine.saveLibrarySettings(world.libraryId(), { direction: 'upOnly' });
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

describe('a start', () => {
  const hourMs = 60 * minuteMs;
  let world: World;
  let service: World['service'];
  let setBackMs: number;
  beforeEach(async () => {
    const clock = createFakeClock(Date.UTC(2026, 4, 20, 8));
    setBackMs = 0;
    world = createWorld({ programs: [revit2025], clock: { ...clock, now: () => clock.now() - setBackMs } });
    ({ service } = world);
    await world.open();
  });
  afterEach(() => world.close());

  /** Of each list that was asked for in a while, whether it was one of everything. */
  const listsIn = async (whileTime: () => Promise<unknown>): Promise<boolean[]> => {
    const before = service.calls.length;
    await whileTime();
    return service.calls
      .slice(before)
      .filter(({ id }) => id === 'listMetadata')
      .map(({ input }) => !JSON.stringify(input).includes('afterChangeDate'));
  };
  const listsAfterStart = (runForMs = 1_000): Promise<boolean[]> =>
    listsIn(async () => {
      await world.start();
      await world.clock.advance(runForMs);
    });

  it('asks for changes alone while everything was listed within the hour', async () => {
    await world.close();
    await world.clock.advance(20 * minuteMs);
    expect(await listsAfterStart()).toEqual([false]);
    expect(world.engine.runnerOf(world.libraryId()).freshness).toBe('fresh');
  });

  it('does not put off the next list of everything', async () => {
    await world.close();
    await world.clock.advance(50 * minuteMs);
    const lists = await listsAfterStart(12 * minuteMs);
    expect(lists.indexOf(true)).toBe(10);
  });

  it('has everything listed when that is longer ago', async () => {
    await world.close();
    await world.clock.advance(hourMs);
    expect(await listsAfterStart()).toEqual([true]);
  });

  it('has everything listed after one that was cut off', async () => {
    await world.clock.advance(hourMs - minuteMs);
    world.service.fail('listMetadata', 'lostAnswer');
    await world.clock.advance(minuteMs);
    world.crash();
    expect(await listsAfterStart()).toEqual([true]);
  });

  it('has everything listed where the clock was set back since', async () => {
    await world.close();
    setBackMs = hourMs / 2;
    expect(await listsAfterStart()).toEqual([true]);
  });

  it('has everything listed of a service that is connected anew', async () => {
    await world.connect('second');
    await world.clock.advance(minuteMs);
    const lists = await listsIn(async () => {
      await world.connect('first');
      await world.clock.advance(1_000);
    });
    expect(lists).toEqual([true]);
  });
});

describe('what is asked for after a day on which a whole library was sent', () => {
  const dayMs = 24 * 60 * minuteMs;
  let world: World;
  let aheadMs: number;
  beforeEach(async () => {
    const clock = createFakeClock(Date.UTC(2026, 4, 20, 22));
    aheadMs = 0;
    world = createWorld({ programs: [revit2025], clock: { ...clock, now: () => clock.now() + aheadMs } });
    await world.open();
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
    await world.clock.advance(minuteMs);
  });
  afterEach(() => world.close());

  const lastAskedAfter = (): unknown => {
    const list = world.service.calls.filter(({ id }) => id === 'listMetadata').at(-1);
    return (list?.input as { params: { afterChangeDate?: string } }).params.afterChangeDate;
  };

  it('begins with that day on the same day', async () => {
    await world.clock.advance(minuteMs);
    expect(lastAskedAfter()).toBe('2026-05-19');
  });

  it('no longer holds that day once it is over for every place on earth, though nothing changed since', async () => {
    await world.clock.advance(2 * dayMs + 2 * minuteMs);
    expect(lastAskedAfter()).toBe('2026-05-20');
  });

  it('still finds what is changed then', async () => {
    await world.clock.advance(9 * dayMs + 2 * minuteMs);
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs, later');
    await world.clock.advance(2 * minuteMs);
    expect(Object.values(world.states())).toEqual(['draft']);
    expect(world.disk.text(Object.keys(world.states())[0] ?? '')).toBe('theirs, later');
  });

  it('is not led astray by a version that is dated ahead', async () => {
    aheadMs = 1_000 * dayMs;
    world.service.versions.publishElsewhere(recordOf('EC000002'), 'theirs');
    aheadMs = 0;
    await world.clock.advance(3 * minuteMs);
    expect(lastAskedAfter()).toBe('2026-05-19');
  });
});

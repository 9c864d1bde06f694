import { afterEach, describe, expect, it } from 'vitest';
import { createWorld, keyOf, recordOf, type World } from '../../../fakes/engine/world.ts';

const pump = 'EC000001/MC000001/pump.rfa';
const valve = 'EC000002/MC000001/valve.rfa';

let world: World;
afterEach(() => world.close());

interface Story {
  readonly before?: () => Promise<unknown>;
  readonly act: () => unknown;
  /** What was to come of it. */
  readonly end: () => unknown;
  readonly expected: unknown;
}

const stories: Record<string, Story> = {
  'a save is sent': {
    act: () => world.save(pump, 'second'),
    end: () => world.service.versions.history(keyOf('EC000001')),
    expected: ['0.1 bytes', '0.2 second'],
  },
  'a new file is sent': {
    act: () => world.save(valve, 'new'),
    end: () => world.service.versions.history(keyOf('EC000002')),
    expected: ['0.1 new'],
  },
  'a newer version is fetched': {
    act() {
      world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
      world.engine.runnerOf(world.libraryId()).pollSoon();
    },
    end: () => world.disk.text(pump),
    expected: 'theirs',
  },
  'what was saved while nothing ran is sent': {
    async before() {
      await world.close();
      world.hold(pump, 'second');
    },
    act: () => world.start(),
    end: () => world.service.versions.history(keyOf('EC000001')),
    expected: ['0.1 bytes', '0.2 second'],
  },
  'what came to the service while nothing ran is fetched': {
    async before() {
      await world.close();
      world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
    },
    act: () => world.start(),
    end: () => world.disk.text(pump),
    expected: 'theirs',
  },
};

/** Has just the n-th write of the state fail that comes of it. @returns how many there were, and what came of it */
async function failOnce(n: number, { before, act, end }: Story): Promise<{ writes: number; end: unknown }> {
  let [isCounting, writes] = [false, 0];
  world = createWorld({
    onStateChange(moment) {
      if (!isCounting) return;
      if (moment === 'before') world.setStateFull((writes += 1) === n);
      else world.setStateFull(false);
    },
  });
  world.hold(pump, 'bytes');
  await world.open();
  await before?.();
  isCounting = true;
  await act();
  await world.clock.advance(180_000);
  isCounting = false;
  world.setStateFull(false);
  const ended = { writes, end: end() };
  await world.close();
  return ended;
}

describe('whichever write of the state fails for a moment', () => {
  it.each(Object.entries(stories))('%s', async (_, story) => {
    const lost: number[] = [];
    let most = Infinity;
    for (let n = 1; n <= Math.min(most, 20); n += 1) {
      const { writes, end } = await failOnce(n, story);
      most = writes;
      if (JSON.stringify(end) !== JSON.stringify(story.expected)) lost.push(n);
    }
    expect(lost).toEqual([]);
  });
});

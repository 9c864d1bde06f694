import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWorld, keyOf, recordOf, type World } from '../../../fakes/engine/world.ts';

const pump = 'pump.rfa';
const rival = 'EC000001/MC000001/rival.rfa';
const key = keyOf('EC000001');
const other = keyOf('EC000002');

let world: World;
beforeEach(() => {
  world = createWorld();
});
afterEach(() => world.close());

const assign = (etimClassCode: string): Promise<string | undefined> =>
  world.engine.picks.assign(
    world.libraryId(),
    new Map([
      [pump, { etimClassCode, etimClassCodeVersion: '1', etimModelCode: 'MC000001', etimModelCodeVersion: '1' }],
    ]),
  );

/** @returns lets the bytes of what others made come, and waits for what comes of that */
async function whileFetched(): Promise<() => Promise<void>> {
  const { arrived, letGo } = world.service.hold('getFile');
  world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
  world.engine.runnerOf(world.libraryId()).pollSoon();
  await world.clock.advance(1_000);
  await arrived;
  return async () => {
    letGo();
    await world.idle();
    await world.clock.advance(60_000);
    await world.idle();
  };
}

describe('a file of which a newer version is fetched', () => {
  beforeEach(async () => {
    world.hold(pump, 'mine');
    await world.open();
    await assign('EC000001');
    await world.idle();
  });

  it.each([
    ['and is read with it', 10_000],
    ['and is not read since', 0],
  ])('is not replaced when a person gives it another class meanwhile, %s', async (_, laterMs) => {
    const goOn = await whileFetched();
    await assign('EC000002');
    await world.clock.advance(laterMs);
    await goOn();
    expect(world.disk.text(pump)).toBe('mine');
    expect(world.service.versions.history(other)).toEqual(['0.1 mine']);
    expect(world.states()).toMatchObject({ [pump]: 'draft' });
  });

  it('stays given up when a person picks another one for its key meanwhile', async () => {
    const goOn = await whileFetched();
    world.save(rival, 'another');
    await world.clock.advance(10_000);
    await world.engine.picks.pick(world.libraryId(), rival);
    await world.clock.advance(10_000);
    await goOn();
    expect(world.disk.text(pump)).toBe('mine');
    expect(world.states()).toMatchObject({ [pump]: 'unassigned' });
  });
});

describe('a file that is fetched as new', () => {
  it('does not come beside one of its key that was saved meanwhile and is not read yet', async () => {
    await world.open();
    const goOn = await whileFetched();
    world.save(rival, 'mine');
    await world.clock.advance(500);
    await goOn();
    expect(world.states()).toEqual({ [rival]: 'conflict' });
    expect(world.disk.text(rival)).toBe('mine');
    expect(world.service.versions.history(key)).toEqual(['0.1 theirs']);
  });
});

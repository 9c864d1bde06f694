import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { assignClass } from '../../../fakes/engine/assign-class.ts';
import { createWorld, keyOf, type World } from '../../../fakes/engine/world.ts';

const file = 'pump.rfa';
const better = 'better.rfa';
let world: World;
beforeEach(() => {
  world = createWorld();
});
afterEach(() => world.close());

const assign = (path: string, etimClassCode: string) => assignClass(world, path, etimClassCode);

describe('what a person says of a file while it is being written that it was renamed', () => {
  /** @returns lets the move of its link be written */
  async function whileMoved(): Promise<() => Promise<void>> {
    world.hold(file, 'a pump');
    await world.open();
    await assign(file, 'EC000001');
    await world.idle();
    await world.clock.advance(20_000);
    const { promise: isWritten, resolve: letWrite } = Promise.withResolvers<void>();
    let isMoving = false;
    world.beforeTogether = () => {
      isMoving = true;
      return isWritten;
    };
    world.disk.rename(file, better);
    for (const path of [file, better]) world.watcher.hint(path);
    await world.clock.advance(1_000);
    expect(isMoving).toBe(true);
    world.beforeTogether = undefined;
    return async () => {
      letWrite();
      await world.clock.advance(1);
    };
  }

  it('counts', async () => {
    const goOn = await whileMoved();
    await assign(file, 'EC000002');
    await goOn();
    await world.clock.advance(60_000);
    await world.idle();
    expect(world.service.versions.keys()).toContain(keyOf('EC000002'));
  });

  it('counts also where it is written to the links file just then', async () => {
    const goOn = await whileMoved();
    world.disk.on('writeText', /cadlibrary/, async () => {
      await goOn();
    });
    await assign(file, 'EC000002');
    await world.clock.advance(60_000);
    await world.idle();
    expect(world.service.versions.keys()).toContain(keyOf('EC000002'));
  });
});

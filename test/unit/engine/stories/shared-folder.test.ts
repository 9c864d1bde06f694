import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWorld, type World } from '../../../fakes/engine/world.ts';

const pump = 'EC000001/MC000001/pump.rfa';

let world: World;
beforeEach(async () => {
  world = createWorld();
  world.hold(pump, 'bytes of nobody else');
  await world.open();
  await world.days(3);
});
afterEach(() => world.close());

const look = async (): Promise<void> => {
  world.watcher.hint('');
  await world.clock.advance(120_000);
  await world.idle();
};

describe('a file that another computer of a shared folder is about to replace', () => {
  /** The other computer keeps the file under a second name, and then puts another one in its place. */
  async function otherKeeps(): Promise<string> {
    const stamp = new Date(world.clock.now()).toISOString().replace(/[:.]/g, '-');
    const keptAt = `.cadlibrary/backup/${stamp}/${pump}`;
    await world.disk.port.library().keepCopy(pump, keptAt);
    return keptAt;
  }

  it('is kept, whenever the copies are looked through here', async () => {
    await world.close();
    const keptAt = await otherKeeps();
    await world.start();
    await look();
    expect(world.disk.text(keptAt)).toBe('bytes of nobody else');
  });

  it('has no second name for long where that computer went down just then', async () => {
    await world.close();
    const keptAt = await otherKeeps();
    await world.start();
    await look();
    await world.days(3);
    expect([world.disk.text(keptAt), world.disk.text(pump)]).toEqual([undefined, 'bytes of nobody else']);
  });
});

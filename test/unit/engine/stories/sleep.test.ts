import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWorld, keyOf, recordOf, revit2025, type World } from '../../../fakes/engine/world.ts';

const pump = 'EC000001/MC000001/pump.rfa';
const hourMs = 3_600_000;
const newestThere = (): string | undefined => world.service.versions.history(keyOf('EC000001')).at(-1);

let world: World;
beforeEach(async () => {
  world = createWorld({ programs: [revit2025] });
  world.hold(pump, 'mine');
  await world.open();
});
afterEach(() => world.close());

describe('a computer that slept', () => {
  it('fetches soon what others made meanwhile, though its timers know of no sleep', async () => {
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
    await world.clock.sleep(8 * hourMs);
    await world.clock.until(() => world.disk.text(pump) === 'theirs', 'it is fetched', 5_000);
  });

  it('finds soon what changed in the folder while nobody watched', async () => {
    world.disk.write(pump, 'edited');
    await world.clock.sleep(8 * hourMs);
    await world.clock.until(() => newestThere() === '0.2 edited', 'it is sent', 10_000);
  });

  it('asks a service soon that was away before, and not in a burst while it still is', async () => {
    world.service.setAway(true);
    world.save(pump, 'edited');
    await world.clock.advance(2 * hourMs);
    await world.clock.sleep(8 * hourMs);
    const before = world.service.calls.length;
    await world.clock.advance(10_000);
    const asked = world.service.calls.length - before;
    expect(asked).toBeGreaterThan(0);
    expect(asked).toBeLessThan(12);
    world.service.setAway(false);
    await world.idle(15_000);
    expect(newestThere()).toBe('0.2 edited');
  });

  it('still waits as long as a service asked before', async () => {
    world.service.fail('any', { retryAfterMs: 12 * hourMs });
    world.engine.tryNow();
    await world.clock.until(() => world.engine.gate.state === 'limited', 'it is limited');
    const before = world.service.calls.length;
    await world.clock.sleep(8 * hourMs);
    await world.clock.advance(hourMs);
    expect([world.engine.gate.state, world.service.calls.length - before]).toEqual(['limited', 0]);
  });

  it('sends at once what it slept through, and blames nobody for it', async () => {
    const held = world.service.hold('storeFile');
    world.service.fail('storeFile', 'sleep');
    world.save(pump, 'edited');
    await world.clock.until(() => world.engine.transfers.running() > 0, 'it is on its way');
    await held.arrived;
    await world.clock.sleep(8 * hourMs);
    held.letGo();
    await world.clock.until(() => newestThere() === '0.2 edited', 'it is sent', 1_000);
    expect([world.engine.gate.state, world.engine.queue.counts().needsAttention]).toEqual(['online', 0]);
  });

  it('gets through a day of sleeping and waking with everything once, in order', async () => {
    for (let nap = 1; nap <= 24; nap += 1) {
      world.save(pump, `save ${nap}`);
      await world.clock.advance((nap * 977) % 4_000);
      await world.clock.sleep(hourMs);
      await world.clock.advance(20_000);
    }
    await world.idle();
    const sent = world.service.versions
      .history(keyOf('EC000001'))
      .map((version) => version.split(' ').slice(1).join(' '));
    expect(sent).toEqual(['mine', ...Array.from({ length: 24 }, (_, nap) => `save ${nap + 1}`)]);
  });
});

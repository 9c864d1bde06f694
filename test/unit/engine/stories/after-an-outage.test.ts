import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWorld, keyOf, recordOf, type World } from '../../../fakes/engine/world.ts';

const pathOf = (code: string): string => `${code}/MC000001/pump.rfa`;
const mine = 'EC000001';
const others = Array.from({ length: 40 }, (_, index) => `EC0001${String(index).padStart(2, '0')}`);

let world: World;
beforeEach(async () => {
  world = createWorld();
  world.hold(pathOf(mine), 'first');
  await world.open();
});
afterEach(() => world.close());

/** An outage of a few minutes, in which the person saves and the others do too. */
async function outage(): Promise<void> {
  world.service.setAway(true);
  await world.clock.advance(400_000);
}
const newest = (): string | undefined => world.service.versions.history(keyOf(mine)).at(-1);

describe('what was saved during an outage', () => {
  it.each([3, 13, 23, 33, 43, 53])(
    'goes within seconds after the service answers again, %d s later',
    async (afterS) => {
      await outage();
      world.save(pathOf(mine), 'second');
      await world.clock.advance(200_000 + afterS * 1_000);
      world.service.setAway(false);
      await world.clock.advance(11_000);
      expect(newest()).toBe('0.2 second');
    },
  );

  it('goes within seconds also when it was saved just before the end', async () => {
    await outage();
    world.service.setAway(false);
    world.save(pathOf(mine), 'second');
    await world.clock.advance(13_000);
    expect(newest()).toBe('0.2 second');
  });

  it('goes before what others sent, and before files that nobody has edited', async () => {
    world.engine.saveSettings({ parallelTransfers: 1 });
    for (const code of others) world.service.versions.publishElsewhere(recordOf(code), 'theirs');
    world.service.setAway(true);
    for (const code of others.slice(0, 10)) world.save(pathOf(`EC0002${code.slice(-2)}`), 'new here');
    await world.clock.advance(400_000);
    world.save(pathOf(mine), 'second');
    await world.clock.advance(60_000);
    const before = world.service.calls.length;
    world.service.setAway(false);
    await world.idle();
    const moved = world.service.calls.slice(before).filter(({ id }) => id === 'storeMetadata' || id === 'getFile');
    expect(moved).toHaveLength(1 + 10 + others.length);
    expect(moved[0]).toMatchObject({ id: 'storeMetadata', input: { body: [{ etim: { classCode: mine } }] } });
    expect(moved.slice(1, 11).map(({ id }) => id)).not.toContain('getFile');
  });

  it('goes at once too where its first try broke off in the middle', async () => {
    world.service.fail('storeFile', 'internalError', 6);
    world.save(pathOf(mine), 'second');
    await world.clock.until(() => world.service.callsOf('storeFile') === 7, 'it was tried', 600_000);
    await outage();
    world.service.setAway(false);
    await world.clock.advance(61_000);
    expect(newest()).toBe('0.2 second');
  });
});

describe('an outage', () => {
  it('costs no more requests than before where nobody waits', async () => {
    await outage();
    const before = world.service.calls.length;
    await world.clock.advance(600_000);
    expect(world.service.calls.length - before).toBeLessThanOrEqual(11);
  });

  it('that the service asks for is obeyed, whoever waits', async () => {
    world.save(pathOf(mine), 'second');
    world.service.fail('any', { retryAfterMs: 300_000 });
    await world.clock.advance(10_000);
    const before = world.service.calls.length;
    await world.clock.advance(280_000);
    expect(world.service.calls.length).toBe(before);
  });

  it('that the service says is over at once costs a probe now and then all the same', async () => {
    world.service.fail('any', { retryAfterMs: 0 }, 1_000);
    world.save(pathOf(mine), 'second');
    const before = world.service.calls.length;
    await world.clock.advance(60_000);
    expect(world.service.calls.length - before).toBeLessThan(60);
  });
});

describe('what people look up meanwhile', () => {
  it('tells at once that the service is gone, before the next look of what syncs', async () => {
    world.service.setAway(true);
    world.engine.reached(false);
    await world.clock.until(() => world.engine.gate.state === 'serviceDown', 'it is known', 1_000);
  });

  it('has what waits sent at once when it finds the service there again', async () => {
    await outage();
    world.save(pathOf(mine), 'second');
    await world.clock.advance(60_000);
    world.service.setAway(false);
    world.engine.reached(true);
    await world.clock.until(() => newest() === '0.2 second', 'it is sent', 500);
  });

  it('asks nothing more where it says what is known', async () => {
    const before = world.service.calls.length;
    world.engine.reached(true);
    await world.clock.advance(1_000);
    world.service.setAway(true);
    world.engine.reached(false);
    await world.clock.until(() => world.engine.gate.state === 'serviceDown', 'it is known', 1_000);
    const asked = world.service.calls.length - before;
    world.engine.reached(false);
    await world.clock.advance(500);
    expect([asked, world.service.calls.length - before - asked]).toEqual([1, 0]);
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { judgeReadiness } from '../../../../electron/engine/observe/readiness.ts';
import { createWorld, keyOf, type World } from '../../../fakes/engine/world.ts';

const pump = 'EC000001/MC000001/pump.rfa';
const key = keyOf('EC000001');

let world: World;
beforeEach(async () => {
  world = createWorld();
  await world.open();
});
afterEach(() => world.close());

const readings = (path = pump): number =>
  world.disk.operations.filter((done) => done.operation === 'hash' && done.path === path).length;

describe('a file is read', () => {
  it('when it has stood still for the quiet time, and once for a burst of saves', async () => {
    for (let save = 0; save < 5; save += 1) {
      world.save(pump, `save ${save}`);
      await world.clock.advance(1_500);
    }
    expect(readings()).toBe(0);
    await world.idle();
    expect(readings()).toBe(1);
  });

  it('not while it grows, however long that takes', async () => {
    for (let part = 1; part <= 60; part += 1) {
      world.disk.write(pump, 'x'.repeat(part));
      if (part === 1) world.watcher.hint(pump);
      await world.clock.advance(1_000);
    }
    expect(readings()).toBe(0);
    await world.idle();
    expect(world.service.versions.history(key)).toEqual([`0.1 ${'x'.repeat(60)}`]);
  });

  it('at once when its date is long past', async () => {
    world.hold(pump, 'old');
    world.watcher.hint(pump);
    await world.clock.advance(20);
    expect(readings()).toBe(1);
  });

  it.each(['network', 'unknown'] as const)(
    'when it was seen to stand still on a drive that is %s, whose clock may be behind: no part of a save is sent',
    async (kind) => {
      await world.close();
      world.disk.setDriveKind(kind);
      await world.start();
      const pieces = ['piece 1', 'piece 1, piece 2', 'piece 1, piece 2, piece 3'];
      for (const text of pieces) {
        world.disk.write(pump, text, world.clock.now() - 90_000);
        world.watcher.hint(pump);
        await world.clock.advance(1_500);
      }
      await world.clock.advance(60_000);
      expect(world.service.versions.history(key)).toEqual(['0.1 piece 1, piece 2, piece 3']);
    },
  );

  it('not while a lock file says that its program has it open, and it says so', async () => {
    const drawing = 'EC000001/MC000001/plan.dwg';
    world.disk.write('EC000001/MC000001/plan.dwl', 'lock');
    world.save(drawing, 'bytes');
    await world.clock.advance(60_000);
    expect(readings(drawing)).toBe(0);
    expect(world.states()).toEqual({ [drawing]: 'openElsewhere' });
    world.disk.delete('EC000001/MC000001/plan.dwl');
    await world.clock.advance(10_000);
    expect(readings(drawing)).toBe(1);
  });

  it.each([
    ['its format says that it is not whole', 'unfinished'],
    ['it holds only zeros', '\0'.repeat(300)],
  ])('not while %s, but some time it is taken as it is', async (_why, text) => {
    world.save(pump, text);
    await world.clock.advance(200_000);
    expect(readings()).toBe(0);
    await world.clock.advance(200_000);
    expect(world.service.versions.history(key)).toEqual([`0.1 ${text}`]);
  });

  it('again after its date alone changed, and zeros that the service has stay in step', async () => {
    const zeros = '\0'.repeat(300);
    world.hold(pump, zeros);
    await world.clock.advance(400_000);
    world.save(pump, zeros);
    await world.clock.advance(400_000);
    expect(world.states()).toEqual({ [pump]: 'draft' });
    expect(world.service.versions.history(key)).toEqual([`0.1 ${zeros}`]);
  });

  it('never when it is empty: that is shown to a person', async () => {
    world.save(pump, '');
    await world.idle();
    expect(world.states()).toEqual({ [pump]: 'needsYou' });
    expect(world.service.versions.keys()).toEqual([]);
    world.save(pump, 'bytes');
    await world.idle();
    expect(world.states()).toEqual({ [pump]: 'draft' });
  });

  it('later when it cannot be read now', async () => {
    world.disk.fail('hash', pump, 'file-in-use', 3);
    world.save(pump, 'bytes');
    await world.clock.advance(60_000);
    expect(world.service.versions.history(key)).toEqual(['0.1 bytes']);
  });

  it('again when it changes while it is read', async () => {
    world.disk.after('hash', pump, () => world.disk.write(pump, 'the second state'));
    world.save(pump, 'first');
    await world.idle();
    expect(world.service.versions.history(key)).toEqual(['0.1 the second state']);
  });
});

describe('a file that is looked at before its time', () => {
  it('waits for what is left of the quiet time', async () => {
    world.disk.write(pump, 'bytes');
    const { clock } = world;
    const disk = world.disk.port.library();
    const sinceMs = clock.steadyMs();
    const stat = await disk.stat(pump);
    await clock.advance(500);
    const looks = { disk, clock, isDatedHere: true } as unknown as Parameters<typeof judgeReadiness>[0];
    const { sizeBytes = 0, modifiedMs = 0 } = stat ?? {};
    expect(await judgeReadiness(looks, pump, { sizeBytes, modifiedMs, sinceMs }, 2_000)).toMatchObject({
      kind: 'wait',
      reason: 'moving',
      againInMs: 1_500,
    });
  });
});

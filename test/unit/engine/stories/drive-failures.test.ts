import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toDiskError } from '../../../../electron/platform/disk-error.ts';
import { createWorld, keyOf, recordOf, type World } from '../../../fakes/engine/world.ts';

const pump = 'EC000001/MC000001/pump.rfa';
const hourMs = 3_600_000;

let world: World;
beforeEach(() => void (world = createWorld()));
afterEach(() => world.close());

/** As the real disk tells what Windows says of a share that is away: libuv has no code for it. */
const failing = (access: 'read' | 'write') => async (): Promise<never> => {
  throw toDiskError(Object.assign(new Error('UNKNOWN: unknown error'), { code: 'UNKNOWN' }), access);
};

const poll = (): void => world.engine.runnerOf(world.libraryId()).pollSoon();

describe('a drive, or the network to it, that fails for a moment', () => {
  it('while a file is sent, only delays that', async () => {
    world.hold(pump, 'bytes');
    world.disk.on('read', pump, failing('read'));
    await world.open();
    await world.idle(hourMs);
    expect(world.queued()).toEqual([]);
    expect(world.service.versions.history(keyOf('EC000001'))).toEqual(['0.1 bytes']);
    expect(world.states()).toEqual({ [pump]: 'draft' });
  });

  it('while a file comes, only delays that', async () => {
    await world.open();
    world.disk.on('putWhole', /\.rfa$/, failing('write'));
    world.disk.on('receive', /./, failing('write'));
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
    poll();
    await world.idle(hourMs);
    expect(world.queued()).toEqual([]);
    expect(Object.values(world.states())).toEqual(['draft']);
  });
});

it('a drive that fails for hours does not keep the app busy, and what should come is said to be tried again', async () => {
  await world.open();
  world.disk.on('receive', /./, failing('write'), Infinity);
  world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
  poll();
  await world.clock.advance(hourMs);
  const before = world.disk.operations.filter(({ operation }) => operation === 'receive').length;
  await world.clock.advance(3 * hourMs);
  const tries = world.disk.operations.filter(({ operation }) => operation === 'receive').length - before;
  expect(tries).toBeGreaterThan(10);
  expect(tries).toBeLessThan(150);
  expect(world.queued()).toMatchObject([{ state: 'retrying', error: { code: 'drive-failed' } }]);
});

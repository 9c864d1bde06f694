import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFakeDisk, type FakeDisk } from '../../../fakes/engine/disk.ts';
import { createWorld, keyOf, recordOf, type World } from '../../../fakes/engine/world.ts';

const pump = 'EC000001/MC000001/pump.rfa';
const marker = '.cadlibrary/library.json';

let world: World;
let other: FakeDisk;
beforeEach(async () => {
  world = createWorld();
  world.hold(pump, 'bytes');
  await world.open();
  other = createFakeDisk(world.clock);
  other.write(pump, 'of somebody else');
  other.write(marker, '{"libraryId":"of somebody else"}\n');
});
afterEach(() => world.close());

const runner = () => world.engine.runnerOf(world.libraryId());
const history = (): string[] => world.service.versions.history(keyOf('EC000001'));
const texts = (): (string | undefined)[] => [...other.paths(), ...other.ownPaths()].map((path) => other.text(path));
const proofsIn = (disk: FakeDisk): number =>
  disk.operations.filter(({ operation, path }) => operation === 'readText' && path === marker).length;

describe('another folder that comes to lie where the library was', () => {
  it('has none of its files read or sent when the watcher hints at one', async () => {
    world.mountInstead(other);
    world.watcher.hint(pump);
    await world.clock.advance(60_000);
    expect(runner().problem).toMatchObject({ code: 'library-unproven' });
    world.mountInstead(undefined);
    await world.clock.advance(60_000);
    await world.idle();
    expect(history()).toEqual(['0.1 bytes']);
    expect(world.states()).toEqual({ [pump]: 'draft' });
  });

  it('sends nothing of what was read there, when it lay there only while a file was read', async () => {
    // Of the same length and date, so that only what is in it tells it from the library's own.
    world.save(pump, 'mine 2');
    other.write(pump, 'theirs', (await world.disk.port.library().stat(pump))?.modifiedMs);
    const hashed = new Promise<void>((resolve) => {
      world.disk.on('inspect', pump, () => {
        world.mountInstead(other);
        resolve();
      });
    });
    await world.clock.advance(2_500);
    await hashed;
    await world.clock.advance(1_000);
    expect(other.operations.map(({ operation }) => operation)).toContain('hash');
    expect(runner().problem).toMatchObject({ code: 'library-unproven' });
    world.mountInstead(undefined);
    await world.clock.advance(60_000);
    await world.idle();
    expect(history()).toEqual(['0.1 bytes', '0.2 mine 2']);
  });

  it('gets nothing of a download that was asked for before', async () => {
    const before = texts();
    world.service.versions.publishElsewhere(recordOf('EC000002'), 'theirs');
    const answer = world.service.hold('getFile');
    runner().pollSoon();
    await world.clock.advance(1_000);
    await answer.arrived;
    world.mountInstead(other);
    answer.letGo();
    await world.clock.advance(5_000);
    expect(texts()).toEqual(before);
    world.mountInstead(undefined);
    await world.clock.advance(60_000);
    await world.idle();
    expect(Object.values(world.states())).toEqual(['draft', 'draft']);
  });
});

it('the proof that a folder is the library is asked for once by all that are sent together', async () => {
  const before = proofsIn(world.disk);
  for (let number = 100; number < 400; number += 1) world.save(`EC000${number}/MC000001/part.rfa`, `part ${number}`);
  await world.idle();
  expect(world.service.versions.keys()).toHaveLength(301);
  expect(proofsIn(world.disk) - before).toBeLessThan(10);
});

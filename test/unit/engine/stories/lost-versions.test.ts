import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWorld, keyOf, recordOf, revit2025, type World } from '../../../fakes/engine/world.ts';

const pump = 'EC000001/MC000001/pump.rfa';
const key = keyOf('EC000001');
const hourMs = 3_600_000;

let world: World;
let loseEverything: () => void;
beforeEach(() => {
  world = createWorld({ programs: [revit2025] });
  loseEverything = world.service.versions.takeBackup();
});
afterEach(() => world.close());

const copies = async () => (await world.engine.earlierCopies.list(undefined, { offset: 0, limit: 100 })).rows;
const kept = (): (string | undefined)[] =>
  world.disk
    .ownPaths()
    .filter((path) => path.startsWith('.cadlibrary/backup/'))
    .map((path) => world.disk.text(path));
const publishElsewhere = (text: string): unknown => world.service.versions.publishElsewhere(recordOf('EC000001'), text);
const history = (): string[] => world.service.versions.history(key);
const fetchCopy = async (minor: number): Promise<string | undefined> =>
  world.disk.text(
    await world.engine.earlierVersions.fetchCopy(world.libraryId(), pump, world.versionAt(pump, { major: 0, minor })),
  );

/** `mine` was 0.1 on the service and replaced by 0.2. */
async function replace(): Promise<void> {
  world.hold(pump, 'mine');
  await world.open();
  publishElsewhere('theirs');
  world.engine.runnerOf(world.libraryId()).pollSoon();
  await world.idle();
  expect(kept()).toEqual(['mine']);
  expect(await copies()).toMatchObject([{ version: '0.1', isOnService: true }]);
}

/** What is so once it is no longer as it was, by the day. */
async function afterDays<T>(look: () => T | Promise<T>, before: T): Promise<T> {
  for (let left = 40; left > 0 && (await look()) === before; left -= 1) await world.days(1);
  return look();
}

/** The service has nothing any more of what it had, and gets what is in the library. */
async function loseAndSendAgain(): Promise<void> {
  loseEverything();
  await world.clock.advance(7 * hourMs);
  await world.idle();
  expect(history()).toEqual(['0.1 theirs']);
}

describe('a copy whose version the service has lost', () => {
  it('is told as the only one, and stays', async () => {
    await replace();
    await loseAndSendAgain();
    expect(await copies()).toMatchObject([{ version: undefined, isOnService: false, clearedAtMs: undefined }]);
    await world.days(40);
    expect(kept()).toEqual(['mine']);
  });

  it('stays also where nobody noticed that, because the service went on with others under the same numbers', async () => {
    await replace();
    loseEverything();
    for (const text of ['another', 'and another', 'and yet another']) publishElsewhere(text);
    world.engine.runnerOf(world.libraryId()).pollSoon();
    await world.idle();
    expect(world.disk.text(pump)).toBe('and yet another');
    await world.days(40);
    expect(kept()).toEqual(expect.arrayContaining(['mine', 'theirs']));
    const told = (await copies()).map(({ version, isOnService }) => ({ version, isOnService }));
    expect(told).toEqual([
      { version: undefined, isOnService: false },
      { version: undefined, isOnService: false },
    ]);
  });

  it('stays when the newest version alone is lost, and one that the service still has goes in its time', async () => {
    await replace();
    const bringBack = world.service.versions.takeBackup();
    publishElsewhere('lost');
    world.engine.runnerOf(world.libraryId()).pollSoon();
    await world.idle();
    await world.engine.earlierVersions.restoreVersion(
      world.libraryId(),
      pump,
      world.versionAt(pump, { major: 0, minor: 2 }),
    );
    await world.idle();
    expect(kept().toSorted()).toEqual(['lost', 'mine', 'theirs']);
    bringBack();
    await world.clock.advance(7 * hourMs);
    await world.days(40);
    expect(kept()).toEqual(['lost']);
  });
});

describe('an old copy', () => {
  it('stays until the service can be asked for its version', async () => {
    await replace();
    world.service.fail('listVersions', 'unavailable', 1_000);
    await world.days(40);
    expect(kept()).toEqual(['mine']);
    world.service.mend();
    await world.days(2);
    expect(kept()).toEqual([]);
  });

  it('stays where the service refuses to tell its versions, and keeps no other one from going', async () => {
    world.hold('EC000002/MC000001/valve.rfa', 'valve');
    await replace();
    world.service.versions.publishElsewhere(recordOf('EC000002'), 'their valve');
    world.engine.runnerOf(world.libraryId()).pollSoon();
    await world.idle();
    expect(kept().toSorted()).toEqual(['mine', 'valve']);
    world.service.fail('listVersions', 'rightMissing', 1);
    expect(await afterDays(() => kept().length, 2)).toBe(1);
    expect(await afterDays(() => kept().length, 1)).toBe(0);
  });

  it('goes by its number, date and size where the service tells no hashes', async () => {
    world.service.versions.tellNoHashes();
    await replace();
    await world.days(40);
    expect(kept()).toEqual([]);
  });

  it('stays where that service has other bytes of this size under its number, which nobody saw come', async () => {
    world.service.versions.tellNoHashes();
    world.hold(pump, 'base');
    await world.open();
    await world.clock.advance(hourMs);
    const bringBack = world.service.versions.takeBackup();
    world.save(pump, 'mine');
    await world.idle();
    await world.clock.advance(hourMs);
    world.service.setAway(true);
    bringBack();
    await world.clock.advance(hourMs);
    for (const text of ['also', 'more']) publishElsewhere(text);
    world.service.setAway(false);
    await world.clock.advance(hourMs);
    expect(history()).toEqual(['0.1 base', '0.2 also', '0.3 more']);
    expect(kept()).toEqual(['mine']);
    await world.days(40);
    expect(kept()).toEqual(['mine']);
    expect(await copies()).toMatchObject([{ version: undefined, isOnService: false }]);
  });
});

describe('after going over to another service', () => {
  it('a copy is the only one as long as that does not have its bytes', async () => {
    await replace();
    await world.connect('second');
    await world.idle();
    expect(await copies()).toMatchObject([{ version: undefined, isOnService: false, clearedAtMs: undefined }]);
    await world.days(40);
    expect(kept()).toEqual(['mine']);
  });

  it('a copy gets the version that it is there, and goes in its time', async () => {
    await replace();
    await world.connect('second');
    publishElsewhere('mine');
    publishElsewhere('and what followed');
    await world.clock.advance(60_000);
    const told = async () => {
      const copy = (await copies()).find(({ sizeBytes }) => sizeBytes === 'mine'.length);
      return copy && `${copy.isOnService ? 'on the service' : 'only here'} as ${copy.version}`;
    };
    expect(await told()).toBe('only here as undefined');
    expect(await afterDays(told, 'only here as undefined')).toBe('on the service as 0.1');
    expect(await afterDays(told, 'on the service as 0.1')).toBeUndefined();
  });

  it('opens the version that this one has, and not what had the same number on the other one', async () => {
    await replace();
    await world.connect('second');
    publishElsewhere('of the second');
    await world.idle();
    expect(await fetchCopy(1)).toBe('of the second');
  });
});

describe('a version that is opened', () => {
  it('has the bytes that the service has under this number now', async () => {
    await replace();
    await loseAndSendAgain();
    expect(await fetchCopy(1)).toBe('theirs');
  });

  it('has them also where nobody noticed that they are others', async () => {
    await replace();
    loseEverything();
    for (const text of ['another', 'and another', 'and yet another']) publishElsewhere(text);
    expect(await fetchCopy(1)).toBe('another');
  });

  it('is what it was when the service was last heard, while that is away', async () => {
    await replace();
    world.service.setAway(true);
    expect(await fetchCopy(1)).toBe('mine');
  });
});

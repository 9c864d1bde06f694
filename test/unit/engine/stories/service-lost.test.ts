import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWorld, keyOf, recordOf, revit2025, type World } from '../../../fakes/engine/world.ts';

const pump = 'EC000001/MC000001/pump.rfa';
const valve = 'EC000002/MC000001/valve.rfa';

const tank = 'EC000003/MC000001/tank.rfa';

let world: World;
let loseEverything: () => void;
beforeEach(async () => {
  world = createWorld({ programs: [revit2025] });
  loseEverything = world.service.versions.takeBackup();
  world.hold(pump, 'pump');
  world.hold(valve, 'valve');
  await world.open();
});
afterEach(() => world.close());

const histories = (): string[][] =>
  [keyOf('EC000001'), keyOf('EC000002')].map((key) => world.service.versions.history(key));

const listings = (): number => world.service.calls.filter(({ id }) => id === 'listMetadata').length;

async function confirmedAtMs(path: string): Promise<number | undefined> {
  const { files } = await world.engine.statusReader.explain([`/library/${path}`]);
  const reason = files[0]?.explanation.reason;
  return reason && 'confirmedAtMs' in reason ? reason.confirmedAtMs : undefined;
}

describe('a service that lost everything', () => {
  it('gets everything again as soon as an answer about one file shows it', async () => {
    loseEverything();
    world.save(pump, 'pump, edited');
    await world.clock.advance(30_000);
    expect(histories()).toEqual([['0.1 pump, edited'], ['0.1 valve']]);
  });

  it('gets everything again with the next question, where its tag tells that something changed which it does not list', async () => {
    await world.clock.advance(185_000);
    loseEverything();
    await world.clock.advance(65_000);
    expect(histories()).toEqual([['0.1 pump'], ['0.1 valve']]);
    const before = listings();
    await world.clock.advance(600_000);
    expect(listings() - before).toBeLessThanOrEqual(11);
  });

  it('is noticed by a version that can no longer be fetched', async () => {
    world.disk.delete(valve);
    world.watcher.hint(valve);
    await world.clock.advance(60_000);
    loseEverything();
    expect(histories()).toEqual([[], []]);
    world.engine.answerRemovals(world.libraryId(), [keyOf('EC000002')], 'restore');
    await world.clock.advance(30_000);
    expect(histories()[0]).toEqual(['0.1 pump']);
  });

  it('is asked for everything once for that, and not again and again', async () => {
    loseEverything();
    world.save(pump, 'pump, edited');
    await world.clock.advance(30_000);
    const before = listings();
    await world.clock.advance(600_000);
    expect(listings() - before).toBeLessThanOrEqual(11);
  });
});

describe('a service that was brought back to where it was before the last version was made', () => {
  /** What it then says is word for word what it said before: the list that was taken over. */
  const madeAndLost = async (make: () => unknown): Promise<void> => {
    await world.clock.advance(200_000);
    const bringBack = world.service.versions.takeBackup();
    make();
    await world.clock.advance(10_000);
    bringBack();
  };
  const edit = (): unknown => world.save(pump, 'pump, edited');
  const publish = (): unknown => world.publish([keyOf('EC000001')], 'for the fair');

  it('gets what was sent again by the next poll', async () => {
    await madeAndLost(edit);
    await world.clock.advance(61_000);
    await world.idle();
    expect(histories()[0]).toEqual(['0.1 pump', '0.2 pump, edited']);
  });

  it('has a release no more that it lost, and that is said', async () => {
    await madeAndLost(publish);
    expect(world.states()[pump]).toBe('upToDate');
    await world.clock.advance(61_000);
    await world.idle();
    expect(histories()[0]).toEqual(['0.1 pump']);
    expect(world.states()[pump]).toBe('releaseLost');
  });

  it.each([
    ['sent', edit, ['0.1 pump', '0.2 pump, edited'], 'draft'],
    ['released', publish, ['0.1 pump'], 'releaseLost'],
  ] as const)('and has what was %s no more at the next of the runs that list everything', async (...made) => {
    const [, make, left, state] = made;
    await world.close();
    world = createWorld({ programs: [revit2025], listsEverything: true });
    world.hold(pump, 'pump');
    await world.open();
    const run = async (act = (): unknown => undefined): Promise<void> => {
      await world.close();
      await world.clock.advance(60_000);
      await world.start();
      act();
      await world.clock.advance(5_000);
      await world.idle();
    };
    await run();
    const bringBack = world.service.versions.takeBackup();
    await run(make);
    expect(world.service.versions.history(keyOf('EC000001'))).toHaveLength(2);
    bringBack();
    await run();
    expect(world.service.versions.history(keyOf('EC000001'))).toEqual(left);
    expect(world.states()[pump]).toBe(state);
  });
});

describe('that the service has a file', () => {
  it('is not confirmed by a list of changes in which it is not', async () => {
    const before = await confirmedAtMs(pump);
    await world.clock.advance(20 * 60_000);
    expect(await confirmedAtMs(pump)).toBe(before);
  });

  it('is confirmed by a list of everything', async () => {
    const before = (await confirmedAtMs(pump)) ?? 0;
    await world.clock.advance(2 * 3_600_000);
    expect(await confirmedAtMs(pump)).toBeGreaterThan(before + 1_800_000);
  });

  it('is confirmed by a release', async () => {
    await world.clock.advance(20 * 60_000);
    world.publish([keyOf('EC000001')], 'for the fair');
    await world.clock.advance(5_000);
    expect(world.states()[pump]).toBe('upToDate');
    expect(await confirmedAtMs(pump)).toBeGreaterThan(world.clock.now() - 10_000);
  });

  it('is said to be confirmed at no time to come, where the clock was ahead then', async () => {
    const yearMs = 365 * 86_400_000;
    world.clock.set(yearMs);
    world.save(pump, 'pump, edited');
    await world.clock.advance(61_000);
    world.clock.set(-yearMs);
    await world.clock.advance(2 * 3_600_000);
    const saidMs = (await confirmedAtMs(pump)) ?? 0;
    expect(saidMs).toBeGreaterThan(world.clock.now() - 2 * 3_600_000);
    expect(saidMs).toBeLessThanOrEqual(world.clock.now());
  });

  it.each(['takeTheirs', 'keepBoth'] as const)(
    'is not confirmed by a person who says %s while it is away',
    async (choice) => {
      world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
      world.save(pump, 'mine');
      await world.clock.advance(5_000);
      await world.idle();
      expect(world.states()[pump]).toBe('conflict');
      const heardMs = world.clock.now();
      world.service.setAway(true);
      await world.clock.advance(600_000);
      await world.engine.resolveConflict(world.libraryId(), keyOf('EC000001'), choice);
      await world.clock.advance(5_000);
      expect(world.disk.text(pump)).toBe('theirs');
      expect(await confirmedAtMs(pump)).toBeLessThanOrEqual(heardMs);
    },
  );
});

describe('a library that sends only what is published, or nothing,', () => {
  it.each([{ upload: 'onPublish' }, { direction: 'downOnly' }] as const)(
    'says of what the service lost that it is not there any more, not that it changed here: %o',
    async (settings) => {
      await world.engine.saveLibrarySettings(world.libraryId(), settings);
      await world.idle();
      loseEverything();
      await world.clock.advance(4_000_000);
      const { files } = await world.engine.statusReader.explain([`/library/${pump}`]);
      expect(files[0]).toMatchObject({
        state: 'notSent',
        explanation: { reason: { code: 'heldBack', would: 'upload', version: '0.1' } },
      });
      world.save(pump, 'pump, edited');
      await world.clock.advance(60_000);
      const [edited] = (await world.engine.statusReader.explain([`/library/${pump}`])).files;
      expect(edited?.explanation.reason).toMatchObject({ code: 'heldBack', version: undefined });
    },
  );
});

describe('a list that is not found', () => {
  const lists = ['listMetadata', 'findCurrentMetadata'] as const;
  const notFound = (...operations: readonly ((typeof lists)[number] | 'listVersions')[]): void => {
    for (const operation of operations) world.service.fail(operation, 'notFound', 1_000);
  };
  const listEverything = (): Promise<void> => world.clock.advance(2 * 3_600_000);

  it.each([
    ['the versions of a file are not found either', [...lists, 'listVersions'] as const],
    ['a file still has versions', lists],
  ])('is no loss where %s: nothing is sent, and the service counts as away', async (_, operations) => {
    world.service.versions.ignoreBases();
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
    notFound(...operations);
    await listEverything();
    expect(histories()).toEqual([['0.1 pump', '0.2 theirs'], ['0.1 valve']]);
    expect(world.engine.gate.state).toBe('serviceDown');
    world.service.mend();
    await world.clock.advance(600_000);
    expect(world.disk.text(pump)).toBe('theirs');
  });

  it('lets no upload follow on what is not known', async () => {
    world.service.versions.ignoreBases();
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
    notFound(...lists);
    world.save(pump, 'mine');
    await world.clock.advance(50_000);
    expect(histories()[0]).toEqual(['0.1 pump', '0.2 theirs']);
    world.service.mend();
    await world.clock.advance(600_000);
    expect(world.states()[pump]).toBe('conflict');
  });

  it('is a loss where the service has no version of a file either', async () => {
    loseEverything();
    notFound('listMetadata');
    world.service.fail('findCurrentMetadata', 'notFound', 1);
    await listEverything();
    expect(histories()).toEqual([['0.1 pump'], ['0.1 valve']]);
  });

  it('of changes says that there are none, without a question more', async () => {
    notFound('listMetadata', 'listVersions');
    await world.clock.advance(5 * 60_000);
    expect(world.engine.gate.state).toBe('online');
    expect(world.states()[pump]).toBe('draft');
    expect(world.service.callsOf('listVersions')).toBe(0);
  });

  it.each([
    ['lists no versions of it', undefined],
    ['finds no versions of it', 'notFound'],
  ] as const)('lets a new file be sent where the service %s', async (_, failure) => {
    notFound('findCurrentMetadata');
    if (failure) notFound('listVersions');
    world.save(tank, 'tank');
    await world.clock.advance(50_000);
    expect(world.states()[tank]).toBe('draft');
  });

  it.each([
    ['has versions of it', undefined],
    ['does not answer for them', 'unavailable'],
  ] as const)('lets no new file be sent where the service %s', async (_, failure) => {
    notFound('findCurrentMetadata');
    if (failure) world.service.fail('listVersions', failure, 1_000);
    else world.service.versions.publishElsewhere(recordOf('EC000003'), 'theirs');
    world.service.versions.ignoreBases();
    world.save(tank, 'tank');
    await world.clock.advance(50_000);
    expect(world.service.callsOf('storeMetadata')).toBe(2);
  });
});

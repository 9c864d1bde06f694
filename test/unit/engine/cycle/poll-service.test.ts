import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFakeClock } from '../../../fakes/engine/clock.ts';
import { createWorld, recordOf, revit2025, type World } from '../../../fakes/engine/world.ts';

let world: World;
beforeEach(async () => {
  world = createWorld({ programs: [revit2025] });
  await world.open();
});
afterEach(() => world.close());

const askedDates = (): (string | undefined)[] =>
  world.service.calls
    .filter(({ id }) => id === 'listMetadata')
    .map(({ input }) => (input as { params: { afterChangeDate?: string } }).params.afterChangeDate);

describe('asking the service for what changed', () => {
  it('begins with everything and then asks from the day of the newest change on', async () => {
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
    await world.clock.advance(61_000);
    await world.clock.advance(61_000);
    expect(askedDates()[0]).toBeUndefined();
    // The service counts whole days: "after the 19th" holds all of the 20th.
    expect(askedDates().at(-1)).toBe('2026-05-19');
  });

  it('sees what changes later on the same day, and after midnight', async () => {
    for (const [classCode, hours] of [
      ['EC000001', 0],
      ['EC000002', 6],
      ['EC000003', 11.99],
      ['EC000004', 0.02],
      ['EC000005', 30],
    ] as const) {
      await world.clock.advance(hours * 3_600_000);
      world.service.versions.publishElsewhere(recordOf(classCode), `bytes of ${classCode}`);
      await world.clock.advance(61_000);
      await world.idle();
      expect(world.disk.text(`${classCode}_v1/MC000001_v1/pump.rfa`)).toBe(`bytes of ${classCode}`);
    }
  });

  it('compares everything now and then, so that what a backup took away is noticed', async () => {
    const before = askedDates().length;
    await world.clock.advance(2 * 3_600_000);
    const later = askedDates().slice(before);
    expect(later.filter((date) => date === undefined)).toHaveLength(2);
  });

  it('makes one call for each declared program, in whatever versions its files were saved', async () => {
    world.hold('EC000001/MC000001/old.rfa', 'program:Revit/2021');
    world.hold('EC000002/MC000001/older.rfa', 'program:Revit/2016');
    world.hold('EC000003/MC000001/other.skp', 'program:SketchUp/2023');
    world.watcher.hint('');
    await world.idle();
    const before = world.service.callsOf('listMetadata');
    await world.clock.advance(60_000);
    expect(world.service.callsOf('listMetadata') - before).toBe(1);
  });

  it('makes one more for a version that a person said a file is of', async () => {
    const link = { applicationVersion: '2021' };
    world.hold('.cadlibrary.json', JSON.stringify({ version: 1, files: { 'EC000001/MC000001/old.rfa': link } }));
    world.hold('EC000001/MC000001/old.rfa', 'program:Revit/2021');
    world.engine.runnerOf(world.libraryId()).scanSoon();
    await world.idle();
    const before = world.service.callsOf('listMetadata');
    await world.clock.advance(60_000);
    expect(world.service.callsOf('listMetadata') - before).toBe(2);
  });

  it('follows no file that no scan would see as a CAD file, so that none counts as removed', async () => {
    world.service.versions.publishElsewhere({ ...recordOf('EC000001'), fileExtension: 'pdf' }, 'a data sheet');
    await world.clock.advance(61_000);
    await world.idle();
    expect(world.disk.paths()).toEqual([]);
    expect(world.states()).toEqual({});
    expect(world.service.callsOf('getFile')).toBe(0);
  });
});

describe('a list of changes that says nothing new', () => {
  const sent = (): number => world.service.lists.filter(({ wasSent }) => wasSent).length;
  const quietMinutes = async (minutes: number): Promise<number> => {
    const before = sent();
    await world.clock.advance(minutes * 60_000);
    return sent() - before;
  };
  const publish = (classCode: string): unknown =>
    world.service.versions.publishElsewhere(recordOf(classCode), `bytes of ${classCode}`);
  const bytesOf = (classCode: string): string | undefined => world.disk.text(`${classCode}_v1/MC000001_v1/pump.rfa`);

  it('is not sent again by a service that knows tags', async () => {
    publish('EC000001');
    await world.clock.advance(2 * 60_000);
    expect(await quietMinutes(20)).toBe(0);
  });

  it('is sent again as soon as something changed, which is then seen', async () => {
    publish('EC000001');
    await world.clock.advance(2 * 60_000);
    publish('EC000002');
    expect(await quietMinutes(2)).toBe(1);
    await world.idle();
    expect(bytesOf('EC000002')).toBe('bytes of EC000002');
  });

  it('is taken over another time where a file came to be known while it was made', async () => {
    publish('EC000001');
    await world.clock.advance(2 * 60_000);
    const { arrived, letGo } = world.service.holdAnswer('listMetadata');
    publish('EC000002');
    void world.clock.advance(61_000);
    await arrived;
    world.hold('EC000003_v1/MC000001_v1/mine.rfa', 'program:Revit/2025');
    world.watcher.hint('');
    await world.clock.advance(20_000);
    letGo();
    await world.idle();
    publish('EC000003');
    await world.clock.advance(2 * 60_000);
    await world.idle();
    expect(bytesOf('EC000002')).toBe('bytes of EC000002');
    expect(world.disk.text('EC000003_v1/MC000001_v1/mine.rfa')).toBe('bytes of EC000003');
  });
});

describe('a list of everything, at each start', () => {
  /** How much the computer's clock is wrong. */
  let offMs = 0;
  const sent = (): boolean[] => world.service.lists.map(({ wasSent }) => wasSent);
  const startAgain = async (): Promise<boolean[]> => {
    await world.close();
    const before = sent().length;
    await world.start();
    await world.idle();
    return sent().slice(before);
  };
  const publish = (classCode: string): unknown =>
    world.service.versions.publishElsewhere(recordOf(classCode), `bytes of ${classCode}`);

  beforeEach(async () => {
    await world.close();
    const clock = createFakeClock();
    offMs = 0;
    world = createWorld({
      programs: [revit2025],
      listsEverything: true,
      clock: { ...clock, now: () => clock.now() + offMs },
    });
    publish('EC000001');
    await world.open();
  });

  it('is not sent again where the service says that it is the one that was taken over', async () => {
    expect(await startAgain()).toEqual([false]);
    publish('EC000002');
    expect(await startAgain()).toEqual([true]);
    expect(Object.keys(world.states())).toHaveLength(2);
    expect(await startAgain()).toEqual([false]);
  });

  it('is sent whole once an hour, whatever the service says', async () => {
    await world.close();
    await world.clock.advance(3_600_000);
    expect(await startAgain()).toEqual([true]);
    expect(await startAgain()).toEqual([false]);
  });

  it('is sent whole after the clock was set back', async () => {
    await world.close();
    offMs = -7_200_000;
    expect(await startAgain()).toEqual([true]);
  });
});

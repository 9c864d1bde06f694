import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { libraryRecordOf } from '../../../../electron/engine/application/library-record.ts';
import { exitCodeOfOverview } from '../../../../electron/entry/commands/describe-overview.ts';
import { englishSpeaker } from '../../../../shared/words/explanations/english-speaker.ts';
import { putIntoWords } from '../../../../shared/words/explanations/put-into-words.ts';
import { createWorld, keyOf, recordOf, type World } from '../../../fakes/engine/world.ts';

const pump = 'EC000001/MC000001/pump.rfa';
const key = keyOf('EC000001');

let world: World;
beforeEach(() => {
  world = createWorld();
});
afterEach(() => world.close());

const setPaused = (isPaused: boolean): Promise<unknown> =>
  world.engine.saveLibrarySettings(world.libraryId(), { isPaused });
const history = (): readonly string[] => world.service.versions.history(key);
const record = () => libraryRecordOf(world.engine, world.engine.runnerOf(world.libraryId()));
const anHour = (): Promise<unknown> => world.clock.advance(3_600_000);

/** What both sides have, and something new on each of them. */
async function pauseThenChange(): Promise<void> {
  world.hold(pump, 'a pump');
  await world.open();
  await setPaused(true);
  world.save(pump, 'a better pump');
  world.service.versions.publishElsewhere(recordOf('EC000002', 'valve'), 'a valve');
  await anHour();
}

describe('a library that a person paused', () => {
  it('sends nothing, fetches nothing and asks the service nothing', async () => {
    world.hold(pump, 'a pump');
    await world.open();
    await setPaused(true);
    const asked = world.service.calls.length;
    world.save(pump, 'a better pump');
    world.service.versions.publishElsewhere(recordOf('EC000002', 'valve'), 'a valve');
    await anHour();
    expect(history()).toEqual(['0.1 a pump']);
    expect(world.disk.paths()).toEqual([pump]);
    expect(world.service.calls).toHaveLength(asked);
  });

  it('does both as soon as it goes on', async () => {
    await pauseThenChange();
    await setPaused(false);
    await world.clock.advance(120_000);
    await world.idle();
    expect(history()).toEqual(['0.1 a pump', '0.2 a better pump']);
    expect(world.disk.paths()).toHaveLength(2);
    expect(record()).toMatchObject({ state: 'inStep', settings: { isPaused: false } });
  });

  it('stays paused after a crash, and goes on from there', async () => {
    await pauseThenChange();
    world.crash();
    await world.start();
    await anHour();
    expect(history()).toEqual(['0.1 a pump']);
    await setPaused(false);
    await world.clock.advance(120_000);
    await world.idle();
    expect(history()).toEqual(['0.1 a pump', '0.2 a better pump']);
  });

  it('breaks off what is under way, without losing it', async () => {
    world.hold(pump, 'a pump');
    await world.open();
    world.service.setAway(true);
    world.save(pump, 'a better pump');
    await world.clock.advance(30_000);
    expect(world.engine.queue.waiting([world.libraryId()])).toBe(1);
    await setPaused(true);
    world.service.setAway(false);
    await anHour();
    expect(history()).toEqual(['0.1 a pump']);
    await setPaused(false);
    await world.clock.advance(120_000);
    await world.idle();
    expect(history()).toEqual(['0.1 a pump', '0.2 a better pump']);
  });

  it('is said to be paused, needs nobody, and calls nothing up to date', async () => {
    await pauseThenChange();
    expect(record()).toMatchObject({ state: 'paused', settings: { isPaused: true } });
    expect(record().error).toBeUndefined();
    const overview = world.engine.statusReader.overview();
    expect(overview.libraries[0]?.paused?.reason).toEqual({ code: 'pausedByPerson', library: 'library' });
    expect(exitCodeOfOverview(overview)).toBe(3);
    expect(Object.values(world.states())).not.toContain('upToDate');
    expect(world.engine.activity.list(20).map(({ kind }) => kind)).not.toContain('libraryPaused');
  });

  it('publishes what it is told to once it goes on, and says so', async () => {
    world.hold(pump, 'a pump');
    await world.open();
    await setPaused(true);
    expect(world.publish([key], 'for the fair')).toBe(1);
    await anHour();
    expect(history()).toEqual(['0.1 a pump']);
    const { files } = await world.engine.statusReader.explain([`/library/${pump}`]);
    const [said] = files.map(({ explanation }) => putIntoWords(explanation, englishSpeaker(world.clock.now())));
    expect(said?.release).toBe('A release of it is queued and goes out once you resume the library.');
    await setPaused(false);
    await world.clock.advance(120_000);
    expect(history()).toEqual(['0.1 a pump', '1.0 a pump']);
  });

  it('is told in Activity when a person paused it and when they resumed it, once each', async () => {
    world.hold(pump, 'a pump');
    await world.open();
    for (const isPaused of [true, true, false]) await setPaused(isPaused);
    await world.engine.saveLibrarySettings(world.libraryId(), { follow: 'releases' });
    const told = world.engine.activity.list(20).filter(({ kind }) => kind.endsWith('ByPerson'));
    expect(told).toMatchObject([
      { kind: 'resumedByPerson', title: 'library' },
      { kind: 'pausedByPerson', title: 'library' },
    ]);
  });

  it('says so also where nothing runs for it', async () => {
    await pauseThenChange();
    world.crash();
    await world.start(() => false);
    expect(world.engine.statusReader.overview().libraries[0]).toMatchObject({
      running: false,
      paused: { reason: { code: 'pausedByPerson' } },
    });
  });
});

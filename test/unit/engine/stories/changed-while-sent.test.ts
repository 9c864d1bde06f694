import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { namedClass } from '../../../fakes/engine/assign-class.ts';
import { holdSending } from '../../../fakes/engine/hold-sending.ts';
import { createWorld, keyOf, recordOf, type World } from '../../../fakes/engine/world.ts';

const pump = 'EC000001/MC000001/pump.rfa';
const key = keyOf('EC000001');

let world: World;
beforeEach(() => {
  world = createWorld();
});
afterEach(() => world.close());

const history = (): string[] => world.service.versions.history(key);

/** @returns lets the service have the bytes that are being sent, and waits for what comes of that */
async function whileSent(begin: () => unknown): Promise<() => Promise<void>> {
  const { arrived, letGo } = world.service.hold('storeFile');
  await begin();
  await world.clock.advance(10_000);
  await arrived;
  return async () => {
    letGo();
    await world.idle();
  };
}

async function agreedOn(text: string): Promise<void> {
  world.hold(pump, text);
  await world.open();
}

describe('a file whose class is taken back while its bytes are sent', () => {
  it.each([
    ['and nobody has read it since', 0],
    ['and it was read since', 10_000],
  ])('makes no version under that class, %s', async (_, laterMs) => {
    world.hold('pump.rfa', 'a pump');
    await world.open();
    const { picks } = world.engine;
    let pickId = '';
    const goOn = await whileSent(async () => {
      pickId = (await picks.assign(world.libraryId(), new Map([['pump.rfa', namedClass('EC000002')]]))) ?? '';
    });
    await picks.undo(pickId);
    await world.clock.advance(laterMs);
    await goOn();
    expect(world.states()).toEqual({ 'pump.rfa': 'unassigned' });
    expect(world.service.versions.keys()).toEqual([]);
  });

  it('makes one under the class that it gets instead', async () => {
    world.hold('pump.rfa', 'a pump');
    await world.open();
    const assign = (code: string) =>
      world.engine.picks.assign(world.libraryId(), new Map([['pump.rfa', namedClass(code)]]));
    const goOn = await whileSent(() => assign('EC000002'));
    await assign('EC000003');
    await goOn();
    expect(world.service.versions.keys()).toEqual([keyOf('EC000003')]);
  });
});

describe('a file that is moved while its bytes are sent', () => {
  it.each([
    ['to those of another class', 'EC000002/MC000001/pump.rfa', keyOf('EC000002')],
    ['to another name', 'EC000001/MC000001/better.rfa', key],
  ])('%s is sent as what it is there', async (_, to, keyThere) => {
    await world.open();
    const goOn = await whileSent(() => world.save(pump, 'a pump'));
    world.disk.rename(pump, to);
    for (const path of [pump, to]) world.watcher.hint(path);
    await world.clock.advance(60_000);
    await goOn();
    expect(world.service.versions.keys()).toEqual([keyThere]);
    expect(world.service.versions.history(keyThere)).toEqual(['0.1 a pump']);
    expect(world.states()).toEqual({ [to]: 'draft' });
  });
});

describe('a version that was made elsewhere while bytes were sent', () => {
  beforeEach(async () => {
    // Such a service stores whatever it is sent.
    world.service.versions.ignoreBases();
    await agreedOn('base');
  });

  const madeElsewhere = () => world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');

  it.each([
    ['that took long', 300_000, false],
    ['and of which the service told', 5_000, true],
  ])('is not passed over: bytes %s', async (_, tookMs, isTold) => {
    const goOn = await whileSent(() => world.save(pump, 'mine'));
    madeElsewhere();
    if (isTold) world.engine.runnerOf(world.libraryId()).pollSoon();
    else world.service.fail('listMetadata', 'internalError', Infinity);
    await world.clock.advance(tookMs);
    await goOn();
    expect(history()).toEqual(['0.1 base', '0.2 theirs']);
    expect(world.states()).toEqual({ [pump]: 'conflict' });
  });

  it('is looked for once where that was just now', async () => {
    const before = world.service.callsOf('findCurrentMetadata');
    const goOn = await whileSent(() => world.save(pump, 'mine'));
    await goOn();
    expect(world.service.callsOf('findCurrentMetadata') - before).toBe(1);
    expect(history()).toEqual(['0.1 base', '0.2 mine']);
  });
});

describe('a draft that is sent for its release only', () => {
  it('makes no version when the release is taken back meanwhile', async () => {
    await agreedOn('base');
    await world.engine.saveLibrarySettings(world.libraryId(), { upload: 'onPublish' });
    world.save(pump, 'mine');
    await world.idle();
    const goOn = await whileSent(() => world.publish([key], 'For everybody'));
    const { entryId } = world.engine.queue.releaseOf(world.libraryId(), key) ?? { entryId: 0 };
    expect(world.engine.withdraw(entryId)).toMatchObject({ withdrawn: 1 });
    await goOn();
    expect(history()).toEqual(['0.1 base']);
    expect(world.states()).toEqual({ [pump]: 'notSent' });
  });
});

describe('what a file held when its bytes were sent', () => {
  beforeEach(() => agreedOn('base'));

  it.each([
    ['is being saved again', 1_000],
    ['was saved and read again', 10_000],
  ])('becomes a version also when the file %s', async (_, laterMs) => {
    const goOn = await whileSent(() => world.save(pump, 'mine'));
    world.save(pump, 'mine, saved again');
    await world.clock.advance(laterMs);
    await goOn();
    expect(history()).toEqual(['0.1 base', '0.2 mine', '0.3 mine, saved again']);
  });

  it('becomes a version also when the file is gone: nothing else may hold it', async () => {
    const goOn = await whileSent(() => world.save(pump, 'mine'));
    world.disk.delete(pump);
    world.watcher.hint(pump);
    await world.clock.advance(60_000);
    await goOn();
    expect(history()).toEqual(['0.1 base', '0.2 mine']);
    expect(world.states()).toEqual({ [pump]: 'removedHere' });
  });
});

describe('another file of the same key that comes while a new one is sent', () => {
  const valve = 'EC000001/MC000001/valve.rfa';

  async function expectChoice(): Promise<void> {
    expect(world.service.versions.keys()).toEqual([]);
    await world.clock.advance(60_000);
    expect(world.service.versions.keys()).toEqual([]);
    expect(world.states()).toEqual({ [pump]: 'doublyClaimed', [valve]: 'doublyClaimed' });
    expect(world.engine.runnerOf(world.libraryId()).context.trees()?.sent(key)).toEqual(new Set());
  }

  it('leaves it to a person which of them goes out: bytes on their way', async () => {
    await world.open();
    const goOn = await whileSent(() => world.save(pump, 'a pump'));
    world.save(valve, 'a valve');
    await world.clock.advance(100);
    await goOn();
    await expectChoice();
  });

  it('leaves it to a person which of them goes out: it is being written that they are to be sent', async () => {
    world.service.setTakesFiles(true);
    await world.open();
    const letWrite = await holdSending(world, () => world.save(pump, 'a pump'));
    world.save(valve, 'a valve');
    await world.clock.advance(100);
    letWrite();
    await world.clock.advance(100);
    await expectChoice();
  });
});

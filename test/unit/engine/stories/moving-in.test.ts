import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCallHold, type CallHold } from '../../../../electron/engine/application/call-hold.ts';
import type { ServiceSession } from '../../../../electron/engine/application/connection-ports.ts';
import { createMoveIn, type MoveIn } from '../../../../electron/engine/application/move-in.ts';
import type { ConnectionSettings, MoveNote } from '../../../../electron/engine/state/settings-store.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import type { LibrarySettingsPatch } from '../../../../shared/rpc/library-settings.ts';
import { newSha256 } from '../../../../electron/entry/new-sha256.ts';
import { keptSetting, putSetting } from '../../../fakes/engine/kept-settings.ts';
import type { FakeService } from '../../../fakes/engine/service.ts';
import { createWorld, keyOf, recordOf, revit2025, type World } from '../../../fakes/engine/world.ts';

const pump = 'EC000001/MC000001/pump.rfa';
const key = keyOf('EC000001');
const otherAddress = 'https://other.example';
const settings: ConnectionSettings = {
  ...{ kind: 'remote', contentAddress: otherAddress, dataAddress: '', tokenAddress: '' },
  ...{ clientId: 'office', httpAcceptedFor: '' },
};

let world: World;
let here: FakeService;
let other: FakeService;
let moveIn: MoveIn;
/** Sessions with the other service that are open, and how many were at most. */
let sessions: { open: number; most: number };
/** What happens before each request to the other service. */
let beforeAsking: () => Promise<void>;
/** What happens on a service once it made a release, before it answers. */
let afterRelease: () => void;
/** What happens when agreements are about to be carried over: everything was sent, and nothing was switched. */
let atEnd: () => Promise<void>;
/** What people and add-ins ask of the service goes through it. */
let hold: CallHold;
/** What happens as soon as it is held. */
let whenHeld: () => void;
/** What waits for the embedded service, and how it is sent. */
let waiting: MoveNote['failed'];
let sendWaiting: () => Promise<void>;
/** Standards by the service that has them. */
let standards: Map<FakeService, string[]>;

const standardsOf = (service: FakeService): string[] => standards.get(service) ?? [];
const addStandard = (service: FakeService, name: string): void =>
  void standards.set(service, [...standardsOf(service), name]);

/** What a service answers that the fake one knows nothing of. */
function sessionOf(service: FakeService, before: () => Promise<void>, close: () => void): ServiceSession {
  const call = async (id: string, input: unknown, options: unknown): Promise<unknown> => {
    await before();
    if (id === 'storeStandard') addStandard(service, (input as { body: string }).body);
    if (/^(get|store)Standard/.test(id)) return Object.fromEntries(standardsOf(service).map((name) => [name, name]));
    if (id === 'getMetadata') {
      const { etimClassCode } = (input as { params: { etimClassCode: string } }).params;
      return [recordOf(etimClassCode, etimClassCode === 'EC000003' ? 'tap' : undefined)];
    }
    const answer = await service.port.call(id as never, input as never, options as never);
    if (id !== 'release') return answer;
    afterRelease();
    return service.port.call('listVersions', input as never, options as never);
  };
  const session = { ...service.port, call, requestsSpent: () => undefined, close: async () => close() };
  return session as unknown as ServiceSession;
}

beforeEach(async () => {
  world = createWorld({ address: 'embedded', services: new Map() });
  here = world.service;
  sessions = { open: 0, most: 0 };
  beforeAsking = atEnd = sendWaiting = async () => undefined;
  afterRelease = () => undefined;
  hold = createCallHold();
  whenHeld = () => undefined;
  waiting = [];
  standards = new Map();
  world.hold(pump, 'bytes');
  await world.open();
  await world.connect(otherAddress);
  other = world.service;
  await world.connect('embedded');
  await world.idle();
  const { engine } = world;
  moveIn = createMoveIn({
    engine: {
      ...engine,
      carryAgreement: async (between) => {
        await atEnd();
        return engine.carryAgreement(between);
      },
    },
    session: {
      settings: () => ({ ...settings, kind: world.connectedTo === 'embedded' ? 'embedded' : 'remote' }),
      service: () =>
        sessionOf(
          here,
          async () => undefined,
          () => undefined,
        ),
    },
    host: {
      embedded: { programs: async () => [revit2025] } as never,
      newHash: newSha256,
      secrets: { get: async () => undefined } as never,
      openSession: () => {
        sessions.open += 1;
        sessions.most = Math.max(sessions.most, sessions.open);
        return sessionOf(
          other,
          () => beforeAsking(),
          () => (sessions.open -= 1),
        );
      },
    },
    database: world.database(),
    clock: world.clock,
    random: () => 0.5,
    connect: (to) => world.connect(to.contentAddress),
    whileHeld(work) {
      const worked = hold.whileHeld(work);
      whenHeld();
      return worked;
    },
    sendWaiting: () => sendWaiting(),
    stillWaiting: () => waiting,
  });
});
afterEach(() => world.close());

const history = (service: FakeService) => service.versions.history(key);
const isIn = (state: string) => () => moveIn.record()?.state === state;

describe('a move to another service', () => {
  /** Holds the move up at its end, while time goes by. */
  async function whileItEnds(act: () => void): Promise<void> {
    const reached = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    let isAtEnd = false;
    void reached.promise.then(() => (isAtEnd = true));
    atEnd = () => {
      reached.resolve();
      return goOn.promise;
    };
    await moveIn.start(settings, {});
    await world.clock.until(() => isAtEnd, 'everything was sent');
    act();
    await world.clock.advance(60_000);
    goOn.resolve();
    await world.clock.until(isIn('ended'), 'it has ended');
    await world.idle();
  }

  it('takes a release along that is asked for while it ends', async () => {
    await whileItEnds(() => void world.publish([key], 'First issue'));
    expect(history(other)).toEqual(['0.1 bytes', '1.0 bytes']);
    expect(history(here)).toEqual(['0.1 bytes']);
    expect(world.states()).toEqual({ [pump]: 'upToDate' });
  });

  it('sends to the other service what is saved while it ends', async () => {
    await whileItEnds(() => world.save(pump, 'second'));
    expect([history(other), history(here)]).toEqual([['0.1 bytes', '0.2 second'], ['0.1 bytes']]);
  });

  it('takes a standard along that is added while it ends', async () => {
    await whileItEnds(() => addStandard(here, 'Office standard'));
    expect(standardsOf(other)).toEqual(['Office standard']);
  });

  it('takes a version along that an add-in stores while it ends', async () => {
    await whileItEnds(() => void here.versions.publishElsewhere(recordOf('EC000001'), 'by an add-in'));
    expect(history(other)).toEqual(['0.1 bytes', '0.2 by an add-in']);
    expect(history(here)).toEqual(history(other));
  });

  it('has what is asked in its last moment asked of the other one', async () => {
    const askedOf: unknown[] = [];
    let asked: Promise<unknown> | undefined;
    whenHeld = () => void (asked = hold.pass(async () => askedOf.push(world.connectedTo)));
    await whileItEnds(() => undefined);
    await asked;
    expect(askedOf).toEqual([otherAddress]);
  });

  it('waits for what is being stored in its last moment, and takes it along', async () => {
    const stored = Promise.withResolvers<void>();
    whenHeld = stored.resolve;
    await whileItEnds(() => void hold.pass(() => stored.promise.then(() => addStandard(here, 'Office standard'))));
    expect(standardsOf(other)).toEqual(['Office standard']);
  });

  it('sends first what waits for the service inside, and asks about what that refused', async () => {
    waiting = [{ name: 'Plant room' }, { name: 'Pump', error: { code: 'not-found' } }];
    sendWaiting = async () => void (waiting = waiting.filter(({ error }) => error));
    await moveIn.start(settings, {});
    await world.clock.until(isIn('refused'), 'a person is asked');
    expect(moveIn.record()?.failed).toEqual([{ name: 'Pump', error: { code: 'not-found' } }]);
    expect(world.connectedTo).toBe('embedded');
    await moveIn.resume(true);
    await world.clock.until(isIn('ended'), 'it has ended');
    expect(moveIn.record()?.failedCount).toBe(1);
  });

  it('says how many versions were sent, also where the connection broke in between', async () => {
    atEnd = async () => {
      throw new AppError('service-unreachable');
    };
    await moveIn.start(settings, {});
    await world.clock.until(isIn('waiting'), 'the other one is gone');
    expect(history(other)).toEqual(['0.1 bytes']);
    atEnd = async () => undefined;
    await moveIn.resume(false);
    await world.clock.until(isIn('ended'), 'it has ended');
    expect(moveIn.record()?.versions).toEqual({ done: 1, total: 1 });
  });

  it('sends no release twice that the other one accepts and does not list, and names its file', async () => {
    here.versions.releaseElsewhere(key);
    const { answer } = other.versions;
    other.versions.answer = (id, input) => answer(id === 'release' ? 'listVersions' : id, input);
    await moveIn.start(settings, {});
    await world.clock.until(isIn('refused'), 'a person is asked');
    expect(other.callsOf('release')).toBe(1);
    expect(moveIn.record()?.failed).toMatchObject([{ error: { code: 'release-not-listed' } }]);
  });

  it('says how many versions were sent while it is paused', async () => {
    const goOn = Promise.withResolvers<void>();
    let isAtEnd = false;
    atEnd = () => {
      isAtEnd = true;
      return goOn.promise;
    };
    await moveIn.start(settings, {});
    await world.clock.until(() => isAtEnd, 'everything was sent');
    const paused = moveIn.pause();
    goOn.resolve();
    await paused;
    expect(moveIn.record()).toMatchObject({ state: 'paused', versions: { done: 1, total: 1 } });
  });

  it('goes on from a note that does not tell of older versions yet', async () => {
    atEnd = async () => {
      throw new AppError('service-unreachable');
    };
    await moveIn.start(settings, {});
    await world.clock.until(isIn('waiting'), 'the other one is gone');
    await moveIn.pause();
    const { olderLeft: _, ...before } = keptSetting(world.database(), 'move') as MoveNote;
    putSetting(world.database(), 'move', before);
    expect(moveIn.record()).toMatchObject({ state: 'paused', olderLeft: [] });
    atEnd = async () => undefined;
    await moveIn.resume(false);
    await world.clock.until(isIn('ended'), 'it has ended');
  });

  it('takes along what went to the service inside while it waited for the other one', async () => {
    atEnd = async () => {
      throw new AppError('service-unreachable');
    };
    await moveIn.start(settings, {});
    await world.clock.until(isIn('waiting'), 'the other one is gone');
    world.publish([key], 'First issue');
    await world.idle();
    expect(history(here)).toEqual(['0.1 bytes', '1.0 bytes']);
    atEnd = async () => undefined;
    await moveIn.resume(false);
    await world.clock.until(isIn('ended'), 'it has ended');
    expect(history(other)).toEqual(['0.1 bytes', '1.0 bytes']);
  });
});

describe('what a person wants of a library that is paused while everything moves', () => {
  const tap = keyOf('EC000003');
  const setTo = async (patch: LibrarySettingsPatch): Promise<void> => {
    await world.engine.saveLibrarySettings(world.libraryId(), patch);
    await world.idle();
  };
  const want = (wanted: string) => world.engine.wantFile(world.libraryId(), wanted).standing;
  const moveAndGoOn = async (): Promise<void> => {
    await moveIn.start(settings, {});
    await world.clock.until(isIn('ended'), 'it has ended');
    await setTo({ isPaused: false });
    await world.clock.advance(180_000);
  };

  it('comes once the library goes on: a file that it would not fetch by itself', async () => {
    await setTo({ fetch: 'own' });
    here.versions.publishElsewhere(recordOf('EC000003', 'tap'), 'a tap');
    world.engine.runnerOf(world.libraryId()).pollSoon();
    await world.idle();
    await setTo({ isPaused: true });
    expect(want(tap)).toBe('coming');
    await moveAndGoOn();
    expect(Object.values(world.states())).toEqual(['draft', 'draft']);
  });

  it('comes back once the library goes on: a file that was removed', async () => {
    world.disk.delete(pump);
    world.watcher.hint('');
    await world.clock.advance(180_000);
    expect(world.states()).toEqual({ [pump]: 'removedHere' });
    await setTo({ isPaused: true });
    expect(want(key)).toBe('comesBack');
    await moveAndGoOn();
    expect([world.states(), world.disk.text(pump)]).toEqual([{ [pump]: 'draft' }, 'bytes']);
  });
});

it('after a move a person is asked too before files that went back to earlier versions are sent', async () => {
  const numbers = Array.from({ length: 9 }, (_, number) => number + 2);
  const code = (number: number): string => `EC${String(number).padStart(6, '0')}`;
  const path = (number: number): string => `${code(number)}/MC000001/part ${number}.rfa`;
  for (const text of ['old', 'new']) {
    for (const number of numbers) world.hold(path(number), `${text} ${number}`);
    world.watcher.hint('');
    await world.clock.advance(120_000);
  }
  await moveIn.start(settings, {});
  await world.clock.until(isIn('ended'), 'it has ended');
  await world.idle();
  for (const number of numbers) world.save(path(number), `old ${number}`);
  world.watcher.hint('');
  await world.clock.advance(180_000);
  expect(world.engine.changeQuestions(world.libraryId())).toMatchObject([{ kind: 'rollback', count: numbers.length }]);
  expect(other.versions.history(keyOf(code(2)))).toEqual(['0.1 old 2', '0.2 new 2']);
});

describe('a move to a service that has later bytes already', () => {
  async function move(): Promise<void> {
    world.publish([key], 'First issue');
    await world.idle();
    world.save(pump, 'second');
    await world.clock.advance(60_000);
    await moveIn.start(settings, {});
    await world.clock.until(isIn('ended'), 'it has ended');
    await world.idle();
  }

  it('names the file whose older versions and releases stay behind', async () => {
    other.versions.publishElsewhere(recordOf('EC000001'), 'second');
    await move();
    expect([history(here), history(other)]).toEqual([['0.1 bytes', '1.0 bytes', '1.1 second'], ['0.1 second']]);
    expect(moveIn.record()).toMatchObject({ olderLeft: ['pump.rfa'], olderLeftCount: 1, leftCount: 0 });
  });

  it('names it too where the newest version has the same number there', async () => {
    other.versions.publishElsewhere(recordOf('EC000001'), 'of somebody else');
    other.versions.releaseElsewhere(key);
    other.versions.publishElsewhere(recordOf('EC000001'), 'second');
    await move();
    expect(history(other)).toEqual(['0.1 of somebody else', '1.0 of somebody else', '1.1 second']);
    expect(moveIn.record()?.olderLeft).toEqual(['pump.rfa']);
  });

  it('sends what is newer, and names the file', async () => {
    world.save(pump, 'before');
    await world.clock.advance(60_000);
    other.versions.publishElsewhere(recordOf('EC000001'), 'before');
    await move();
    expect(history(other)).toEqual(['0.1 before', '1.0 before', '1.1 second']);
    expect(moveIn.record()?.olderLeft).toEqual(['pump.rfa']);
  });

  it.each(['for a moment', 'for good'])(
    'sends no old bytes after those of a colleague where it does not find its list %s, and does not look at what versions follow',
    async (howLong) => {
      other.versions.ignoreBases();
      other.versions.publishElsewhere(recordOf('EC000001'), 'bytes');
      other.versions.publishElsewhere(recordOf('EC000001'), 'newer');
      other.fail('findCurrentMetadata', 'notFound', howLong === 'for good' ? Infinity : 1);
      await moveIn.start(settings, {});
      await world.clock.until(isIn(howLong === 'for good' ? 'refused' : 'ended'), 'nothing more is sent');
      expect(history(other)).toEqual(['0.1 bytes', '0.2 newer']);
      expect(moveIn.record()?.versions.done).toBe(0);
    },
  );

  it('sends what it does not have, where it says that with a list that is not found', async () => {
    other.fail('findCurrentMetadata', 'notFound');
    await moveIn.start(settings, {});
    await world.clock.until(isIn('ended'), 'it has ended');
    expect(history(other)).toEqual(['0.1 bytes']);
    expect(moveIn.record()?.failedCount).toBe(0);
  });

  it('sends everything where it has the first version twice', async () => {
    for (let times = 0; times < 2; times += 1) other.versions.publishElsewhere(recordOf('EC000001'), 'bytes');
    await move();
    expect(history(other)).toEqual(['0.1 bytes', '0.2 bytes', '1.0 bytes', '1.1 second']);
    expect(moveIn.record()?.olderLeft).toEqual([]);
  });
});

it.each([true, false])(
  'a move sends nothing over a draft that somebody makes while a release is made, hashes are told: %s',
  async (tellsHashes) => {
    if (!tellsHashes) other.versions.tellNoHashes();
    world.publish([key], 'First issue');
    await world.idle();
    world.save(pump, 'second');
    await world.clock.advance(60_000);
    afterRelease = () => void other.versions.publishElsewhere(recordOf('EC000001'), 'of a colleague');
    await moveIn.start(settings, {});
    await world.clock.until(isIn('ended'), 'it has ended');
    await world.clock.advance(180_000);
    expect(history(other)).toEqual(['0.1 bytes', '1.0 bytes', '1.1 of a colleague']);
    expect(moveIn.record()).toMatchObject({ left: ['pump.rfa'], failed: [], versions: { done: 2, total: 2 } });
    expect(world.states()).toEqual({ [pump]: 'conflict' });
  },
);

it.each([true, false])('a move leaves what somebody put back there, hashes are told: %s', async (tellsHashes) => {
  if (!tellsHashes) other.versions.tellNoHashes();
  world.save(pump, 'second');
  await world.clock.advance(60_000);
  for (const text of ['bytes', 'second', 'bytes']) other.versions.publishElsewhere(recordOf('EC000001'), text);
  await moveIn.start(settings, {});
  await world.clock.until(isIn('ended'), 'it has ended');
  await world.clock.advance(180_000);
  expect(history(other)).toEqual(['0.1 bytes', '0.2 second', '0.3 bytes']);
  expect([world.states(), world.disk.text(pump)]).toEqual([{ [pump]: 'draft' }, 'bytes']);
});

describe('a move to a service that tells no hashes', () => {
  const tap = 'EC000002/MC000001/tap.rfa';

  beforeEach(async () => {
    other.versions.tellNoHashes();
    world.hold(tap, 'a tap');
    world.watcher.hint('');
    await world.clock.advance(120_000);
  });

  async function move(): Promise<void> {
    await moveIn.start(settings, {});
    await world.clock.until(isIn('ended'), 'it has ended');
    await world.idle();
    await world.clock.advance(180_000);
  }

  it('leaves removed what was removed here', async () => {
    world.disk.delete(tap);
    world.watcher.hint('');
    await world.clock.advance(180_000);
    await move();
    expect(world.disk.text(tap)).toBeUndefined();
    expect(world.states()).toEqual({ [pump]: 'draft', [tap]: 'removedHere' });
  });

  it('has what is saved while it ends follow what was moved', async () => {
    atEnd = async () => world.save(pump, 'second');
    await move();
    expect(history(other)).toEqual(['0.1 bytes', '0.2 second']);
    expect(world.states()[pump]).toBe('draft');
  });

  it('fetches nothing that it sent', async () => {
    await move();
    expect([history(other), other.versions.sentBytes()]).toEqual([['0.1 bytes'], 0]);
  });

  it('fetches once what was there', async () => {
    other.versions.publishElsewhere(recordOf('EC000001'), 'bytes');
    await move();
    expect(other.versions.sentBytes()).toBe('bytes'.length);
    expect(world.states()[pump]).toBe('draft');
  });
});

describe('a move that is begun by several presses', () => {
  /** A moment later than what was asked is given up, as over a network. */
  beforeEach(() => {
    beforeAsking = () => new Promise((resolve) => void world.clock.after(60, resolve));
  });

  const press: readonly (readonly [string, () => Promise<void>])[] = [
    ['start', () => moveIn.start(settings, {})],
    ['go on', () => moveIn.resume(false)],
  ];

  it.each(press)('is one, where they press "%s"', async (_name, pressOnce) => {
    await moveIn.start(settings, {});
    const presses = [pressOnce(), pressOnce(), pressOnce()];
    await world.clock.advance(1_000);
    await Promise.all(presses);
    await world.clock.until(isIn('ended'), 'it has ended');
    expect(sessions).toEqual({ open: 0, most: 1 });
    expect(history(other)).toEqual(['0.1 bytes']);
  });

  it('stands still once they pause it', async () => {
    const presses = [moveIn.start(settings, {}), moveIn.resume(false), moveIn.resume(false), moveIn.pause()];
    await world.clock.advance(1_000);
    await Promise.all(presses);
    expect(moveIn.record()?.state).toBe('paused');
    await world.clock.advance(600_000);
    expect([moveIn.record()?.state, sessions.open, world.connectedTo]).toEqual(['paused', 0, 'embedded']);
  });

  it('is given up as a whole', async () => {
    const presses = [moveIn.start(settings, {}), moveIn.resume(false), moveIn.resume(false), moveIn.end()];
    await world.clock.advance(1_000);
    await Promise.all(presses);
    await world.clock.advance(600_000);
    expect([moveIn.record(), sessions.open, world.connectedTo]).toEqual([undefined, 0, 'embedded']);
  });
});

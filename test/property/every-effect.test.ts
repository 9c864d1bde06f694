import { afterEach, describe, expect, it } from 'vitest';
import { settle } from '../fakes/engine/clock.ts';
import { forever, type PortCall } from '../fakes/engine/mortal.ts';
import type { NameRule } from '../fakes/engine/stored-files.ts';
import { isPartName } from '../../shared/model/part-name.ts';
import { createWorld, keyOf, recordOf, type World } from '../fakes/engine/world.ts';

/** How the disk compares names, and what the drawing is called there. */
interface Ground {
  readonly names: NameRule;
  readonly pump: string;
}

const plain: Ground = { names: 'exact', pump: 'EC000001/MC000001/pump.rfa' };
const grounds: readonly Ground[] = [
  plain,
  { names: 'folding', pump: 'EC000001/MC000001/P\u00f6mp.rfa' },
  { names: 'decomposing', pump: 'EC000001/MC000001/po\u0308mp.rfa' },
];
const valve = 'EC000002/MC000001/valve.rfa';
const fan = 'EC000003/MC000001/fan.rfa';
const key = keyOf('EC000001');
const diskEffects = new Set(['writeText', 'receive', 'replace', 'place', 'keepCopy', 'remove']);

/**
 * When an engine ends: killed before or after an effect; or power fails in the middle of it, and the disk forgets what
 * was not flushed by then.
 */
const moments = ['before', 'after', 'powerFails'] as const;

interface End {
  readonly effect: number;
  readonly moment: (typeof moments)[number];
}

/** Ends the engine at the chosen one of its effects: something written to the disk or the state, a request sent. */
function createExecutioner(killAt: End | undefined) {
  let effects = 0;
  let armed = false;
  let world: World | undefined;
  const isTime = (moment: End['moment']): boolean => armed && killAt?.effect === effects && killAt.moment === moment;
  const kill = (): void => {
    armed = false;
    world?.crash();
  };
  return {
    effects: (): number => effects,
    arm: (victim: World): void => void ((world = victim), (armed = true)),
    disarm: (): void => void (armed = false),

    async around({ port, name, values }: PortCall, act: () => Promise<unknown>): Promise<unknown> {
      if (!armed || (port === 'disk' && !diskEffects.has(name))) return act();
      effects += 1;
      if (isTime('before')) return (kill(), forever());
      if (isTime('powerFails')) {
        const { disk } = world ?? {};
        kill();
        if (port === 'disk') disk?.losePowerDuring(name, values);
        else disk?.losePower(() => 0);
        return forever();
      }
      // The effect before which it was counted is the one after which it is over.
      const mine = effects;
      try {
        return await act();
      } finally {
        // Also what fails has had its effect by now. Who is dead gets no answer, whatever is given.
        if (armed && killAt?.effect === mine && killAt.moment === 'after') kill();
      }
    },

    onStateChange(moment: 'before' | 'after'): void {
      if (!armed) return;
      if (moment === 'before') effects += 1;
      if (isTime(moment)) kill();
      else if (moment === 'before' && isTime('powerFails')) {
        const { disk } = world ?? {};
        kill();
        disk?.losePower(() => 0);
      }
    },
  };
}

interface Scenario {
  readonly name: string;
  /** What has happened before the engine is in danger. */
  readonly before: (world: World, pump: string) => Promise<void>;
  readonly act: (world: World, pump: string) => void;
  /** What is done again when the engine runs again, because nobody knows how far it came. */
  readonly again?: (world: World) => Promise<void>;
  /** Other drawings that are there in the end. */
  readonly others?: readonly string[] | ((world: World, pump: string) => readonly string[]);
  readonly expectEnd: (world: World, pump: string) => void;
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

const bytesBeside = (world: World, folder: string): (string | undefined)[] =>
  world.disk
    .ownPaths()
    .filter((path) => path.startsWith(`.cadlibrary/${folder}/`) && !isPartName(nameOf(path)))
    .map((path) => world.disk.text(path));

const withFirst = async (world: World, pump: string): Promise<void> => {
  world.hold(pump, 'first');
  await world.open();
};

const inConflict = async (world: World, pump: string): Promise<void> => {
  await withFirst(world, pump);
  world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
  world.save(pump, 'mine');
  await world.clock.until(() => world.states()[pump] === 'conflict', 'there is a conflict', 120_000);
  await world.idle();
};
const copyOf = (pump: string): string => pump.replace('.rfa', ' (mine).rfa');

const scenarios: Scenario[] = [
  {
    name: 'the first upload',
    before: (world) => world.open(),
    act: (world, pump) => world.save(pump, 'first'),
    expectEnd(world, pump) {
      expect(world.service.versions.history(key)).toEqual(['0.1 first']);
      expect(world.states()).toEqual({ [pump]: 'draft' });
    },
  },
  {
    name: 'the download of a new file',
    before: (world) => world.open(),
    act(world, pump) {
      // As the service writes names, whatever the disk makes of them.
      const name = nameOf(pump).slice(0, -'.rfa'.length).normalize('NFC');
      world.service.versions.publishElsewhere(recordOf('EC000001', name), 'theirs');
      world.engine.runnerOf(world.libraryId()).pollSoon();
    },
    expectEnd(world) {
      expect(world.disk.paths().map((path) => world.disk.text(path))).toContain('theirs');
      expect(world.service.versions.history(key)).toEqual(['0.1 theirs']);
      expect(Object.values(world.states())).toEqual(['draft']);
    },
  },
  {
    name: 'a download that replaces a file',
    before: withFirst,
    act(world) {
      world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
      world.engine.runnerOf(world.libraryId()).pollSoon();
    },
    expectEnd(world, pump) {
      expect(world.disk.text(pump)).toBe('theirs');
      expect(new Set(bytesBeside(world, 'backup'))).toEqual(new Set(['first']));
      expect(world.service.versions.history(key)).toEqual(['0.1 first', '0.2 theirs']);
      expect(world.states()).toEqual({ [pump]: 'draft' });
    },
  },
  {
    name: 'a download that goes on where it broke off',
    before: withFirst,
    act(world) {
      world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs, at some length');
      world.service.fail('getFile', 'truncatedBody', 2);
      world.engine.runnerOf(world.libraryId()).pollSoon();
    },
    expectEnd(world, pump) {
      expect(world.disk.text(pump)).toBe('theirs, at some length');
      expect(new Set(bytesBeside(world, 'backup'))).toEqual(new Set(['first']));
      expect(world.states()).toEqual({ [pump]: 'draft' });
    },
  },
  {
    name: 'a conflict',
    before: withFirst,
    act(world, pump) {
      world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
      world.save(pump, 'mine');
    },
    expectEnd(world, pump) {
      expect(world.disk.text(pump)).toBe('mine');
      expect(bytesBeside(world, 'conflicts')).toEqual(['theirs']);
      expect(world.service.versions.history(key)).toEqual(['0.1 first', '0.2 theirs']);
      expect(world.states()).toEqual({ [pump]: 'conflict' });
    },
  },
  {
    name: 'a conflict of which both are kept',
    before: inConflict,
    act: (world) => void world.engine.resolveConflict(world.libraryId(), key, 'keepBoth'),
    // An answer that died before it was written down was never confirmed to anybody.
    others: (world, pump) => (world.states()[pump] === 'conflict' ? [] : [copyOf(pump)]),
    expectEnd(world, pump) {
      const isOpen = world.states()[pump] === 'conflict';
      expect(world.disk.text(pump)).toBe(isOpen ? 'mine' : 'theirs');
      expect(world.disk.text(copyOf(pump))).toBe(isOpen ? undefined : 'mine');
      expect(bytesBeside(world, 'conflicts')).toEqual(isOpen ? ['theirs'] : []);
      expect(world.service.versions.history(key)).toEqual(['0.1 first', '0.2 theirs']);
    },
  },
  {
    name: 'a conflict in which theirs is taken',
    before: inConflict,
    act: (world) => void world.engine.resolveConflict(world.libraryId(), key, 'takeTheirs'),
    expectEnd(world, pump) {
      const isOpen = world.states()[pump] === 'conflict';
      expect(world.disk.text(pump)).toBe(isOpen ? 'mine' : 'theirs');
      if (!isOpen) expect(new Set(bytesBeside(world, 'backup'))).toEqual(new Set(['mine']));
      expect(bytesBeside(world, 'conflicts')).toEqual(isOpen ? ['theirs'] : []);
    },
  },
  {
    name: 'a conflict in which mine is kept',
    before: inConflict,
    act: (world) => void world.engine.resolveConflict(world.libraryId(), key, 'keepMine'),
    expectEnd(world, pump) {
      const isOpen = world.states()[pump] === 'conflict';
      expect(world.disk.text(pump)).toBe('mine');
      expect(bytesBeside(world, 'conflicts')).toEqual(isOpen ? ['theirs'] : []);
      const history = ['0.1 first', '0.2 theirs', '0.3 mine'];
      expect(world.service.versions.history(key)).toEqual(isOpen ? history.slice(0, 2) : history);
    },
  },
  {
    name: 'the undoing of an answer that kept mine',
    async before(world, pump) {
      await inConflict(world, pump);
      world.service.setAway(true);
      await world.engine.resolveConflict(world.libraryId(), key, 'keepMine');
      await world.clock.advance(30_000);
    },
    act: (world) => void world.engine.undoResolve(world.libraryId(), key),
    async again(world) {
      world.service.setAway(false);
      world.engine.tryNow();
    },
    expectEnd(world, pump) {
      const isOpen = world.states()[pump] === 'conflict';
      expect(world.disk.text(pump)).toBe('mine');
      expect(bytesBeside(world, 'conflicts')).toEqual(isOpen ? ['theirs'] : []);
      const history = ['0.1 first', '0.2 theirs', '0.3 mine'];
      expect(world.service.versions.history(key)).toEqual(isOpen ? history.slice(0, 2) : history);
    },
  },
  ...(['takeTheirs', 'keepBoth'] as const).map((choice): Scenario => ({
    name: `the undoing of ${choice}`,
    async before(world, pump) {
      await inConflict(world, pump);
      await world.engine.resolveConflict(world.libraryId(), key, choice);
      await world.idle();
    },
    act: (world) => void world.engine.undoResolve(world.libraryId(), key),
    others: (world, pump) => (choice === 'keepBoth' && world.disk.text(pump) === 'theirs' ? [copyOf(pump)] : []),
    expectEnd(world, pump) {
      const isOpen = world.disk.text(pump) === 'mine';
      expect(world.states()[pump]).toBe(isOpen ? 'conflict' : 'draft');
      expect(bytesBeside(world, 'conflicts')).toEqual(isOpen ? ['theirs'] : []);
      if (!isOpen && choice === 'keepBoth') expect(world.disk.text(copyOf(pump))).toBe('mine');
      if (!isOpen && choice === 'takeTheirs') expect(bytesBeside(world, 'backup')).toEqual(['mine']);
      expect(world.service.versions.history(key)).toEqual(['0.1 first', '0.2 theirs']);
    },
  })),
  {
    name: 'putting a replaced file back',
    async before(world, pump) {
      await withFirst(world, pump);
      world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
      world.engine.runnerOf(world.libraryId()).pollSoon();
      await world.idle();
    },
    act(world) {
      const { earlierCopies } = world.engine;
      void earlierCopies
        .list(undefined, { offset: 0, limit: 1 })
        .then(({ rows: [copy] }) => copy && earlierCopies.restore(copy.backupId, copy.bytesTag));
    },
    expectEnd(world, pump) {
      const text = world.disk.text(pump);
      // A wish that died before anything was put in place was never confirmed to anybody.
      expect(['first', 'theirs']).toContain(text);
      const others = new Set([...bytesBeside(world, 'backup'), text]);
      expect(others).toEqual(new Set(['first', 'theirs']));
      const restored = ['0.1 first', '0.2 theirs', '0.3 first'];
      expect(world.service.versions.history(key)).toEqual(text === 'first' ? restored : restored.slice(0, 2));
      expect(world.states()).toEqual({ [pump]: 'draft' });
    },
  },
  {
    name: 'a release',
    before: withFirst,
    act: (world) => void world.publish([key], 'for the fair'),
    expectEnd(world, pump) {
      const history = world.service.versions.history(key);
      // A wish that died before it was written down was never confirmed to anybody.
      expect([['0.1 first'], ['0.1 first', '1.0 first']]).toContainEqual(history);
      expect(world.states()).toEqual({ [pump]: history.length === 2 ? 'upToDate' : 'draft' });
    },
  },
];

scenarios.push({
  name: 'the switch from the embedded to the real service with a full queue',
  async before(world, pump) {
    world.hold(pump, 'pump, first');
    world.hold(valve, 'valve');
    await world.open();
    world.service.setAway(true);
    world.save(pump, 'pump, second');
    world.save(fan, 'fan');
    world.publish([keyOf('EC000002')], 'for the fair');
    await world.clock.advance(60_000);
    const queued = world.queued().map(({ intent }) => intent.operation);
    expect(queued.sort()).toEqual(['release', 'upload', 'upload']);
  },
  act(world) {
    void world.connect('real');
  },
  again: (world) => world.connect('real'),
  others: [fan, valve],
  expectEnd(world, pump) {
    const { versions } = world.service;
    expect(versions.history(key)).toEqual(['0.1 pump, second']);
    expect(versions.history(keyOf('EC000002'))).toEqual(['0.1 valve']);
    expect(versions.history(keyOf('EC000003'))).toEqual(['0.1 fan']);
    expect(world.states()).toEqual({ [fan]: 'draft', [pump]: 'draft', [valve]: 'draft' });
    // It was asked of the other one, and goes out when that is connected again.
    expect(world.queued()).toMatchObject([{ serviceId: 'first', intent: { comment: 'for the fair' } }]);
  },
});

let open: World | undefined;
afterEach(() => open?.close());

/** @returns how many effects the scenario has, up to where it ended */
async function play(scenario: Scenario, { names, pump }: Ground, killAt?: End): Promise<number> {
  const executioner = createExecutioner(killAt);
  const world = createWorld({ names, around: executioner.around, onStateChange: executioner.onStateChange });
  open = world;
  await scenario.before(world, pump);
  executioner.arm(world);
  scenario.act(world, pump);
  await world.clock.advance(90_000);
  const effects = executioner.effects();
  executioner.disarm();
  if (killAt) expect(world.isRunning(), `effect ${killAt.effect} was reached`).toBe(false);
  if (world.isRunning()) world.crash();
  await settle();
  await world.start();
  await scenario.again?.(world);
  await world.idle(600_000);
  scenario.expectEnd(world, pump);
  const drawings = world.disk.paths().filter((path) => path !== '.cadlibrary.json' && !path.endsWith('.part'));
  const { others = [] } = scenario;
  const expected = [pump, ...(typeof others === 'function' ? others(world, pump) : others)];
  expect(drawings.map(nameOf).sort()).toEqual(expected.map(nameOf).sort());
  world.end();
  return effects;
}

describe('an engine that is killed at any of its effects', () => {
  for (const scenario of scenarios) {
    for (const ground of grounds) {
      const where = ground === plain ? '' : ` on a disk with ${ground.names} names`;
      it(`ends ${scenario.name} as if nothing had been, once it runs again${where}`, async () => {
        const effects = await play(scenario, ground);
        expect(effects).toBeGreaterThan(3);
        for (let effect = 1; effect <= effects; effect += 1) {
          // What names do shows when it runs again, however it ended.
          for (const moment of ground === plain ? moments : (['after'] as const))
            await play(scenario, ground, { effect, moment });
        }
      });
    }
  }
});

describe('an engine that is killed when the answer to the last commit is lost', () => {
  const { pump } = plain;
  const saveAndDie = async (): Promise<World> => {
    const world = createWorld();
    open = world;
    await withFirst(world, pump);
    world.service.afterServing('storeMetadata', () => world.crashNow());
    world.save(pump, 'second');
    await world.clock.advance(10_000);
    expect(world.service.versions.history(key)).toEqual(['0.1 first', '0.2 second']);
    expect(world.isRunning()).toBe(false);
    return world;
  };

  it('and whose designer then edits sends both states once, without a conflict', async () => {
    const world = await saveAndDie();
    world.disk.write(pump, 'third');
    await world.start();
    await world.idle();
    expect(world.disk.text(pump)).toBe('third');
    expect(world.service.versions.history(key)).toEqual(['0.1 first', '0.2 second', '0.3 third']);
    expect(world.states()).toEqual({ [pump]: 'draft' });
  });

  it('and whose designer then deletes the file has it as removed, and on the service', async () => {
    const world = await saveAndDie();
    world.disk.delete(pump);
    await world.start();
    await world.idle();
    expect(world.service.versions.history(key)).toEqual(['0.1 first', '0.2 second']);
    expect(world.disk.paths()).toEqual([]);
    expect(world.states()).toEqual({ [pump]: 'removedHere' });
  });
});

describe('a release whose answer from the embedded service was lost', () => {
  it('is made on no other service, and known for made when the embedded one is connected again', async () => {
    const { pump } = plain;
    const world = createWorld();
    open = world;
    await withFirst(world, pump);
    world.service.afterServing('release', async () => void world.service.setAway(true));
    world.service.fail('release', 'lostAnswer');
    world.publish([key], 'for the fair');
    await world.clock.advance(60_000);
    expect(world.service.versions.history(key)).toEqual(['0.1 first', '1.0 first']);
    const embedded = world.service;
    await world.connect('real');
    world.service.setAway(true);
    const { versions } = world.service;
    versions.publishElsewhere(recordOf('EC000001'), 'before');
    versions.releaseElsewhere(key);
    versions.publishElsewhere(recordOf('EC000001'), 'first');
    world.service.setAway(false);
    world.engine.tryNow();
    await world.idle();
    expect(versions.history(key)).toEqual(['0.1 before', '1.0 before', '1.1 first']);
    expect(world.states()).toEqual({ [pump]: 'draft' });
    await world.connect('first');
    world.service.setAway(false);
    world.engine.tryNow();
    await world.idle();
    expect(world.states()).toEqual({ [pump]: 'upToDate' });
    expect(world.queued()).toEqual([]);
    expect(embedded.versions.history(key)).toEqual(['0.1 first', '1.0 first']);
  });
});

import { afterEach, describe, expect, it } from 'vitest';
import { settle } from '../fakes/engine/clock.ts';
import { forever, type PortCall } from '../fakes/engine/mortal.ts';
import { createWorld, keyOf, recordOf, type World } from '../fakes/engine/world.ts';

const pump = 'EC000001/MC000001/pump.rfa';
const key = keyOf('EC000001');
const diskEffects = new Set(['writeText', 'receive', 'replace', 'place', 'keepCopy', 'remove']);

/** Kills the engine at the chosen one of its effects: something written to the disk or the state, a request sent. */
function createExecutioner(killAt: { readonly effect: number; readonly moment: 'before' | 'after' } | undefined) {
  let effects = 0;
  let armed = false;
  let world: World | undefined;
  const isTime = (moment: 'before' | 'after'): boolean =>
    armed && killAt?.effect === effects && killAt.moment === moment;
  const kill = (): void => {
    armed = false;
    world?.crash();
  };
  return {
    effects: (): number => effects,
    arm: (victim: World): void => void ((world = victim), (armed = true)),
    disarm: (): void => void (armed = false),

    async around({ port, name }: PortCall, act: () => Promise<unknown>): Promise<unknown> {
      if (!armed || (port === 'disk' && !diskEffects.has(name))) return act();
      effects += 1;
      if (isTime('before')) return (kill(), forever());
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
    },
  };
}

interface Scenario {
  readonly name: string;
  /** What has happened before the engine is in danger. */
  readonly before: (world: World) => Promise<void>;
  readonly act: (world: World) => void;
  readonly expectEnd: (world: World) => void;
}

const bytesBeside = (world: World, folder: string): (string | undefined)[] =>
  world.disk
    .ownPaths()
    .filter((path) => path.startsWith(`.cadlibrary/${folder}/`))
    .map((path) => world.disk.text(path));

const withFirst = async (world: World): Promise<void> => {
  world.hold(pump, 'first');
  await world.open();
};

const scenarios: readonly Scenario[] = [
  {
    name: 'the first upload',
    before: (world) => world.open(),
    act: (world) => world.save(pump, 'first'),
    expectEnd(world) {
      expect(world.service.versions.history(key)).toEqual(['0.1 first']);
      expect(world.states()).toEqual({ [pump]: 'draft' });
    },
  },
  {
    name: 'a download that replaces a file',
    before: withFirst,
    act(world) {
      world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
      world.engine.runnerOf(world.libraryId()).pollSoon();
    },
    expectEnd(world) {
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
    expectEnd(world) {
      expect(world.disk.text(pump)).toBe('theirs, at some length');
      expect(new Set(bytesBeside(world, 'backup'))).toEqual(new Set(['first']));
      expect(world.states()).toEqual({ [pump]: 'draft' });
    },
  },
  {
    name: 'a conflict',
    before: withFirst,
    act(world) {
      world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
      world.save(pump, 'mine');
    },
    expectEnd(world) {
      expect(world.disk.text(pump)).toBe('mine');
      expect(bytesBeside(world, 'conflicts')).toEqual(['theirs']);
      expect(world.service.versions.history(key)).toEqual(['0.1 first', '0.2 theirs']);
      expect(world.states()).toEqual({ [pump]: 'conflict' });
    },
  },
  {
    name: 'putting a replaced file back',
    async before(world) {
      await withFirst(world);
      world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
      world.engine.runnerOf(world.libraryId()).pollSoon();
      await world.idle();
    },
    act(world) {
      const { earlierCopies } = world.engine;
      void earlierCopies
        .list(undefined, { offset: 0, limit: 1 })
        .then(({ rows: [copy] }) => copy && earlierCopies.restore(copy.backupId));
    },
    expectEnd(world) {
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
    act: (world) => void world.engine.publish([key], 'for the fair'),
    expectEnd(world) {
      const history = world.service.versions.history(key);
      // A wish that died before it was written down was never confirmed to anybody.
      expect([['0.1 first'], ['0.1 first', '1.0 first']]).toContainEqual(history);
      expect(world.states()).toEqual({ [pump]: history.length === 2 ? 'upToDate' : 'draft' });
    },
  },
];

let open: World | undefined;
afterEach(() => open?.close());

/** @returns how many effects the scenario has, up to where it ended */
async function play(scenario: Scenario, killAt?: { effect: number; moment: 'before' | 'after' }): Promise<number> {
  const executioner = createExecutioner(killAt);
  const world = createWorld({ around: executioner.around, onStateChange: executioner.onStateChange });
  open = world;
  await scenario.before(world);
  executioner.arm(world);
  scenario.act(world);
  await world.clock.advance(90_000);
  const effects = executioner.effects();
  executioner.disarm();
  if (killAt) expect(world.isRunning(), `effect ${killAt.effect} was reached`).toBe(false);
  if (world.isRunning()) world.crash();
  await settle();
  await world.start();
  await world.idle(600_000);
  scenario.expectEnd(world);
  const drawings = world.disk.paths().filter((path) => path !== '.cadlibrary.json' && !path.endsWith('.part'));
  expect(drawings).toEqual([pump]);
  return effects;
}

describe('an engine that is killed at any of its effects', () => {
  for (const scenario of scenarios) {
    it(`ends ${scenario.name} as if nothing had been, once it runs again`, async () => {
      const effects = await play(scenario);
      expect(effects).toBeGreaterThan(3);
      for (let effect = 1; effect <= effects; effect += 1) {
        for (const moment of ['before', 'after'] as const) await play(scenario, { effect, moment });
      }
    });
  }
});

describe('an engine that is killed when the answer to the last commit is lost', () => {
  const saveAndDie = async (): Promise<World> => {
    const world = createWorld();
    open = world;
    await withFirst(world);
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

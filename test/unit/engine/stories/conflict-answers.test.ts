import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { linksIn } from '../../../fakes/engine/links-in.ts';
import { createWorld, keyOf, recordOf, type World } from '../../../fakes/engine/world.ts';

const pump = 'EC000001/MC000001/pump.rfa';
const copy = 'EC000001/MC000001/pump (mine).rfa';
const key = keyOf('EC000001');

let world: World;
let logged: unknown[];
beforeEach(async () => {
  logged = [];
  world = createWorld({ log: (...line) => void logged.push(line) });
  world.hold(pump, 'base');
  await world.open();
  world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
  world.save(pump, 'mine');
  await world.idle();
  expect(world.states()).toEqual({ [pump]: 'conflict' });
});
afterEach(() => world.close());

const beside = (): string[] => world.disk.ownPaths().filter((path) => path.includes('/conflicts/'));

/** Answers, and the engine dies of it. */
async function answerAndDie(choice: 'takeTheirs' | 'keepBoth' | 'keepMine'): Promise<void> {
  void world.engine.resolveConflict(world.libraryId(), key, choice);
  await world.clock.advance(5_000);
  expect(world.isRunning()).toBe(false);
}

async function startAgain(): Promise<void> {
  await world.start();
  await world.idle();
}

describe('what a person chose in a conflict', () => {
  it.each([
    ['before mine is copied', 'on', 'keepCopy', copy],
    ['when mine is copied', 'after', 'keepCopy', copy],
    ['before theirs takes its place', 'on', 'replace', pump],
    ['when theirs is in its place', 'after', 'replace', pump],
  ] as const)(
    'to keep both is carried out by the next engine, where one died %s',
    async (_, moment, operation, path) => {
      world.disk[moment](operation, path, () => world.crashNow());
      await answerAndDie('keepBoth');
      await startAgain();
      expect([world.disk.text(pump), world.disk.text(copy)]).toEqual(['theirs', 'mine']);
      expect(world.states()).toEqual({ [pump]: 'draft', [copy]: 'unassigned' });
      expect(world.disk.paths()).toHaveLength(2);
      expect(beside()).toEqual([]);
    },
  );

  it('to take theirs is carried out by the next engine', async () => {
    world.disk.on('replace', pump, () => world.crashNow());
    await answerAndDie('takeTheirs');
    await startAgain();
    expect(world.disk.text(pump)).toBe('theirs');
    expect(world.states()).toEqual({ [pump]: 'draft' });
  });

  it('is void when the file was saved again before the next engine ran', async () => {
    world.disk.on('replace', pump, () => world.crashNow());
    await answerAndDie('takeTheirs');
    world.disk.write(pump, 'mine again');
    await startAgain();
    expect(world.disk.text(pump)).toBe('mine again');
    expect(world.states()).toEqual({ [pump]: 'conflict' });
    // Nor is it remembered when the file is as it was then.
    world.save(pump, 'mine');
    await world.close();
    await startAgain();
    expect(world.disk.text(pump)).toBe('mine');
    expect(world.states()).toEqual({ [pump]: 'conflict' });
  });

  it.each(['takeTheirs', 'keepBoth'] as const)(
    'is not said to be not carried out where theirs took its place and was saved over before the next engine: %s',
    async (choice) => {
      world.disk.after('replace', pump, () => world.crashNow());
      await answerAndDie(choice);
      world.disk.write(pump, 'on theirs');
      await startAgain();
      expect(logged).toEqual([]);
      await world.idle();
      expect(world.disk.text(pump)).toBe('on theirs');
      expect(world.states()).toMatchObject({ [pump]: 'conflict' });
    },
  );

  it('is said to be not carried out where theirs is gone and mine is as it was', async () => {
    world.disk.on('replace', pump, () => world.crashNow());
    await answerAndDie('takeTheirs');
    for (const path of beside()) world.disk.delete(path);
    await startAgain();
    expect(logged).toEqual([
      ['warn', 'choice-not-carried-out', expect.objectContaining({ code: 'other-version-gone' })],
    ]);
  });

  it('and could not be carried out is not carried out later, and leaves nothing beside', async () => {
    world.disk.fail('replace', pump, 'file-in-use');
    await expect(world.engine.resolveConflict(world.libraryId(), key, 'keepBoth')).rejects.toMatchObject({
      code: 'file-in-use',
    });
    await world.close();
    await startAgain();
    expect(world.states()).toEqual({ [pump]: 'conflict' });
    expect([world.disk.text(pump), world.disk.text(copy)]).toEqual(['mine', undefined]);
    expect(world.disk.text('.cadlibrary.json') ?? '').not.toContain('(mine)');
  });

  it.each(['just before theirs takes its place', 'before the next engine runs'])(
    'to keep both leaves nothing beside where mine was saved as another file %s, and what it was is kept',
    async (when) => {
      const saveAnew = (): void => {
        world.disk.delete(pump);
        world.save(pump, 'mine again');
      };
      const isDying = when === 'before the next engine runs';
      world.disk.on('replace', pump, isDying ? () => world.crashNow() : saveAnew);
      if (isDying) {
        await answerAndDie('keepBoth');
        saveAnew();
        await startAgain();
      } else {
        const answered = world.engine.resolveConflict(world.libraryId(), key, 'keepBoth');
        await expect(answered).rejects.toMatchObject({ code: 'file-changed-meanwhile' });
        await world.idle();
      }
      expect(world.states()).toEqual({ [pump]: 'conflict' });
      expect([world.disk.text(pump), world.disk.text(copy)]).toEqual(['mine again', undefined]);
      const kept = world.disk.ownPaths().filter((path) => path.includes('/backup/'));
      expect(kept.map((path) => world.disk.text(path))).toContain('mine');
      expect(world.disk.text('.cadlibrary.json') ?? '').not.toContain('(mine)');
    },
  );

  it('leaves the place empty at no moment', async () => {
    const seen: (string | undefined)[] = [];
    const look = async (): Promise<void> => void seen.push(world.disk.text(pump));
    for (const operation of ['writeText', 'keepCopy', 'place', 'replace', 'remove', 'stat'] as const) {
      world.disk.on(operation, /./, look, Infinity);
      world.disk.after(operation, /./, look, Infinity);
    }
    await world.engine.resolveConflict(world.libraryId(), key, 'keepBoth');
    await world.idle();
    expect(new Set(seen)).toEqual(new Set(['mine', 'theirs']));
  });
});

it('keeping both is possible for a file with as long a name as disks hold', async () => {
  const long = `EC000002/MC000001/${'あ'.repeat(83)}.rfa`;
  world.save(long, 'base');
  await world.idle();
  world.service.versions.publishElsewhere(recordOf('EC000002'), 'theirs');
  world.save(long, 'mine');
  await world.idle();
  await world.engine.resolveConflict(world.libraryId(), keyOf('EC000002'), 'keepBoth');
  await world.idle();
  const beside = `EC000002/MC000001/${'あ'.repeat(81)} (mine).rfa`;
  expect([world.disk.text(long), world.disk.text(beside)]).toEqual(['theirs', 'mine']);
});

describe('the version kept beside a file in conflict', () => {
  it('goes once the conflict is over, also when the engine dies before it could be removed', async () => {
    world.disk.on('remove', /conflicts/, () => world.crashNow());
    await answerAndDie('keepMine');
    expect(beside()).toHaveLength(1);
    await startAgain();
    expect(beside()).toEqual([]);
    expect(world.service.versions.history(key).at(-1)).toBe('0.3 mine');
  });

  it('is removed later when it cannot be removed now', async () => {
    world.disk.fail('remove', /conflicts/, 'file-in-use');
    await world.engine.resolveConflict(world.libraryId(), key, 'keepMine');
    await world.idle();
    expect(beside()).toHaveLength(1);
    await world.clock.advance(26 * 3_600_000);
    expect(beside()).toEqual([]);
  });

  it('stays for as long as the conflict does, however old; one that no conflict is about goes in time', async () => {
    const [kept = ''] = beside();
    const orphan = kept.replace('pump', 'fan');
    world.disk.write(orphan, 'theirs, of a conflict before', world.clock.now() - 31 * 86_400_000);
    world.disk.setDate(kept, world.clock.now() - 31 * 86_400_000);
    await world.close();
    await startAgain();
    expect(beside()).toEqual([kept, orphan].sort());
    await world.days(31);
    expect(beside()).toEqual([kept]);
  });
});

it.each(['takeTheirs', 'keepBoth'] as const)(
  'a drawing that is open is not replaced because a person chose %s, and the choice can be made again once it is closed',
  async (choice) => {
    const [drawing, lock] = ['EC000002/MC000001/plan.dwg', 'EC000002/MC000001/plan.dwl'];
    const text = (words: string): string => `${words} program:AutoCAD/2018`;
    const planKey = keyOf('EC000002', 'AutoCAD/2025');
    world.hold(drawing, text('base'));
    world.watcher.hint(drawing);
    await world.idle();
    world.service.versions.publishElsewhere(recordOf('EC000002', 'plan', 'AutoCAD/2025'), text('theirs'));
    world.save(drawing, text('mine'));
    await world.idle();
    expect(world.states()[drawing]).toBe('conflict');
    world.save(lock, '');
    const answered = world.engine.resolveConflict(world.libraryId(), planKey, choice);
    await expect(answered).rejects.toMatchObject({ code: 'file-in-use' });
    expect(world.disk.text(drawing)).toBe(text('mine'));
    expect(world.states()[drawing]).toBe('conflict');
    world.disk.delete(lock);
    await world.engine.resolveConflict(world.libraryId(), planKey, choice);
    await world.idle();
    expect(world.disk.text(drawing)).toBe(text('theirs'));
    expect(world.disk.paths().filter((path) => path.includes('(mine)'))).toHaveLength(choice === 'keepBoth' ? 1 : 0);
  },
);

it('a file that somebody puts where mine was to be copied stays, and the choice can be made again', async () => {
  world.disk.on('keepCopy', copy, () => world.disk.write(copy, 'of somebody else'));
  const answered = world.engine.resolveConflict(world.libraryId(), key, 'keepBoth');
  await expect(answered).rejects.toMatchObject({ code: 'target-occupied' });
  await world.idle();
  expect([world.disk.text(pump), world.disk.text(copy)]).toEqual(['mine', 'of somebody else']);
  expect(linksIn(world.disk).has(copy)).toBe(false);
  await world.engine.resolveConflict(world.libraryId(), key, 'keepBoth');
  expect(world.disk.text(pump)).toBe('theirs');
  expect(world.disk.text(copy)).toBe('of somebody else');
});

it('what a person chose before the engine died waits for the program that has the drawing open by then', async () => {
  const [drawing, lock] = ['EC000002/MC000001/plan.dwg', 'EC000002/MC000001/plan.dwl'];
  world.hold(drawing, 'base program:AutoCAD/2018');
  world.watcher.hint(drawing);
  await world.idle();
  world.service.versions.publishElsewhere(recordOf('EC000002', 'plan', 'AutoCAD/2025'), 'theirs program:AutoCAD/2018');
  world.save(drawing, 'mine program:AutoCAD/2018');
  await world.idle();
  world.disk.on('replace', drawing, () => world.crashNow());
  void world.engine.resolveConflict(world.libraryId(), keyOf('EC000002', 'AutoCAD/2025'), 'takeTheirs');
  await world.clock.advance(5_000);
  world.disk.write(lock, '');
  await world.start();
  await world.clock.advance(300_000);
  expect(world.disk.text(drawing)).toBe('mine program:AutoCAD/2018');
  world.disk.delete(lock);
  world.watcher.hint(lock);
  await world.clock.advance(300_000);
  expect(world.disk.text(drawing)).toBe('theirs program:AutoCAD/2018');
});

it.each(['keepMine', 'takeTheirs', 'keepBoth'] as const)(
  'what somebody saved into the other version while comparing is kept, and not taken for the version: %s',
  async (choice) => {
    const [kept = ''] = beside();
    world.disk.write(kept, 'theirs, saved again');
    const answered = world.engine.resolveConflict(world.libraryId(), key, choice);
    await expect(answered).rejects.toMatchObject({ code: 'other-version-gone' });
    await world.clock.advance(120_000);
    expect(world.states()).toEqual({ [pump]: 'conflict' });
    await world.engine.resolveConflict(world.libraryId(), key, choice);
    await world.idle();
    expect(world.disk.text(pump)).toBe(choice === 'keepMine' ? 'mine' : 'theirs');
    const backups = world.disk.ownPaths().filter((path) => path.includes('/backup/'));
    expect(backups.map((path) => world.disk.text(path))).toContain('theirs, saved again');
  },
);

describe('what was there before a conflict', () => {
  it('is not put back while nothing was decided: theirs would take its place at once', async () => {
    const restore = world.engine.earlierVersions.restoreVersion(
      world.libraryId(),
      pump,
      world.versionAt(pump, { major: 0, minor: 1 }),
    );
    await expect(restore).rejects.toMatchObject({ code: 'in-conflict' });
    await world.idle();
    expect([world.disk.text(pump), world.states()]).toEqual(['mine', { [pump]: 'conflict' }]);
  });
});

describe('an answer to a conflict', () => {
  const version = (minor: number) => ({ major: 0, minor });

  it.each(['keepMine', 'takeTheirs', 'keepBoth'] as const)(
    'is not carried out for a version that the person was not shown: %s',
    async (choice) => {
      world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs again');
      await world.clock.advance(120_000);
      await world.idle();
      const resolve = (minor: number) =>
        world.engine.resolveConflict(world.libraryId(), key, choice, { version: version(minor) });
      await expect(resolve(2)).rejects.toMatchObject({ code: 'other-version-now' });
      expect(world.states()).toEqual({ [pump]: 'conflict' });
      expect(world.disk.text(pump)).toBe('mine');
      expect(await resolve(3)).toMatchObject({ theirVersion: version(3) });
    },
  );

  const choices = ['keepMine', 'takeTheirs', 'keepBoth'] as const;
  const pairs = choices.flatMap((one) =>
    choices.filter((other) => other !== one).map((other) => [one, other] as const),
  );

  it.each(pairs)('is the only one that is carried out where another comes at once: %s, then %s', async (...pair) => {
    const answers = await Promise.allSettled(
      pair.map((choice) => world.engine.resolveConflict(world.libraryId(), key, choice)),
    );
    expect(answers).toMatchObject([{ status: 'fulfilled' }, { reason: { code: 'no-conflict' } }]);
    await world.idle();
    expect(world.disk.text(pump)).toBe(pair[0] === 'keepMine' ? 'mine' : 'theirs');
  });

  it('is carried out where one before it could not be', async () => {
    world.disk.fail('replace', pump, 'file-in-use');
    const answers = await Promise.allSettled([
      world.engine.resolveConflict(world.libraryId(), key, 'takeTheirs'),
      world.engine.resolveConflict(world.libraryId(), key, 'keepMine'),
    ]);
    expect(answers).toMatchObject([{ reason: { code: 'file-in-use' } }, { status: 'fulfilled' }]);
    await world.idle();
    expect(world.service.versions.history(key).at(-1)).toBe('0.3 mine');
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWorld, keyOf, recordOf, type World } from '../../../fakes/engine/world.ts';

const folder = 'EC000001/MC000001';
const drawing = `${folder}/plan.dwg`;
const locks = [`${folder}/plan.dwl`, `${folder}/plan.dwl2`] as const;
const key = keyOf('EC000001', 'AutoCAD/2025');
const minuteMs = 60_000;

let world: World;
beforeEach(async () => {
  world = createWorld({ programs: ['AutoCAD', 'Inventor', 'Revit'].map((name) => ({ name, version: '2025' })) });
  world.hold(drawing, 'first');
  await world.open();
});
afterEach(() => world.close());

function leaveLocks(computer = 'OFFICE-2'): void {
  world.disk.write(locks[0], 'jansen');
  world.disk.write(locks[1], `<username>jansen</username><machinename>${computer}</machinename>`);
}

async function theirsArrive(): Promise<void> {
  world.service.versions.publishElsewhere(
    { ...recordOf('EC000001', 'plan', 'AutoCAD/2025'), fileExtension: 'dwg' },
    'theirs',
  );
  world.engine.runnerOf(world.libraryId()).pollSoon();
  await world.clock.advance(5 * minuteMs);
}

describe('a lock that a program left behind', () => {
  it('holds a save back for an hour and not for ever', async () => {
    leaveLocks();
    world.save(drawing, 'second');
    await world.clock.advance(58 * minuteMs);
    expect(world.states()).toEqual({ [drawing]: 'openElsewhere' });
    expect(world.service.versions.history(key)).toEqual(['0.1 first']);
    await world.clock.advance(4 * minuteMs);
    await world.idle();
    expect(world.states()).toEqual({ [drawing]: 'draft' });
    expect(world.service.versions.history(key)).toEqual(['0.1 first', '0.2 second']);
  });

  it.each(['local', 'network', 'unknown'] as const)(
    'holds back no drawing of days ago on a drive that is %s, where the app runs for minutes at a time',
    async (kind) => {
      world.disk.setDriveKind(kind);
      leaveLocks();
      world.save(drawing, 'second');
      for (let night = 0; night < 3; night += 1) {
        await world.close();
        await world.clock.advance(24 * 60 * minuteMs);
        await world.start();
        await world.clock.advance(10 * minuteMs);
      }
      expect(world.service.versions.history(key)).toEqual(['0.1 first', '0.2 second']);
    },
  );

  it('holds it back anew from each save on', async () => {
    leaveLocks();
    for (let save = 1; save <= 4; save += 1) {
      world.save(drawing, `save ${save}`);
      await world.clock.advance(40 * minuteMs);
    }
    expect(world.service.versions.history(key)).toEqual(['0.1 first']);
    await world.clock.advance(30 * minuteMs);
    expect(world.service.versions.history(key)).toEqual(['0.1 first', '0.2 save 4']);
  });

  it('beside half a drawing keeps that from being sent until somebody saves it whole', async () => {
    leaveLocks();
    world.save(drawing, 'second, unfinished');
    await world.clock.advance(24 * 60 * minuteMs);
    expect(world.states()).toEqual({ [drawing]: 'openElsewhere' });
    expect(world.service.versions.history(key)).toEqual(['0.1 first']);
    for (const lock of locks) world.disk.delete(lock);
    world.save(drawing, 'third');
    await world.idle();
    expect(world.service.versions.history(key)).toEqual(['0.1 first', '0.2 third']);
  });

  it('is over when its computer was started anew', async () => {
    leaveLocks('drawing-07');
    world.save(drawing, 'second');
    await world.clock.advance(minuteMs);
    expect(world.states()).toEqual({ [drawing]: 'openElsewhere' });
    world.restartComputer();
    await world.clock.advance(minuteMs);
    await world.idle();
    expect(world.service.versions.history(key)).toEqual(['0.1 first', '0.2 second']);
  });

  it('keeps a newer version from taking the place of the drawing also long after a save would be sent', async () => {
    leaveLocks();
    await theirsArrive();
    await world.clock.advance(3 * 60 * minuteMs);
    expect(world.disk.text(drawing)).toBe('first');
    world.disk.delete(locks[0]);
    world.disk.delete(locks[1]);
    await world.idle(4 * 60 * minuteMs);
    expect(world.disk.text(drawing)).toBe('theirs');
  });

  it('holds nothing back once a person says that nobody has the drawing open, also after a restart', async () => {
    leaveLocks();
    await theirsArrive();
    expect(world.disk.text(drawing)).toBe('first');
    await world.engine.ignoreLock(world.libraryId(), drawing);
    await world.idle();
    expect(world.disk.text(drawing)).toBe('theirs');
    await world.close();
    await world.start();
    world.save(drawing, 'second');
    await world.idle();
    expect(world.service.versions.history(key).at(-1)).toBe('0.3 second');
    expect(world.disk.text(locks[0])).toBe('jansen');
  });

  it('counts again when its program writes it again', async () => {
    leaveLocks();
    await world.engine.ignoreLock(world.libraryId(), drawing);
    await world.clock.advance(minuteMs);
    leaveLocks();
    world.save(drawing, 'second');
    await world.clock.advance(minuteMs);
    expect(world.states()).toEqual({ [drawing]: 'openElsewhere' });
  });
});

describe('a lock on a server whose clock is behind', () => {
  beforeEach(async () => {
    await world.close();
    world.disk.setDriveKind('network');
    world.restartComputer();
    await world.start();
    await world.clock.advance(5 * minuteMs);
  });
  const servedMs = (): number => world.clock.now() - 120 * minuteMs;

  it('is not taken for one from before the restart: the drawing that is open is not replaced', async () => {
    world.disk.write(locks[0], 'jansen', servedMs());
    world.disk.write(locks[1], '<username>jansen</username><machinename>DRAWING-07</machinename>', servedMs());
    await theirsArrive();
    expect(world.disk.text(drawing)).toBe('first');
    world.save(drawing, 'first, edited');
    for (const lock of locks) world.disk.delete(lock);
    await world.clock.advance(5 * minuteMs);
    expect(world.states()).toEqual({ [drawing]: 'conflict' });
  });

  it('holds back each save for an hour, however old the server dates it', async () => {
    world.disk.write(locks[0], 'jansen', servedMs());
    for (const text of ['piece 1', 'piece 1, piece 2', 'piece 1, piece 2, piece 3']) {
      world.disk.write(drawing, text, servedMs());
      world.watcher.hint(drawing);
      await world.clock.advance(minuteMs);
    }
    expect(world.states()).toEqual({ [drawing]: 'openElsewhere' });
    expect(world.service.versions.history(key)).toEqual(['0.1 first']);
    await world.clock.advance(61 * minuteMs);
    await world.idle();
    expect(world.service.versions.history(key)).toEqual(['0.1 first', '0.2 piece 1, piece 2, piece 3']);
  });
});

describe('the lock of a folder of Inventor', () => {
  it('holds its documents and no other drawing', async () => {
    const part = 'EC000002/MC000001/chair.ipt';
    const family = 'EC000003/MC000001/chair.rfa';
    for (const path of [part, family]) {
      world.disk.write(path.replace(/[^/]*$/, 'lockfile.lck'), 'lock');
      world.save(path, `bytes of ${path}`);
    }
    await world.clock.advance(minuteMs);
    expect(world.states()).toMatchObject({ [part]: 'openElsewhere', [family]: 'draft' });
    world.disk.delete('EC000002/MC000001/lockfile.lck');
    await world.clock.advance(minuteMs);
    expect(world.states()[part]).toBe('draft');
  });
});

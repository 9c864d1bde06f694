import { AppError } from '../../../../shared/errors/app-error.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWorld, keyOf, type World } from '../../../fakes/engine/world.ts';

const folder = 'EC000001/MC000001';
const pump = `${folder}/pump.rfa`;
const other = 'EC000002/MC000001/valve.rfa';
const hourMs = 3_600_000;

let world: World;
/** Whole scans of the folder. */
let scans: number;
beforeEach(() => {
  world = createWorld({ rereadPeriodMs: hourMs });
  world.hold(pump, 'bytes');
  // A library is marked only where one of its files is seen as it was.
  world.hold(other, 'other bytes');
  scans = 0;
  world.disk.on('list', '', countScan, Infinity);
});
afterEach(() => world.close());

/** An engine that does nothing but scan is ended: else no test would. */
function countScan(): void {
  scans += 1;
  if (scans > 500 && world.isRunning()) world.crash();
}

const history = () => world.service.versions.history(keyOf('EC000001'));
const explained = async () => (await world.engine.statusReader.explain([`/library/${pump}`])).files[0]?.explanation;

/** What keeps a scan from proving that a file is gone. */
let isInTheWay = false;
const obstacles = [
  [
    'a folder that cannot be listed',
    (): void => {
      const refuse = async (): Promise<void> => {
        if (isInTheWay) throw new AppError('file-unreadable');
      };
      world.disk.on('list', folder, refuse, Infinity);
    },
  ],
  ['a library without a marker', (): void => void world.disk.setReadOnly(true)],
] as const;

describe.each(obstacles)('a file that is gone from %s', (_, hinder) => {
  beforeEach(async () => {
    isInTheWay = false;
    hinder();
    await world.open();
  });

  function lose(): void {
    isInTheWay = true;
    world.disk.delete(pump);
  }

  function stopHindering(): void {
    isInTheWay = false;
    world.disk.setReadOnly(false);
  }

  /** It is saved while the service is away, and gone before that is back. */
  async function saveAndLose(): Promise<void> {
    await world.connect(undefined);
    world.save(pump, 'second');
    await world.clock.advance(60_000);
    lose();
    await world.clock.advance(60_000);
    await world.connect('first');
  }

  it('is looked for no more often than usual, and the service is left alone', async () => {
    await saveAndLose();
    const { length } = world.service.calls;
    await world.clock.advance(hourMs / 2);
    expect(scans).toBeLessThan(20);
    const asked = world.service.calls.slice(length).filter(({ id }) => id === 'findCurrentMetadata');
    expect(asked.length).toBeLessThan(5);
  });

  it('is said not to be where it was, and not to be removed', async () => {
    await saveAndLose();
    await world.clock.advance(60_000);
    expect(world.states()[pump]).toBe('needsYou');
    expect(await explained()).toMatchObject({
      reason: { code: 'unreadable', error: { code: 'file-not-seen' } },
      next: { code: 'folderLookedAtAgain' },
      actions: ['check-folder'],
    });
  });

  it('is not looked for all the time when its bytes are to be read again', async () => {
    lose();
    await world.clock.advance(2 * hourMs);
    expect(scans).toBeLessThan(40);
  });

  it('counts as removed once that is proved', async () => {
    await saveAndLose();
    await world.clock.advance(60_000);
    stopHindering();
    await world.clock.advance(2 * hourMs);
    expect(world.states()[pump]).toBe('removedHere');
  });

  it('is sent as soon as it is there again', async () => {
    await saveAndLose();
    await world.clock.advance(60_000);
    stopHindering();
    world.save(pump, 'third');
    await world.clock.advance(60_000);
    expect(world.states()[pump]).toBe('draft');
    expect(history()).toEqual(['0.1 bytes', '0.2 third']);
  });
});

describe('a file of a library without a marker', () => {
  it('is not called a draft once it is gone, although nobody told', async () => {
    world.disk.setReadOnly(true);
    await world.open();
    world.disk.delete(pump);
    world.engine.runnerOf(world.libraryId()).scanSoon();
    await world.idle();
    expect(world.states()[pump]).toBe('needsYou');
  });

  it('goes on as it was when it is there again as it was, without being read', async () => {
    world.disk.setReadOnly(true);
    await world.open();
    world.disk.putOdd(pump, 'link');
    await world.clock.advance(2 * hourMs);
    expect(world.states()[pump]).toBe('needsYou');
    const { length } = world.disk.operations;
    world.disk.takeOdd(pump);
    await world.clock.advance(hourMs);
    expect(world.states()[pump]).toBe('draft');
    expect(world.disk.operations.slice(length).filter(({ operation }) => operation === 'inspect')).toEqual([]);
  });
});

describe('a file that iCloud Drive took away to save room', () => {
  const note = `${folder}/.pump.rfa.icloud`;
  const take = async (): Promise<void> => {
    await world.open();
    world.disk.delete(pump);
    world.disk.write(note, 'bplist00 NSURLNameKey pump.rfa');
    world.watcher.hint(pump);
    await world.clock.advance(120_000);
  };

  it('is said not to be where it was, and not to be removed', async () => {
    await take();
    expect(world.states()[pump]).toBe('needsYou');
    expect(await explained()).toMatchObject({ reason: { code: 'unreadable', error: { code: 'file-not-seen' } } });
    await world.clock.advance(3 * hourMs);
    expect([world.states()[pump], scans < 20]).toEqual(['needsYou', true]);
  });

  it('is a draft again when it is there again, and removed when its note is gone, too', async () => {
    await take();
    world.disk.delete(note);
    world.disk.write(pump, 'bytes');
    world.watcher.hint(pump);
    await world.clock.advance(120_000);
    expect([world.states()[pump], history()]).toEqual(['draft', ['0.1 bytes']]);
    world.disk.delete(pump);
    world.watcher.hint(pump);
    await world.clock.advance(120_000);
    expect(world.states()[pump]).toBe('removedHere');
  });
});

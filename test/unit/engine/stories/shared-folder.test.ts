import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { assignClass, namedClass } from '../../../fakes/engine/assign-class.ts';
import { colleagueSays } from '../../../fakes/engine/colleague-says.ts';
import {
  formatLinks,
  linksFileName,
  readLinks,
  type FileLink,
} from '../../../../electron/engine/tree/library-links.ts';
import { createWorld, keyOf, type World } from '../../../fakes/engine/world.ts';

const pump = 'EC000001/MC000001/pump.rfa';
const valve = 'EC000002/MC000001/valve.rfa';

let world: World;
beforeEach(async () => {
  world = createWorld();
  world.hold(pump, 'bytes of nobody else');
  world.hold(valve, 'a valve');
  await world.open();
  await world.days(3);
});
afterEach(() => world.close());

const look = async (): Promise<void> => {
  world.watcher.hint('');
  await world.clock.advance(120_000);
  await world.idle();
};

describe('a file that another computer of a shared folder is about to replace', () => {
  /** The other computer keeps the file under a second name, and then puts another one in its place. */
  async function otherKeeps(): Promise<string> {
    const stamp = new Date(world.clock.now()).toISOString().replace(/[:.]/g, '-');
    const keptAt = `.cadlibrary/backup/${stamp}/${pump}`;
    await world.disk.port.library().keepCopy(pump, keptAt);
    return keptAt;
  }

  it('is kept, whenever the copies are looked through here', async () => {
    await world.close();
    const keptAt = await otherKeeps();
    await world.start();
    await look();
    expect(world.disk.text(keptAt)).toBe('bytes of nobody else');
    await world.close();
    await world.start();
    await look();
    expect(world.disk.text(keptAt)).toBe('bytes of nobody else');
  });

  it('has no second name for long where that computer went down just then', async () => {
    await world.close();
    const keptAt = await otherKeeps();
    await world.start();
    await look();
    await world.days(3);
    expect([world.disk.text(keptAt), world.disk.text(pump)]).toEqual([undefined, 'bytes of nobody else']);
  });
});

describe('what a person says while another computer has read the links file and writes it after', () => {
  /** Writes what the file said before, with what was said there alone. */
  const writeAsBefore = (before: string | undefined): void => {
    if (before === undefined) world.disk.delete(linksFileName);
    else world.disk.write(linksFileName, before);
    colleagueSays(world, valve, 'EC000009');
  };
  const said = (): unknown => Object.fromEntries(world.engine.runnerOf(world.libraryId()).context.links());
  const [ours, theirs] = [{ [pump]: namedClass('EC000008') }, { [valve]: namedClass('EC000009') }];

  it('is said, with what was said there', async () => {
    const before = world.disk.text(linksFileName);
    await assignClass(world, pump, 'EC000008');
    writeAsBefore(before);
    await look();
    await look();
    expect(said()).toEqual({ ...ours, ...theirs });
    expect(readLinks(world.disk.text(linksFileName) ?? '').links).toEqual(
      new Map(Object.entries({ ...ours, ...theirs })),
    );
    const { files } = world.engine.runnerOf(world.libraryId()).context;
    expect([pump, valve].map((path) => files.get(path)?.key)).toEqual([keyOf('EC000008'), keyOf('EC000009')]);
  });

  it('is said also where the app goes down before it was written once more', async () => {
    const before = world.disk.text(linksFileName);
    await assignClass(world, pump, 'EC000008');
    writeAsBefore(before);
    world.watcher.hint('');
    await world.clock.advance(500);
    world.crash();
    await world.start();
    await look();
    expect(said()).toEqual({ ...ours, ...theirs });
  });

  it('is not said any more where somebody takes it out of the file again', async () => {
    const before = world.disk.text(linksFileName);
    await assignClass(world, pump, 'EC000008');
    for (let time = 0; time < 2; time += 1) {
      writeAsBefore(before);
      await look();
      await look();
    }
    expect(said()).toEqual(theirs);
  });

  describe('gives way to what was said after it there', () => {
    /** Writes what the file says by now there. */
    const writeThere = (path: string, link: FileLink): void =>
      world.disk.write(linksFileName, formatLinks({ links: new Map([[path, link]]), others: {} }));
    const newer = namedClass('EC000007');

    it('of the same file, whose path is spelled otherwise on that computer', async () => {
      const [here, there] = (['NFC', 'NFD'] as const).map((form) => 'EC000003/MC000001/pömp.rfa'.normalize(form));
      world.save(here ?? '', 'a third one');
      await look();
      await assignClass(world, here ?? '', 'EC000008');
      await look();
      writeThere(there ?? '', newer);
      await look();
      await look();
      expect(said()).toEqual({ [there ?? '']: newer });
      expect(world.engine.runnerOf(world.libraryId()).context.files.get(here ?? '')?.key).toBe(keyOf('EC000007'));
    });

    it('of the same file, which was moved there before', async () => {
      const moved = 'EC000001/MC000001/moved.rfa';
      await assignClass(world, pump, 'EC000008');
      await look();
      world.disk.rename(pump, moved);
      writeThere(moved, newer);
      await look();
      await look();
      expect(said()).toEqual({ [moved]: newer });
    });
  });

  it('gives way to what is said here before the file is looked at', async () => {
    const before = world.disk.text(linksFileName);
    await assignClass(world, pump, 'EC000008');
    writeAsBefore(before);
    await world.engine.runnerOf(world.libraryId()).context.changeLinks(new Map([[pump, namedClass('EC000007')]]));
    world.watcher.hint('');
    await world.clock.advance(500);
    await look();
    expect(said()).toEqual({ [pump]: namedClass('EC000007'), ...theirs });
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { linksFileName } from '../../../../electron/engine/tree/library-links.ts';
import { linksIn } from '../../../fakes/engine/links-in.ts';
import { createWorld, keyOf, recordOf, type World } from '../../../fakes/engine/world.ts';

let world: World;
beforeEach(async () => {
  world = createWorld();
  await world.open();
});
afterEach(() => (world.isRunning() ? world.close() : undefined));

const classCode = (index: number): string => `EC${String(index + 1).padStart(6, '0')}`;

/** Files that colleagues said are of this version although their headers say a newer one: each needs its link. */
function publishElsewhere(count: number): void {
  for (let index = 0; index < count; index += 1) {
    world.service.versions.publishElsewhere(
      recordOf(classCode(index), `pump ${index}`),
      `program:Revit/2026 theirs ${index}`,
    );
  }
  world.engine.runnerOf(world.libraryId()).pollSoon();
}

const links = () => linksIn(world.disk);

/** How often the links file was written, from now on. */
function countWrites(): () => number {
  let writes = 0;
  const count = (): void => {
    writes += 1;
    world.disk.after('writeText', linksFileName, count);
  };
  world.disk.after('writeText', linksFileName, count);
  return () => writes;
}

describe('the links of many downloads', () => {
  it('are written to the library together, and all of them', async () => {
    const writes = countWrites();
    publishElsewhere(300);
    await world.idle();
    expect(links().size).toBe(300);
    expect(writes()).toBeLessThan(10);
  });

  it('are not followed by a scan of the whole library, which nobody else changed', async () => {
    const scannedMs = world.engine.runnerOf(world.libraryId()).lastScanMs;
    world.disk.after('writeText', linksFileName, () => world.watcher.hint(linksFileName));
    publishElsewhere(3);
    await world.idle();
    expect(links().size).toBe(3);
    expect(world.engine.runnerOf(world.libraryId()).lastScanMs).toBe(scannedMs);
  });

  it('are in the library when the app is closed in the middle', async () => {
    const placed = Promise.withResolvers<void>();
    world.disk.after('place', /EC000001/, () => placed.resolve());
    publishElsewhere(1);
    await world.clock.until(() => world.disk.paths().length > 0, 'the file is in place');
    await placed.promise;
    await world.close();
    expect([...links().keys()]).toEqual(world.disk.paths().filter((path) => path !== linksFileName));
  });

  it('survive a crash before the library has them: each file keeps its key, and the library gets them then', async () => {
    publishElsewhere(20);
    await world.clock.until(() => world.disk.paths().length >= 20, 'the files are in place');
    world.crash();
    expect(links().size).toBe(0);
    await world.start();
    await world.idle();
    expect(links().size).toBe(20);
    expect(new Set(Object.values(world.states()))).toEqual(new Set(['draft']));
    for (let index = 0; index < 20; index += 1) {
      expect(world.service.versions.history(keyOf(classCode(index)))).toEqual([
        `0.1 program:Revit/2026 theirs ${index}`,
      ]);
    }
  });

  it('leave what somebody else wrote there meanwhile', async () => {
    const theirs = { version: 1, files: { 'loose.rfa': { etimClassCode: 'EC000900', etimModelCode: 'MC000001' } } };
    world.disk.after('place', /EC000001/, () => world.disk.write(linksFileName, JSON.stringify(theirs)));
    publishElsewhere(2);
    await world.idle();
    expect([...links().keys()]).toContain('loose.rfa');
    expect(links().size).toBe(3);
  });

  it('do not hide what somebody else wrote there right before: it counts at once', async () => {
    world.save('loose.rfa', 'loose');
    await world.idle();
    expect(world.states()['loose.rfa']).toBe('unassigned');
    const theirs = { version: 1, files: { 'loose.rfa': { etimClassCode: 'EC000900', etimModelCode: 'MC000001' } } };
    world.disk.on('readText', linksFileName, () => world.disk.write(linksFileName, JSON.stringify(theirs)));
    world.disk.after('writeText', linksFileName, () => world.watcher.hint(linksFileName));
    publishElsewhere(1);
    await world.clock.advance(60_000);
    expect(links().size).toBe(2);
    expect(world.states()['loose.rfa']).toBe('draft');
  });

  it('are not taken for taken back by a scan that read the file before they were written', async () => {
    const slowly = async (): Promise<void> => new Promise((resolve) => void world.clock.after(5_000, resolve));
    world.disk.after('place', /EC000001/, () => {
      world.disk.after('readText', linksFileName, slowly);
      world.engine.runnerOf(world.libraryId()).scanSoon();
    });
    publishElsewhere(1);
    await world.clock.until(() => world.disk.paths().length > 0, 'the file is in place');
    await world.clock.advance(10_000);
    await world.idle();
    expect(links().size).toBe(1);
    expect(new Map(world.engine.runnerOf(world.libraryId()).context.links())).toEqual(links());
  });

  it('are the last thing that is told: whoever waits for the library to be at rest hears of it then', async () => {
    publishElsewhere(2);
    const runner = world.engine.runnerOf(world.libraryId());
    let heard = false;
    world.engine.onStatusChange(() => (heard = runner.isQuiet() && runner.context.links().size === 2));
    await world.clock.advance(10_000);
    expect([links().size, heard]).toEqual([2, true]);
  });

  it('are kept while they cannot be written, and written once they can', async () => {
    const problem = () => world.engine.runnerOf(world.libraryId()).context.linksProblem();
    world.disk.fail('writeText', linksFileName, 'disk-full', 2);
    publishElsewhere(2);
    await world.clock.until(() => problem() !== undefined, 'they could not be written');
    expect(problem()).toMatchObject({ code: 'links-not-written', detail: expect.stringContaining('disk') as unknown });
    await world.clock.advance(120_000);
    await world.idle();
    expect(problem()).toBeUndefined();
    expect(links().size).toBe(2);
    expect(new Set(Object.values(world.states()))).toEqual(new Set(['draft']));
  });
});

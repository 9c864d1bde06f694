import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWorld, keyOf, recordOf, type World } from '../../../fakes/engine/world.ts';

const pump = 'EC000001/MC000001/pump.rfa';
const valve = 'EC000002/MC000001/valve.rfa';

let world: World;
beforeEach(() => {
  world = createWorld();
});
afterEach(() => world.close());

/** As Windows refuses a rename over a file that a program has open. */
const holdOpen = (times: number): void => world.disk.fail('replace', pump, 'file-in-use', times);

const changeElsewhere = async (): Promise<void> => {
  world.hold(pump, 'mine');
  world.hold(valve, 'mine too');
  await world.open();
  for (const code of ['EC000001', 'EC000002'])
    world.service.versions.publishElsewhere(recordOf(code), `theirs ${code}`);
  world.engine.runnerOf(world.libraryId()).pollSoon();
};

describe('a download onto a file that another program has open', () => {
  it('waits and says so once, fetches nothing again, and is there soon after the program closes it', async () => {
    holdOpen(40);
    await changeElsewhere();
    await world.clock.advance(300_000);
    expect(world.disk.text(pump)).toBe('mine');
    const [entry] = world.queued();
    expect(entry).toMatchObject({ state: 'retrying', error: { code: 'file-in-use' } });
    const failures = world.engine.activity.list(100).filter(({ kind }) => kind === 'failed');
    expect(failures).toHaveLength(1);
    expect(world.service.callsOf('getFile')).toBe(2);
    await world.idle(600_000);
    expect(world.disk.text(pump)).toBe('theirs EC000001');
    expect(world.service.callsOf('getFile')).toBe(2);
    const kept = world.disk.ownPaths().filter((path) => path.includes('/backup/') && path.endsWith('pump.rfa'));
    expect(kept.map((path) => world.disk.text(path))).toEqual(['mine']);
  });

  it('does not hold up other files', async () => {
    holdOpen(1_000);
    await changeElsewhere();
    await world.clock.advance(10_000);
    expect(world.disk.text(valve)).toBe('theirs EC000002');
  });

  it('gives way to what the designer saves meanwhile', async () => {
    holdOpen(1_000);
    await changeElsewhere();
    await world.clock.advance(10_000);
    world.save(pump, 'mine, saved again');
    await world.idle(600_000);
    expect(world.disk.text(pump)).toBe('mine, saved again');
    expect(world.states()[pump]).toBe('conflict');
    expect(world.service.versions.history(keyOf('EC000001'))).toHaveLength(2);
  });
});

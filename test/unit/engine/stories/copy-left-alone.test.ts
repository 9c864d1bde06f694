import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWorld, recordOf, type World } from '../../../fakes/engine/world.ts';

const pump = 'EC000001/MC000001/pump.rfa';

let world: World;
beforeEach(async () => {
  world = createWorld();
  world.hold(pump, 'base');
  await world.open();
});
afterEach(() => (world.isRunning() ? world.crash() : undefined));

const copies = async () => (await world.engine.earlierCopies.list(undefined, { offset: 0, limit: 10 })).rows;

describe('a copy of which a person says that it stays where it is', () => {
  it('stays so, also where they say it while the service is asked about it', async () => {
    const write = world.disk.openForWriting(pump);
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
    world.engine.runnerOf(world.libraryId()).pollSoon();
    await world.clock.advance(5_000);
    write('saved late');
    await world.clock.advance(120_000);
    const [copy] = await copies();
    expect(copy).toMatchObject({ reason: 'savedLate' });
    const asking = world.service.hold('listVersions');
    let hasArrived = false;
    void asking.arrived.then(() => (hasArrived = true));
    for (let day = 0; day < 40 && !hasArrived; day += 1) await world.days(1);
    expect(hasArrived).toBe(true);
    world.engine.earlierCopies.leave(copy?.backupId ?? '');
    expect(await copies()).toMatchObject([{ reason: 'savedLateLeft' }]);
    asking.letGo();
    await world.clock.advance(60_000);
    expect(await copies()).toMatchObject([{ reason: 'savedLateLeft' }]);
  });
});

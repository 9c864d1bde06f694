import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseVersion, type Version } from '../../../../shared/model/version.ts';
import { createWorld, keyOf, recordOf, type World } from '../../../fakes/engine/world.ts';

const pump = 'EC000001/MC000001/pump.rfa';
const key = keyOf('EC000001');

let world: World;
beforeEach(async () => {
  world = createWorld();
  world.hold(pump, 'first');
  await world.open();
  world.service.versions.publishElsewhere(recordOf('EC000001'), 'second');
  world.engine.runnerOf(world.libraryId()).pollSoon();
  await world.idle();
});
afterEach(() => world.close());

const versionOf = (text: string): Version => parseVersion(text) ?? { major: 0, minor: 0 };
const fetchCopy = (version: string) =>
  world.engine.earlierVersions.fetchCopy(world.libraryId(), pump, world.versionAt(pump, versionOf(version)));
const copies = async () => (await world.engine.earlierCopies.list(undefined, { offset: 0, limit: 100 })).rows;

describe('a version that is opened', () => {
  it('lies among the earlier copies, and the file stays as it is', async () => {
    const keptAt = await fetchCopy('0.2');
    expect(world.disk.text(keptAt)).toBe('second');
    expect(keptAt.endsWith('/pump.rfa')).toBe(true);
    await world.idle();
    expect(world.disk.text(pump)).toBe('second');
    expect(world.service.versions.history(key)).toEqual(['0.1 first', '0.2 second']);
    expect((await copies()).map(({ reason, version }) => [reason, version])).toContainEqual(['opened', '0.2']);
  });

  it('is not fetched a second time while its copy is as it was', async () => {
    const keptAt = await fetchCopy('0.2');
    expect(await fetchCopy('0.2')).toBe(keptAt);
    world.disk.write(keptAt, 'scribbled into');
    expect(await fetchCopy('0.2')).not.toBe(keptAt);
    expect(world.disk.text(keptAt)).toBe('scribbled into');
  });

  it('is taken from what was kept when it was replaced, where that is there', async () => {
    const [replaced] = await copies();
    expect(replaced).toMatchObject({ reason: 'newerVersion', version: '0.1' });
    const keptAt = await fetchCopy('0.1');
    expect(`${world.libraryId()}/${keptAt}`).toBe(replaced?.backupId);
  });

  it('is refused where the service has no such version', async () => {
    await expect(fetchCopy('7.0')).rejects.toMatchObject({ code: 'not-found' });
    expect((await copies()).filter(({ reason }) => reason === 'opened')).toEqual([]);
  });
});

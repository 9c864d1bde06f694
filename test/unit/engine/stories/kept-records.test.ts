import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { filesWithMetadataLimits } from '../../../../shared/api/limits.ts';
import type { CadMetadata } from '../../../../shared/api/schemas/cad-metadata.ts';
import { createWorld, keyOf, recordOf, type World } from '../../../fakes/engine/world.ts';

const said = {
  category: 'Pumps',
  tags: 'a;b',
  parameterInfo: '[{"Name":"EC_EF000008_0_"}]',
  standardFilenames: [{ standardId: '6b1d0c9a-0f7e-4c3a-9d51-3c1b2a4f5e60', filename: 'STD-PUMP' }],
  lookupTable: 'pumps.csv',
};
const ofOneVersion = { comments: 'checked by Ann', blobId: '0f6c2f0e-1111-2222-3333-444455556666', waiting: true };

const pump = 'EC000001/MC000001/pump.rfa';

let world: World;
beforeEach(() => {
  world = createWorld();
});
afterEach(() => world.close());

/** The records that the service was sent, oldest first. */
const sent = (): CadMetadata[] =>
  world.service.calls
    .filter(({ id }) => id === 'storeMetadata')
    .flatMap(({ input }) => (input as { readonly body: CadMetadata[] }).body);

/** Saves all files that are here. */
function saveAll(): void {
  for (const path of Object.keys(world.states())) world.save(path, `mine in ${path}`);
}

/** A publisher's file is fetched here, and then saved anew. */
async function saveTheirs(record: CadMetadata): Promise<void> {
  world.service.versions.publishElsewhere(record, 'theirs');
  await world.open();
  saveAll();
  await world.idle();
}

describe('a file that somebody else published and that is saved anew', () => {
  it.each([false, true])('keeps what its record said (along with the file: %j)', async (takesFiles) => {
    world.service.setTakesFiles(takesFiles);
    await saveTheirs({ ...recordOf('EC000001'), ...said });
    expect(world.service.versions.history(keyOf('EC000001'))).toEqual([
      '0.1 theirs',
      expect.stringMatching(/^0.2 mine/),
    ]);
    expect(sent()).toEqual([expect.objectContaining({ ...said, baseFilename: 'pump', baseVersion: '0.1' })]);
  });

  it('takes nothing over that was true of one version only', async () => {
    await saveTheirs({ ...recordOf('EC000001'), ...said, ...ofOneVersion, version: 'nl.1.1.2025.0.1' });
    const [record = {}] = sent();
    const names = ['comments', 'blobId', 'waiting', 'released', 'version', 'majorVersion', 'minorVersion'];
    expect(names.filter((name) => name in record)).toEqual([]);
  });

  it('goes before its record where what that says is too long to go along with it', async () => {
    world.service.setTakesFiles(true);
    const parameterInfo = `["${'x'.repeat(filesWithMetadataLimits.metadataBytes)}"]`;
    await saveTheirs({ ...recordOf('EC000001'), parameterInfo });
    expect(world.service.callsOf('storeFile')).toBe(1);
    expect(sent()).toMatchObject([{ parameterInfo }]);
  });

  it('keeps it each for itself where many are saved at once, for no question more', async () => {
    world.service.setTakesFiles(true);
    const classes = Array.from({ length: 20 }, (_, index) => `EC0000${10 + index}`);
    for (const one of classes) world.service.versions.publishElsewhere({ ...recordOf(one), category: one }, 'theirs');
    await world.open();
    const asked = world.service.callsOf('findCurrentMetadata');
    saveAll();
    await world.idle();
    expect(
      sent()
        .map(({ category }) => category)
        .sort(),
    ).toEqual(classes);
    expect(sent().map(({ etim }) => etim?.classCode)).toEqual(sent().map(({ category }) => category));
    expect(world.service.callsOf('findCurrentMetadata')).toBe(asked + 1);
  });

  it('keeps what the record of a version says that came to be known while the file waited for its turn', async () => {
    const classes = ['EC000001', 'EC000002'];
    const publish = (category: string): void => {
      for (const one of classes) world.service.versions.publishElsewhere({ ...recordOf(one), category }, 'theirs');
    };
    publish('old');
    await world.open();
    world.engine.saveSettings({ parallelTransfers: 1, pollIntervalMs: 10_000 });
    const held = world.service.hold('storeFile');
    saveAll();
    await world.clock.until(() => world.service.callsOf('storeFile') > 0, 'a file is being sent');
    publish('new');
    const lists = world.service.callsOf('listMetadata');
    await world.clock.until(() => world.service.callsOf('listMetadata') > lists, 'the service was looked at');
    held.letGo();
    await world.idle();
    for (const one of classes)
      expect(world.service.versions.history(keyOf(one))).toEqual([
        '0.1 theirs',
        '0.2 theirs',
        expect.stringMatching(/^0.3 mine/),
      ]);
    expect(sent().slice(-2)).toMatchObject(classes.map(() => ({ category: 'new', baseVersion: '0.2' })));
  });
});

describe('a file that the service did not have', () => {
  it('is sent with the record of a new one', async () => {
    world.hold(pump, 'first');
    await world.open();
    const [record] = sent();
    expect(record).toMatchObject({ standardFilenames: [], parameterInfo: '[]', baseVersion: 'none' });
  });
});

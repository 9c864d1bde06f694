import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createConnectionSetup } from '../../../../electron/engine/application/connection-setup.ts';
import { createLibraryChanges } from '../../../../electron/engine/application/library-changes.ts';
import type { Engine } from '../../../../electron/engine/engine.ts';
import type { ConnectionSettings } from '../../../../electron/engine/state/settings-store.ts';
import { createWorld, type World } from '../../../fakes/engine/world.ts';

const refused = { status: 'rejected', reason: { code: 'changed-meanwhile' } };
const done = { status: 'fulfilled', value: { done: true } };

describe('what is saved of a library', () => {
  let world: World;
  beforeEach(async () => {
    world = createWorld();
    await world.open();
  });
  afterEach(() => world.close());
  const changes = () => createLibraryChanges(world.engine);
  const library = () => world.engine.runnerOf(world.libraryId()).context;

  it('are patterns that were made of those that are set, and of two such lists only the first', async () => {
    const save = (pattern: string) =>
      changes().saveSettings(
        world.libraryId(),
        { ignorePatterns: [pattern] },
        { confirmed: true, shown: { ignorePatterns: [] } },
      );
    expect(await Promise.allSettled([save('mine/'), save('theirs/')])).toMatchObject([done, refused]);
    expect(library().settings().ignorePatterns).toEqual(['mine/']);
  });

  it('are programs that were made of those that are set, and of two such lists only the first', async () => {
    const shown = library().library.programs;
    const save = (name: string) =>
      changes().savePrograms(world.libraryId(), [...shown, { name, version: '2025' }], { confirmed: true, shown });
    expect(await Promise.allSettled([save('Inventor'), save('SketchUp')])).toMatchObject([done, refused]);
    expect(library().library.programs).toEqual([...shown, { name: 'Inventor', version: '2025' }]);
  });

  it('is what somebody says without having been shown what was set', async () => {
    const yes = { confirmed: true };
    await changes().saveSettings(world.libraryId(), { ignorePatterns: ['theirs/'] }, yes);
    await changes().saveSettings(world.libraryId(), { ignorePatterns: ['mine/'] }, yes);
    expect(library().settings().ignorePatterns).toEqual(['mine/']);
  });
});

it('of two connections that were entered over the same one, only the first is taken', async () => {
  const shown = { contentAddress: 'https://one.test', dataAddress: '', tokenAddress: '', clientId: 'designers' };
  let set: ConnectionSettings = { ...shown, kind: 'remote', httpAcceptedFor: '' };
  const engine = {
    ...{
      connectionChanged: () => undefined,
      gate: {},
      titleOf: () => '',
      atStake: () => ({ files: [], releases: [] }),
    },
    settingsStore: { connection: () => set, saveConnection: (settings: ConnectionSettings) => (set = settings) },
    transfers: { stop: async () => undefined },
  };
  const setup = createConnectionSetup({
    engine,
    session: {
      ...{ settings: () => set, open: async () => undefined, serviceIdOf: () => 'one.test' },
      port: { current: () => ({ serviceId: 'one.test' }) },
    },
    secrets: { probe: async () => 'usable', placeOf: async () => 'keychain', keychain: 'works' },
    waitingFor: () => ({ written: [], exports: [] }),
    libraryChanges: createLibraryChanges(engine as unknown as Engine),
    moveIn: () => ({ endFor: async () => undefined }),
  } as unknown as Parameters<typeof createConnectionSetup>[0]);
  const yes = { atStake: true, http: false, startWithout: false };
  const save = (clientId: string) => setup.save({ ...shown, clientId, secrets: {}, shown }, yes);
  expect(await Promise.allSettled([save('mine'), save('theirs')])).toMatchObject([done, refused]);
  expect(set.clientId).toBe('mine');
  await expect(save('later')).rejects.toMatchObject({ code: 'changed-meanwhile' });
  setup.close();
});

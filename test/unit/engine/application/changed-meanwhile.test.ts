import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createConnectionSetup } from '../../../../electron/engine/application/connection-setup.ts';
import { createLibraryChanges } from '../../../../electron/engine/application/library-changes.ts';
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

describe('a connection that was entered over the one that is set', () => {
  const shown = { contentAddress: 'https://one.test', dataAddress: '', tokenAddress: '', clientId: 'designers' };
  const accepted = { atStake: true, http: false, startWithout: false };

  function setUp(endMove: (goOver: (settings: ConnectionSettings) => void) => void = () => undefined) {
    let set: ConnectionSettings = { ...shown, kind: 'remote', httpAcceptedFor: '' };
    const kept: string[] = [];
    const engine = {
      ...{ connectionChanged: () => undefined, gate: {}, titleOf: () => '' },
      atStake: () => ({ files: [], releases: [] }),
      settingsStore: { connection: () => set, saveConnection: (settings: ConnectionSettings) => (set = settings) },
      transfers: { stop: async () => undefined },
    };
    const setup = createConnectionSetup({
      engine,
      session: {
        ...{ settings: () => set, open: async () => undefined, serviceIdOf: () => 'one.test' },
        port: { current: () => ({ serviceId: 'one.test' }) },
      },
      secrets: {
        ...{ probe: async () => 'usable', placeOf: async () => 'keychain', keychain: 'works' },
        set: async (_name: string, secret: string) => void kept.push(secret),
      },
      waitingFor: () => ({ written: [], exports: [] }),
      moveIn: () => ({ endFor: async () => endMove((settings) => (set = settings)) }),
    } as unknown as Parameters<typeof createConnectionSetup>[0]);
    const save = (clientId: string) =>
      setup.save({ ...shown, clientId, secrets: { clientSecret: `secret of ${clientId}` }, shown }, accepted);
    return { setup, save, kept, clientId: () => set.clientId, kind: () => set.kind };
  }

  it('is taken with its secret, and of two only the first', async () => {
    const { setup, save, kept, clientId } = setUp();
    expect(await Promise.allSettled([save('mine'), save('theirs')])).toMatchObject([done, refused]);
    expect(clientId()).toBe('mine');
    await expect(save('later')).rejects.toMatchObject({ code: 'changed-meanwhile' });
    expect(kept).toEqual(['secret of mine']);
    setup.close();
  });

  it('is refused, and its secret not kept, where a move goes over to another service before it can be ended', async () => {
    const { setup, save, kept, clientId } = setUp((goOver) =>
      goOver({ ...shown, clientId: 'moved', kind: 'remote', httpAcceptedFor: '' }),
    );
    await expect(save('mine')).rejects.toMatchObject({ code: 'changed-meanwhile' });
    expect(clientId()).toBe('moved');
    expect(kept).toEqual([]);
    setup.close();
  });

  it('is set before the service inside the app is, where that was said after it', async () => {
    const { setup, save, kept, kind } = setUp();
    const ends = await Promise.allSettled([save('mine'), setup.useEmbedded(true)]);
    expect(ends).toMatchObject([done, done]);
    expect(kept).toEqual(['secret of mine']);
    expect(kind()).toBe('embedded');
    setup.close();
  });
});

import { describe, expect, it, onTestFinished } from 'vitest';
import { createConnectionSession } from '../../../../electron/engine/application/connection-session.ts';
import { createSettingsStore } from '../../../../electron/engine/state/settings-store.ts';
import { putSetting } from '../../../fakes/engine/kept-settings.ts';
import { createMirrorPort } from '../../../../electron/entry/mirror-port.ts';
import { createSecrets } from '../../../../electron/platform/secrets.ts';
import type { ViewOptions } from '../../../../shared/api/caller.ts';
import { toAppError } from '../../../../shared/errors/app-error.ts';
import { takeState } from '../../../fakes/engine/kept-states.ts';
import { createKeychain } from '../../../fakes/keychain.ts';
import { createExampleService, exampleInput } from '../../gateway/gateway-site.ts';
import { temporaryFolder } from '../../imports/product-files.ts';

const noAddresses = { contentAddress: '', dataAddress: '', tokenAddress: '', clientId: '', httpAcceptedFor: '' };

it('a session that is being opened while everything is closed is closed too, and none is opened later', async () => {
  const database = takeState();
  createSettingsStore(database).saveConnection({ kind: 'embedded', ...noAddresses });
  const started = Promise.withResolvers<void>();
  let open = 0;
  const session = createConnectionSession(
    {
      embedded: {
        start: () => started.promise.then(() => ({ contentAddress: 'http://127.0.0.1:1', clientId: '', secrets: {} })),
      },
      openSession() {
        open += 1;
        return { close: async () => void (open -= 1) };
      },
      mirror: { viewsOf: () => ({}) },
    } as unknown as Parameters<typeof createConnectionSession>[0],
    database,
  );
  const opened = session.open();
  const closed = session.close();
  started.resolve();
  await Promise.all([opened, closed]);
  await session.open();
  expect([open, session.port.current()]).toEqual([0, undefined]);
});

it('a connection that only another version of the app can read is not opened as another one, and says so', async () => {
  const database = takeState();
  putSetting(database, 'connection', { kind: 'office', contentAddress: 'https://cad.example' });
  const session = createConnectionSession({} as unknown as Parameters<typeof createConnectionSession>[0], database);
  await session.open();
  expect([session.problem?.code, session.port.current()]).toEqual(['settings-unreadable', undefined]);
});

describe('what the service answered, where the keychain refuses a question', () => {
  const contentAddress = 'https://service.example';

  /** A run of the app with this license code in a keychain that is open. */
  function runWith(licenseCode: string, folder: string) {
    return runOn(createKeychain({ [`licenseCode ${contentAddress}`]: licenseCode }), folder);
  }

  async function runOn(keychain: ReturnType<typeof createKeychain>, folder: string) {
    const secrets = createSecrets({ service: 'test', loadKeychain: async () => keychain });
    await secrets.probe();
    const service = createExampleService();
    const mirror = createMirrorPort(folder);
    onTestFinished(() => mirror.close());
    const database = takeState();
    createSettingsStore(database).saveConnection({ kind: 'remote', ...noAddresses, contentAddress });
    const openSession = () => ({ ...service.remote, close: async () => undefined });
    const host = { secrets, mirror, openSession } as unknown as Parameters<typeof createConnectionSession>[0];
    const session = createConnectionSession(host, database);
    await session.open();
    const ask = (id: 'listVersions' | 'getStandards', options: ViewOptions = {}) =>
      session
        .views()
        .call(id, exampleInput(id), options)
        .then(
          () => 'shown',
          (error: unknown) => toAppError(error).code,
        );
    /** Asks once, and waits until the answer is kept, which a busy machine has after it was given. */
    const see = async (id: 'listVersions'): Promise<void> => {
      await ask(id);
      await expect.poll(() => ask(id, { asksMirrorOnly: true })).toBe('shown');
    };
    return { keychain, secrets, service, ask, see, close: () => mirror.close() };
  }

  it('is found once the keychain answers', async () => {
    const folder = temporaryFolder();
    const first = await runWith('LICENSE-A', folder);
    await first.see('listVersions');
    first.close();
    const second = await runWith('LICENSE-A', folder);
    second.service.stop();
    second.keychain.lock();
    expect(await second.ask('listVersions')).toBe('service-unreachable');
    second.keychain.unlock();
    await second.secrets.probe();
    expect(await second.ask('listVersions')).toBe('shown');
  });

  it('is shown without waiting for a dialog that nobody answers, which is put up once', async () => {
    let dialogs = 0;
    const keychain = createKeychain();
    const asking: typeof keychain.getPassword = (service, account) => {
      if (!account.startsWith(`licenseCode ${contentAddress}`)) return createKeychain().getPassword(service, account);
      dialogs += 1;
      return new Promise(() => undefined);
    };
    const { ask } = await runOn({ ...keychain, getPassword: asking }, temporaryFolder());
    expect([await ask('listVersions'), await ask('listVersions'), await ask('getStandards')]).toEqual([
      'shown',
      'shown',
      'shown',
    ]);
    expect(dialogs).toBe(1);
  });

  it('is not shown to whoever has another license code', async () => {
    const folder = temporaryFolder();
    const first = await runWith('LICENSE-A', folder);
    first.keychain.lock();
    await first.ask('getStandards');
    first.keychain.unlock();
    await first.secrets.probe();
    await first.see('listVersions');
    first.close();
    const other = await runWith('LICENSE-B', folder);
    other.service.stop();
    other.keychain.lock();
    await other.ask('getStandards');
    expect(await other.ask('listVersions')).toBe('service-unreachable');
  });
});

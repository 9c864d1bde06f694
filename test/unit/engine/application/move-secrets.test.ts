import { expect, it } from 'vitest';
import { createMoveSecrets } from '../../../../electron/engine/application/move-secrets.ts';
import { createMoveNote } from '../../../../electron/engine/state/settings-store.ts';
import { createSecrets } from '../../../../electron/platform/secrets.ts';
import { takeState } from '../../../fakes/engine/kept-states.ts';
import { createKeychain } from '../../../fakes/keychain.ts';

const target = {
  ...{ kind: 'remote' as const, contentAddress: 'https://office.test', dataAddress: '', tokenAddress: '' },
  ...{ clientId: 'designers', httpAcceptedFor: '' },
};

it('secrets of a move that could not be begun, for the app was ended while the keychain asked, are still to go', async () => {
  const keychain = createKeychain();
  const isAsking = Promise.withResolvers<void>();
  const setPassword: typeof keychain.setPassword = async (...what) => {
    await keychain.setPassword(...what);
    isAsking.resolve();
    return new Promise<never>(() => undefined);
  };
  const database = takeState();
  const begin = (ownKeychain: typeof keychain) => {
    const secrets = createSecrets({ service: 'test', loadKeychain: async () => ownKeychain });
    return createMoveSecrets(database, secrets, createMoveNote(database));
  };
  void begin({ ...keychain, setPassword }).store(target, { clientSecret: 'secret' });
  await isAsking.promise;
  expect(keychain.entries.size).toBe(1);
  await begin(keychain).remove();
  expect(keychain.entries.size).toBe(0);
});

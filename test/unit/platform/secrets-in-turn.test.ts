import { describe, expect, it } from 'vitest';
import { createSecrets } from '../../../electron/platform/secrets.ts';
import { createKeychain } from '../../fakes/keychain.ts';

const service = 'CAD Library Sync';
const here = 'https://content.test';
const account = `clientSecret ${here}`;

/** A secret is being removed, and the keychain asks the person first, as macOS does; another one is typed meanwhile. */
async function typedWhileAsked(answer: 'allowed' | 'refused', afterwards?: 'locked') {
  const keychain = createKeychain({ [account]: 'old' });
  const asked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  const asking: typeof keychain.deletePassword = async (...what) => {
    asked.resolve();
    await answered.promise;
    if (answer === 'refused') throw new Error('User interaction is not allowed.');
    const removed = await keychain.deletePassword(...what);
    if (afterwards) keychain.lock();
    return removed;
  };
  const secrets = createSecrets({ service, loadKeychain: async () => ({ ...keychain, deletePassword: asking }) });
  await secrets.get('clientSecret', here);
  const removing = secrets.set('clientSecret', undefined, here);
  await asked.promise;
  const typing = secrets.set('clientSecret', 'new', here);
  answered.resolve();
  await Promise.allSettled([removing, typing]);
  return { secrets, keychain };
}

describe('a secret that is typed while the one of before is being removed', () => {
  it('is kept, where the removal only stands in line', async () => {
    const keychain = createKeychain({ [account]: 'old' });
    const secrets = createSecrets({ service, loadKeychain: async () => keychain });
    await secrets.get('clientSecret', here);
    await Promise.all([secrets.set('clientSecret', undefined, here), secrets.set('clientSecret', 'new', here)]);
    expect([await secrets.get('clientSecret', here), keychain.entries.get(account)]).toEqual(['new', 'new']);
  });

  it('is kept in memory, where nothing keeps secrets', async () => {
    const secrets = createSecrets({ service, loadKeychain: () => Promise.reject(new Error('no libsecret')) });
    await secrets.set('clientSecret', 'old', here);
    await Promise.all([secrets.set('clientSecret', undefined, here), secrets.set('clientSecret', 'new', here)]);
    expect(await secrets.get('clientSecret', here)).toBe('new');
    expect(await secrets.placeOf('clientSecret', here)).toBe('memory');
  });

  it('is the one that is used, where the person refuses the removal', async () => {
    const { secrets, keychain } = await typedWhileAsked('refused');
    expect([await secrets.get('clientSecret', here), keychain.entries.get(account)]).toEqual(['new', 'new']);
  });

  it('is said to be in memory, where the keychain locks after it, and goes there later', async () => {
    const { secrets, keychain } = await typedWhileAsked('allowed', 'locked');
    expect(await secrets.get('clientSecret', here)).toBe('new');
    expect(await secrets.placeOf('clientSecret', here)).toBe('memory');
    keychain.unlock();
    await secrets.probe();
    expect(keychain.entries.get(account)).toBe('new');
  });
});

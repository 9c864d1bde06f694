import { describe, expect, it } from 'vitest';
import { keychainStates, type KeychainState } from '../../../shared/model/keychain.ts';
import type { Keychain } from '../../../electron/platform/open-keychain.ts';
import { createSecrets } from '../../../electron/platform/secrets.ts';

const service = 'CAD Library Sync';
const here = 'https://content.test';
const elsewhere = 'https://cnotent.test';

function keychainOf(stored: Record<string, string> = {}) {
  const entries = new Map(Object.entries(stored));
  let asked = 0;
  const keychain: Keychain = {
    async getPassword(name, account) {
      asked += 1;
      return entries.get(`${name}/${account}`) ?? null;
    },
    async setPassword(name, account, password) {
      entries.set(`${name}/${account}`, password);
    },
    async deletePassword(name, account) {
      return entries.delete(`${name}/${account}`);
    },
  };
  return { keychain, entries, asked: () => asked };
}

const secretsOn = (keychain: Keychain, more: Partial<Parameters<typeof createSecrets>[0]> = {}) =>
  createSecrets({ service, loadKeychain: async () => keychain, ...more });

describe('secrets in a keychain that works', () => {
  it('outlive the process', async () => {
    const { keychain, entries } = keychainOf();
    const first = secretsOn(keychain);
    await first.set('clientSecret', 'abc', here);
    expect(first.keychain).toBe('works');
    expect([...entries]).toEqual([[`${service}/clientSecret ${here}`, 'abc']]);
    expect(await secretsOn(keychain).get('clientSecret', here)).toBe('abc');
  });

  it('are gone when they are set to nothing', async () => {
    const { keychain, entries } = keychainOf({ [`${service}/licenseCode ${here}`]: 'x' });
    const secrets = secretsOn(keychain);
    await secrets.set('licenseCode', '', here);
    expect(await secrets.get('licenseCode', here)).toBeUndefined();
    expect(entries.size).toBe(0);
  });

  it('are read from it once, for they are asked for with every upload', async () => {
    const { keychain, asked } = keychainOf({ [`${service}/licenseCode ${here}`]: 'x' });
    const secrets = secretsOn(keychain);
    await secrets.probe();
    const before = asked();
    for (let call = 0; call < 5; call++) expect(await secrets.get('licenseCode', here)).toBe('x');
    expect(asked() - before).toBe(1);
  });

  it('are not known to be kept before it was asked', async () => {
    const secrets = secretsOn(keychainOf().keychain);
    expect(secrets.keychain).toBe('notAsked');
    expect(await secrets.probe()).toBe('works');
    expect(secrets.keychain).toBe('works');
  });
});

describe('secrets without a keychain', () => {
  const refusing = (message: string) => ({
    loadKeychain: async () => ({
      ...keychainOf().keychain,
      getPassword: () => Promise.reject(new Error(message)),
      setPassword: () => Promise.reject(new Error(message)),
    }),
  });
  it.each<[KeychainState, Partial<Parameters<typeof createSecrets>[0]>]>([
    [
      'missingLibrary',
      { loadKeychain: () => Promise.reject(new Error('libsecret-1.so.0: cannot open shared object')) },
    ],
    ['noKeyring', refusing('The name org.freedesktop.secrets was not provided by any .service files')],
    ['noKeyring', refusing('Cannot autolaunch D-Bus without X11 $DISPLAY')],
    ['noKeyring', refusing('Could not connect: No such file or directory')],
    ['noKeyring', refusing('A default keychain could not be found.')],
    ['locked', refusing('Cannot create an item in a locked collection')],
    ['locked', refusing('User interaction is not allowed.')],
    ['locked', refusing('The user name or passphrase you entered is not correct.')],
    ['failed', refusing('The secret service gives up')],
    [
      'silent',
      {
        loadKeychain: async () => ({ ...keychainOf().keychain, getPassword: () => new Promise(() => undefined) }),
        patienceMs: 20,
      },
    ],
  ])('last as long as the process, and say that it is: %s', async (state, options) => {
    const secrets = createSecrets({ service, ...options });
    const isNothingThere = state === 'missingLibrary' || state === 'noKeyring';
    expect(await secrets.placeOf('clientSecret', here)).toBe(isNothingThere ? 'none' : 'unread');
    await secrets.set('clientSecret', 'abc', here);
    expect(await secrets.get('clientSecret', here)).toBe('abc');
    expect(await secrets.placeOf('clientSecret', here)).toBe('memory');
    expect(await secrets.probe()).toBe(state);
    expect(secrets.keychain).toBe(state);
  });

  it('are gone when they are removed where nothing could keep one', async () => {
    const secrets = createSecrets({ service, loadKeychain: () => Promise.reject(new Error('no libsecret')) });
    await secrets.set('clientSecret', 'abc', here);
    await secrets.set('clientSecret', undefined, here);
    expect(await secrets.placeOf('clientSecret', here)).toBe('none');
  });

  it('are still there when it is locked meanwhile', async () => {
    const { keychain } = keychainOf({ [`${service}/clientSecret ${here}`]: 'old' });
    const secrets = secretsOn({ ...keychain, setPassword: () => Promise.reject(new Error('a locked collection')) });
    expect(await secrets.probe()).toBe('works');
    expect(await secrets.placeOf('clientSecret', here)).toBe('keychain');
    await secrets.set('clientSecret', 'new', here);
    expect(await secrets.get('clientSecret', here)).toBe('new');
    expect(await secrets.placeOf('clientSecret', here)).toBe('memory');
    expect(secrets.keychain).toBe('locked');
  });

  it('never come from the real keychain of this machine as an error', async () => {
    const secrets = createSecrets({
      service: 'cad-library-sync test, never stored',
      patienceMs: 5_000,
    });
    expect(await secrets.get('clientSecret', here)).toBeUndefined();
    expect(keychainStates).toContain(secrets.keychain);
    expect(secrets.keychain).not.toBe('notAsked');
  });
});

describe('secrets in a keychain that refuses for a moment', () => {
  /** Refuses so many questions from now on. */
  function refusingFor(stored: Record<string, string> = {}) {
    const made = keychainOf(stored);
    let refused = 0;
    const taken = <T>(answer: () => Promise<T>): Promise<T> =>
      refused-- > 0 ? Promise.reject(new Error('User interaction is not allowed.')) : answer();
    const keychain: Keychain = {
      getPassword: (name, account) => taken(() => made.keychain.getPassword(name, account)),
      setPassword: (name, account, password) => taken(() => made.keychain.setPassword(name, account, password)),
      deletePassword: (name, account) => taken(() => made.keychain.deletePassword(name, account)),
    };
    return { ...made, keychain, refuse: (count: number) => (refused = count) };
  }
  const stored = { [`${service}/clientSecret ${here}`]: 'abc' };

  it('are said to be kept once it has taken one again', async () => {
    const { keychain, refuse } = refusingFor(stored);
    const secrets = secretsOn(keychain);
    await secrets.probe();
    refuse(1);
    await secrets.get('clientSecret', here);
    expect(secrets.keychain).toBe('locked');
    await secrets.set('clientSecret', 'new', here);
    expect(secrets.keychain).toBe('works');
    expect(await secrets.placeOf('clientSecret', here)).toBe('keychain');
  });

  it('go into it when one is given after it was unlocked, also where it was locked at the start', async () => {
    const { keychain, entries, refuse } = refusingFor();
    const secrets = secretsOn(keychain);
    refuse(1);
    expect(await secrets.probe()).toBe('locked');
    await secrets.set('clientSecret', 'new', here);
    expect([...entries.values()]).toEqual(['new']);
    expect(await secrets.placeOf('clientSecret', here)).toBe('keychain');
  });

  it('are still there, and said to be, when it does not remove one', async () => {
    const { keychain, refuse } = refusingFor(stored);
    const secrets = secretsOn(keychain);
    await secrets.probe();
    refuse(1);
    await expect(secrets.set('clientSecret', undefined, here)).rejects.toMatchObject({ code: 'secret-not-removed' });
    expect(await secrets.placeOf('clientSecret', here)).toBe('keychain');
    await secrets.set('clientSecret', undefined, here);
    expect(await secrets.placeOf('clientSecret', here)).toBe('none');
  });
});

describe('secrets of an address', () => {
  it('are there for its origins and for no others', async () => {
    const secrets = secretsOn(keychainOf().keychain);
    await secrets.set('clientSecret', 'abc', here);
    await secrets.set('licenseCode', 'xyz', here);
    for (const others of [elsewhere, 'http://content.test', `${here}:8443`, `${here} token=${elsewhere}`]) {
      expect(await secrets.get('clientSecret', others)).toBeUndefined();
      expect(await secrets.get('licenseCode', others)).toBeUndefined();
    }
  });

  it('stay there for it while there are others for another, after a restart too', async () => {
    const { keychain } = keychainOf();
    const before = secretsOn(keychain);
    await before.set('clientSecret', 'abc', here);
    await before.set('clientSecret', 'def', elsewhere);
    await before.set('clientSecret', undefined, elsewhere);
    const after = secretsOn(keychain);
    expect(await after.get('clientSecret', here)).toBe('abc');
    expect(await after.get('clientSecret', elsewhere)).toBeUndefined();
  });

  it('are removed where they were kept without an address, and never read', async () => {
    const { keychain, entries } = keychainOf({
      [`${service}/clientSecret`]: 'for nobody knows whom',
      [`${service}/licenseCode`]: 'of nobody',
      [`${service}/clientSecret ${here}`]: 'abc',
    });
    const secrets = secretsOn(keychain);
    expect(await secrets.get('clientSecret', elsewhere)).toBeUndefined();
    expect(await secrets.get('licenseCode', here)).toBeUndefined();
    expect([...entries]).toEqual([[`${service}/clientSecret ${here}`, 'abc']]);
  });
});

describe('secrets in the environment', () => {
  const given = { boundTo: here, clientSecret: 'given', licenseCode: '' };

  it('go before those that were kept, and leave them as they are', async () => {
    const { keychain, entries } = keychainOf({ [`${service}/clientSecret ${here}`]: 'kept' });
    const secrets = secretsOn(keychain, { given });
    expect(await secrets.get('clientSecret', here)).toBe('given');
    expect(await secrets.placeOf('clientSecret', here)).toBe('environment');
    expect(await secrets.get('licenseCode', here)).toBeUndefined();
    expect(await secrets.placeOf('licenseCode', here)).toBe('none');
    await secrets.set('clientSecret', 'entered', here);
    expect(await secrets.get('clientSecret', here)).toBe('given');
    await secrets.set('clientSecret', 'kept', here);
    expect(entries.get(`${service}/clientSecret ${here}`)).toBe('kept');
  });

  it('are there for the addresses of the environment only', async () => {
    const secrets = secretsOn(keychainOf().keychain, { given });
    expect(await secrets.get('clientSecret', elsewhere)).toBeUndefined();
    expect(await secrets.placeOf('clientSecret', elsewhere)).toBe('none');
    expect(await secrets.get('clientSecret', `${here} data=${elsewhere}`)).toBeUndefined();
  });

  it('are there for no address where the environment has none', async () => {
    const secrets = secretsOn(keychainOf().keychain, { given: { ...given, boundTo: undefined } });
    expect(await secrets.get('clientSecret', here)).toBeUndefined();
  });
});

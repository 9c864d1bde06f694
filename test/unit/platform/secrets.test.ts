import { describe, expect, it } from 'vitest';
import { createSecrets, type Keychain } from '../../../electron/platform/secrets.ts';

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

const broken = async (): Promise<never> => {
  throw new Error('The name org.freedesktop.secrets was not provided');
};

describe('secrets in a keychain that works', () => {
  it('outlive the process', async () => {
    const { keychain, entries } = keychainOf();
    const first = secretsOn(keychain);
    await first.set('clientSecret', 'abc', here);
    expect(first.kept).toBe(true);
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
    expect(secrets.kept).toBe(false);
    expect(await secrets.probe()).toBe(true);
    expect(secrets.kept).toBe(true);
  });
});

describe('secrets without a keychain', () => {
  it.each<[string, Partial<Parameters<typeof createSecrets>[0]>]>([
    ['whose library is missing', { loadKeychain: broken }],
    ['that refuses every question', { loadKeychain: async () => ({ ...keychainOf().keychain, getPassword: broken }) }],
    [
      'that never answers',
      {
        loadKeychain: async () => ({ ...keychainOf().keychain, getPassword: () => new Promise(() => undefined) }),
        patienceMs: 20,
      },
    ],
  ])('%s last as long as the process, and say so', async (_, options) => {
    const secrets = createSecrets({ service, ...options });
    expect(await secrets.get('clientSecret', here)).toBeUndefined();
    await secrets.set('clientSecret', 'abc', here);
    expect(await secrets.get('clientSecret', here)).toBe('abc');
    expect(await secrets.probe()).toBe(false);
    expect(secrets.kept).toBe(false);
    await secrets.set('clientSecret', undefined, here);
    expect(await secrets.get('clientSecret', here)).toBeUndefined();
  });

  it('are still there when it stops taking them', async () => {
    const { keychain } = keychainOf({ [`${service}/clientSecret ${here}`]: 'old' });
    const secrets = secretsOn({ ...keychain, setPassword: broken });
    expect(await secrets.probe()).toBe(true);
    await secrets.set('clientSecret', 'new', here);
    expect(await secrets.get('clientSecret', here)).toBe('new');
    expect(secrets.kept).toBe(false);
  });

  it('never come from the real keychain of this machine as an error', async () => {
    const secrets = createSecrets({
      service: 'cad-library-sync test, never stored',
      patienceMs: 5_000,
    });
    expect(await secrets.get('clientSecret', here)).toBeUndefined();
    expect(secrets.kept).toBeTypeOf('boolean');
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
    expect(await secrets.get('licenseCode', here)).toBeUndefined();
    expect(entries.get(`${service}/clientSecret ${here}`)).toBe('kept');
  });

  it('are there for the addresses of the environment only', async () => {
    const secrets = secretsOn(keychainOf().keychain, { given });
    expect(await secrets.get('clientSecret', elsewhere)).toBeUndefined();
    expect(await secrets.get('clientSecret', `${here} data=${elsewhere}`)).toBeUndefined();
  });

  it('are there for no address where the environment has none', async () => {
    const secrets = secretsOn(keychainOf().keychain, { given: { ...given, boundTo: undefined } });
    expect(await secrets.get('clientSecret', here)).toBeUndefined();
  });
});

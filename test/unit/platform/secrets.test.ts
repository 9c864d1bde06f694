import { describe, expect, it } from 'vitest';
import { createSecrets, type Keychain } from '../../../electron/platform/secrets.ts';

const service = 'CAD Library Sync';

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
  createSecrets({ service, environment: {}, loadKeychain: async () => keychain, ...more });

const broken = async (): Promise<never> => {
  throw new Error('The name org.freedesktop.secrets was not provided');
};

describe('secrets in a keychain that works', () => {
  it('outlive the process', async () => {
    const { keychain, entries } = keychainOf();
    const first = secretsOn(keychain);
    await first.set('clientSecret', 'abc');
    expect(first.kept).toBe(true);
    expect([...entries]).toEqual([[`${service}/clientSecret`, 'abc']]);
    expect(await secretsOn(keychain).get('clientSecret')).toBe('abc');
  });

  it('are gone when they are set to nothing', async () => {
    const { keychain, entries } = keychainOf({ [`${service}/licenseCode`]: 'x' });
    const secrets = secretsOn(keychain);
    await secrets.set('licenseCode', '');
    expect(await secrets.get('licenseCode')).toBeUndefined();
    expect(entries.size).toBe(0);
  });

  it('are read from it once, for they are asked for with every upload', async () => {
    const { keychain, asked } = keychainOf({ [`${service}/licenseCode`]: 'x' });
    const secrets = secretsOn(keychain);
    await secrets.probe();
    const before = asked();
    for (let call = 0; call < 5; call++) expect(await secrets.get('licenseCode')).toBe('x');
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
    const secrets = createSecrets({ service, environment: {}, ...options });
    expect(await secrets.get('clientSecret')).toBeUndefined();
    await secrets.set('clientSecret', 'abc');
    expect(await secrets.get('clientSecret')).toBe('abc');
    expect(await secrets.probe()).toBe(false);
    expect(secrets.kept).toBe(false);
    await secrets.set('clientSecret', undefined);
    expect(await secrets.get('clientSecret')).toBeUndefined();
  });

  it('are still there when it stops taking them', async () => {
    const { keychain } = keychainOf({ [`${service}/clientSecret`]: 'old' });
    const secrets = secretsOn({ ...keychain, setPassword: broken });
    expect(await secrets.probe()).toBe(true);
    await secrets.set('clientSecret', 'new');
    expect(await secrets.get('clientSecret')).toBe('new');
    expect(secrets.kept).toBe(false);
  });

  it('never come from the real keychain of this machine as an error', async () => {
    const secrets = createSecrets({
      service: 'cad-library-sync test, never stored',
      environment: {},
      patienceMs: 5_000,
    });
    expect(await secrets.get('clientSecret')).toBeUndefined();
    expect(secrets.kept).toBeTypeOf('boolean');
  });
});

describe('secrets in the environment', () => {
  it('go before those that were kept, and leave them as they are', async () => {
    const { keychain, entries } = keychainOf({ [`${service}/clientSecret`]: 'kept' });
    const environment = { CADSYNC_CLIENT_SECRET: 'given', CADSYNC_LICENSE_CODE: '' };
    const secrets = secretsOn(keychain, { environment });
    expect(await secrets.get('clientSecret')).toBe('given');
    expect(await secrets.get('licenseCode')).toBeUndefined();
    expect(entries.get(`${service}/clientSecret`)).toBe('kept');
  });
});

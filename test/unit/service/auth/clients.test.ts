import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createAccessTokens } from '../../../../electron/service/auth/access-tokens.ts';
import { isTenantId } from '../../../../electron/service/auth/clients.ts';
import { createFixedClients, onlyTenantId } from '../../../../electron/service/auth/fixed-clients.ts';
import { createSecretChecks, hashSecret } from '../../../../electron/service/auth/hashed-secret.ts';
import { createStoredClients, type ClientRecord } from '../../../../electron/service/auth/stored-clients.ts';

const credentials = { clientId: 'unit', clientSecret: 'unit-secret' };

describe('the one client of a service inside the app', () => {
  const clients = createFixedClients({ credentials, licenseCodes: ['LICENSE 1', ''] });

  it('may do everything, with its secret and its license codes', async () => {
    expect(await clients.authenticate(credentials)).toMatchObject({ clientId: 'unit' });
    const client = await clients.find('unit');
    expect(client).toMatchObject({ clientId: 'unit', tenantId: onlyTenantId });
    expect([...(client?.rights ?? [])]).toEqual(['read', 'write', 'release', 'validate', 'admin']);
    expect([await client?.owns('LICENSE 1'), await client?.owns('LICENSE 2')]).toEqual([true, false]);
    expect(await clients.authenticate({ ...credentials, clientSecret: 'unit-secreT' })).toBeUndefined();
    expect(await clients.authenticate({ ...credentials, clientId: 'Unit' })).toBeUndefined();
    expect(await clients.find('other')).toBeUndefined();
  });
});

describe('clients that are kept', () => {
  let record: ClientRecord;

  beforeAll(async () => {
    record = {
      clientId: 'north',
      tenantId: 'north',
      rights: ['read', 'write'],
      secretHashes: [await hashSecret('old secret'), await hashSecret('new secret')],
      licenseHashes: [await hashSecret('LICENSE/N')],
    };
  });

  function keep() {
    const records = new Map([['north', record]]);
    return { records, clients: createStoredClients({ find: async (clientId) => records.get(clientId) }) };
  }

  it('are known by either secret while one is replaced, and by no other', async () => {
    const { clients } = keep();
    const asked = ['old secret', 'new secret', 'new secret '].map(async (clientSecret) => {
      const client = await clients.authenticate({ clientId: 'north', clientSecret });
      return client?.secretHash;
    });
    expect(await Promise.all(asked)).toEqual([...record.secretHashes, undefined]);
    expect(await clients.authenticate({ clientId: 'nobody', clientSecret: 'old secret' })).toBeUndefined();
  });

  it('lose a secret with its hash, also where it was used before', async () => {
    const { clients, records } = keep();
    const given = { clientId: 'north', clientSecret: 'old secret' };
    expect(await clients.authenticate(given)).toBeDefined();
    records.set('north', { ...record, secretHashes: record.secretHashes.slice(1) });
    expect(await clients.authenticate(given)).toBeUndefined();
    records.delete('north');
    expect(await clients.find('north')).toBeUndefined();
  });

  it('own their license codes, which are then hidden in paths', async () => {
    const { clients } = keep();
    const client = await clients.find('north');
    expect([await client?.owns('LICENSE/N'), await client?.owns('LICENSE/M')]).toEqual([true, false]);
    expect(clients.hideLicenses('/api/v1/LICENSE%2FN/more/%zz')).toBe('/api/v1/***/more/%zz');
  });

  it('are let in however a keyboard writes the accents of their secret', async () => {
    const { records, clients } = keep();
    records.set('north', { ...record, secretHashes: [await hashSecret('caf\u00e9')] });
    const given = { clientId: 'north', clientSecret: 'cafe\u0301' };
    expect(await clients.authenticate(given)).toMatchObject({ clientId: 'north' });
  });

  it('are kept without their secrets, each time under another hash', async () => {
    const [one, other] = [await hashSecret('a secret'), await hashSecret('a secret')];
    expect(one).toMatch(/^scrypt\$16384\$8\$1\$[\w-]{22}\$[\w-]{43}$/);
    expect(one).not.toBe(other);
  });

  it.each(['', 'scrypt$16384$8$1$c2FsdA$', 'plain$16384$8$1$c2FsdA$c2FsdA', 'scrypt$99999999$8$1$c2FsdA$c2FsdA'])(
    'let nobody in by a hash that is none: %s',
    async (hashed) => {
      const { records, clients } = keep();
      records.set('north', { ...record, secretHashes: [hashed] });
      expect(await clients.authenticate({ clientId: 'north', clientSecret: '' })).toBeUndefined();
    },
  );
});

it('guesses wait in a line with an end, and nobody whose secret is known waits in it', async () => {
  const checks = createSecretChecks(2);
  const hashed = await hashSecret('a secret');
  expect(await checks.fitting('a secret', [hashed])).toBe(hashed);
  const guesses = ['a', 'b', 'c'].map((guess) => checks.fitting(guess, [hashed]).catch((thrown: unknown) => thrown));
  expect(await checks.fitting('a secret', [hashed])).toBe(hashed);
  expect(await Promise.all(guesses)).toEqual([
    undefined,
    undefined,
    expect.objectContaining({ code: 'too-many-requests' }),
  ]);
  expect(await checks.fitting('c', [hashed])).toBeUndefined();
});

it('a wrong secret takes as long for nobody as for a client of which a secret is being replaced', async () => {
  const compare = vi.fn(async () => false);
  const checks = createSecretChecks(1, compare);
  for (const hashes of [[], ['one'], ['old', 'new']]) {
    compare.mockClear();
    expect(await checks.fitting('a guess', hashes)).toBeUndefined();
    expect(compare).toHaveBeenCalledTimes(2);
  }
});

it('a token tells its client for an hour', async () => {
  let now = 0;
  const tokens = createAccessTokens(() => now);
  const token = await tokens.issue({ clientId: 'unit', secretHash: undefined });
  now = 3_599_999;
  expect([await tokens.find(token ?? ''), await tokens.find(`${token}x`)]).toEqual(['unit', undefined]);
  now = 3_600_000;
  expect(await tokens.find(token ?? '')).toBeUndefined();
});

it('a token tells its client for no longer where the clock is set back', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const tokens = createAccessTokens();
  const token = await tokens.issue({ clientId: 'unit', secretHash: undefined });
  vi.setSystemTime(Date.now() - 365 * 86_400_000);
  vi.advanceTimersByTime(3_599_999);
  expect(await tokens.find(token ?? '')).toBe('unit');
  vi.advanceTimersByTime(1);
  expect(await tokens.find(token ?? '')).toBeUndefined();
});

it.each([
  ['north-1', true],
  ['..', false],
  ['a/b', false],
  ['North', false],
  ['', false],
  ['-a', false],
])('%s may be the name of a tenant: %s', (text, may) => {
  expect(isTenantId(text)).toBe(may);
});

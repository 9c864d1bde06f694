import { describe, expect, it } from 'vitest';
import { createSecrets } from '../../../electron/platform/secrets.ts';
import { createKeychain } from '../../fakes/keychain.ts';

const service = 'CAD Library Sync';
const here = 'https://content.test';
const elsewhere = 'https://cnotent.test';

const secretsOn = (keychain: ReturnType<typeof createKeychain>) =>
  createSecrets({ service, loadKeychain: async () => keychain });

describe('secrets in a keychain that is locked at the start', () => {
  function lockedWith(stored: Record<string, string>) {
    const keychain = createKeychain(stored);
    keychain.lock();
    return keychain;
  }
  const stored = { [`clientSecret ${here}`]: 'old' };

  it('are not said to be removed while the one of before may be in it', async () => {
    const keychain = lockedWith(stored);
    const secrets = secretsOn(keychain);
    await secrets.set('clientSecret', 'new', here);
    await expect(secrets.set('clientSecret', undefined, here)).rejects.toMatchObject({ code: 'secret-not-removed' });
    expect(await secrets.get('clientSecret', here)).toBe('new');
    expect(await secrets.placeOf('clientSecret', here)).toBe('memory');
  });

  it('are not said to be none before it answered', async () => {
    const keychain = lockedWith(stored);
    const secrets = secretsOn(keychain);
    expect(await secrets.placeOf('clientSecret', here)).toBe('unread');
    keychain.unlock();
    await secrets.probe();
    expect(await secrets.placeOf('clientSecret', here)).toBe('keychain');
    expect(await secrets.placeOf('clientSecret', elsewhere)).toBe('none');
  });

  it('are removed from it once it is unlocked', async () => {
    const keychain = lockedWith(stored);
    const secrets = secretsOn(keychain);
    await secrets.probe();
    keychain.unlock();
    await secrets.set('clientSecret', undefined, here);
    expect(keychain.entries.size).toBe(0);
  });

  it('go into it as soon as it is unlocked, and no older one comes back at the next start', async () => {
    const keychain = lockedWith(stored);
    const secrets = secretsOn(keychain);
    await secrets.set('clientSecret', 'new', here);
    expect(await secrets.probe()).toBe('locked');
    expect(await secrets.placeOf('clientSecret', here)).toBe('memory');
    keychain.unlock();
    expect(await secrets.probe()).toBe('works');
    expect(await secrets.placeOf('clientSecret', here)).toBe('keychain');
    expect(await secretsOn(keychain).get('clientSecret', here)).toBe('new');
  });

  it('go into it with the next one that it takes or gives', async () => {
    const keychain = lockedWith({});
    const secrets = secretsOn(keychain);
    await secrets.set('clientSecret', 'new', here);
    keychain.unlock();
    await secrets.set('licenseCode', 'code', here);
    expect(Object.fromEntries(keychain.entries)).toEqual({
      [`clientSecret ${here}`]: 'new',
      [`licenseCode ${here}`]: 'code',
    });
    keychain.lock();
    await secrets.set('clientSecret', 'newer', here);
    keychain.unlock();
    expect(await secrets.get('clientSecret', elsewhere)).toBeUndefined();
    await secrets.probe();
    expect(keychain.entries.get(`clientSecret ${here}`)).toBe('newer');
  });

  it('stay removed, though one was to go into it before', async () => {
    const keychain = lockedWith(stored);
    const secrets = secretsOn(keychain);
    await secrets.set('clientSecret', 'new', here);
    keychain.unlock();
    await Promise.all([secrets.probe(), secrets.set('clientSecret', undefined, here)]);
    expect(await secrets.probe()).toBe('works');
    expect(keychain.entries.size).toBe(0);
  });
});

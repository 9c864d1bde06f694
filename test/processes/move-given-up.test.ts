import { describe, expect, it } from 'vitest';
import { createKeychain } from '../fakes/keychain.ts';
import { addresses, openApp } from './open-window-calls.ts';

/** Nobody is there: a move there goes on waiting. */
const address = 'http://127.0.0.1:9';
const draft = { ...addresses(address), clientId: 'designers', httpAccepted: false };
const secrets = { clientSecret: 'secret-of-the-move', licenseCode: 'code-of-the-move' };
const embedded = { kind: 'embedded', httpAcceptedFor: '', ...addresses(''), clientId: '' } as const;

async function appWithMove(keychain = createKeychain()) {
  const opened = await openApp({ keychain });
  await opened.app.connection.connect(embedded);
  await opened.client.move.start({ ...draft, secrets });
  return opened;
}

describe('the secrets of a move that is given up while the keychain is locked', () => {
  const elsewhere = { ...draft, ...addresses('http://127.0.0.1:10'), secrets: {}, confirmed: true, startWithout: true };

  it('go once it is open and the same is asked again, also in a later run', async () => {
    const { client, keychain, ...first } = await appWithMove();
    expect(keychain.entries.size).toBe(2);
    keychain.lock();
    await expect(client.move.end({})).rejects.toMatchObject({ data: { code: 'secret-not-removed' } });
    await first.close();
    const later = await openApp({ ...first, keychain });
    await expect(later.client.move.end({})).rejects.toMatchObject({ data: { code: 'secret-not-removed' } });
    keychain.unlock();
    await later.client.move.end({});
    expect([...keychain.entries]).toEqual([]);
  });

  it('do not go into it afterwards', async () => {
    const keychain = createKeychain();
    keychain.lock();
    const { app, client } = await appWithMove(keychain);
    await expect(client.move.end({})).rejects.toMatchObject({ data: { code: 'secret-not-removed' } });
    keychain.unlock();
    await app.connection.examineSecrets();
    expect([...keychain.entries]).toEqual([]);
  });

  it('go once it is open, and another connection is made meanwhile all the same', async () => {
    const { app, client, keychain } = await appWithMove();
    keychain.lock();
    expect(await client.connection.save(elsewhere)).toMatchObject({ done: true });
    keychain.unlock();
    await app.connection.examineSecrets();
    expect([...keychain.entries]).toEqual([]);
  });

  it('stay where the move is begun again, and go with that', async () => {
    const { client, keychain } = await appWithMove();
    keychain.lock();
    await expect(client.move.end({})).rejects.toMatchObject({ data: { code: 'secret-not-removed' } });
    keychain.unlock();
    await client.move.start({ ...draft, secrets: {} });
    expect(keychain.entries.size).toBe(2);
    await client.move.end({});
    expect([...keychain.entries]).toEqual([]);
  });
});

describe('the secrets that come with a move', () => {
  it('go when it is given up, also in a later run', async () => {
    const first = await appWithMove();
    expect(first.keychain.entries.size).toBe(2);
    await first.close();
    const { client, keychain } = await openApp(first);
    await client.move.end({});
    expect([...keychain.entries]).toEqual([]);
  });

  it('go when it is begun to another address instead', async () => {
    const { client, keychain } = await appWithMove();
    await client.move.start({ ...draft, ...addresses('http://127.0.0.1:10'), secrets });
    expect([...keychain.entries.keys()]).toEqual([
      'clientSecret http://127.0.0.1:10',
      'licenseCode http://127.0.0.1:10',
    ]);
  });

  it('stay where there was one before, and where the address is connected without moving', async () => {
    const { client, keychain } = await appWithMove(createKeychain({ [`clientSecret ${address}`]: 'of-before' }));
    await client.move.start({ ...draft, secrets: {} });
    await client.connection.save({ ...draft, secrets: {}, confirmed: true, startWithout: true });
    expect([...keychain.entries.keys()]).toEqual([`clientSecret ${address}`, `licenseCode ${address}`]);
    const other = await appWithMove(createKeychain({ [`clientSecret ${address}`]: 'of-before' }));
    await other.client.move.end({});
    expect([...other.keychain.entries.keys()]).toEqual([`clientSecret ${address}`]);
  });
});

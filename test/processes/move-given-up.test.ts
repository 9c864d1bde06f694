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

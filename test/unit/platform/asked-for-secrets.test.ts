import { describe, expect, it } from 'vitest';
import { createSecrets } from '../../../electron/platform/secrets.ts';
import { createKeychain } from '../../fakes/keychain.ts';

const here = 'https://content.test';
const account = `licenseCode ${here}`;
const minuteMs = 60_000;

/** A keychain that asks a person for each secret, as macOS does, and what that answers. */
async function asking(answer: () => Promise<string | null>, patienceMs?: number) {
  let nowMs = 0;
  let dialogs = 0;
  const keychain = createKeychain();
  const getPassword: typeof keychain.getPassword = (service, asked) => {
    if (asked !== account) return keychain.getPassword(service, asked);
    dialogs += 1;
    return answer();
  };
  const secrets = createSecrets({
    service: 'test',
    loadKeychain: async () => ({ ...keychain, getPassword }),
    now: () => nowMs,
    ...(patienceMs !== undefined && { patienceMs }),
  });
  await secrets.probe();
  return { secrets, dialogs: () => dialogs, pass: (ms: number) => void (nowMs += ms) };
}

const refused = () => Promise.reject(new Error('User canceled the operation.'));

describe('a person whom the keychain asks for a secret', () => {
  it('is asked once by all who ask at the same time', async () => {
    const { secrets, dialogs } = await asking(async () => 'code');
    const seen = [secrets.placeOf('licenseCode', here), secrets.get('licenseCode', here)];
    expect([...(await Promise.all(seen)), dialogs()]).toEqual(['keychain', 'code', 1]);
  });

  it('is not asked again for some minutes, where they refused', async () => {
    const { secrets, dialogs, pass } = await asking(refused);
    for (let view = 0; view < 3; view++) expect(await secrets.placeOf('licenseCode', here)).toBe('unread');
    pass(4 * minuteMs);
    expect([await secrets.get('licenseCode', here), dialogs()]).toEqual([undefined, 1]);
    pass(minuteMs);
    expect([await secrets.get('licenseCode', here), dialogs()]).toEqual([undefined, 2]);
  });

  it('is asked again once they set a secret, or have the keychain tried', async () => {
    const { secrets, dialogs } = await asking(refused);
    await secrets.get('licenseCode', here);
    await secrets.set('clientSecret', 'new', here);
    await secrets.get('licenseCode', here);
    await secrets.probe();
    await secrets.get('licenseCode', here);
    expect(dialogs()).toBe(3);
  });

  it('may take longer than anybody waits: their answer is known from then on', async () => {
    const answered = Promise.withResolvers<string>();
    const { secrets, dialogs } = await asking(() => answered.promise, 20);
    expect(await secrets.placeOf('licenseCode', here)).toBe('unread');
    answered.resolve('code');
    await answered.promise;
    expect([await secrets.get('licenseCode', here), dialogs()]).toEqual(['code', 1]);
  });

  it('may type another one meanwhile, which goes before their answer', async () => {
    const answered = Promise.withResolvers<string>();
    const { secrets } = await asking(() => answered.promise);
    const reading = secrets.get('licenseCode', here);
    await secrets.set('licenseCode', 'new', here);
    answered.resolve('old');
    expect([await reading, await secrets.get('licenseCode', here)]).toEqual(['new', 'new']);
  });
});

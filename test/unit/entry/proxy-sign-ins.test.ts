import { expect, it } from 'vitest';
import { createRedactor } from '../../../electron/client/redactor.ts';
import { createProxySignIns } from '../../../electron/entry/proxy-sign-ins.ts';
import { createSecrets } from '../../../electron/platform/secrets.ts';
import { createKeychain } from '../../fakes/keychain.ts';

const proxy = 'proxy.office.test:8080';

function onThisComputer(keychain = createKeychain()) {
  const secrets = createSecrets({ service: 'test', loadKeychain: async () => keychain });
  const redactor = createRedactor();
  return { keychain, secrets, redactor, signIns: createProxySignIns(secrets, redactor) };
}

it('who a person is to a proxy is kept in the keychain for that proxy alone, and known after a restart', async () => {
  const { keychain, signIns } = onThisComputer();
  expect([signIns.asking(), await signIns.signInFor(proxy)]).toEqual([undefined, undefined]);
  signIns.noteAsked(proxy);
  expect(signIns.asking()).toBe(proxy);
  await signIns.signIn(proxy, { username: 'office', password: 'with:colon' });
  const known = { username: 'office', password: 'with:colon' };
  expect(await signIns.signInFor(proxy)).toEqual(known);
  expect(await signIns.signInFor('other.test:8080')).toBeUndefined();
  expect(await onThisComputer(keychain).signIns.signInFor(proxy)).toEqual(known);
});

it('who a person is to a proxy is looked for again when that asks, once the keychain that refused is tried again', async () => {
  const keychain = createKeychain({ [`proxySignIn ${proxy}`]: 'office:swordfish' });
  const { secrets, signIns } = onThisComputer(keychain);
  await secrets.probe();
  keychain.lock();
  expect(await signIns.signInFor(proxy)).toBeUndefined();
  keychain.unlock();
  await secrets.probe();
  signIns.noteAsked(proxy);
  expect(await signIns.signInFor(proxy)).toEqual({ username: 'office', password: 'swordfish' });
});

it('a person who refuses the keychain is not asked again with everything that the proxy refuses', async () => {
  const keychain = createKeychain({ [`proxySignIn ${proxy}`]: 'office:swordfish' });
  let dialogs = 0;
  const getPassword: typeof keychain.getPassword = async (service, account) => {
    if (!account.startsWith('proxySignIn')) return keychain.getPassword(service, account);
    dialogs += 1;
    throw new Error('User canceled the operation.');
  };
  const { signIns } = onThisComputer({ ...keychain, getPassword });
  for (let request = 0; request < 10; request++) {
    expect(await signIns.signInFor(proxy)).toBeUndefined();
    signIns.noteAsked(proxy);
  }
  expect(dialogs).toBe(1);
});

it('a question that fails fails no request, and none after it', async () => {
  const { secrets, redactor } = onThisComputer(createKeychain({ [`proxySignIn ${proxy}`]: 'office:swordfish' }));
  let isCutOff = true;
  const get: typeof secrets.get = async (...asked) => {
    if (isCutOff) throw new Error('The port is closed.');
    return secrets.get(...asked);
  };
  const signIns = createProxySignIns({ ...secrets, get }, redactor);
  expect(await signIns.signInFor(proxy)).toBeUndefined();
  isCutOff = false;
  signIns.noteAsked(proxy);
  expect(await signIns.signInFor(proxy)).toMatchObject({ username: 'office' });
});

it('a password is kept for the proxy it was typed for, though another one asks meanwhile', async () => {
  const { keychain, signIns } = onThisComputer();
  signIns.noteAsked(proxy);
  signIns.noteAsked('other.test:8080');
  await signIns.signIn(proxy, { username: 'office', password: 'swordfish' });
  expect([...keychain.entries]).toEqual([[`proxySignIn ${proxy}`, 'office:swordfish']]);
  expect(await signIns.signInFor('other.test:8080')).toBeUndefined();
});

it('neither the password nor the header made of it can stand in a log', async () => {
  const { redactor, signIns } = onThisComputer();
  signIns.noteAsked(proxy);
  await signIns.signIn(proxy, { username: 'office', password: 'swordfish' });
  const header = Buffer.from('office:swordfish').toString('base64');
  expect(redactor.redact(`swordfish ${header}`)).toBe('••• •••');
});

it('what nobody asked for is kept nowhere', async () => {
  const { keychain, signIns } = onThisComputer();
  await signIns.signIn(proxy, { username: 'office', password: 'swordfish' });
  expect(keychain.entries.size).toBe(0);
});

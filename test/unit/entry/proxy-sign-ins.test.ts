import { expect, it } from 'vitest';
import { createRedactor } from '../../../electron/client/redactor.ts';
import { createProxySignIns } from '../../../electron/entry/proxy-sign-ins.ts';
import { createSecrets } from '../../../electron/platform/secrets.ts';
import { createKeychain } from '../../fakes/keychain.ts';

const proxy = 'proxy.office.test:8080';

function onThisComputer(keychain = createKeychain()) {
  const secrets = createSecrets({ service: 'test', loadKeychain: async () => keychain });
  const redactor = createRedactor();
  return { keychain, redactor, signIns: createProxySignIns(secrets, redactor) };
}

it('who a person is to a proxy is kept in the keychain for that proxy alone, and known after a restart', async () => {
  const { keychain, signIns } = onThisComputer();
  expect([signIns.asking(), await signIns.signInFor(proxy)]).toEqual([undefined, undefined]);
  signIns.noteAsked(proxy);
  expect(signIns.asking()).toBe(proxy);
  await signIns.signIn('office', 'with:colon');
  const known = { username: 'office', password: 'with:colon' };
  expect(await signIns.signInFor(proxy)).toEqual(known);
  expect(await signIns.signInFor('other.test:8080')).toBeUndefined();
  expect(await onThisComputer(keychain).signIns.signInFor(proxy)).toEqual(known);
});

it('neither the password nor the header made of it can stand in a log', async () => {
  const { redactor, signIns } = onThisComputer();
  signIns.noteAsked(proxy);
  await signIns.signIn('office', 'swordfish');
  const header = Buffer.from('office:swordfish').toString('base64');
  expect(redactor.redact(`swordfish ${header}`)).toBe('••• •••');
});

it('what nobody asked for is kept nowhere', async () => {
  const { keychain, signIns } = onThisComputer();
  await signIns.signIn('office', 'swordfish');
  expect(keychain.entries.size).toBe(0);
});

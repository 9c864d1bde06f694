import { writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { openKeychain } from '../../../electron/platform/open-keychain.ts';
import { temporaryFolder } from '../../processes/temporary-folder.ts';

it('a library for the keychain that is installed meanwhile is found by the next look', async () => {
  const folder = temporaryFolder();
  const keytar = join(folder, 'keytar.cjs');
  writeFileSync(keytar, `module.exports = require('./libsecret.cjs');`);
  const hooks = registerHooks({
    resolve: (name, context, next) =>
      name === 'keytar' ? { url: pathToFileURL(keytar).href, shortCircuit: true } : next(name, context),
  });
  onTestFinished(() => hooks.deregister());
  const keychain = openKeychain({ service: 'test' });
  expect(await keychain.probe()).toBe('missingLibrary');
  writeFileSync(join(folder, 'libsecret.cjs'), 'exports.getPassword = async () => null;');
  keychain.openAgain();
  expect(await keychain.probe()).toBe('works');
});

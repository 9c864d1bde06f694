import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { clientFromEnvironment } from '../../../electron/entry/client-from-environment.ts';
import { fromEnvironment, secretsFromEnvironment } from '../../../electron/entry/environment.ts';
import { temporaryFolder } from '../../processes/temporary-folder.ts';

afterEach(() => vi.unstubAllEnvs());

function setEnvironment(variables: Readonly<Record<string, string>>): void {
  for (const name of Object.keys(process.env).filter((one) => one.startsWith('CADSYNC_'))) vi.stubEnv(name, undefined);
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(`CADSYNC_${name}`, value);
}

const secrets = { CLIENT_ID: 'designer', CLIENT_SECRET: 'abc', LICENSE_CODE: 'xyz' };

describe('secrets of the environment', () => {
  it('belong to the addresses of the same environment', () => {
    setEnvironment({ ...secrets, BASE_URL: 'https://a.test/api/', AUTH_URL: 'https://login.test' });
    expect(secretsFromEnvironment()).toEqual({
      boundTo: 'https://a.test token=https://login.test',
      clientSecret: 'abc',
      licenseCode: 'xyz',
    });
  });

  it.each<[string, Record<string, string>]>([
    ['there is no address', {}],
    ['there is a token address only', { AUTH_URL: 'https://login.test' }],
    ['an address is none', { BASE_URL: 'https://a.test', DATA_URL: 'data.test' }],
  ])('belong to nothing where %s', (_, addresses) => {
    setEnvironment({ ...secrets, ...addresses });
    expect(secretsFromEnvironment().boundTo).toBeUndefined();
  });
});

describe('a client of the environment', () => {
  it('refuses http to another computer, and says which variable accepts it', async () => {
    setEnvironment({ ...secrets, BASE_URL: 'https://a.test', AUTH_URL: 'http://login.test' });
    expect(clientFromEnvironment).toThrow(
      expect.objectContaining({
        code: 'address-not-encrypted',
        detail: 'http://login.test is another computer. To accept that, set CADSYNC_ALLOW_HTTP=1.',
      }),
    );
    vi.stubEnv('CADSYNC_ALLOW_HTTP', 'no');
    expect(clientFromEnvironment).toThrow(expect.objectContaining({ code: 'address-not-encrypted' }));
    vi.stubEnv('CADSYNC_ALLOW_HTTP', '1');
    await clientFromEnvironment().service.close();
  });

  it('needs no word for http on this computer', async () => {
    setEnvironment({ ...secrets, BASE_URL: 'http://127.0.0.1:8080' });
    await clientFromEnvironment().service.close();
  });

  it.each([
    ['ftp://a.test', 'address-scheme-refused'],
    ['https://ann:pass@a.test', 'address-with-password'],
    ['a.test', 'address-invalid'],
  ])('refuses the address %s', (address, code) => {
    setEnvironment({ ...secrets, BASE_URL: address });
    expect(clientFromEnvironment).toThrow(expect.objectContaining({ code }));
  });
});

describe('a secret in a file', () => {
  it('is read without the end of its line; the variable itself goes first', () => {
    const path = join(temporaryFolder(), 'secret');
    writeFileSync(path, 'from a file \n');
    setEnvironment({ CLIENT_SECRET_FILE: path });
    expect(fromEnvironment('clientSecret')).toBe('from a file ');
    setEnvironment({ CLIENT_SECRET_FILE: path, CLIENT_SECRET: 'abc' });
    expect(fromEnvironment('clientSecret')).toBe('abc');
  });

  it.each<[string, BufferEncoding]>([
    ['as editors of Windows write it, with a byte order mark', 'utf8'],
    ['as PowerShell of Windows redirects it, in UTF-16', 'utf16le'],
  ])('is read %s', (_, encoding) => {
    const path = join(temporaryFolder(), 'secret');
    writeFileSync(path, '\ufeffs3crét\r\n', encoding);
    setEnvironment({ CLIENT_SECRET_FILE: path });
    expect(fromEnvironment('clientSecret')).toBe('s3crét');
  });

  it('that cannot be read is told by the name of the variable', () => {
    setEnvironment({ CLIENT_SECRET_FILE: join(temporaryFolder(), 'missing') });
    expect(() => fromEnvironment('clientSecret')).toThrow(
      expect.objectContaining({
        code: 'invalid-request',
        detail: 'The file that CADSYNC_CLIENT_SECRET_FILE names cannot be read.',
      }),
    );
  });
});

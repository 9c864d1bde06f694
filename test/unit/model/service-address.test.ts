import { describe, expect, it } from 'vitest';
import {
  addressFault,
  connectionOrigins,
  isLoopback,
  serviceIdOf,
  serviceNameOf,
  unencryptedOrigins,
} from '../../../shared/model/service-address.ts';

const at = (contentAddress: string, dataAddress = '', tokenAddress = '') => ({
  contentAddress,
  dataAddress,
  tokenAddress,
});

describe('an address of a service', () => {
  it.each([
    ['https://content.test', undefined],
    [' http://127.0.0.1:8080/api/v1/ ', undefined],
    ['', 'address-invalid'],
    ['content.test', 'address-invalid'],
    ['https://', 'address-invalid'],
    ['localhost:8080', 'address-scheme-refused'],
    ['ftp://content.test', 'address-scheme-refused'],
    ['file:///etc/passwd', 'address-scheme-refused'],
    ['javascript:alert(1)', 'address-scheme-refused'],
    ['https://ann:secret@content.test', 'address-with-password'],
    ['https://ann@content.test', 'address-with-password'],
    ['https://:secret@content.test', 'address-with-password'],
  ])('%j has the fault %j', (text, fault) => {
    expect(addressFault(text)).toBe(fault);
  });
});

describe('the origins of a connection', () => {
  it('are the one origin where all addresses share it, whatever their paths, letter case or usual port', () => {
    expect(connectionOrigins(at('https://content.test'))).toBe('https://content.test');
    const same = at(
      'HTTPS://Content.TEST:443/api/v1/',
      'https://content.test/data',
      ' https://content.test/oauth/token ',
    );
    expect(connectionOrigins(same)).toBe('https://content.test');
  });

  it('name what has an origin of its own, in its role', () => {
    const [a, b, c] = ['https://a.test', 'https://b.test', 'https://c.test:8443'];
    expect(connectionOrigins(at(a, b, c))).toBe('https://a.test data=https://b.test token=https://c.test:8443');
    expect(connectionOrigins(at(a, b))).not.toBe(connectionOrigins(at(a, '', b)));
  });

  it.each([
    ['the scheme', at('http://content.test')],
    ['the host', at('https://cnotent.test')],
    ['the port', at('https://content.test:8443')],
    ['the data address', at('https://content.test', 'https://data.test')],
    ['the token address', at('https://content.test', '', 'https://login.test')],
  ])('are others when %s is another', (_, addresses) => {
    expect(connectionOrigins(addresses)).not.toBe(connectionOrigins(at('https://content.test')));
  });

  it('are none while an address is none', () => {
    for (const addresses of [at(''), at('https://a.test', 'ftp://b.test'), at('https://a.test', '', 'login')]) {
      expect(connectionOrigins(addresses)).toBeUndefined();
    }
  });
});

describe('what is spoken to without encryption', () => {
  it('is http to another computer, once for each origin', () => {
    const addresses = at('http://content.test/api', 'http://content.test/data', 'https://login.test');
    expect(unencryptedOrigins(addresses)).toEqual(['http://content.test']);
    expect(unencryptedOrigins(at('https://content.test', '', 'http://login.test'))).toEqual(['http://login.test']);
  });

  it.each(['http://127.0.0.1', 'http://127.8.9.10:80', 'http://127.1', 'http://localhost:8080', 'http://[::1]:8080'])(
    'is never this computer: %s',
    (address) => {
      expect(isLoopback(address)).toBe(true);
      expect(unencryptedOrigins(at(address))).toEqual([]);
    },
  );

  it.each([
    'http://127.0.0.1.evil.test',
    'http://localhost.evil.test',
    'http://192.168.1.20',
    'http://[::2]',
    'http://0.0.0.0',
  ])('is not taken for this computer by its looks: %s', (address) => {
    expect(isLoopback(address)).toBe(false);
    expect(unencryptedOrigins(at(address))).toEqual([new URL(address).origin]);
  });
});

describe('the name of a service', () => {
  it.each([
    ['http://127.0.0.1:8080', 'http://localhost:8080/'],
    ['http://localhost:8080', 'http://[::1]:8080/api/v1/'],
    ['https://Content.Example', 'https://content.example:443/API'],
    ['https://content.example/office', ' https://content.example/office/api/v1 '],
    ['HTTPS://CONTENT.EXAMPLE:443', 'https://content.example'],
    ['http://LocalHost:80/', 'http://[::1]'],
    ['http://127.1:8080', 'http://[0:0:0:0:0:0:0:1]:8080'],
    ['http://localhost:8080', 'http://[::ffff:127.0.0.1]:8080'],
    ['http://localhost.:8080', 'http://127.0.0.1:8080'],
    ['https://content.example./office', 'https://content.example//office//'],
    ['https://content.example/office/api', 'https://content.example/office?from=mail#top'],
  ])('is one for %s and %s', (one, other) => {
    expect(serviceIdOf(one)).toBe(serviceIdOf(other));
  });

  it.each([
    ['https://content.example', 'https://content.example:8443'],
    ['https://content.example', 'http://content.example'],
    ['https://content.example/one', 'https://content.example/two'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8081'],
    ['https://one.example', 'https://two.example'],
    ['http://localhost:8080', 'http://[::ffff:128.0.0.1]:8080'],
  ])('is another one for %s and %s', (one, other) => {
    expect(serviceIdOf(one)).not.toBe(serviceIdOf(other));
  });
});

describe('what a person calls a service', () => {
  it.each([
    ['http://127.0.0.1:8412/api/v1/', '127.0.0.1:8412'],
    ['https://Content.example.:443//office/api', 'content.example/office'],
    [serviceIdOf('http://127.0.0.1:8412'), 'localhost:8412'],
    ['embedded', 'the service inside'],
  ])('is for %s its host as it was entered, its port and its path', (address, name) => {
    expect(serviceNameOf(address, 'the service inside')).toBe(name);
  });
});

import { inspect } from 'node:util';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRedactor } from '../../../electron/client/redactor.ts';
import { connect, failureOf, serve } from './playground.ts';
import { json, pumpContent } from './scripted-service.ts';
import { startSocksServer } from './socks-server.ts';

beforeEach(() => {
  // Undici says of its own that it may change; that is no news here.
  vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const open = () => connect({ address: 'http://cnotent.test' }, { allowHttp: true, tries: { person: 1 } });
const ask = () => open().call('listVersions', { params: pumpContent });
const password = 'swordfish%';
const withPassword = (port: number, given: string): string =>
  `socks5://bakker:${encodeURIComponent(given)}@127.0.0.1:${port}`;

it.each(['socks5', 'socks5h', 'socks'])(
  'a service is asked through the %s proxy of the environment',
  async (scheme) => {
    const service = await serve(json({ versions: [] }));
    const proxy = await startSocksServer(service.address);
    vi.stubEnv('ALL_PROXY', `${scheme}://127.0.0.1:${proxy.port}`);
    expect(await ask()).toEqual({ versions: [] });
    expect([service.signIns.length, service.requests.length]).toEqual([1, 1]);
    // The proxy looks the name up.
    expect(new Set(proxy.asked)).toEqual(new Set(['cnotent.test:80']));
  },
);

it('a SOCKS proxy that asks who asks is told by the environment, and nobody else is', async () => {
  const service = await serve(json({ versions: [] }));
  const proxy = await startSocksServer(service.address, password);
  vi.stubEnv('HTTP_PROXY', withPassword(proxy.port, password));
  expect(await ask()).toEqual({ versions: [] });
  expect(proxy.signIns[0]).toBe(`bakker:${password}`);
  const told = JSON.stringify(service.requests.map(({ rawHeaders }) => rawHeaders));
  expect(told).not.toContain('swordfish');
});

it('a SOCKS proxy that does not accept who asks wants a sign-in, without the password in the error', async () => {
  const service = await serve(json({ versions: [] }));
  const proxy = await startSocksServer(service.address, 'another');
  vi.stubEnv('HTTP_PROXY', withPassword(proxy.port, password));
  const error = await failureOf(ask());
  expect(error.code).toBe('proxy-sign-in-needed');
  expect(inspect(error, { depth: 9 })).not.toContain('swordfish');
  expect(service.requests).toEqual([]);
});

it.each(['socks4://127.0.0.1:1080', 'ftp://bakker:swordfish@proxy.test', 'http://bakker:swordfish@:x'])(
  'a proxy of another kind is said to be of no use: %s',
  async (address) => {
    vi.stubEnv('ALL_PROXY', address);
    const error = await failureOf(ask());
    expect(error.code).toBe('service-unreachable');
    expect(error.detail).toContain('socks5://');
    expect(inspect(error, { depth: 9 })).not.toContain('swordfish');
  },
);

it('passwords for proxies of the environment are hidden in whatever is written', () => {
  vi.stubEnv('HTTPS_PROXY', withPassword(1, password));
  const redactor = createRedactor();
  const text = `through ${withPassword(1, password)} with ${password}`;
  expect(redactor.redact(text)).not.toContain('swordfish');
});

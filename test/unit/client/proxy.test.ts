import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect as openSocket, type AddressInfo, type Socket } from 'node:net';
import { inspect } from 'node:util';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { environmentProxy } from '../../../electron/client/environment-proxy.ts';
import { goodToken, hang, json, plain, pumpContent, type Reply } from './scripted-service.ts';
import { connect, failureOf, serve } from './playground.ts';
import { selfSigned } from './self-signed.ts';

afterEach(() => vi.unstubAllEnvs());

it('a service on this computer is never asked through the proxy of the environment, which would see the secrets', async () => {
  const proxy = await serve(json({ versions: [] }));
  for (const name of ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'all_proxy']) vi.stubEnv(name, proxy.address);
  for (const name of ['NO_PROXY', 'no_proxy']) vi.stubEnv(name, '');
  const service = await serve(json({ versions: [] }));
  await connect(service).call('listVersions', { params: pumpContent });
  expect([service.signIns.length, service.requests.length]).toEqual([1, 1]);
  expect([proxy.signIns.length, proxy.requests.length]).toEqual([0, 0]);
});

describe('a service elsewhere, where the environment names a proxy', () => {
  /** Answers for every host; what it is asked holds the whole address. */
  const forAnyHost: Reply = (response, request, received) => {
    const reply = request.url?.endsWith('/oauth/token') ? goodToken(1) : json({ versions: [] });
    return reply(response, request, received);
  };

  it.each(['http_proxy', 'HTTP_PROXY', 'all_proxy', 'ALL_PROXY'])('is asked through that of %s', async (name) => {
    const proxy = await serve(forAnyHost);
    vi.stubEnv(name, proxy.address);
    const client = connect({ address: 'http://cnotent.test' }, { allowHttp: true });
    expect(await client.call('listVersions', { params: pumpContent })).toEqual({ versions: [] });
    expect(proxy.requests.map(({ url }) => new URL(url).host)).toEqual(['cnotent.test', 'cnotent.test']);
    expect(proxy.requests[1]?.headers.authorization).toBe('Bearer access-token-1');
  });

  it('gets an upload through it whole', async () => {
    const blobId = '0f6c2f0e-1111-2222-3333-444455556666';
    const proxy = await serve(forAnyHost, plain(blobId));
    vi.stubEnv('HTTP_PROXY', proxy.address);
    const client = connect({ address: 'http://cnotent.test' }, { allowHttp: true });
    const bytes = randomBytes(300_000);
    const file = {
      fileName: 'pump.rfa',
      sizeBytes: bytes.length,
      async *open() {
        yield bytes;
      },
    };
    expect(await client.upload('storeFile', { params: {} }, file)).toBe(blobId);
    expect(proxy.requests[1]?.body.includes(bytes)).toBe(true);
  });

  it.each([
    ['answerMs', hang],
    ['idleMs', (response) => void response.writeHead(200).write('{')],
  ] satisfies [string, Reply][])('has the same limit %s', async (limit, reply) => {
    const proxy = await serve(forAnyHost, reply);
    vi.stubEnv('HTTP_PROXY', proxy.address);
    const options = { allowHttp: true, timeouts: { [limit]: 60 }, tries: { person: 1 } };
    const client = connect({ address: 'http://cnotent.test' }, options);
    const error = await failureOf(client.call('listVersions', { params: pumpContent }));
    expect(error.code).toBe('service-timeout');
  });
});

it.each([
  ['*', false],
  ['cnotent.test', false],
  ['CNOTENT.TEST:443', false],
  ['.test', false],
  ['*.test', false],
  ['cnotent.test:8443', true],
  ['other.test, tent.test', true],
  ['', true],
])('with NO_PROXY=%s it is asked through the proxy: %s', (left, isProxied) => {
  vi.stubEnv('HTTPS_PROXY', 'proxy.test:3128');
  vi.stubEnv('NO_PROXY', left);
  const proxy = { protocol: 'http:', host: 'proxy.test', port: 3128 };
  expect(environmentProxy('https://cnotent.test/api')).toEqual(isProxied && proxy);
});

describe('a proxy that asks who asks', () => {
  const password = 'p%40ss-of-the-proxy';
  const basic = `Basic ${Buffer.from('office:p@ss-of-the-proxy').toString('base64')}`;

  /** A proxy that tunnels to one place, whatever it is asked for, once it knows who asks. */
  async function proxyTo(port: number): Promise<{ readonly address: string; readonly said: (string | undefined)[] }> {
    const said: (string | undefined)[] = [];
    const proxy = createServer();
    proxy.on('connect', (request, socket: Socket) => {
      said.push(request.headers['proxy-authorization']);
      socket.on('error', () => undefined);
      if (said.at(-1) !== basic) return void socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
      const onward = openSocket(port, '127.0.0.1', () => socket.write('HTTP/1.1 200 OK\r\n\r\n'));
      onward.on('error', () => socket.destroy());
      onward.pipe(socket).pipe(onward);
    });
    proxy.listen(0, '127.0.0.1');
    onTestFinished(() => void proxy.close());
    await once(proxy, 'listening');
    return { address: `127.0.0.1:${(proxy.address() as AddressInfo).port}`, said };
  }

  const ask = (client: ReturnType<typeof connect>) =>
    failureOf(client.call('listVersions', { params: pumpContent }, { priority: 'poll' }));

  it('is told by the user name and password of its address, and nobody else is', async () => {
    const service = createTlsServer(selfSigned(), () => expect.unreachable('A request went through.'));
    service.listen(0, '127.0.0.1');
    onTestFinished(() => void service.close());
    await once(service, 'listening');
    const proxy = await proxyTo((service.address() as AddressInfo).port);
    vi.stubEnv('HTTPS_PROXY', `http://office:${password}@${proxy.address}`);
    const error = await ask(connect({ address: 'https://cnotent.test' }));
    // The tunnel stands: at its other end is somebody who proves nothing.
    expect(error.code).toBe('certificate-not-trusted');
    expect(new Set(proxy.said)).toEqual(new Set([basic]));
  });

  it('lets nothing through without, and the error says so and shows no password', async () => {
    const proxy = await proxyTo(1);
    for (const [user, code] of [
      ['', 'proxy-sign-in-needed'],
      ['office:wrong-pass@', 'proxy-sign-in-needed'],
      [`office:${password}@`, 'service-unreachable'],
    ] as const) {
      vi.stubEnv('HTTPS_PROXY', `http://${user}${proxy.address}`);
      const error = await ask(connect({ address: 'https://cnotent.test' }, { timeouts: { connectMs: 500 } }));
      expect([user, error.code]).toEqual([user, code]);
      const shown = inspect(error, { depth: 9 });
      for (const secret of ['wrong-pass', password, 'p@ss-of-the-proxy', basic]) expect(shown).not.toContain(secret);
    }
  });
});

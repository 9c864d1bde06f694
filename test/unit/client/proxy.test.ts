import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect as openSocket, createServer as createPlainServer, type AddressInfo, type Socket } from 'node:net';
import { inspect } from 'node:util';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { environmentProxy } from '../../../electron/client/environment-proxy.ts';
import { routesFrom } from '../../../electron/client/route.ts';
import type { ProxyPort } from '../../../electron/client/routes.ts';
import { goodToken, hang, json, plain, pumpContent, type Reply } from './scripted-service.ts';
import { connect, failureOf, serve, stopServing } from './playground.ts';
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

  it('is not sent what was taken back at any moment before it went out', async () => {
    const proxy = await serve(forAnyHost);
    vi.stubEnv('HTTP_PROXY', proxy.address);
    const client = connect({ address: 'http://cnotent.test' }, { allowHttp: true });
    await client.call('listVersions', { params: pumpContent });
    for (let moment = 0; moment < 60; moment += 1) {
      const before = proxy.requests.length;
      const takenBack = new AbortController();
      const call = failureOf(client.call('listVersions', { params: pumpContent }, { signal: takenBack.signal }));
      for (let step = 0; step < moment; step += 1) await Promise.resolve();
      takenBack.abort();
      expect((await call).code).toBe('cancelled');
      await client.call('listVersions', { params: pumpContent });
      expect(proxy.requests.length - before, `after ${moment} steps`).toBe(1);
    }
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
  expect(environmentProxy('https://cnotent.test/api')).toEqual(isProxied ? proxy : 'direct');
});

describe('a proxy that takes connections and never says whether it makes a way', () => {
  async function silent() {
    const proxy = createPlainServer();
    proxy.listen(0, '127.0.0.1');
    onTestFinished(() => void proxy.close());
    await once(proxy, 'listening');
    vi.stubEnv('HTTPS_PROXY', `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`);
    return {
      async connection(): Promise<Socket> {
        const [socket] = (await once(proxy, 'connection')) as [Socket];
        onTestFinished(() => void socket.destroy());
        socket.on('error', () => undefined);
        const [asked] = (await once(socket, 'data')) as [Buffer];
        expect(String(asked)).toMatch(/^CONNECT cnotent\.test:443 /);
        return socket.resume();
      },
    };
  }

  it('loses the connection when nothing came for as long as connecting may take', async () => {
    const proxy = await silent();
    const options = { tries: { person: 1 }, timeouts: { connectMs: 500 } };
    const client = connect({ address: 'https://cnotent.test' }, options);
    const call = failureOf(client.call('listVersions', { params: pumpContent }));
    const socket = await proxy.connection();
    const closed = once(socket, 'close');
    expect((await call).code).toBe('service-unreachable');
    await closed;
  });

  it('loses it when the client is closed', async () => {
    const proxy = await silent();
    const client = connect({ address: 'https://cnotent.test' }, { tries: { person: 1 } });
    const call = failureOf(client.call('listVersions', { params: pumpContent }));
    const socket = await proxy.connection();
    const closed = once(socket, 'close');
    await client.close();
    await call;
    await closed;
  });
});

describe('a proxy that makes no way to the service', () => {
  async function noWay(
    status: string,
    type = 'text/plain',
  ): Promise<{ readonly place: string; readonly asked: unknown[] }> {
    const asked: unknown[] = [];
    const proxy = createServer();
    proxy.on('connect', ({ url }, socket: Socket) => {
      asked.push(url);
      socket.on('error', () => undefined);
      const page = `Content-Type: ${type}\r\nContent-Length: 13\r\n\r\n<html></html>`;
      socket.end(`HTTP/1.1 ${status}\r\nRetry-After: 900\r\n${page}`);
    });
    proxy.listen(0, '127.0.0.1');
    onTestFinished(() => void proxy.close());
    await once(proxy, 'listening');
    return { place: `127.0.0.1:${(proxy.address() as AddressInfo).port}`, asked };
  }
  const ask = (proxies?: ProxyPort) => {
    const options = { tries: { person: 1 }, ...(proxies && { proxies }) };
    return failureOf(
      connect({ address: 'https://cnotent.test' }, options).call('listVersions', { params: pumpContent }),
    );
  };

  it.each<[string, string?]>([
    ['400 Bad Request', 'text/html'],
    ['401 Unauthorized'],
    ['403 Forbidden'],
    ['404 Not Found', 'text/html'],
    ['429 Slow'],
    ['502 Bad Gateway'],
    ['503 Service Unavailable', 'text/html'],
  ])('has not said the word of the service: %s %s', async (status, type) => {
    const { place } = await noWay(status, type);
    vi.stubEnv('HTTPS_PROXY', `http://${place}`);
    const error = await ask();
    expect(error).toMatchObject({ code: 'service-unreachable', receivedStatus: undefined, retryAfterMs: undefined });
    expect(error.detail).toBe(`The proxy ${place} makes no way to it (status ${parseInt(status)}).`);
  });

  it.each([
    ['302 Found', 'text/plain'],
    ['403 Forbidden', 'text/html'],
    ['511 Network Authentication Required', 'text/plain'],
  ])('says that the network asks for a sign-in: %s %s', async (status, type) => {
    vi.stubEnv('HTTPS_PROXY', `http://${(await noWay(status, type)).place}`);
    expect(await ask()).toMatchObject({ code: 'network-sign-in-needed', receivedStatus: parseInt(status) });
  });

  it('leaves the next way to be tried', async () => {
    const [first, next] = [
      await noWay('503 Service Unavailable', 'text/html'),
      await noWay('502 Bad Gateway', 'text/html'),
    ];
    const resolve = async (): Promise<string> => `PROXY ${first.place}; PROXY ${next.place}`;
    const error = await ask({ resolve, signInFor: async () => undefined, noteAsked: () => undefined });
    expect([first.asked, next.asked]).toEqual([['cnotent.test:443'], ['cnotent.test:443']]);
    expect(error.detail).toContain(next.place);
  });
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

it.each<[string, ReturnType<typeof routesFrom>]>([
  ['', ['direct']],
  ['DIRECT', ['direct']],
  [
    'PROXY a.test:8080; HTTPS b.test;DIRECT',
    [{ protocol: 'http:', host: 'a.test', port: 8080 }, { protocol: 'https:', host: 'b.test', port: 443 }, 'direct'],
  ],
  ['proxy [::1]:3128', [{ protocol: 'http:', host: '[::1]', port: 3128 }]],
  ['SOCKS a.test:1080; PROXY b.test:80', [{ protocol: 'http:', host: 'b.test', port: 80 }]],
  ['SOCKS5 a.test', [{ protocol: 'socks5:', host: 'a.test', port: 1080 }]],
  ['PROXY ; PROXY :80; nonsense', []],
  ['SOCKS a.test:1080', []],
])('the system that answers "%s" names these ways', (proxies, routes) => {
  expect(routesFrom(proxies)).toEqual(routes);
});

describe('a service elsewhere, where the system names the ways', () => {
  const answers: Reply = (response, request, received) => {
    const reply = request.url?.endsWith('/oauth/token') ? goodToken(1) : json({ versions: [] });
    return reply(response, request, received);
  };
  const placeOf = ({ address }: { readonly address: string }) => new URL(address).host;
  const elsewhere = { address: 'http://cnotent.test' };

  function systemWith(proxies: string) {
    const kept = new Map<string, { readonly username: string; readonly password: string }>();
    const resolved: string[] = [];
    const asked: string[] = [];
    const port: ProxyPort = {
      async resolve(origin) {
        resolved.push(origin);
        return proxies;
      },
      signInFor: async (proxy) => kept.get(proxy),
      noteAsked: (proxy) => void asked.push(proxy),
    };
    const open = (service = elsewhere) =>
      connect(service, { allowHttp: true, proxies: port, timeouts: { connectMs: 500 }, tries: { person: 1 } });
    return { kept, resolved, asked, open };
  }
  const list = { params: pumpContent };

  it('is asked by the first on which anybody is, and those that are dead are left for last', async () => {
    const gone = await serve(answers);
    await stopServing(gone);
    const proxy = await serve(answers);
    const { open, resolved } = systemWith(`PROXY ${placeOf(gone)}; PROXY ${placeOf(proxy)}; DIRECT`);
    const client = open();
    for (let time = 0; time < 3; time += 1) expect(await client.call('listVersions', list)).toEqual({ versions: [] });
    expect(proxy.requests).toHaveLength(4);
    // The license code is in paths: nobody but the service is told them.
    expect(resolved).toEqual(['http://cnotent.test']);
  });

  it('gets an upload once, whole, by the second way where nobody is on the first', async () => {
    const gone = await serve(answers);
    await stopServing(gone);
    const proxy = await serve(answers, plain('0f6c2f0e-1111-2222-3333-444455556666'));
    const bytes = randomBytes(300_000);
    const file = {
      fileName: 'pump.rfa',
      sizeBytes: bytes.length,
      async *open() {
        yield bytes;
      },
    };
    const { open } = systemWith(`PROXY ${placeOf(gone)}; PROXY ${placeOf(proxy)}`);
    await open().upload('storeFile', { params: {} }, file);
    expect(proxy.requests.filter(({ body }) => body.includes(bytes))).toHaveLength(1);
  });

  it('is not asked another way once the request may have arrived', async () => {
    const breaks = await serve(answers, (_, request) => void request.socket.destroy());
    const other = await serve(answers);
    const { open } = systemWith(`PROXY ${placeOf(breaks)}; PROXY ${placeOf(other)}`);
    expect((await failureOf(open().call('listVersions', list))).code).toBe('service-unreachable');
    expect(other.requests).toHaveLength(0);
  });

  it('is asked as the environment says, where it names a proxy', async () => {
    const [named, proxy] = [await serve(answers), await serve(answers)];
    vi.stubEnv('HTTP_PROXY', named.address);
    const { open, resolved } = systemWith(`PROXY ${placeOf(proxy)}`);
    await open().call('listVersions', list);
    expect([named.requests.length, proxy.requests.length, resolved]).toEqual([2, 0, []]);
  });

  it('is not looked up for a service on this computer', async () => {
    const proxy = await serve(answers);
    const { open, resolved } = systemWith(`PROXY ${placeOf(proxy)}`);
    await open(await serve(json({ versions: [] }))).call('listVersions', list);
    expect([proxy.requests.length, resolved]).toEqual([0, []]);
  });

  it('cannot be asked where the system names other kinds of proxies only, and the error says what to do', async () => {
    const error = await failureOf(systemWith('SOCKS a.test:1080').open().call('listVersions', list));
    expect(error.code).toBe('service-unreachable');
    expect(error.detail).toContain('HTTPS_PROXY');
  });

  it('is asked as the person who signed in to the proxy that asked', async () => {
    const basic = `Basic ${Buffer.from('office:s3cret').toString('base64')}`;
    const proxy = await serve((response, request, received) =>
      request.headers['proxy-authorization'] === basic
        ? answers(response, request, received)
        : plain('<html>', 407, { 'Proxy-Authenticate': 'Negotiate, Basic realm="office"' })(
            response,
            request,
            received,
          ),
    );
    const { open, kept, asked } = systemWith(`PROXY ${placeOf(proxy)}`);
    const client = open();
    expect((await failureOf(client.call('listVersions', list))).code).toBe('proxy-sign-in-needed');
    expect(asked).toEqual([placeOf(proxy)]);
    kept.set(placeOf(proxy), { username: 'office', password: 's3cret' });
    expect(await client.call('listVersions', list)).toEqual({ versions: [] });
  });

  it('says so where the proxy wants another sign-in than user name and password, and asks nobody for them', async () => {
    const proxy = await serve(plain('', 407, { 'Proxy-Authenticate': 'Negotiate' }));
    const { open, asked } = systemWith(`PROXY ${placeOf(proxy)}`);
    const error = await failureOf(open().call('listVersions', list));
    expect([error.code, asked]).toEqual(['proxy-sign-in-needed', []]);
    expect(error.detail).toContain('cannot do');
  });
});

import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { goodToken, hang, json, plain, pumpContent, type Reply } from './scripted-service.ts';
import { connect, failureOf, serve } from './playground.ts';

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

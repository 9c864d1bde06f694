import { once } from 'node:events';
import { createServer as createTlsServer } from 'node:https';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ServiceClient } from '../../../electron/client/client.ts';
import { connectionError } from '../../../electron/client/connection-error.ts';
import { cutOffOf, cutOffs, type CutOff } from '../../../shared/errors/reachability.ts';
import { catalogue, type ErrorCode } from '../../../shared/errors/catalogue.ts';
import { json, plain, pumpContent, type Reply } from './scripted-service.ts';
import { connect, failureOf, serve, serveScript, stopServing } from './playground.ts';
import { selfSigned } from './self-signed.ts';

afterEach(() => vi.unstubAllEnvs());

const ask = (client: ServiceClient) =>
  failureOf(client.call('listVersions', { params: pumpContent }, { priority: 'poll' }));
const page: Reply = plain('\n<!DOCTYPE html><title>Hotel Wi-Fi</title>', 200, { 'Content-Type': 'text/html' });
const found: Reply = plain('', 302, { Location: 'http://login.hotel.test/' });
const movedWithin: Reply = plain('', 301, { Location: '/v2/versions' });
const forbidden: Reply = plain('<!DOCTYPE html><title>Hotel Wi-Fi</title>', 403, { 'Content-Type': 'text/html' });
const refusal: Reply = json({ error: 'invalid_client' }, 401);
const never = json({ versions: [] });

async function portOf(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

describe('what an answer says of the way to the service', () => {
  it.each<[string, CutOff, Parameters<typeof serveScript>[0]]>([
    ['a web page instead of an answer', 'captivePortal', { replies: [page] }],
    ['a web page instead of a token', 'captivePortal', { replies: [never], token: page }],
    ['a redirect to a page', 'captivePortal', { replies: [found] }],
    ['a redirect of the sign-in', 'captivePortal', { replies: [never], token: found }],
    ['a redirect to another path of the service', 'notTheService', { replies: [movedWithin] }],
    ['403 with a web page', 'captivePortal', { replies: [forbidden] }],
    ['403 with a web page, of the sign-in', 'captivePortal', { replies: [never], token: forbidden }],
    ['511 with a web page', 'captivePortal', { replies: [plain('<html>Sign in</html>', 511)] }],
    ['511', 'captivePortal', { replies: [plain('', 511)] }],
    ['407', 'proxySignIn', { replies: [plain('', 407)] }],
    ['503', 'serviceDown', { replies: [plain('', 503)] }],
    ['502 of a proxy, with a page', 'serviceDown', { replies: [plain('<html>Bad Gateway</html>', 502)] }],
    ['404 of a gateway, with a page', 'serviceDown', { replies: [plain('<html>No such site</html>', 404)] }],
    ['404 of a gateway, with a page, of the sign-in', 'serviceDown', { replies: [never], token: plain('<html>', 404) }],
    ['429', 'limited', { replies: [plain('', 429, { 'Retry-After': '90' })] }],
    ['429 of the sign-in', 'limited', { replies: [never], token: plain('', 429) }],
    ['a refused secret', 'signedOut', { replies: [never], token: refusal }],
    ['tokens that are refused again and again', 'signedOut', { replies: [plain('', 401)] }],
    ['something that is no answer of this service', 'notTheService', { replies: [plain('hello')] }],
  ])('is, after %s: %s', async (_, cutOff, script) => {
    const error = await ask(connect(await serveScript(script)));
    expect(cutOffOf(error.code)).toBe(cutOff);
    expect(error.retryable || error.code === 'sign-in-failed').toBe(true);
  });

  it('is nothing where one request is refused', async () => {
    for (const status of [400, 403, 404, 500]) {
      expect(cutOffOf((await ask(connect(await serve(plain('', status))))).code)).toBeUndefined();
    }
  });

  it('obeys a service that is down and says for how long', async () => {
    const service = await serve(plain('', 503, { 'Retry-After': '120' }));
    expect(await ask(connect(service))).toMatchObject({ code: 'service-unavailable', retryAfterMs: 120_000 });
  });
});

describe('what a failed connection says of the way to the service', () => {
  it('is that the service is down where nobody listens', async () => {
    const service = await serve(never);
    await stopServing(service);
    expect(cutOffOf((await ask(connect(service))).code)).toBe('serviceDown');
  });

  it('is that nobody proves to be the service where the certificate is not trusted', async () => {
    const port = await portOf(createTlsServer(selfSigned(), () => expect.unreachable('A request went through.')));
    const error = await ask(connect({ address: `https://localhost:${port}` }));
    expect([error.code, cutOffOf(error.code)]).toEqual(['certificate-not-trusted', 'unproven']);
  });

  it('is that something else answers where it does not speak TLS', async () => {
    const port = await portOf(createServer((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n')));
    const error = await ask(connect({ address: `https://127.0.0.1:${port}` }));
    expect([error.code, cutOffOf(error.code)]).toEqual(['unreadable-answer', 'notTheService']);
  });

  it('is that there is no network, or nobody of this name, where the name cannot be looked up', async () => {
    const error = await ask(connect({ address: 'https://nobody.invalid' }));
    expect(['noNetwork', 'serviceDown']).toContain(cutOffOf(error.code));
    expect(error.detail).toMatch(/^nobody\.invalid (is not known|cannot be)/);
  });

  const failed = (code: string) => Object.assign(new Error(code), { code });
  const said = (thrown: unknown, isOnNetwork: boolean, url = 'https://cnotent.test') =>
    connectionError(thrown, url, () => isOnNetwork).code;

  it.each(['ENETUNREACH', 'ENETDOWN', 'EAI_AGAIN', 'EADDRNOTAVAIL'])(
    'is no network when the system says %s',
    (code) => {
      expect(said(failed(code), true)).toBe('no-network');
    },
  );

  it.each(['ENOTFOUND', 'ECONNREFUSED', 'EHOSTUNREACH', 'ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT'])(
    'is by %s that the service is down, unless this computer is on no network at all',
    (code) => {
      expect(said(failed(code), true)).toBe('service-unreachable');
      expect(said(failed(code), false)).toBe('no-network');
      expect(said(failed(code), false, 'http://127.0.0.1:1')).toBe('service-unreachable');
    },
  );

  it('is what the address said behind which somebody was, where a name has several', () => {
    const several = new AggregateError([failed('ENETUNREACH'), failed('ECONNREFUSED')]);
    expect(said(several, true)).toBe('service-unreachable');
    expect(said(new AggregateError([failed('ENETUNREACH'), failed('ENETUNREACH')]), true)).toBe('no-network');
  });
});

it('every way of being out of reach comes from an error of the catalogue, and can be explained', () => {
  const reached = new Set((Object.keys(catalogue) as ErrorCode[]).map(cutOffOf));
  expect(cutOffs.filter((cutOff) => !reached.has(cutOff))).toEqual([]);
});

import { describe, expect, onTestFinished, test } from 'vitest';
import { proofFragment, windowProtocol } from '../../../shared/rpc/window-socket.ts';
import { ownPort } from '../../own-port.ts';
import { exchangeBytes } from '../../fuzz/exchange-bytes.ts';
import {
  connectSocket,
  openAddress,
  openWindowClient,
  outcomeOf,
  rightHandshake,
  startWindowServer,
  type Handshake,
} from '../../fakes/window-server.ts';

async function start() {
  const server = await startWindowServer();
  onTestFinished(() => server.close());
  return server;
}

async function startOpened() {
  const server = await start();
  return { server, key: await openAddress(server.address) };
}

async function tryHandshake(...[key, handshake]: Parameters<typeof connectSocket>) {
  const socket = connectSocket(key, handshake);
  onTestFinished(() => socket.terminate());
  return outcomeOf(socket);
}

describe('the one-time address', () => {
  test('gives the browser a cookie that no script reads and no other site sends, and the tab a proof in the fragment', async () => {
    const { address } = await start();
    const answer = await fetch(address, { redirect: 'manual' });
    expect(answer.status).toBe(303);
    expect(answer.headers.get('set-cookie')).toMatch(
      /^cadsync-window-\d+=[\w-]{43}; HttpOnly; SameSite=Strict; Path=\/$/,
    );
    expect(answer.headers.get('location')).toMatch(new RegExp(`^/${proofFragment}[\\w-]{43}$`));
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test('tells when it was opened, and not when somebody tries', async () => {
    const { address, opened } = await start();
    let isOpened = false;
    void opened.then(() => (isOpened = true));
    await fetch(`${new URL(address).origin}/?token=x`, { redirect: 'manual' });
    expect(isOpened).toBe(false);
    await openAddress(address);
    await opened;
  });

  test('opens once', async () => {
    const { server } = await startOpened();
    const again = await fetch(server.address, { redirect: 'manual' });
    expect(again.status).toBe(403);
    expect([again.headers.get('set-cookie'), again.headers.get('location')]).toEqual([null, null]);
  });

  test('is not used up by a wrong token, nor by asking for anything but the page', async () => {
    const { address } = await start();
    const { origin, search } = new URL(address);
    for (const wrong of ['', 'x', 'x'.repeat(43), '%00', '%zz', '🔑']) {
      expect((await fetch(`${origin}/?token=${wrong}`, { redirect: 'manual' })).status).toBe(403);
    }
    expect((await fetch(`${origin}/main.js${search}`)).status).toBe(200);
    expect((await fetch(address, { method: 'POST' })).status).toBe(405);
    expect((await openAddress(address)).proof).not.toBe('');
  });

  test('is worth nothing in the cookie or as the proof', async () => {
    const { server, key } = await startOpened();
    const token = new URL(server.address).searchParams.get('token') ?? '';
    const [name] = key.cookie.split('=');
    const handshake = rightHandshake(key);
    expect(await tryHandshake(key, { ...handshake, cookie: `${name}=${token}` })).toBe(403);
    expect(await tryHandshake(key, { ...handshake, protocols: [windowProtocol, token] })).toBe(403);
  });
});

describe('a socket', () => {
  test('is opened by cookie and proof together, and the proof is not sent back', async () => {
    const { key } = await startOpened();
    const window = await openWindowClient(key);
    onTestFinished(() => window.close());
    expect(window.socket.protocol).toBe(windowProtocol);
    expect((await window.client.snapshot()).eventId).toBe(0);
  });

  const wrong: readonly [string, (right: Required<Handshake>) => Handshake][] = [
    ['the cookie alone', (right) => ({ ...right, protocols: [windowProtocol] })],
    ['the cookie alone and no protocol', (right) => ({ ...right, protocols: [] })],
    ['the cookie and a wrong proof', (right) => ({ ...right, protocols: [windowProtocol, 'x'.repeat(43)] })],
    [
      'the cookie and a part of the proof',
      (right) => ({ ...right, protocols: right.protocols.map((p) => p.slice(0, 42)) }),
    ],
    ['the proof alone', (right) => ({ ...right, cookie: undefined })],
    [
      'the proof and a wrong cookie',
      (right) => ({ ...right, cookie: right.cookie?.replace(/=.*/, `=${'x'.repeat(43)}`) }),
    ],
    [
      'the proof in the place of the cookie',
      (right) => ({ ...right, cookie: right.cookie?.replace(/=.*/, `=${right.protocols[1]}`) }),
    ],
    [
      'the cookie under the name of another instance',
      (right) => ({ ...right, cookie: right.cookie?.replace(/-\d+=/, '-1=') }),
    ],
    ['no Origin', (right) => ({ ...right, origin: undefined })],
    ['the Origin null', (right) => ({ ...right, origin: 'null' })],
    ['the Origin of another site', (right) => ({ ...right, origin: 'http://evil.example' })],
    ['the Origin of another port', (right) => ({ ...right, origin: 'http://127.0.0.1:1' })],
    ['the Origin of another scheme', (right) => ({ ...right, origin: right.origin?.replace('http', 'https') })],
    ['another Host that leads here', (right) => ({ ...right, host: 'evil.example' })],
    ['another Host and its Origin', (right) => ({ ...right, host: 'evil.example', origin: 'http://evil.example' })],
    ['another port in the Host', (right) => ({ ...right, host: '127.0.0.1:1' })],
    ['the proof in the path', (right) => ({ ...right, path: `/rpc?proof=${right.protocols[1]}`, protocols: [] })],
    ['another path', (right) => ({ ...right, path: '/' })],
  ];
  test.each(wrong)('is refused to %s', async (_, change) => {
    const { key } = await startOpened();
    expect(await tryHandshake(key, change(rightHandshake(key)))).toBe(403);
    expect(await tryHandshake(key, rightHandshake(key))).toBe('open');
  });

  test('that was refused can be asked about without opening it, also by whoever lacks one half', async () => {
    const { key } = await startOpened();
    const ask = async (headers: Record<string, string>) => (await fetch(`http://${key.host}/rpc`, { headers })).status;
    const authorization = `Bearer ${key.proof}`;
    expect(await ask({ cookie: key.cookie, authorization })).toBe(204);
    expect(await ask({ cookie: key.cookie })).toBe(403);
    expect(await ask({ authorization })).toBe(403);
    expect(await ask({ cookie: key.cookie, authorization: 'Bearer x' })).toBe(403);
  });
});

describe('two instances', () => {
  test('share a browser without locking each other out', async () => {
    const [one, other] = [await startOpened(), await startOpened()];
    // A browser sends the cookies of both to both.
    const cookie = `${one.key.cookie}; ${other.key.cookie}`;
    for (const { key } of [one, other]) {
      expect(await tryHandshake(key, { ...rightHandshake(key), cookie })).toBe('open');
    }
    const mixed = { ...rightHandshake(one.key), cookie, protocols: [windowProtocol, other.key.proof] };
    expect(await tryHandshake(one.key, mixed)).toBe(403);
  });

  test('one after the other on a port: what the first gave out opens nothing of the second', async () => {
    const first = await startWindowServer(await ownPort());
    const old = await openAddress(first.address);
    await first.close();
    const second = await startWindowServer(Number(new URL(first.address).port));
    onTestFinished(() => second.close());
    expect(await tryHandshake(old, rightHandshake(old))).toBe(403);
    expect((await fetch(`http://${old.host}/`, { headers: { cookie: old.cookie } })).status).toBe(403);
  });
});

describe('pages', () => {
  test('come with the page that says how to get in where the cookie is missing', async () => {
    const { key } = await startOpened();
    const shut = await fetch(`http://${key.host}/`);
    expect([shut.status, await shut.text()]).toEqual([403, '<!doctype html><title>The window</title>']);
    const policy = (shut.headers.get('content-security-policy') ?? '').split('; ');
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        "form-action 'none'",
        "frame-ancestors 'none'",
      ]),
    );
    const opened = await fetch(`http://${key.host}/`, { headers: { cookie: key.cookie } });
    expect(opened.status).toBe(200);
  });

  test('are served under one name', async () => {
    const { key } = await startOpened();
    const port = key.host.split(':')[1];
    for (const host of [
      'evil.example',
      `localhost:${port}`,
      '127.0.0.1',
      '127.0.0.1:1',
      `127.0.0.1:${port}.evil.example`,
    ]) {
      const request = `GET / HTTP/1.1\r\nHost: ${host}\r\nCookie: ${key.cookie}\r\nConnection: close\r\n\r\n`;
      expect((await exchangeBytes(`http://${key.host}`, Buffer.from(request), { end: false })).status).toBe(421);
    }
  });

  const odd: readonly [string, string, number][] = [
    ['a path that is no path', 'GET // HTTP/1.1', 404],
    ['a path with a broken host', 'GET http://[ HTTP/1.1', 404],
    ['a star', 'OPTIONS * HTTP/1.1', 405],
    ['a way out of the folder', 'GET /../package.json HTTP/1.1', 404],
    ['a broken escape', 'GET /%zz HTTP/1.1', 404],
    ['a name objects have', 'GET /__proto__ HTTP/1.1', 404],
    ['a range that runs backwards', 'GET /main.js HTTP/1.1\r\nRange: bytes=5-2', 200],
    ['another method', 'DELETE / HTTP/1.1', 405],
  ];
  test.each(odd)('answer %s, and go on being served', async (_, lines, status) => {
    const { key } = await startOpened();
    const request = `${lines}\r\nHost: ${key.host}\r\nCookie: ${key.cookie}\r\nConnection: close\r\n\r\n`;
    const answer = await exchangeBytes(`http://${key.host}`, Buffer.from(request), { end: false });
    expect(answer.status).toBe(status);
    expect((await fetch(`http://${key.host}/main.js`)).status).toBe(200);
  });
});

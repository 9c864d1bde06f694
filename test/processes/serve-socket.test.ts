import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { WebSocket } from 'ws';
import { socketLimits } from '../../electron/channels/serve-socket.ts';
import { windowLimits } from '../../electron/channels/serve-window.ts';
import {
  closeCodeOf,
  connectSocket,
  openAddress,
  openWindowClient,
  outcomeOf,
  rightHandshake,
  startWindowServer,
  type WindowKey,
} from '../fakes/window-server.ts';

/** A server, and a window that keeps to the rules: whatever another client does, it is still answered at the end. */
async function startWithWindow() {
  const server = await startWindowServer();
  onTestFinished(() => server.close());
  const key = await openAddress(server.address);
  const window = await openWindowClient(key);
  onTestFinished(async () => {
    expect((await window.client.snapshot()).status.libraries.length).toBeGreaterThan(0);
    window.close();
  });
  return { server, key, window };
}

async function openSocket(key: WindowKey): Promise<WebSocket> {
  const socket = connectSocket(key, rightHandshake(key));
  // The server cuts some of these off in the middle of what they send.
  socket.on('error', () => undefined);
  onTestFinished(() => socket.terminate());
  expect(await outcomeOf(socket)).toBe('open');
  return socket;
}

/** The connection below a socket, for what the library would not send. */
function bytesOf(socket: WebSocket): Socket {
  return (socket as unknown as { readonly _socket: Socket })._socket;
}

async function openConnection({ host }: WindowKey): Promise<Socket> {
  const connection = connect({ host: '127.0.0.1', port: Number(host.split(':')[1]) });
  connection.on('error', () => undefined);
  onTestFinished(() => void connection.destroy());
  await once(connection, 'connect');
  return connection;
}

const call = (id: string, path: string, json?: unknown) =>
  JSON.stringify({ i: id, p: { u: path, b: json === undefined ? {} : { json } } });
const nested = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;

describe('a frame that breaks the rules ends its client and no other', () => {
  const frames: readonly [string, number, Buffer][] = [
    ['six bytes of nothing', 1002, Buffer.from([0xff, 0xff, 0xff, 0xff, 0xff, 0xff])],
    ['a frame without a mask', 1002, Buffer.from([0x81, 0x02, 0x7b, 0x7d])],
    ['an opcode nobody knows', 1002, Buffer.from([0x83, 0x80, 0, 0, 0, 0])],
    ['a continuation of nothing', 1002, Buffer.from([0x80, 0x80, 0, 0, 0, 0])],
    ['a ping in parts', 1002, Buffer.from([0x09, 0x80, 0, 0, 0, 0])],
    ['a text that is no UTF-8', 1007, Buffer.from([0x81, 0x81, 0, 0, 0, 0, 0xff])],
    ['a length of 2^63', 1009, Buffer.from([0x81, 0xff, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])],
    ['a close code nobody may send', 1002, Buffer.from([0x88, 0x82, 0, 0, 0, 0, 0x03, 0xed])],
  ];
  test.each(frames)('%s', async (_, code, bytes) => {
    const { key } = await startWithWindow();
    const socket = await openSocket(key);
    bytesOf(socket).write(bytes);
    expect(await closeCodeOf(socket)).toBe(code);
  });

  test('a message over the limit, whole or in parts', async () => {
    const { key } = await startWithWindow();
    const whole = await openSocket(key);
    whole.send('x'.repeat(socketLimits.messageBytes + 1));
    expect(await closeCodeOf(whole)).toBe(1009);
    const inParts = await openSocket(key);
    for (let part = 0; part < 5; part += 1) inParts.send('x'.repeat(socketLimits.messageBytes / 4), { fin: false });
    expect(await closeCodeOf(inParts)).toBe(1009);
  });

  test('a reset in the middle of a frame', async () => {
    const { key } = await startWithWindow();
    const socket = await openSocket(key);
    bytesOf(socket).write(Buffer.from([0x81, 0xfe, 0xff, 0xff]));
    bytesOf(socket).resetAndDestroy();
    await closeCodeOf(socket);
  });
});

describe('a message that is no message of the window ends its client', () => {
  const messages: readonly [string, string | Buffer][] = [
    ['nothing', ''],
    ['no JSON', '{'],
    ['no object', '"snapshot"'],
    ['null', 'null'],
    ['nesting without end', '['.repeat(400_000)],
    ['bytes instead of text', Buffer.from(call('1', '/snapshot'))],
    ['a call without an id', JSON.stringify({ p: { u: '/snapshot' } })],
    ['an id that is an object', JSON.stringify({ i: {}, p: { u: '/snapshot' } })],
    ['a huge id', call('9'.repeat(1_000), '/snapshot')],
    ['a call without a path', JSON.stringify({ i: '1', p: {} })],
    ['a path to another host', call('1', 'http://evil.example/snapshot')],
    ['a path that climbs', call('1', '/../snapshot')],
    ['headers', JSON.stringify({ i: '1', p: { u: '/snapshot', h: { 'content-type': 'text/event-stream' } } })],
    ['another method', JSON.stringify({ i: '1', p: { u: '/snapshot', m: 'GET' } })],
    ['an event of an upload', JSON.stringify({ i: '1', t: 3, p: { e: 'message', d: 1 } })],
    ['a type nobody knows', JSON.stringify({ i: '1', t: 77 })],
    ['a name objects have', '{"i":"1","p":{"u":"/snapshot"},"__proto__":{"t":4}}'],
  ];
  test.each(messages)('%s', async (_, message) => {
    const { key } = await startWithWindow();
    const socket = await openSocket(key);
    socket.send(message);
    expect(await closeCodeOf(socket)).toBe(1007);
  });
});

describe('a message of the window with an input that is none', () => {
  const inputs: readonly [string, string][] = [
    ['no input', '{}'],
    ['the wrong types', '{"json":{"offset":"0","limit":[]}}'],
    ['a name objects have', '{"json":{"__proto__":{"limit":1}}}'],
    ['a number no list has', '{"json":{"limit":1e308,"offset":-1}}'],
    ['nesting without end', `{"json":{"search":${nested},"limit":${nested}}}`],
    ['types that lead into a prototype', '{"json":{"limit":1},"meta":[[1,"__proto__","limit"],[1,"constructor"]]}'],
    ['types that are none', '{"json":{},"meta":7}'],
  ];
  test.each(inputs)('is refused as a call, and the client stays: %s', async (_, input) => {
    const { key } = await startWithWindow();
    const socket = await openSocket(key);
    socket.send(`{"i":"1","p":{"u":"/files/list","b":${input}}}`);
    const [answer] = (await once(socket, 'message')) as [Buffer];
    expect(JSON.parse(answer.toString())).toMatchObject({ i: '1', p: { s: 400 } });
  });

  test('so is a call nobody knows, and giving up what was never begun changes nothing', async () => {
    const { key } = await startWithWindow();
    const socket = await openSocket(key);
    for (const id of ['1', '2', '__proto__']) socket.send(JSON.stringify({ i: id, t: 4 }));
    socket.send(call('3', '/constructor/prototype'));
    const [answer] = (await once(socket, 'message')) as [Buffer];
    expect(JSON.parse(answer.toString())).toMatchObject({ i: '3', p: { s: 404 } });
  });
});

describe('what one client may have going on is bounded', () => {
  test('calls in flight; those that are given up make room again', async () => {
    const { key } = await startWithWindow();
    const client = await openWindowClient(key);
    onTestFinished(() => client.close());
    // Each is a stream that stays open until it is given up: three times the limit, one after the other.
    for (let count = 0; count < socketLimits.callsInFlight * 3; count += 1) {
      const giveUp = new AbortController();
      const events = await client.client.events({ afterId: 0 }, { signal: giveUp.signal });
      const next = events.next().catch(() => undefined);
      giveUp.abort();
      await next;
    }
    expect((await client.client.snapshot()).eventId).toBe(0);

    const greedy = await openSocket(key);
    for (let id = 0; id <= socketLimits.callsInFlight; id += 1)
      greedy.send(call(String(id), '/events', { afterId: 0 }));
    expect(await closeCodeOf(greedy)).toBe(1008);
  });

  test('events it does not read: it is dropped, and others hear them', async () => {
    const { server, key, window } = await startWithWindow();
    const { eventId } = await window.client.snapshot();
    const heard = await window.client.events({ afterId: eventId });
    const deaf = await openSocket(key);
    deaf.send(call('1', '/events', { afterId: eventId }));
    await once(deaf, 'message');
    deaf.pause();
    const closed = closeCodeOf(deaf);
    const fileIds = Array.from({ length: 20_000 }, (_, place) => `file-${place}-${'x'.repeat(80)}`);
    for (let count = 0; count < 40; count += 1) {
      server.publish({ kind: 'files', fileIds });
      expect((await heard.next()).value).toMatchObject({ kind: 'files' });
    }
    deaf.resume();
    expect(await closed).toBe(1006);
  });

  test('answers to its pings, which it does not read either', async () => {
    const { key } = await startWithWindow();
    const deaf = await openSocket(key);
    const bytes = bytesOf(deaf);
    bytes.pause();
    const isClosed = new Promise<void>((resolve) => bytes.once('close', () => resolve()));
    const ping = Buffer.alloc(131 * 8_000);
    for (let at = 0; at < ping.length; at += 131) ping.set([0x89, 0xfd], at);
    let sentBytes = 0;
    const more = (): void => {
      while (!bytes.destroyed && sentBytes < 4 * socketLimits.unreadBytes) {
        sentBytes += ping.length;
        if (!bytes.write(ping)) return void bytes.once('drain', more);
      }
    };
    more();
    await isClosed;
    expect(sentBytes).toBeLessThan(4 * socketLimits.unreadBytes);
  });

  test('half a connection, which is none', async () => {
    const { key } = await startWithWindow();
    const socket = await openSocket(key);
    bytesOf(socket).end();
    expect(await closeCodeOf(socket)).toBe(1006);
  });
});

describe('what all clients have going on is bounded', () => {
  test('windows; one that closes makes room for another', async () => {
    const { key } = await startWithWindow();
    const sockets: WebSocket[] = [];
    while (sockets.length < windowLimits.windows - 1) sockets.push(await openSocket(key));
    const tooMany = connectSocket(key, rightHandshake(key));
    expect(await outcomeOf(tooMany)).toBe(503);
    sockets[0]?.close();
    if (sockets[0]) await closeCodeOf(sockets[0]);
    await openSocket(key);
  });

  test('connections that ask nothing: a thousand of them drive out one another, and no window', async () => {
    const { key } = await startWithWindow();
    const silent: Socket[] = [];
    for (let count = 0; count < 1_000; count += 1) silent.push(await openConnection(key));
    await expect
      .poll(() => silent.filter(({ destroyed }) => !destroyed).length)
      .toBeLessThanOrEqual(windowLimits.otherConnections);
    const late = await openWindowClient(key);
    expect((await late.client.snapshot()).eventId).toBe(0);
    late.close();
  });

  test('the time to ask: headers that never end are answered with a refusal', async () => {
    const { key } = await startWithWindow();
    const slow = await openConnection(key);
    slow.write(`GET / HTTP/1.1\r\nHost: ${key.host}\r\nX: `);
    const drip = setInterval(() => slow.write('x'), 100);
    onTestFinished(() => clearInterval(drip));
    const [answer] = (await once(slow, 'data')) as [Buffer];
    expect(answer.toString()).toContain('408 Request Timeout');
  });
});

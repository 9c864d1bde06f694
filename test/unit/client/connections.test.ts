import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ServiceClient } from '../../../electron/client/client.ts';
import { connectionError } from '../../../electron/client/connection-error.ts';
import { hang, json, plain, pumpContent, reset, type Reply } from './scripted-service.ts';
import { connect, failureOf, serve, serveScript } from './playground.ts';

const listVersions = (client: ServiceClient, signal?: AbortSignal) =>
  client.call('listVersions', { params: pumpContent }, signal ? { signal } : {});
const release = (client: ServiceClient) => client.call('release', { params: pumpContent, body: {} });
const ok = json({ versions: [] });

/** A server that says this to whoever connects, whatever it is told. */
async function serveBytes(text: string): Promise<{ readonly host: string; readonly connection: Promise<Socket> }> {
  const server = createServer();
  const connection = Promise.withResolvers<Socket>();
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', () => text !== '' && socket.write(text));
    connection.resolve(socket);
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, connection: connection.promise };
}

describe('which connection a request goes out on', () => {
  it('is never one that lay idle, for what must not be done twice', async () => {
    const sockets: Socket[] = [];
    const note =
      (reply: Reply): Reply =>
      (response, request, received) => {
        sockets.push(request.socket);
        return reply(response, request, received);
      };
    const service = await serve(note(ok));
    const client = connect(service);
    await listVersions(client);
    await release(client);
    const [asked, released] = sockets;
    // It lets go of it by itself, and keeps the other one for questions.
    if (released) await once(released, 'close');
    expect([asked === released, asked?.destroyed]).toEqual([false, false]);
    await release(client);
    expect(sockets.slice(0, 2)).not.toContain(sockets[2]);
  });

  it('is another one at once where a kept one was closed just as it was used, for what may be done twice', async () => {
    const asked = new Set<Socket>();
    const service = await serve((response, request, received) => {
      if (asked.has(request.socket)) return reset(response, request, received);
      asked.add(request.socket);
      return ok(response, request, received);
    });
    const told: boolean[] = [];
    const client = connect(service, { onOnlineChange: (online) => told.push(online), tries: { background: 1 } });
    for (let poll = 0; poll < 40; poll++) {
      await client.call('listVersions', { params: pumpContent }, { priority: 'poll' });
    }
    expect(told).toEqual([true]);
    expect(asked.size).toBeLessThan(service.requests.length);
  });

  it('is none at all for a call that is cancelled while it waits for a free one', async () => {
    let answer: (() => void) | undefined;
    const first = Promise.withResolvers<void>();
    const service = await serve((response) => {
      answer = () => void response.end('{"versions":[]}');
      first.resolve();
    }, ok);
    const client = connect(service, { maxSockets: 1 });
    const holding = listVersions(client);
    await first.promise;
    const stop = new AbortController();
    const waiting = failureOf(listVersions(client, stop.signal));
    const next = listVersions(client);
    // Both stand in line by then.
    await nextTurn();
    stop.abort();
    expect((await waiting).code).toBe('cancelled');
    answer?.();
    expect(await Promise.all([holding, next])).toEqual([{ versions: [] }, { versions: [] }]);
    expect(service.requests.length).toBe(2);
  });
});

describe('a connection that is being made', () => {
  it('is not waited for by a call that is cancelled', async () => {
    const { host, connection } = await serveBytes('');
    const stop = new AbortController();
    const call = failureOf(listVersions(connect({ address: `https://${host}` }), stop.signal));
    await connection;
    stop.abort();
    expect((await call).code).toBe('cancelled');
  });

  it('ends with the client, and so keeps no program from ending', async () => {
    const { host, connection } = await serveBytes('');
    const client = connect({ address: `https://${host}` }, { timeouts: { connectMs: 3_600_000 } });
    const call = failureOf(listVersions(client));
    const socket = await connection;
    const ended = once(socket, 'close');
    await client.close();
    await ended;
    expect((await call).code).toBe('cancelled');
  });
});

describe('what a connection may bring', () => {
  it.each([
    'hello\r\n\r\n',
    'HTTP/1.1 200 OK\r\nBad Header: x\r\n\r\n',
    'HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 6\r\n\r\nabcdef',
    `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(99_999)}`,
  ])('is an unreadable answer where it is no HTTP', async (text) => {
    const { host } = await serveBytes(text);
    const error = await failureOf(listVersions(connect({ address: `http://${host}` }, { tries: { person: 1 } })));
    expect(error).toMatchObject({ code: 'unreadable-answer' });
    expect(error.detail).toContain(`${host} does not answer in HTTP`);
  });

  it('is hints that come ahead of the answer', async () => {
    const service = await serve((response) => {
      response.writeEarlyHints({ link: '</style.css>; rel=preload' });
      response.end('{"versions":[]}');
    });
    expect(await listVersions(connect(service))).toEqual({ versions: [] });
  });

  it('is an answer that breaks off together with its headers', async () => {
    const service = await serve((_, request) => {
      request.socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n');
    });
    const error = await failureOf(listVersions(connect(service, { tries: { person: 1 } })));
    expect(error).toMatchObject({ code: 'answer-incomplete', receivedStatus: 200 });
  });

  it.each(['CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'])(
    'is a certificate that is not trusted: %s',
    (code) => {
      const error = connectionError(Object.assign(new Error(code), { code }), 'https://cnotent.test');
      expect(error.code).toBe('certificate-not-trusted');
      expect(error.detail).toBe(`The certificate of cnotent.test is not trusted (${code}).`);
    },
  );
});

describe('how a request ends early', () => {
  it('when the connection takes nothing any more of what lies in memory', async () => {
    const service = await serveScript({ replies: [(_, request) => void request.pause()], early: true });
    const client = connect(service, { timeouts: { idleMs: 60 }, tries: { person: 1 } });
    const body = [{ description: 'x'.repeat(40_000_000) }];
    const call = client.call('storeMetadata', { params: { blobId: '0f6c2f0e-1111-2222-3333-444455556666' }, body });
    expect((await failureOf(call)).code).toBe('service-timeout');
  });

  it('when it is cancelled while its answer is read, and takes the connection along', async () => {
    const closed = Promise.withResolvers<void>();
    const service = await serve((response, request) => {
      request.socket.once('close', () => closed.resolve());
      response.writeHead(200, { 'Content-Disposition': 'attachment; filename=pump.rfa' }).write('family');
    });
    const stop = new AbortController();
    const client = connect(service);
    const file = await client.download('getFile', { params: pumpContent }, { signal: stop.signal });
    const read = async (): Promise<void> => {
      for await (const piece of file.bytes) {
        expect(Buffer.from(piece).toString()).toBe('family');
        stop.abort();
      }
    };
    expect((await failureOf(read())).code).toBe('cancelled');
    await closed.promise;
  });

  it('when its answer does not come, without another one waiting for it', async () => {
    const service = await serve(hang, plain('{"versions":[]}'));
    const client = connect(service, { maxSockets: 1, timeouts: { answerMs: 60 }, tries: { person: 1 } });
    const both = [failureOf(listVersions(client)), listVersions(client)];
    expect(await Promise.all(both)).toMatchObject([{ code: 'service-timeout' }, { versions: [] }]);
  });
});

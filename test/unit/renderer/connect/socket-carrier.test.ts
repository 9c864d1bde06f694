import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { createEngineClient } from '../../../../renderer/connect/engine-client.ts';
import { openSocketCarrier } from '../../../../renderer/connect/socket-carrier.ts';

// An error that nobody hears of fails the run of the tests.
test('a call that is given up while its connection closes ends, and is an error of nothing else', async () => {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const carrier = await openSocketCarrier(`127.0.0.1:${port}`, undefined, new AbortController().signal);
  const client = createEngineClient(() => carrier);
  const asked = new Promise<void>((resolve) => {
    for (const socket of server.clients) socket.once('message', () => resolve());
  });
  const givingUp = new AbortController();
  const ended = expect(client.queue.list({ part: 'underWay' }, { signal: givingUp.signal })).rejects.toThrow();
  await asked;
  carrier.close();
  givingUp.abort();
  await ended;
  await carrier.ended;
});

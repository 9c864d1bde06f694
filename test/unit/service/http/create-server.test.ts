import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { startService } from '../start-service.ts';

/** What the service answers to these lines, to the end of the connection. */
async function exchange(...lines: readonly string[]): Promise<string> {
  const { service } = await startService();
  const { port } = new URL(await service.listen(0));
  const socket = connect({ host: '127.0.0.1', port: Number(port) });
  socket.write([...lines, 'Connection: close', '', ''].join('\r\n'));
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  await once(socket, 'close');
  return text;
}

it('a request that says no host is refused as a problem, like one for a host that is not known', async () => {
  const answer = await exchange('GET /api/v1/Data HTTP/1.1');
  expect(answer).toMatch(/^HTTP\/1.1 400 .*application\/problem\+json.*"name":"host"/s);
});

it('a request that expects what nobody knows is answered as any other', async () => {
  const answer = await exchange('GET /api/v1/Data HTTP/1.1', 'Host: 127.0.0.1', 'Expect: the-unexpected');
  expect(answer).toMatch(/^HTTP\/1.1 200 .*AuthorizationServerUrl/s);
});

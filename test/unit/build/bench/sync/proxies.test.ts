import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { describeExchanges, startCountingProxy } from '../../../../../build/bench/sync/counting-proxy.ts';
import { startDelayProxy } from '../../../../../build/bench/sync/delay-proxy.ts';

/** A server that gives back what it is sent, with a status that its path names. */
async function startEcho(): Promise<string> {
  const server = createServer((request, answer) => {
    answer.writeHead(Number(/\d{3}$/.exec(request.url ?? '')?.[0] ?? 200));
    request.pipe(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a counting proxy hands everything on and knows what was asked, without the codes behind the operation', async () => {
  const proxy = await startCountingProxy(await startEcho());
  onTestFinished(() => proxy.close());
  const refused = proxy.next(({ status }) => status === 429);
  const answer = await fetch(`${proxy.address}/api/v1/Files/secret`, { method: 'POST', body: 'bytes' });
  expect(await answer.text()).toBe('bytes');
  await (await fetch(`${proxy.address}/oauth/token`, { method: 'POST' })).text();
  await (await fetch(`${proxy.address}/api/v1/Versions/429`)).text();
  expect(await refused).toMatchObject({ method: 'GET', status: 429 });
  expect(describeExchanges(proxy.exchanges)).toBe('POST Files 1, GET Versions 1');
  proxy.clear();
  expect(proxy.exchanges).toEqual([]);
});

test('a delay proxy takes a round trip for a request, one more for a new connection, and keeps the bytes', async () => {
  const proxy = await startDelayProxy(await startEcho(), 60);
  onTestFinished(() => proxy.close());
  const ask = async (): Promise<number> => {
    const start = performance.now();
    const body = 'x'.repeat(300_000);
    const answer = await fetch(proxy.address, { method: 'POST', body });
    expect(await answer.text()).toBe(body);
    return performance.now() - start;
  };
  expect(await ask()).toBeGreaterThanOrEqual(115);
  expect(await ask()).toBeGreaterThanOrEqual(58);
});

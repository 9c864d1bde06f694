import fc from 'fast-check';
import type { World } from '../contract/right-requests.ts';
import { brokenRequests } from './broken-requests.ts';
import { exchangeBytes } from './exchange-bytes.ts';
import { judgeAnswer, judgeRefusal, type Secrets } from './judge-answer.ts';
import { operationRequests, type FuzzRequest } from './operation-requests.ts';

interface FuzzOptions {
  readonly world: World;
  readonly clientSecret: string;
  readonly requests: number;
  /** The same seed sends the same requests, but for ids that the server makes. */
  readonly seed: number;
}

/** How many answers there were of each status; 0 where the server closed without one. */
export type StatusCounts = ReadonlyMap<number, number>;

/**
 * Sends requests of every kind, one after the other, and looks at each answer.
 * @throws Error with the smallest request that was answered wrongly
 */
export async function fuzzService({ world, clientSecret, requests, seed }: FuzzOptions): Promise<StatusCounts> {
  const { address, token, licenseCode } = world.target;
  const secrets: Secrets = { clientSecret, token, licenseCode };
  const host = new URL(address).host;
  const counts = new Map<number, number>();
  const count = (status = 0): unknown => counts.set(status, (counts.get(status) ?? 0) + 1);
  const sent = fc.oneof(
    { weight: 25, arbitrary: operationRequests(world).map((request) => ({ kind: 'operation' as const, request })) },
    { weight: 1, arbitrary: brokenRequests.map((text) => ({ kind: 'broken' as const, text })) },
  );
  const property = fc.asyncProperty(sent, async (sending) => {
    if (sending.kind === 'broken') {
      const answer = await exchangeBytes(address, Buffer.from(sending.text.replaceAll('{host}', host)), { end: true });
      count(answer.status);
      judgeRefusal(answer, secrets);
    } else {
      const answer = await exchangeBytes(address, toBytes(sending.request, host), { end: false });
      count(answer.status);
      judgeAnswer(sending.request, answer, secrets);
    }
  });
  await fc.assert(property, { numRuns: requests, seed });
  return counts;
}

function toBytes({ method, path, headers, body }: FuzzRequest, host: string): Buffer {
  const all = { host, connection: 'close', 'content-length': String(body.length), ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return Buffer.concat([Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`), body]);
}

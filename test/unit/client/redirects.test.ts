import { describe, expect, it } from 'vitest';
import type { ServiceClient } from '../../../electron/client/client.ts';
import { goodToken, json, plain, pumpContent } from './scripted-service.ts';
import { connect, failureOf, serve, serveScript } from './playground.ts';

const statuses = [301, 302, 303, 307, 308];
const bytes = new TextEncoder().encode('family');
const family = {
  fileName: 'pump.rfa',
  sizeBytes: bytes.length,
  async *open() {
    yield bytes;
  },
};

const calls: readonly [string, (client: ServiceClient) => Promise<unknown>][] = [
  ['a question', (client) => client.call('listVersions', { params: pumpContent })],
  ['an upload with the license code in its path', (client) => client.upload('storeFile', { params: {} }, family)],
  ['a release', (client) => client.call('release', { params: pumpContent, body: { comments: '' } })],
  ['a download', (client) => client.download('getFile', { params: pumpContent })],
];

describe.each(statuses)('a redirect with status %i to another origin', (status) => {
  it('is not followed by the sign-in, so that id and secret stay where they were meant to go', async () => {
    const elsewhere = await serveScript({ replies: [json({})], token: goodToken(9) });
    const service = await serveScript({
      replies: [json({ versions: [] })],
      token: plain('', status, { Location: `${elsewhere.address}/oauth/token` }),
    });
    const client = connect(service, { tries: { person: 1 } });
    const error = await failureOf(client.call('listVersions', { params: pumpContent }));
    expect(error.code).toBe('network-sign-in-needed');
    expect([service.signIns.length, elsewhere.signIns.length, elsewhere.requests.length]).toEqual([1, 0, 0]);
  });

  it.each(calls)('is not followed by %s, so that neither token nor license code leave', async (_, call) => {
    const elsewhere = await serve(json({ versions: [] }));
    const service = await serve(
      (response, request) => void response.writeHead(status, { Location: `${elsewhere.address}${request.url}` }).end(),
    );
    const error = await failureOf(call(connect(service, { tries: { person: 1 } })));
    expect(error.detail).toBe(`The answer is a redirect (${status}), which is not followed.`);
    expect([service.requests.length, elsewhere.requests.length, elsewhere.signIns.length]).toEqual([1, 0, 0]);
  });
});

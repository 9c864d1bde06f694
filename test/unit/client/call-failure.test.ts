import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ServiceClient } from '../../../electron/client/client.ts';
import { lostBytes } from '../../../electron/service/blobs/lost-bytes.ts';
import { describeError } from '../../../shared/errors/app-error.ts';
import { toProblem } from '../../../shared/errors/problem.ts';
import type { Sha256 } from '../../../shared/model/sha256.ts';
import { hang, json, plain, pumpContent, reset, type Reply } from './scripted-service.ts';
import { connect, failureOf, serve, serveScript, stopServing } from './playground.ts';

const listVersions = (client: ServiceClient) => client.call('listVersions', { params: pumpContent });

describe('what a call makes of failures', () => {
  it.each([
    [400, 'request-rejected'],
    [403, 'request-rejected'],
    [404, 'not-found'],
    [413, 'body-too-large'],
    [429, 'too-many-requests'],
    [500, 'service-failed'],
    [502, 'service-unavailable'],
    [503, 'service-unavailable'],
    [504, 'service-unavailable'],
    [302, 'network-sign-in-needed'],
    [407, 'proxy-sign-in-needed'],
    [511, 'network-sign-in-needed'],
  ])('reads status %i as %s', async (status, code) => {
    const service = await serve(plain('', status));
    const error = await failureOf(listVersions(connect(service, { tries: { person: 1 } })));
    expect(error).toMatchObject({ code, receivedStatus: status });
  });

  const page = '<html><title>Sorry</title></html>';
  it.each<[number, string, string | Buffer, Record<string, string>?]>([
    [400, 'a page', page],
    [401, 'a page', page],
    [404, 'a page', page],
    [405, 'a page', page],
    [410, 'a page', page],
    [421, 'a page', page],
    [421, 'nothing', ''],
    [400, 'a stock sentence', '400 Bad Request'],
    [404, 'a stock sentence', '404 page not found\n'],
    [404, 'another stock sentence', 'default backend - 404'],
    [404, 'a page nobody can read', gzipSync(page), { 'Content-Encoding': 'gzip' }],
  ])('takes a %i of what stands in front of the service for no word of it: %s', async (status, _, body, headers) => {
    const service = await serve(plain(body, status, headers));
    expect(await failureOf(listVersions(connect(service, { tries: { person: 1 } })))).toMatchObject({
      code: 'service-unavailable',
      receivedStatus: status,
      retryable: true,
    });
  });

  const begun =
    (start: string, type = 'text/plain'): Reply =>
    (response) => {
      const head = { 'Content-Type': type, 'Content-Length': 5000 };
      response.writeHead(404, head).write(start, () => response.destroy());
    };
  it.each([
    ['is long', plain(page + 'x'.repeat(100_000), 404)],
    ['breaks off', begun('<!DOCTYPE html>')],
    ['breaks off before it shows what it is', begun(' ', 'text/html')],
  ])('takes a page that %s for no word of it either', async (_, reply) => {
    const service = await serve(reply);
    const error = await failureOf(listVersions(connect(service, { tries: { person: 1 } })));
    expect(error).toMatchObject({ code: 'service-unavailable', receivedStatus: 404 });
  });

  it.each([
    ['breaks off', begun('There is no')],
    ['is in a coding that nobody asked for', plain(gzipSync('no'), 500, { 'Content-Encoding': 'gzip' })],
  ])('tells nothing of what a refusal says that %s', async (_, reply) => {
    const { detail } = await failureOf(listVersions(connect(await serve(reply), { tries: { person: 1 } })));
    expect(detail ?? 'The service answered with status 500.').toBe('The service answered with status 500.');
  });

  it('takes a page where a file is asked for for no word of the service', async () => {
    const service = await serve(plain(page, 404));
    const file = connect(service, { tries: { person: 1 } }).download('getFile', { params: pumpContent });
    expect((await failureOf(file)).code).toBe('service-unavailable');
  });

  it.each([
    [400, 'request-rejected'],
    [404, 'not-found'],
  ])('takes a %i for a refusal of what is to be changed there, whatever its page is', async (status, code) => {
    const service = await serve(plain(page, status));
    const client = connect(service);
    const open = async function* () {
      yield Buffer.from('pump');
    };
    const refusals = [
      client.call('storeStandard', { params: {}, body: 'House style' }),
      client.upload('storeFile', { params: {} }, { fileName: 'pump.rfa', sizeBytes: 4, open }),
      // It answers with a record.
      client.call('release', { params: pumpContent, body: {} }),
    ];
    const codes = await Promise.all(refusals.map(async (refusal) => (await failureOf(refusal)).code));
    expect(codes).toEqual([code, code, code]);
    expect(service.requests).toHaveLength(3);
  });

  it.each<[string, (client: ServiceClient) => Promise<unknown>]>([
    ['a list', (client) => client.call('findCurrentMetadata', { params: {}, body: [] })],
    ['a dictionary', (client) => client.call('getStandards', { params: {} })],
  ])('takes a 404 for %s with nothing in it, whatever its page is', async (_, ask) => {
    const service = await serve(plain(page, 404));
    expect((await failureOf(ask(connect(service)))).code).toBe('not-found');
  });

  it.each([
    [404, 'not-found', ''],
    [404, 'not-found', '<?xml version="1.0"?><Error><Message>No such filter.</Message></Error>'],
    [403, 'request-rejected', '<Error><Message>Not yours.</Message></Error>'],
    [400, 'request-rejected', 'Not a product: 400'],
    [404, 'not-found', '{"title":"Not Found","status":404}'],
    [404, 'not-found', 'There is no filter 404.'],
    [400, 'request-rejected', '"No such class"'],
    [413, 'body-too-large', '<html>413 Request Entity Too Large</html>'],
    [429, 'too-many-requests', '<html>429 Too Many Requests</html>'],
  ])('takes a %i for what it says (%s): %s', async (status, code, body) => {
    const service = await serve(plain(body, status));
    expect((await failureOf(listVersions(connect(service, { tries: { person: 1 } })))).code).toBe(code);
  });

  it('keeps code, detail and faults of a problem that speaks this product’s codes', async () => {
    const problem = {
      type: 'base-version-outdated',
      title: 'x',
      status: 400,
      detail: 'The newest is 3.2.',
      errors: [{ in: 'body', pointer: '/0/baseVersion', detail: 'is 3.1' }],
    };
    const service = await serve(json(problem, 400));
    const error = await failureOf(listVersions(connect(service)));
    expect(error).toMatchObject({ code: 'base-version-outdated', detail: 'The newest is 3.2.' });
    expect(error.faults).toEqual([{ in: 'body', pointer: '/0/baseVersion', detail: 'is 3.1' }]);
  });

  it('reads lost bytes, and an error that is newer than this client, with what they say there is to do', async () => {
    const lost = lostBytes('ab'.repeat(32) as Sha256);
    const service = await serve(
      json(toProblem(lost, '/x'), 500),
      json({ ...toProblem(lost, '/x'), type: 'error-of-tomorrow' }, 500),
    );
    const client = connect(service, { tries: { person: 1 } });
    const known = await failureOf(listVersions(client));
    expect(known).toMatchObject({ code: 'bytes-lost', detail: lost.detail, retryable: true });
    expect(describeError(known)).toBe(
      `The service has lost the bytes of this file. ${lost.detail} Nothing in your libraries was changed.`,
    );
    expect(await failureOf(listVersions(client))).toMatchObject({ code: 'service-failed', detail: lost.detail });
  });

  it('does not take a code that only this machine can know', async () => {
    const service = await serve(json({ type: 'disk-full', detail: 'x' }, 400));
    expect((await failureOf(listVersions(connect(service)))).code).toBe('request-rejected');
  });

  it('reads the faults and the bare sentences of other services', async () => {
    const service = await serve(
      json({ type: 'about:blank', title: 'Bad Request', errors: { languageCode: ['too long', 'unknown'] } }, 400),
      plain('"No such class"', 400),
    );
    const client = connect(service);
    const first = await failureOf(listVersions(client));
    expect(first).toMatchObject({ code: 'request-rejected', detail: 'Bad Request' });
    expect(first.faults).toEqual([{ in: 'body', name: 'languageCode', detail: 'too long unknown' }]);
    expect((await failureOf(listVersions(client))).detail).toBe('No such class');
  });

  it('says when nobody listens', async () => {
    const service = await serve();
    await stopServing(service);
    const error = await failureOf(listVersions(connect(service)));
    expect(error.code).toBe('service-unreachable');
    expect(error.detail).toMatch(/127\.0\.0\.1:\d+ refused the connection \(ECONNREFUSED\)/);
  });

  it('says that nobody can be reached where a connection does not come about in time', async () => {
    // It takes connections and never speaks TLS.
    const silent = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void silent.close());
    await once(silent, 'listening');
    const host = `127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const client = connect({ address: `https://${host}` }, { timeouts: { connectMs: 50 }, tries: { person: 1 } });
    expect(await failureOf(listVersions(client))).toMatchObject({
      code: 'service-unreachable',
      detail: `${host} does not answer.`,
    });
  });

  it('says when the service does not answer in time', async () => {
    const service = await serve(hang);
    const client = connect(service, { timeouts: { answerMs: 50 }, tries: { person: 1 } });
    expect((await failureOf(listVersions(client))).code).toBe('service-timeout');
  });

  it('says when an answer begins and never ends', async () => {
    const service = await serve((response) => void response.writeHead(200).write('{'));
    const client = connect(service, { timeouts: { idleMs: 50 }, tries: { person: 1 } });
    expect((await failureOf(listVersions(client))).code).toBe('service-timeout');
  });

  it('is not hurried by an answer that is slow but comes', async () => {
    const service = await serve((response) => {
      response.writeHead(200);
      const pieces = ['{"ver', 'sions', '":[]', '}'];
      const timer = setInterval(() => {
        const piece = pieces.shift();
        if (piece !== undefined) return void response.write(piece);
        clearInterval(timer);
        response.end();
      }, 200);
    });
    // All pieces together take longer than what one of them may.
    expect(await listVersions(connect(service, { timeouts: { idleMs: 700 } }))).toEqual({ versions: [] });
  });

  it.each(['a list', 'a sign-in', 'a refusal'])('gives up %s that trickles', async (what) => {
    const trickle: Reply = (response) => {
      response.writeHead(what === 'a refusal' ? 503 : 200).write('{');
      const timer = setInterval(() => response.write(' '), 20);
      response.once('close', () => clearInterval(timer));
    };
    const service = await serveScript({
      replies: [trickle],
      ...(what === 'a sign-in' && { token: trickle }),
    });
    const timeouts = { answerMs: 200, promptAnswerMs: 200 };
    const { code } = await failureOf(listVersions(connect(service, { timeouts, tries: { person: 1 } })));
    expect(code).toBe(what === 'a refusal' ? 'service-unavailable' : 'service-timeout');
  });

  it('tells when the service comes and goes', async () => {
    const service = await serve(json({ versions: [] }), reset, reset, json({ versions: [] }));
    const told: boolean[] = [];
    const client = connect(service, { onOnlineChange: (online) => told.push(online), tries: { person: 1 } });
    await listVersions(client);
    await failureOf(listVersions(client));
    await listVersions(client);
    await listVersions(client);
    expect(told).toEqual([true, false, true]);
  });
});

describe('how a call ends early', () => {
  it('ends with cancelled when its signal is aborted, before and while it waits', async () => {
    const stop = new AbortController();
    const service = await serve(() => stop.abort());
    const client = connect(service);
    const { signal } = stop;
    expect((await failureOf(client.call('listVersions', { params: pumpContent }, { signal }))).code).toBe('cancelled');
    expect((await failureOf(client.call('listVersions', { params: pumpContent }, { signal }))).code).toBe('cancelled');
    expect(service.requests.length).toBe(1);
  });

  it('ends every call when the client is closed', async () => {
    let arrived = 0;
    const bothThere = Promise.withResolvers<void>();
    const service = await serve(() => (++arrived === 2 ? bothThere.resolve() : undefined));
    const client = connect(service);
    const calls = [failureOf(listVersions(client)), failureOf(listVersions(client))];
    await bothThere.promise;
    await client.close();
    expect((await Promise.all(calls)).map(({ code }) => code)).toEqual(['cancelled', 'cancelled']);
    expect((await failureOf(listVersions(client))).code).toBe('cancelled');
  });
});

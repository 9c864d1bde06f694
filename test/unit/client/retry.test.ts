import { describe, expect, it } from 'vitest';
import { AppError } from '../../../shared/errors/app-error.ts';
import { retryAfter } from '../../../electron/client/answer-error.ts';
import { delayBeforeRetry, usualTries } from '../../../electron/client/retry-policy.ts';
import { json, plain, pumpContent, reset } from './scripted-service.ts';
import { connect, failureOf, serve, stopServing } from './playground.ts';

const ok = json({ versions: [] });
const ask = (client: ReturnType<typeof connect>, priority: 'person' | 'upload' = 'person') =>
  client.call('listVersions', { params: pumpContent }, { priority });
const release = (client: ReturnType<typeof connect>) => client.call('release', { params: pumpContent, body: {} });

describe('what is tried again', () => {
  it('tries three times for a person, with growing waits', async () => {
    const service = await serve(plain('', 500), reset, reset, ok);
    const client = connect(service);
    await ask(client);
    expect(client.sleeps).toEqual([400, 800]);
  });

  it('gives up after the third time', async () => {
    const service = await serve(plain('', 500));
    expect((await failureOf(ask(connect(service)))).code).toBe('service-failed');
    expect(service.requests.length).toBe(3);
  });

  it('leaves background calls to the back-off of their queue, unless told otherwise', async () => {
    const service = await serve(plain('', 500));
    await failureOf(ask(connect(service), 'upload'));
    expect(service.requests.length).toBe(1);
    await failureOf(ask(connect(service, { tries: { background: 2 } }), 'upload'));
    expect(service.requests.length).toBe(3);
  });

  it.each([plain('', 400), plain('', 404), plain('', 403)])('does not repeat what was refused', async (reply) => {
    const service = await serve(reply);
    await failureOf(ask(connect(service)));
    expect(service.requests.length).toBe(1);
  });

  it.each([plain('', 500), reset, plain('<html>')])(
    'does not repeat what must not be done twice once it may have arrived',
    async (reply) => {
      const service = await serve(reply);
      await failureOf(release(connect(service)));
      expect(service.requests.length).toBe(1);
    },
  );

  it('repeats what must not be done twice as long as nobody can have received it', async () => {
    const service = await serve(ok);
    const client = connect(service);
    await ask(client);
    await stopServing(service);
    expect((await failureOf(release(client))).code).toBe('service-unreachable');
    expect(client.sleeps.length).toBe(2);
  });

  it.each([
    ['for its rate', plain('', 429, { 'Retry-After': '1' })],
    ['unread by a service that is busy', plain('{"type":"service-busy"}', 503, { 'Retry-After': '5' })],
  ])('repeats what must not be done twice when it was turned away %s', async (_, reply) => {
    const service = await serve(reply, ok);
    await release(connect(service));
    expect(service.requests.length).toBe(2);
  });

  it('stops waiting for the next try when it is cancelled', async () => {
    const service = await serve(plain('', 500));
    const stop = new AbortController();
    const client = connect(service, {
      clock: {
        async sleep() {
          stop.abort();
          throw new AppError('cancelled');
        },
      },
    });
    const error = await failureOf(client.call('listVersions', { params: pumpContent }, { signal: stop.signal }));
    expect(error.code).toBe('cancelled');
    expect(service.requests.length).toBe(1);
  });
});

describe('how long is waited', () => {
  const failed = (retryAfterMs?: number) => ({
    error: new AppError('service-failed', { retryAfterMs }),
    number: 1,
    passedMs: 0,
    sent: true,
  });
  const call = { repeatable: true, priority: 'person' as const, tries: usualTries };

  it('spreads tries over all of a growing time', () => {
    expect(delayBeforeRetry(failed(), call, () => 0)).toBe(0);
    expect(delayBeforeRetry(failed(), call, () => 0.999)).toBe(799);
    const tries = { ...usualTries, person: 99 };
    expect(delayBeforeRetry({ ...failed(), number: 50 }, { ...call, tries }, () => 0.999)).toBe(7992);
  });

  it('waits at least as long as the service asks, unless nobody would wait so long', () => {
    expect(delayBeforeRetry(failed(5_000), call, () => 0)).toBe(5_000);
    expect(delayBeforeRetry(failed(31_000), call, () => 0)).toBeUndefined();
  });
});

describe('the limits of the service', () => {
  const inSeconds = (seconds: number) => String(Math.floor(Date.now() / 1000) + seconds);

  it('tells how long the service asks to wait, in seconds or as a date', async () => {
    const service = await serve(
      plain('', 429, { 'Retry-After': '3600' }),
      plain('', 503, { 'Retry-After': 'Fri, 20 Nov 2026 12:01:00 GMT', Date: 'Fri, 20 Nov 2026 12:00:00 GMT' }),
    );
    expect((await failureOf(ask(connect(service)))).retryAfterMs).toBe(3_600_000);
    expect((await failureOf(ask(connect(service)))).retryAfterMs).toBe(60_000);
  });

  it.each(['Wed, 20 May 2026 12:01:00 GMT', 'Wednesday, 20-May-26 12:01:00 GMT', 'Wed May 20 12:01:00 2026'])(
    'reads a date as HTTP writes it: %s',
    (date) => expect(retryAfter({ 'retry-after': date }, Date.UTC(2026, 4, 20, 12))).toBe(60_000),
  );

  it.each(['1.5', '-1', '12.5', '', 'soon', '2026-05-20T12:01:00Z'])(
    'takes "%s", which is neither whole seconds nor such a date, for no wait that is asked for',
    (text) => expect(retryAfter({ 'retry-after': text }, Date.UTC(2026, 4, 20, 12))).toBeUndefined(),
  );

  it('sends nothing while the service asked for silence longer than anybody waits', async () => {
    const service = await serve(plain('', 429, { 'Retry-After': '3600' }), ok);
    const client = connect(service);
    await failureOf(ask(client));
    const error = await failureOf(ask(client, 'upload'));
    expect(error.code).toBe('too-many-requests');
    expect(error.retryAfterMs).toBeGreaterThan(3_500_000);
    expect(service.requests.length).toBe(1);
  });

  it('waits for the next window when this one is used up', async () => {
    const service = await serve(
      json({ versions: [] }, 200, {
        'X-RateLimit-Limit': '60',
        'X-RateLimit-Remaining': '0',
        'X-RateLimit-Reset': inSeconds(30),
      }),
    );
    const client = connect(service);
    await ask(client);
    await ask(client);
    expect(client.sleeps.length).toBe(1);
    expect(client.sleeps[0]).toBeGreaterThan(25_000);
  });

  it('keeps the last tenth of a window for persons', async () => {
    const service = await serve(
      json({ versions: [] }, 200, {
        'X-RateLimit-Limit': '60',
        'X-RateLimit-Remaining': '6',
        'X-RateLimit-Reset': inSeconds(30),
      }),
    );
    const client = connect(service);
    await ask(client);
    await ask(client);
    expect(client.sleeps.length).toBe(0);
    await ask(client, 'upload');
    expect(client.sleeps.length).toBe(1);
  });
});

import { describe, expect, it } from 'vitest';
import { json, plain, pumpContent, reset, type Reply } from './scripted-service.ts';
import { connect, failureOf, serve, serveScript } from './playground.ts';

const versions = json({ versions: [] });
const hourMs = 3_600_000;

/** A reply that never comes, and what resolves once it is waited for. */
function silence(): { readonly reply: Reply; readonly asked: Promise<void>; breakOff(): void } {
  const asked = Promise.withResolvers<void>();
  let breakOff = (): void => undefined;
  return {
    reply(_, request) {
      breakOff = () => request.socket.destroy();
      asked.resolve();
    },
    asked: asked.promise,
    breakOff: () => breakOff(),
  };
}

const list = { params: pumpContent };

describe('a request that is under way while the computer sleeps', () => {
  it.each(['person', 'poll'] as const)(
    'is made again at once for a %s when its connection is gone',
    async (priority) => {
      const { reply, asked, breakOff } = silence();
      const service = await serve(reply, versions);
      const client = connect(service);
      const answer = client.call('listVersions', list, { priority });
      await asked;
      client.fallAsleep();
      breakOff();
      expect(await answer).toEqual({ versions: [] });
      expect([service.requests.length, client.sleeps]).toEqual([2, [0]]);
    },
  );

  it('that may have been carried out is not repeated, and its failure says nothing of the service', async () => {
    const { reply, asked, breakOff } = silence();
    const service = await serve(reply, plain('ok'));
    const client = connect(service);
    const failed = failureOf(client.call('release', { params: pumpContent, body: { comments: '' } }));
    await asked;
    client.wakeUp();
    breakOff();
    const error = await failed;
    expect([error.code, error.retryable, service.requests.length]).toEqual(['interrupted-by-sleep', true, 1]);
  });

  it('goes on where its connection outlived that', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    const service = await serve(async (...args) => {
      asked.resolve();
      await promise;
      return versions(...args);
    });
    const client = connect(service);
    const answer = client.call('listVersions', list);
    await asked.promise;
    client.fallAsleep();
    client.wakeUp();
    resolve();
    expect(await answer).toEqual({ versions: [] });
    expect(service.requests).toHaveLength(1);
  });
});

it('without sleep the same failure is that of the service', async () => {
  const { reply, asked, breakOff } = silence();
  const client = connect(await serve(reply, reset));
  const failed = failureOf(client.call('listVersions', list, { priority: 'poll' }));
  await asked;
  breakOff();
  expect((await failed).code).toBe('service-unreachable');
});

describe('time that passed in sleep', () => {
  /** A clock whose steady time takes sleep in, as that of the host does, and whose timers know nothing of it. */
  function sleeper() {
    let sleptMs = 0;
    let setByMs = 0;
    return {
      sleep: (ms: number): unknown => (sleptMs += ms),
      set: (ms: number): unknown => (setByMs += ms),
      clock: {
        now: () => Date.now() + sleptMs + setByMs,
        steadyMs: () => performance.now() + sleptMs,
        sleep: () => new Promise<void>(() => undefined),
      },
    };
  }

  it('ends the wait for a limit', async () => {
    const reset = { 'X-RateLimit-Limit': '1', 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset': '60' };
    const service = await serve(json({ versions: [] }, 200, reset), versions);
    const { clock, sleep } = sleeper();
    const client = connect(service, { clock });
    await client.call('listVersions', list);
    const waits = client.call('listVersions', list);
    expect(service.requests).toHaveLength(1);
    sleep(hourMs);
    client.wakeUp();
    await waits;
    expect(service.requests).toHaveLength(2);
  });

  it('counts for a token, so that an old one is not tried first', async () => {
    const service = await serve(versions);
    const { clock, sleep } = sleeper();
    const client = connect(service, { clock });
    await client.call('listVersions', list);
    sleep(2 * hourMs);
    await client.call('listVersions', list);
    expect(service.requests.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer access-token-1',
      'Bearer access-token-2',
    ]);
  });

  it.each([24 * hourMs, -24 * hourMs])('is not what a clock says that is set by %i ms', async (ms) => {
    const limited = plain('', 429, { 'Retry-After': '180' });
    const service = await serveScript({ replies: [limited, versions] });
    const { clock, set } = sleeper();
    const client = connect(service, { clock });
    await failureOf(client.call('listVersions', list, { priority: 'poll' }));
    set(ms);
    const error = await failureOf(client.call('listVersions', list, { priority: 'poll' }));
    expect(error.code).toBe('too-many-requests');
    expect(error.retryAfterMs).toBeGreaterThan(170_000);
    expect(error.retryAfterMs).toBeLessThanOrEqual(180_000);
    expect([service.requests.length, service.signIns.length]).toEqual([1, 1]);
  });
});

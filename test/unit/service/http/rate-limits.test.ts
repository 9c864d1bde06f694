import { describe, expect, it } from 'vitest';
import { answered, startService, tokenOf } from '../start-service.ts';

describe('a service with limits', () => {
  it('tells callers where they stand, and those that come too often when to come again', async () => {
    let now = Date.parse('2026-01-01T00:00:00.400Z');
    const { service } = await startService({ now: () => now, rateLimits: { perMinute: 3, perDay: 5 } });
    const headers = { authorization: `Bearer ${await tokenOf(service)}` };
    const ask = async () => answered(await service.inject({ method: 'GET', url: '/api/v1/Standard', headers }));
    for (const remaining of ['2', '1', '0']) {
      const answer = await ask();
      expect(answer.status).toBe(200);
      expect(answer.headers).toMatchObject({ 'x-ratelimit-limit': '3', 'x-ratelimit-remaining': remaining });
    }
    now += 20_500;
    const refused = await ask();
    expect(refused.json()).toMatchObject({ type: 'too-many-requests', status: 429 });
    expect(refused.headers).toMatchObject({
      'retry-after': '40',
      // Whoever waits for that second comes late rather than too early.
      'x-ratelimit-reset': String(Date.parse('2026-01-01T00:01:01Z') / 1_000),
    });
    now += 39_500;
    expect([(await ask()).status, (await ask()).status]).toEqual([200, 200]);
    expect((await ask()).headers).toMatchObject({ 'retry-after': '86340', 'x-ratelimit-limit': '5' });
  });

  it.each([
    ['an hour', 60 * 60_000],
    ['twelve years', 12 * 365 * 86_400_000],
  ])('goes on counting by the minute and the day where its clock is set back by %s', async (_, backMs) => {
    let now = Date.parse('2038-01-01T12:00:00Z');
    const { service } = await startService({ now: () => now, rateLimits: { perMinute: 3, perDay: 20 } });
    const headers = { authorization: `Bearer ${await tokenOf(service)}` };
    const ask = async () => answered(await service.inject({ method: 'GET', url: '/api/v1/Standard', headers }));
    await ask();
    now -= backMs;
    const statuses: number[] = [];
    for (let minute = 0; minute < 10; minute += 1) {
      statuses.push((await ask()).status);
      now += 60_000;
    }
    expect(statuses).toEqual(Array.from({ length: 10 }, () => 200));
    now += 86_400_000;
    expect((await ask()).headers).toMatchObject({ 'x-ratelimit-remaining': '2' });
  });

  it('tells a token that lapsed to sign in, whatever strangers have used up', async () => {
    const { service } = await startService({ rateLimits: { perMinute: 2, perDay: 2 } });
    const ask = async (headers: Record<string, string>) =>
      answered(await service.inject({ method: 'GET', url: '/api/v1/Standard', headers }));
    const strangers: number[] = [];
    for (let time = 0; time < 3; time += 1) strangers.push((await ask({})).status);
    expect(strangers).toEqual([401, 401, 429]);
    for (let time = 0; time < 4; time += 1) {
      expect((await ask({ authorization: 'Bearer of-yesterday' })).json()).toMatchObject({ type: 'invalid-token' });
    }
    expect((await ask({ authorization: `Bearer ${await tokenOf(service)}` })).status).toBe(200);
  });

  it('counts a request however its path is encoded', async () => {
    const { service } = await startService({ rateLimits: { perMinute: 3, perDay: 100 } });
    const headers = { authorization: `Bearer ${await tokenOf(service)}` };
    const paths = [
      '/%61pi/v1/%53tandard/all',
      '/ap%69/v1/%53tandard/all',
      '/API/v1/standard/all',
      '/%61pi/v1/%53tandard',
    ];
    const statuses: number[] = [];
    for (const url of paths) statuses.push((await service.inject({ method: 'GET', url, headers })).statusCode);
    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  it('limits neither tokens nor the sign of life', async () => {
    const { service } = await startService({ rateLimits: { perMinute: 1, perDay: 1 } });
    for (let time = 0; time < 3; time += 1) {
      expect(await tokenOf(service)).toBeTruthy();
      expect((await service.inject({ method: 'GET', url: '/healthz' })).statusCode).toBe(200);
    }
  });
});

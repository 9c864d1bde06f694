import { describe, expect, it } from 'vitest';
import { createAccessTokens } from '../../../../electron/service/auth/access-tokens.ts';
import { tokenAnswer, tokenFailure } from '../../../../shared/api/token.ts';
import { describeError } from '../../../../shared/errors/app-error.ts';
import { answered, startService, tokenOf, type Answered } from '../start-service.ts';

async function ask(
  form: Record<string, string>,
  { authorization, url = '/oauth/token' }: { authorization?: string; url?: string } = {},
): Promise<Answered> {
  const { service } = await startService();
  const headers = {
    'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
    ...(authorization ? { authorization } : {}),
  };
  const payload = new URLSearchParams(form).toString();
  return answered(await service.inject({ method: 'POST', url, headers, payload }));
}

const right = { grant_type: 'client_credentials', client_id: 'unit', client_secret: 'unit-secret' };
const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;

describe('the token endpoint', () => {
  it.each(['/oauth/token', '/OAuth/Token', '/OAUTH/TOKEN/'])('gives a token for an hour at %s', async (url) => {
    const answer = await ask(right, { url });
    expect(answer.status).toBe(200);
    expect(tokenAnswer.parse(answer.json())).toMatchObject({ token_type: 'Bearer', expires_in: 3600 });
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it.each(['unit:unit-secret', 'unit:unit%2Dsecret'])('takes HTTP Basic, its values encoded or not', async (text) => {
    const answer = await ask({ grant_type: 'client_credentials' }, { authorization: basic(text) });
    expect(answer.status).toBe(200);
  });

  it.each([
    ['a wrong secret', { ...right, client_secret: 'Unit-secret' }, 'invalid_client', 401],
    ['a wrong id', { ...right, client_id: 'unit2' }, 'invalid_client', 401],
    ['no secret', { grant_type: 'client_credentials', client_id: 'unit' }, 'invalid_client', 401],
    ['another grant', { ...right, grant_type: 'password' }, 'unsupported_grant_type', 400],
    ['no grant', { client_id: 'unit', client_secret: 'unit-secret' }, 'invalid_request', 400],
  ])('refuses %s', async (_what, form, error, status) => {
    const answer = await ask(form);
    expect(answer.status).toBe(status);
    expect(tokenFailure.parse(answer.json()).error).toBe(error);
    expect(answer.text).not.toContain('unit-secret');
    if (status === 401) expect(answer.headers['www-authenticate']).toMatch(/^Basic /);
  });

  it('says of a wrong secret what its client would say, so that people read it once', async () => {
    const { error_description: detail } = tokenFailure.parse((await ask({ ...right, client_secret: 'wrong' })).json());
    expect(describeError({ code: 'sign-in-failed', detail })).toBe(describeError({ code: 'sign-in-failed' }));
  });

  it('refuses a secret that was replaced while it was checked as a wrong one', async () => {
    const { service } = await startService({
      tokens: { ...createAccessTokens(Date.now), issue: async () => undefined },
    });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const payload = new URLSearchParams(right).toString();
    const answer = answered(await service.inject({ method: 'POST', url: '/oauth/token', headers, payload }));
    expect(answer.status).toBe(401);
    expect(tokenFailure.parse(answer.json()).error).toBe('invalid_client');
  });

  it('refuses credentials given in two ways', async () => {
    const answer = await ask(right, { authorization: basic('unit:unit-secret') });
    expect(tokenFailure.parse(answer.json()).error).toBe('invalid_request');
  });

  it('refuses a field given twice, a body that is no form, and one that is endless', async () => {
    const { service } = await startService();
    const form = 'application/x-www-form-urlencoded';
    const twice = 'grant_type=client_credentials&client_id=unit&client_id=unit&client_secret=unit-secret';
    for (const [type, payload] of [
      [form, twice],
      ['application/json', JSON.stringify(right)],
      [form, `${new URLSearchParams(right).toString()}&x=${'x'.repeat(20_000)}`],
    ]) {
      const headers = { 'content-type': type };
      const answer = answered(await service.inject({ method: 'POST', url: '/oauth/token', headers, payload }));
      expect(answer.status).toBe(400);
      expect(tokenFailure.parse(answer.json()).error).toBe('invalid_request');
    }
  });
});

describe('an access token', () => {
  it('is worth nothing after an hour', async () => {
    let now = 0;
    const { service } = await startService({ tokens: createAccessTokens(() => now) });
    const headers = { authorization: `bearer ${await tokenOf(service)}` };
    const ask = async () => (await service.inject({ method: 'GET', url: '/api/v1/Standard', headers })).statusCode;
    now += 3_599_000;
    expect(await ask()).toBe(200);
    now += 1_000;
    expect(await ask()).toBe(401);
    await tokenOf(service);
    expect(await ask()).toBe(401);
  });

  it('that is over is refused also where none is needed, so that its client asks for another', async () => {
    let now = 0;
    const { service } = await startService({ tokens: createAccessTokens(() => now) });
    const authorization = `Bearer ${await tokenOf(service)}`;
    const ask = async (headers: Record<string, string>) =>
      (await service.inject({ method: 'GET', url: '/api/v1/Data', headers })).statusCode;
    expect([await ask({ authorization }), await ask({})]).toEqual([200, 200]);
    now += 3_600_000;
    expect([await ask({ authorization }), await ask({})]).toEqual([401, 200]);
  });

  it('does not open another service', async () => {
    const [one, other] = [await startService(), await startService()];
    const headers = { authorization: `Bearer ${await tokenOf(one.service)}` };
    const answer = await other.service.inject({ method: 'GET', url: '/api/v1/Standard', headers });
    expect(answer.statusCode).toBe(401);
  });
});

describe('failed log-ins', () => {
  it('are answered one after the other, a while apart', async () => {
    const { service } = await startService({ failedLoginGapMs: 100 });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const payload = 'grant_type=client_credentials&client_id=unit&client_secret=guess';
    // The first request takes as long as the gaps on a slow machine.
    await tokenOf(service);
    const started = performance.now();
    const guesses = [1, 2, 3].map(() => service.inject({ method: 'POST', url: '/oauth/token', headers, payload }));
    await Promise.all(guesses);
    expect(performance.now() - started).toBeGreaterThanOrEqual(295);
  });

  it('do not hold a service up that closes', async () => {
    const { service } = await startService({ failedLoginGapMs: 60_000 });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const payload = 'grant_type=client_credentials&client_id=unit&client_secret=guess';
    const guess = service.inject({ method: 'POST', url: '/oauth/token', headers, payload });
    await Promise.resolve();
    await service.close();
    await guess.catch(() => undefined);
  });
});

import { describe, expect, it } from 'vitest';
import { describeError } from '../../../shared/errors/app-error.ts';
import { json, plain, pumpContent, reset } from './scripted-service.ts';
import { connect, failureOf, serveScript } from './playground.ts';

const ok = json({ versions: [] });
const ask = (client: ReturnType<typeof connect>) => client.call('listVersions', { params: pumpContent });
const refused = json({ error: 'invalid_client' }, 401);

describe('a client whose sign-in is refused', () => {
  it.each([
    ['as the standard has it', refused],
    ['with a status that says all is well', json({ error: 'invalid_client', error_description: null })],
  ])('remembers that a secret was refused, %s, until somebody says that it changed', async (_, token) => {
    const service = await serveScript({ replies: [ok], token });
    const client = connect(service);
    const errors = await Promise.all(Array.from({ length: 50 }, () => failureOf(ask(client))));
    errors.push(await failureOf(ask(client)));
    expect(new Set(errors.map(({ code }) => code))).toEqual(new Set(['sign-in-failed']));
    expect([service.signIns.length, service.requests.length]).toEqual([1, 0]);
    client.forgetToken();
    await failureOf(ask(client));
    expect(service.signIns.length).toBe(2);
  });

  it('is told to look at its id and secret, and not at the network', async () => {
    const service = await serveScript({ replies: [ok], token: refused });
    const said = describeError((await failureOf(ask(connect(service)))).toRecord());
    expect(said).toContain('Check the client id and secret');
    expect(said).not.toContain('network');
  });

  it('asks again by itself after a while', async () => {
    let time = 1_000_000;
    const service = await serveScript({ replies: [ok], token: refused });
    const client = connect(service, { clock: { steadyMs: () => time } });
    await failureOf(ask(client));
    time += 31_000;
    await failureOf(ask(client));
    expect(service.signIns.length).toBe(2);
  });

  it('goes without a token where the operation answers without one', async () => {
    const service = await serveScript({ replies: [json({ SearchUrl: 'http://x' })], token: refused });
    const answer = await connect(service).call('getDataInformation', { params: {} });
    expect(answer).toEqual({ SearchUrl: 'http://x' });
    expect(service.requests[0]?.headers.authorization).toBeUndefined();
  });

  it.each([
    ['invalid_client', { error: 'invalid_client' }],
    ['unauthorized_client', { error: 'unauthorized_client' }],
    ['The secret has expired.', { error: 'invalid_client', error_description: 'The secret has expired.' }],
  ])('tells why the service refuses, whatever the status: %s', async (detail, failure) => {
    for (const status of [200, 400, 401, 403]) {
      const service = await serveScript({ replies: [ok], token: json(failure, status) });
      expect(await failureOf(ask(connect(service)))).toMatchObject({ code: 'sign-in-failed', detail });
    }
  });

  it.each(['temporarily_unavailable', 'server_error', 'slow_down'])(
    'says that the service is out of order where the sign-in says %s, whatever the status',
    async (error) => {
      for (const status of [200, 400]) {
        const token = json({ error, error_description: 'Try in a minute.' }, status);
        const service = await serveScript({ replies: [ok], token });
        const failed = await failureOf(ask(connect(service, { tries: { person: 1 } })));
        expect(failed).toMatchObject({ code: 'service-unavailable', detail: 'Try in a minute.' });
      }
    },
  );

  it.each([
    ['a web page', plain('<html>', 200), 'network-sign-in-needed'],
    ['a web page that forbids', plain('<html>', 403), 'network-sign-in-needed'],
    ['a redirect to a foreign page', plain('', 302, { Location: 'http://login.test/' }), 'network-sign-in-needed'],
    ['a redirect to another path', plain('', 302, { Location: '/login' }), 'unreadable-answer'],
    ['another kind of token', json({ access_token: 'x', token_type: 'mac', expires_in: 1 }), 'unreadable-answer'],
    [
      'a token with a line break',
      json({ access_token: 'x\r\ny', token_type: 'bearer', expires_in: 9 }),
      'unreadable-answer',
    ],
    ['a failure of its own', plain('', 500), 'service-failed'],
    ['the wish to slow down', plain('', 429), 'too-many-requests'],
    ['no such page', plain('', 404), 'sign-in-failed'],
    ['the page of a gateway that refuses', plain('<html>', 400), 'service-unavailable'],
    ['the page of a gateway that asks who asks', plain('<html>', 401), 'service-unavailable'],
    ['the page of a gateway that does not find it', plain('<html>', 404), 'service-unavailable'],
    ['a broken connection', reset, 'service-unreachable'],
  ])('says what happened when the sign-in answers with %s', async (_, token, code) => {
    const service = await serveScript({ replies: [ok], token });
    expect((await failureOf(ask(connect(service, { tries: { person: 1 } })))).code).toBe(code);
  });
});

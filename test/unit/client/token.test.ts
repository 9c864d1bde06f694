import { describe, expect, it } from 'vitest';
import type { OutgoingFile } from '../../../shared/api/caller.ts';
import { goodToken, hang, json, plain, pumpContent, reset, type Reply } from './scripted-service.ts';
import { connect, failureOf, serve, serveScript, stopServing } from './playground.ts';

const ok = json({ versions: [] });
const ask = (client: ReturnType<typeof connect>) => client.call('listVersions', { params: pumpContent });
const noBytes: OutgoingFile = { fileName: 'pump.rfa', sizeBytes: 0, async *open() {} };

describe('how the client signs in', () => {
  it('sends id and secret as a form, once for many calls at the same time', async () => {
    const service = await serve(ok);
    const client = connect(service);
    await Promise.all(Array.from({ length: 20 }, () => ask(client)));
    expect(service.signIns).toEqual(['grant_type=client_credentials&client_id=designer&client_secret=client-secret-1']);
  });

  it('fetches another token about a minute before the first expires', async () => {
    const service = await serve(ok);
    let time = 1_000_000;
    const client = connect(service, { clock: { steadyMs: () => time } });
    await ask(client);
    time += 3600_000 - 95_000;
    await ask(client);
    expect(service.signIns.length).toBe(1);
    time += 30_000;
    await ask(client);
    expect(service.signIns.length).toBe(2);
    expect(service.requests.at(-1)?.headers.authorization).toBe('Bearer access-token-2');
  });

  it.each([
    ['nothing', {}],
    ['null', { expires_in: null }],
    ['that it does not', { expires_in: 0 }],
    ['a part of a second', { expires_in: 3599.5 }],
    ['less than a second', { expires_in: 0.001 }],
    ['a time that has passed', { expires_in: -5 }],
    ['a date', { expires_in: '2026-11-28T00:00:00Z' }],
    ['a time with its unit', { expires_in: '3600s' }],
    ['yes', { expires_in: true }],
    ['a number in a list', { expires_in: [1] }],
    ['a number with other digits', { expires_in: '0x10' }],
    ['an empty text', { expires_in: ' ' }],
    ['nothing, nor of its kind,', { expires_in: null, token_type: null }],
  ])('takes a token for the usual time where it is told %s of how long it lasts', async (_, lifetime) => {
    const service = await serveScript({ replies: [ok], token: json({ access_token: 'token-1', ...lifetime }) });
    let time = 1_000_000;
    const client = connect(service, { clock: { steadyMs: () => time } });
    await ask(client);
    time += 3_000_000;
    await ask(client);
    expect(service.signIns.length).toBe(1);
    expect(service.requests.at(-1)?.headers.authorization).toBe('Bearer token-1');
  });

  it('reads how long a token lasts from a text, too', async () => {
    const token = json({ access_token: 'token-1', expires_in: '1800' });
    const service = await serveScript({ replies: [ok], token });
    let time = 1_000_000;
    const client = connect(service, { clock: { steadyMs: () => time } });
    await ask(client);
    time += 1_700_000;
    await ask(client);
    expect(service.signIns.length).toBe(1);
    time += 101_000;
    await ask(client);
    expect(service.signIns.length).toBe(2);
  });

  it('uses a token that is still good when another one cannot be fetched yet', async () => {
    let time = 1_000_000;
    const replies: Reply[] = [goodToken(1), plain('', 503)];
    const service = await serveScript({ replies: [ok], token: (...args) => (replies.shift() ?? reset)(...args) });
    const client = connect(service, { clock: { steadyMs: () => time }, tries: { person: 1 } });
    await ask(client);
    time += 3600_000 - 30_000;
    await ask(client);
    time += 31_000;
    expect((await failureOf(ask(client))).code).toBe('service-unreachable');
  });

  it('uses no token that is still good where another one is refused: its client was ended, or has another secret', async () => {
    let time = 1_000_000;
    const replies: Reply[] = [goodToken(1), json({ error: 'invalid_client' }, 401)];
    const service = await serveScript({ replies: [ok], token: (...args) => (replies.shift() ?? reset)(...args) });
    const client = connect(service, { clock: { steadyMs: () => time } });
    await ask(client);
    time += 3600_000 - 30_000;
    expect((await failureOf(ask(client))).code).toBe('sign-in-failed');
    expect(service.requests).toHaveLength(1);
  });

  it('uses no token that is still good where it was forgotten while another one was fetched', async () => {
    let time = 1_000_000;
    const asked = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<void>();
    const later: Reply = async (...args) => {
      asked.resolve();
      await answer.promise;
      return plain('', 503)(...args);
    };
    const replies: Reply[] = [goodToken(1), later];
    const service = await serveScript({ replies: [ok], token: (...args) => (replies.shift() ?? reset)(...args) });
    const client = connect(service, { clock: { steadyMs: () => time }, tries: { person: 1 } });
    await ask(client);
    time += 3600_000 - 30_000;
    const asking = failureOf(ask(client));
    await asked.promise;
    client.forgetToken();
    answer.resolve();
    expect((await asking).code).toBe('service-unavailable');
    expect(service.requests).toHaveLength(1);
  });

  it('tries one other token when the service refuses the first, for all calls together', async () => {
    const service = await serveScript({
      replies: [
        (response, request) =>
          void (request.headers.authorization === 'Bearer access-token-2'
            ? response.end('{"versions":[]}')
            : response.writeHead(401).end()),
      ],
    });
    const client = connect(service);
    await Promise.all([ask(client), ask(client), ask(client)]);
    expect(service.signIns.length).toBe(2);
  });

  it('says invalid-token when the service refuses the second too, and then stops asking', async () => {
    const service = await serve(plain('', 401));
    const client = connect(service);
    expect(await failureOf(ask(client))).toMatchObject({ code: 'invalid-token', receivedStatus: 401 });
    expect([service.requests.length, service.signIns.length]).toEqual([2, 2]);
    await failureOf(ask(client));
    expect([service.requests.length, service.signIns.length]).toEqual([3, 2]);
  });

  it('repeats even what must not be done twice after a 401, for then it was not done', async () => {
    const service = await serve(plain('', 401), ok);
    await connect(service).call('release', { params: pumpContent, body: { comments: 'x' } });
    expect(service.requests.map(({ body }) => String(body))).toEqual(['{"comments":"x"}', '{"comments":"x"}']);
  });

  it('does not use a token of the old secret when the secret changed while it was fetched', async () => {
    const asked = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<void>();
    const service = await serveScript({
      replies: [ok],
      token: async (response, request, received) => {
        if (!String(received.body).endsWith('old')) return goodToken(2)(response, request, received);
        asked.resolve();
        await answer.promise;
        return goodToken(1)(response, request, received);
      },
    });
    let secret = 'old';
    const client = connect(service, {
      secrets: { clientSecret: async () => secret, licenseCode: async () => undefined },
    });
    const early = ask(client);
    await asked.promise;
    secret = 'new';
    client.forgetToken();
    await ask(client);
    answer.resolve();
    await early;
    await ask(client);
    expect(service.requests.at(-1)?.headers.authorization).toBe('Bearer access-token-2');
  });

  it('says that no secret is set without signing in, and sees it as soon as it is', async () => {
    const service = await serve(plain('<html>', 404), ok);
    let secret: string | undefined = undefined;
    const client = connect(service, {
      secrets: { clientSecret: async () => secret, licenseCode: async () => undefined },
    });
    expect(await failureOf(ask(client))).toMatchObject({
      code: 'client-secret-missing',
      detail: `The address is ${service.address}.`,
    });
    expect(service.signIns.length).toBe(0);
    secret = 's';
    await ask(client);
  });

  it.each(['contentAddress', 'dataAddress', 'tokenAddress'] as const)(
    'says that the %s cannot be reached, and not that a secret is missing, where nobody answers there',
    async (role) => {
      const service = await serve(ok);
      const gone = await serve(ok);
      await stopServing(gone);
      const client = connect(service, {
        tokenAddress: service.address,
        [role]: gone.address,
        secrets: { clientSecret: async () => undefined, licenseCode: async () => undefined },
        tries: { person: 1 },
      });
      const error = await failureOf(ask(client));
      expect(error).toMatchObject({ code: 'service-unreachable', action: 'check-connection' });
      expect(error.detail).toBe(`${new URL(gone.address).host} refused the connection (ECONNREFUSED).`);
    },
  );

  it('asks for nothing secret to see whether somebody answers', async () => {
    const service = await serve(ok);
    const secrets = { clientSecret: async () => undefined, licenseCode: async () => 'license-code-1' };
    await failureOf(connect(service, { secrets }).upload('storeFile', { params: {} }, noBytes));
    expect(service.requests.map(({ method, url, headers }) => [method, url, headers.authorization])).toEqual([
      ['GET', '/', undefined],
    ]);
  });

  it('lets one caller leave while the others wait for the same token', async () => {
    const asked = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<void>();
    const service = await serveScript({
      replies: [ok],
      token: async (...args) => {
        asked.resolve();
        await answer.promise;
        return goodToken(1)(...args);
      },
    });
    const client = connect(service);
    const stop = new AbortController();
    const leaving = failureOf(client.call('listVersions', { params: pumpContent }, { signal: stop.signal }));
    const staying = ask(client);
    await asked.promise;
    stop.abort();
    expect((await leaving).code).toBe('cancelled');
    answer.resolve();
    await staying;
    expect(service.signIns.length).toBe(1);
  });

  it('ends a sign-in that hangs when the client is closed', async () => {
    const asked = Promise.withResolvers<void>();
    const service = await serveScript({ replies: [ok], token: (...args) => (asked.resolve(), hang(...args)) });
    const client = connect(service);
    const waiting = failureOf(ask(client));
    await asked.promise;
    await client.close();
    expect((await waiting).code).toBe('cancelled');
  });
});

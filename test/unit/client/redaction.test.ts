import { inspect } from 'node:util';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '../../../shared/errors/app-error.ts';
import { createRedactor } from '../../../electron/client/redactor.ts';
import type { ProxyPort } from '../../../electron/client/routes.ts';
import { goodToken, hang, json, plain, pumpContent, type Reply } from './scripted-service.ts';
import { connect, failureOf, serve, serveScript, stopServing } from './playground.ts';

afterEach(() => vi.unstubAllEnvs());

/** Everything somebody could print of an error. */
function everythingOf(error: unknown): string {
  const parts = [inspect(error, { depth: Infinity, showHidden: true }), String(error), JSON.stringify(error)];
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    parts.push(cause.message, cause.stack ?? '', JSON.stringify(Object.getOwnPropertyDescriptors(cause)));
    if (cause instanceof AppError) parts.push(JSON.stringify(cause.toRecord()), JSON.stringify(cause.faults));
  }
  return parts.join('\n').toLowerCase();
}

/** Long enough that it cannot stand in a text by chance. */
const secret = fc
  .tuple(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }),
    fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 12 }),
  )
  .map(([any, ascii]) => `q7${any.toWellFormed()}~${ascii}x9`);

/** Says back all it was told, in every way. */
const echo: Reply = (response, request, { url, body }) => {
  const told = [url, decodeURIComponent(url), request.headers.authorization ?? '', String(body)];
  response.writeHead(400, { 'Content-Type': 'application/problem+json' }).end(
    JSON.stringify({
      type: 'invalid-request',
      detail: told.join(' '),
      instance: url,
      errors: told.map((text) => ({ in: 'path', name: text, pointer: `/${text}`, detail: text })),
    }),
  );
};

const expiredLicense = (code: string): Reply =>
  json({ type: 'about:blank', title: 'Forbidden', detail: `The license ${code} has expired.` }, 403);

const sayingBack: Reply = (response, request, received) =>
  request.url?.endsWith('/oauth/token')
    ? goodToken(1)(response, request, received)
    : plain(`Denied for ${request.headers['proxy-authorization']}.`, 403)(response, request, received);

describe('secrets', () => {
  it('never stand in an error, whatever they are and whatever the service says back', async () => {
    const service = await serve(echo);
    await fc.assert(
      fc.asyncProperty(secret, secret, async (license, clientSecret) => {
        const client = connect(service, {
          secrets: { clientSecret: async () => clientSecret, licenseCode: async () => license },
        });
        const errors = [
          await failureOf(client.call('storeStandard', { params: {}, body: license })),
          await failureOf(client.call('release', { params: pumpContent, body: { comments: clientSecret } })),
        ];
        for (const error of errors) {
          const text = everythingOf(error);
          for (const hidden of [license, clientSecret, encodeURIComponent(license), 'access-token-'])
            expect(text).not.toContain(hidden.toLowerCase());
        }
        await client.close();
      }),
      { numRuns: 60 },
    );
  });

  it.each<[string, Reply]>([
    ['a broken connection', (_, request) => void request.socket.destroy()],
    ['a web page', plain('<html>')],
    [
      'an answer that breaks off',
      (response) => void response.writeHead(200, { 'Content-Length': '9' }).write('{', () => response.destroy()),
    ],
    ['a failure', plain('', 500)],
    ['no HTTP at all', (response) => void response.socket?.end('client-secret-1\r\n\r\n')],
    ['a refused token', plain('access-token-1 is wrong', 401)],
  ])('do not stand in what %s leads to, nor in its causes', async (_, reply) => {
    const service = await serve(reply);
    const client = connect(service, { tries: { person: 1 } });
    const errors = [
      await failureOf(client.call('storeStandard', { params: {}, body: 'x' })),
      await failureOf(client.call('release', { params: pumpContent, body: {} })),
      await failureOf(
        client.upload(
          'storeFile',
          { params: {} },
          {
            fileName: 'a',
            sizeBytes: 1,
            open: async function* () {
              yield Buffer.from('a');
            },
          },
        ),
      ),
    ];
    for (const error of errors) {
      expect(everythingOf(error)).not.toMatch(/license-code-1|client-secret-1|access-token-\d/);
    }
  });

  it('do not stand in the error of a connection that is refused, nor of a sign-in', async () => {
    const silent = await serve();
    await stopServing(silent);
    const strict = await serveScript({
      replies: [],
      token: json({ error: 'invalid_client', error_description: 'client-secret-1 is wrong' }, 401),
    });
    for (const service of [silent, strict]) {
      const error = await failureOf(connect(service).call('storeStandard', { params: {}, body: 'x' }));
      expect(everythingOf(error)).not.toMatch(/license-code-1|client-secret-1/);
    }
  });

  it('do not stand in a refusal that names a license code before anything was asked with it', async () => {
    const service = await serve(expiredLicense('license-code-1'));
    const error = await failureOf(connect(service).call('listVersions', { params: pumpContent }));
    expect(error.detail).toBe('The license ••• has expired.');
  });

  it('do not stand in a refusal that names a license code, however many tokens came after its last use', async () => {
    const tokens = 17;
    const lists = Array.from({ length: tokens }, () => json({ versions: [] }));
    const service = await serve(json({}), ...lists, expiredLicense('license-code-1'));
    let hours = 0;
    const client = connect(service, { clock: { steadyMs: () => hours * 3_600_000 } });
    await client.call('storeStandard', { params: {}, body: 'x' });
    for (; hours < tokens; hours++) await client.call('listVersions', { params: pumpContent });
    const error = await failureOf(client.call('listVersions', { params: pumpContent }));
    expect(service.signIns.length).toBeGreaterThan(tokens);
    expect(error.detail).toBe('The license ••• has expired.');
  });

  it('do not stand in a refusal that names the license code of a client before', async () => {
    const service = await serve(json({}), expiredLicense('license-code-1'));
    const redactor = createRedactor();
    await connect(service, { redactor }).call('storeStandard', { params: {}, body: 'x' });
    const secrets = { clientSecret: async () => 'client-secret-1', licenseCode: async () => 'license-code-2' };
    const client = connect(service, { redactor, secrets });
    const error = await failureOf(client.call('listVersions', { params: pumpContent }));
    expect(error.detail).toBe('The license ••• has expired.');
  });

  it('do not stand in what a proxy of the environment says back', async () => {
    const proxy = await serve(sayingBack);
    vi.stubEnv('HTTP_PROXY', proxy.address.replace('//', '//office:p%40ss-of-the-proxy@'));
    const client = connect({ address: 'http://cnotent.test' }, { allowHttp: true });
    const error = await failureOf(client.call('listVersions', { params: pumpContent }));
    expect(error.detail).toBe('Denied for Basic •••.');
  });

  it('do not stand in what a proxy says back that a person signed in to', async () => {
    const proxy = await serve(sayingBack);
    const proxies: ProxyPort = {
      resolve: async () => `PROXY ${new URL(proxy.address).host}`,
      signInFor: async () => ({ username: 'office', password: 'p@ss-of-the-proxy' }),
      noteAsked: () => undefined,
    };
    const client = connect({ address: 'http://cnotent.test' }, { allowHttp: true, proxies });
    const error = await failureOf(client.call('listVersions', { params: pumpContent }));
    expect(error.detail).toBe('Denied for Basic •••.');
    expect(client.redact('p@ss-of-the-proxy')).toBe('•••');
  });

  it.each(['AB1', 'Lic/7777'])(
    'do not stand in a refusal that quotes the address within another one, as gateways do: %s',
    async (license) => {
      const service = await serve((response, request, received) =>
        plain(`Sign in at /login?ReturnUrl=${encodeURIComponent(received.url)}`, 403)(response, request, received),
      );
      const secrets = { clientSecret: async () => 'client-secret-1', licenseCode: async () => license };
      const error = await failureOf(connect(service, { secrets }).call('storeStandard', { params: {}, body: 'x' }));
      expect(error.detail).toMatch(/ReturnUrl=%2Fapi%2Fv1%2FStandard.*•••$/);
    },
  );

  it('are not waited for by a call that is cancelled', async () => {
    const service = await serve(hang);
    const licenseCode = vi.fn(async () => undefined);
    const client = connect(service, { secrets: { clientSecret: async () => 'client-secret-1', licenseCode } });
    const cancelling = new AbortController();
    const call = client.call('listVersions', { params: pumpContent }, { signal: cancelling.signal });
    cancelling.abort();
    expect((await failureOf(call)).code).toBe('cancelled');
    expect(licenseCode).not.toHaveBeenCalled();
  });

  it('are not waited for to say that nobody answers', async () => {
    const gone = await serve();
    await stopServing(gone);
    const licenseCode = vi.fn(async () => undefined);
    const secrets = { clientSecret: async () => 'client-secret-1', licenseCode };
    const client = connect(gone, { secrets, tries: { person: 1 } });
    const error = await failureOf(client.call('listVersions', { params: pumpContent }));
    expect(error.code).toBe('service-unreachable');
    expect(error.detail).toMatch(/refused the connection/);
    expect(licenseCode).not.toHaveBeenCalled();
  });

  it.each(['cancelled', 'closed'])('are not waited for longer than until a call is %s', async (ending) => {
    const service = await serve(expiredLicense('license-code-1'));
    const asked = Promise.withResolvers<void>();
    const licenseCode = () => {
      asked.resolve();
      return new Promise<never>(() => undefined);
    };
    const client = connect(service, { secrets: { clientSecret: async () => 'client-secret-1', licenseCode } });
    const cancelling = new AbortController();
    const call = client.call('listVersions', { params: pumpContent }, { signal: cancelling.signal });
    await Promise.race([asked.promise, call.catch(() => undefined)]);
    if (ending === 'closed') await client.close();
    else cancelling.abort();
    const error = await failureOf(call);
    expect(error).toMatchObject({ code: 'request-rejected', receivedStatus: 403, detail: undefined });
    expect(everythingOf(error)).not.toContain('license-code-1');
  });

  it('are looked for once to be hidden, where a keychain does not give them', async () => {
    const service = await serve(expiredLicense('of somebody'), expiredLicense('of somebody'));
    const licenseCode = vi.fn(async () => undefined);
    const client = connect(service, { secrets: { clientSecret: async () => 'client-secret-1', licenseCode } });
    await failureOf(client.call('listVersions', { params: pumpContent }));
    await failureOf(client.call('listVersions', { params: pumpContent }));
    expect(licenseCode).toHaveBeenCalledTimes(1);
  });

  it('are hidden in texts for a log once the client has used them', async () => {
    const service = await serve(json({}));
    const client = connect(service);
    await client.call('storeStandard', { params: {}, body: 'x' });
    expect(client.redact('LICENSE-CODE-1 client-secret-1 Bearer access-token-1.')).toBe('••• ••• Bearer •••.');
  });
});

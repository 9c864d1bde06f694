import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeDemoCatalogue } from '../../electron/demo/catalogue.ts';
import { goodToken, json, startService, type ScriptedService } from '../unit/client/scripted-service.ts';
import { temporaryFolder } from '../unit/imports/product-files.ts';
import { credentials, licenseCode } from '../unit/service/service-credentials.ts';
import { addresses, openApp, startHome, until, type App } from './open-window-calls.ts';
import { queuedOf } from '../fakes/engine/queued-of.ts';

const drawing = 'EC011022_v7/MC000101_v2/door.step';

/** Somebody who takes every secret, gives a token for it, and keeps all that is sent. */
async function startStranger() {
  const stranger = await startService({ replies: [json([])], token: goodToken(1) });
  onTestFinished(() => stranger.close());
  return stranger;
}

/** Everything a scripted service was sent, as one text. */
function everythingSentTo({ requests, signIns }: ScriptedService): string {
  const said = requests.map(({ method, url, rawHeaders, body }) =>
    [method, url, ...rawHeaders, String(body)].join('\n'),
  );
  return [...said, ...signIns].map((text) => `${text}\n${decodeURIComponent(text)}`).join('\n');
}

/** Enters a connection in the window, and says yes to everything that is asked. */
const save = (
  { client }: App,
  where: ReturnType<typeof addresses>,
  secrets: { clientSecret?: string; licenseCode?: string } = {},
) =>
  client.connection.save({
    ...where,
    clientId: credentials.clientId,
    secrets,
    confirmed: true,
    httpAccepted: false,
    startWithout: false,
  });

const homeSecrets = { clientSecret: credentials.clientSecret, licenseCode };

/** Adds a library with one drawing and waits for it to be on the service. */
async function syncLibrary({ app, client }: App): Promise<void> {
  const root = temporaryFolder();
  mkdirSync(dirname(join(root, drawing)), { recursive: true });
  writeFileSync(join(root, drawing), 'ISO-10303-21;\nHEADER;\nENDSEC;\nDATA;\nENDSEC;\nEND-ISO-10303-21;\n');
  await client.libraries.add({ root, programs: [{ name: 'Revit', version: '2025' }], confirmed: false });
  await until(app, () => app.snapshot().status.counts.drafts === 1);
}

const failsWith = (code: string): unknown =>
  expect.objectContaining({ data: expect.objectContaining({ code }) as unknown });

describe('the secrets of a service', () => {
  it.each(['contentAddress', 'dataAddress', 'tokenAddress'] as const)(
    'are not sent anywhere when the %s is mistyped, nor is a token, whatever is tried then',
    async (role) => {
      const [home, stranger, opened] = [await startHome(), await startStranger(), await openApp()];
      const { client } = opened;
      await save(opened, addresses(home.address), homeSecrets);
      expect(await client.connection.test()).toEqual({ ok: true });
      await syncLibrary(opened);

      expect(await save(opened, { ...addresses(home.address), [role]: stranger.address })).toMatchObject({
        done: true,
      });
      expect((await client.snapshot()).status.connection).toMatchObject({
        [role]: stranger.address,
        clientSecret: 'none',
        licenseCode: 'none',
      });
      const answer = await client.connection.test();
      expect(answer).toMatchObject({ ok: false, error: { code: 'client-secret-missing' } });
      await client.queue.retry({});
      await client.products.lookup({ queries: [{ by: 'id', productId: 1 }] });
      const sent = everythingSentTo(stranger);
      expect(sent).not.toBe('');
      for (const secret of ['client_id=', credentials.clientSecret, licenseCode, 'Bearer']) {
        expect(sent).not.toContain(secret);
      }
    },
  );

  it('stay at home when another service is given secrets of its own, and the license code is not sent along', async () => {
    const [home, stranger, opened] = [await startHome(), await startStranger(), await openApp()];
    await save(opened, addresses(home.address), homeSecrets);
    await syncLibrary(opened);
    await save(opened, addresses(stranger.address), { clientSecret: 'for-the-stranger' });
    const { app, client } = opened;
    expect(await client.connection.test()).toEqual({ ok: true });
    // The drawing is not on this service: its upload needs a license code, and there is none for it.
    await until(app, () => app.snapshot().status.queue.needsAttention === 1);
    const sent = everythingSentTo(stranger);
    expect(sent).toContain('client_secret=for-the-stranger');
    expect(sent).not.toContain(credentials.clientSecret);
    expect(sent).not.toContain(licenseCode);
    expect(queuedOf(app.engine)).toMatchObject([{ error: { code: 'license-code-missing' } }]);

    await save(opened, addresses(stranger.address), { licenseCode: 'license-of-the-stranger' });
    await until(app, () => everythingSentTo(stranger).includes('/Files/license-of-the-stranger'));
  });

  it('are there again when the right address is', async () => {
    const [home, stranger, opened] = [await startHome(), await startStranger(), await openApp()];
    await save(opened, addresses(home.address), homeSecrets);
    await save(opened, addresses(stranger.address));
    expect(await opened.client.connection.secretsFor(addresses(stranger.address))).toEqual({
      clientSecret: 'none',
      licenseCode: 'none',
    });
    const there = await opened.client.connection.secretsFor(addresses(`${home.address}/api/v1/`));
    expect(there).toEqual({ clientSecret: 'keychain', licenseCode: 'keychain' });
    await save(opened, addresses(home.address));
    expect(await opened.client.connection.test()).toEqual({ ok: true });
  });

  it('outlive a restart, under the name of their address, and never come back to the window', async () => {
    const [home, before] = [await startHome(), await openApp()];
    await save(before, addresses(home.address), homeSecrets);
    expect([...before.keychain.entries.keys()]).toEqual([
      `clientSecret ${home.address}`,
      `licenseCode ${home.address}`,
    ]);
    await before.close();
    const after = await openApp(before);
    const snapshot = await after.client.snapshot();
    expect(snapshot.status.connection).toMatchObject({ clientSecret: 'keychain', licenseCode: 'keychain' });
    expect(JSON.stringify(snapshot)).not.toContain(credentials.clientSecret);
    expect(JSON.stringify(snapshot)).not.toContain(licenseCode);
    expect(await after.client.connection.test()).toEqual({ ok: true });
  });

  it('are gone when they are removed, and the token with them', async () => {
    const [home, opened] = [await startHome(), await openApp()];
    await save(opened, addresses(home.address), homeSecrets);
    expect(await opened.client.connection.test()).toEqual({ ok: true });
    await opened.client.connection.removeSecret({ name: 'clientSecret', confirmed: true });
    await opened.client.connection.removeSecret({ name: 'licenseCode', confirmed: true });
    expect(opened.keychain.entries.size).toBe(0);
    expect(await opened.client.connection.test()).toMatchObject({ error: { code: 'client-secret-missing' } });
  });

  it('go into a keychain that was locked once it is unlocked and the connection is tested', async () => {
    const [home, opened] = [await startHome(), await openApp()];
    const { app, client, keychain } = opened;
    keychain.lock();
    await save(opened, addresses(home.address), homeSecrets);
    expect(app.snapshot().status.connection).toMatchObject({ clientSecret: 'memory', licenseCode: 'memory' });
    keychain.unlock();
    expect(await client.connection.test()).toEqual({ ok: true });
    await until(app, () => app.snapshot().status.connection.licenseCode === 'keychain');
    expect(app.snapshot().status.connection).toMatchObject({ clientSecret: 'keychain', keychain: 'works' });
    expect(keychain.entries.size).toBe(2);
  });

  it('take with them what the service told whoever had them', async () => {
    const [home, opened] = [await startHome(), await openApp()];
    const { structures, products } = makeDemoCatalogue();
    await home.importProducts(structures, products);
    await save(opened, addresses(home.address), homeSecrets);
    const { manufacturerGln: gln = '', productCode = '' } = products[0] ?? {};
    const lookUp = () => opened.client.products.lookup({ queries: [{ by: 'code', gln, productCode }] });
    expect(await lookUp()).toMatchObject([{ product: { productCode } }]);
    // Nobody is there any more.
    await home.close();
    expect(await lookUp()).toMatchObject([{ product: { productCode }, asOfMs: expect.any(Number) as unknown }]);
    await opened.client.connection.removeSecret({ name: 'licenseCode', confirmed: true });
    expect(await lookUp()).toMatchObject([{ error: { code: 'service-unreachable' } }]);
  });

  it('of the environment are used for the address of the environment and not for a mistyped one', async () => {
    const [home, stranger] = [await startHome(), await startStranger()];
    const given = { boundTo: home.address, ...homeSecrets };
    const opened = await openApp({ given });
    await save(opened, addresses(stranger.address));
    expect(await opened.client.connection.test()).toMatchObject({ error: { code: 'client-secret-missing' } });
    expect(stranger.signIns).toEqual([]);
    await save(opened, addresses(home.address));
    expect(await opened.client.connection.test()).toEqual({ ok: true });
  });
});

describe('an address', () => {
  it('where nobody answers is said to be that, and the missing secret only where somebody does', async () => {
    const [gone, stranger, opened] = [await startService({ replies: [] }), await startStranger(), await openApp()];
    await gone.close();
    await save(opened, addresses(gone.address));
    const { error } = await opened.client.connection.test();
    expect(error).toMatchObject({ code: 'service-unreachable' });
    expect(error?.detail).toContain('refused the connection');
    await save(opened, addresses(stranger.address));
    expect(await opened.client.connection.test()).toMatchObject({ error: { code: 'client-secret-missing' } });
  });

  it.each([
    ['ftp://content.test', 'address-scheme-refused'],
    ['https://ann:swordfish@content.test', 'address-with-password'],
    ['content', 'address-invalid'],
  ])('like %s is an error at once, and nothing is changed', async (address, code) => {
    const opened = await openApp();
    await expect(save(opened, addresses(address), { clientSecret: 'x' })).rejects.toEqual(failsWith(code));
    await expect(
      save(opened, addresses('https://content.invalid', { tokenAddress: address }), { clientSecret: 'x' }),
    ).rejects.toEqual(failsWith(code));
    expect((await opened.client.snapshot()).status.connection.kind).toBe('none');
    expect(opened.keychain.entries.size).toBe(0);
  });

  it('with http on another computer is named first, and taken once a person accepts it for just that', async () => {
    const opened = await openApp();
    const { client, keychain } = opened;
    const draft = { ...addresses('http://content.invalid'), clientId: 'x', secrets: { clientSecret: 'abc' } };
    const refused = await client.connection.save({
      ...draft,
      confirmed: true,
      httpAccepted: false,
      startWithout: false,
    });
    expect(refused).toMatchObject({ done: false, unencrypted: ['http://content.invalid'] });
    expect((await client.snapshot()).status.connection.kind).toBe('none');
    expect(keychain.entries.size).toBe(0);

    const accepted = await client.connection.save({
      ...draft,
      confirmed: true,
      httpAccepted: true,
      startWithout: false,
    });
    expect(accepted).toMatchObject({ done: true, unencrypted: [] });
    expect((await client.snapshot()).status.connection).toMatchObject({
      state: 'connecting',
      clientSecret: 'keychain',
    });
    // The same again, and one more origin.
    expect(await save(opened, addresses('http://content.invalid/api'))).toMatchObject({ done: true });
    const other = addresses('http://content.invalid', { tokenAddress: 'http://login.invalid' });
    expect(await save(opened, other)).toMatchObject({ done: false });
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { hashSecret } from '../../../../../../electron/service/auth/hashed-secret.ts';
import type { ProvenClient } from '../../../../../../electron/service/auth/clients.ts';
import { createStoredClients } from '../../../../../../electron/service/auth/stored-clients.ts';
import type { OfficeRecords } from '../../../../../../electron/service/store/postgres/open-postgres-database.ts';
import { administer, openAs, untilWaiting } from '../../../../../postgres/administer.ts';
import { freshTenant, openShared } from '../../../open-test-store.ts';

let [secretHash, licenseHash, otherHash] = ['', '', ''];

beforeAll(async () => {
  [secretHash, licenseHash, otherHash] = (await Promise.all(['secret', 'license', 'other'].map(hashSecret))) as [
    string,
    string,
    string,
  ];
});

/** The records of one process, and what another one makes of them. */
async function openTwo(): Promise<{ readonly here: OfficeRecords; readonly there: OfficeRecords }> {
  const here = (await openShared()).office;
  return { here, there: (await openAs(`p${crypto.randomUUID()}`)).office };
}

const newClient = () => ({
  clientId: `c-${crypto.randomUUID()}`,
  tenantId: freshTenant(),
  rights: ['read', 'write'] as const,
  secretHash,
  licenseHash,
});

async function issue({ tokens }: OfficeRecords, client: ProvenClient): Promise<string> {
  return (await tokens.issue(client)) ?? expect.fail('no token was issued');
}

describe('a client of an office', () => {
  it('is known to every process at once, with its tenant, rights and license code', async () => {
    const { here, there } = await openTwo();
    const client = newClient();
    await here.clients.add(client);
    const clients = createStoredClients(there.clients);
    expect(await clients.authenticate({ clientId: client.clientId, clientSecret: 'secret' })).toBeDefined();
    const found = await clients.find(client.clientId);
    expect(found).toMatchObject({ tenantId: client.tenantId, rights: new Set(['read', 'write']) });
    expect([await found?.owns('license'), await found?.owns('secret')]).toEqual([true, false]);
    expect(await clients.authenticate({ clientId: client.clientId, clientSecret: 'license' })).toBeUndefined();
  });

  it('has two secrets while one is replaced, and one after that', async () => {
    const { here, there } = await openTwo();
    const client = newClient();
    await here.clients.add(client);
    const token = await issue(there, client);
    await here.clients.replace(client.clientId, 'secret', otherHash, 60_000);
    expect((await there.clients.find(client.clientId))?.secretHashes.toSorted()).toEqual(
      [secretHash, otherHash].toSorted(),
    );
    expect(await here.tokens.find(token)).toBe(client.clientId);
    await here.clients.replace(client.clientId, 'secret', licenseHash, 0);
    expect((await there.clients.find(client.clientId))?.secretHashes).toEqual([licenseHash]);
    expect((await there.clients.find(client.clientId))?.licenseHashes).toEqual([licenseHash]);
    expect(await there.tokens.find(token)).toBeUndefined();
  });

  it('is nobody at any process once it was ended, and its id is not given again', async () => {
    const { here, there } = await openTwo();
    const client = newClient();
    await here.clients.add(client);
    const token = await issue(there, client);
    await here.clients.end(client.clientId);
    expect(await there.clients.find(client.clientId)).toBeUndefined();
    expect(await there.tokens.find(token)).toBeUndefined();
    await expect(here.clients.add(client)).rejects.toMatchObject({ code: 'invalid-request' });
    for (const again of [
      () => here.clients.end(client.clientId),
      () => here.clients.allow(client.clientId, []),
      () => here.clients.replace(client.clientId, 'secret', otherHash, 0),
    ]) {
      await expect(again()).rejects.toMatchObject({ code: 'not-found' });
    }
  });

  it('is listed by tenant without anything secret, also when it was ended', async () => {
    const { clients } = (await openShared()).office;
    const client = newClient();
    await clients.add(client);
    await clients.allow(client.clientId, ['read']);
    const { clientId, tenantId } = client;
    const usual = { clientId, tenantId, rights: ['read'], addedAt: expect.any(Number) as number };
    expect(await clients.list(tenantId)).toEqual([{ ...usual, endedAt: undefined, secrets: 1, licenses: 1 }]);
    await clients.end(clientId);
    const ended = { ...usual, endedAt: expect.any(Number) as number, secrets: 0, licenses: 0 };
    expect(await clients.list(tenantId)).toEqual([ended]);
    expect(await clients.list()).toContainEqual(ended);
  });

  it('keeps the rights that a process knows, where a newer one gave it others, and is listed with all', async () => {
    const { clients } = (await openShared()).office;
    const client = newClient();
    await clients.add(client);
    const more = `UPDATE cadsync.clients SET rights = '{write,purge,read}' WHERE client_id = $1`;
    await (await administer()).query(more, [client.clientId]);
    expect((await clients.find(client.clientId))?.rights).toEqual(['read', 'write']);
    expect(await clients.list(client.tenantId)).toMatchObject([{ rights: ['write', 'purge', 'read'] }]);
  });

  it.each(['North', 'a b', '../x', '-a', '', 'a'.repeat(64)])('has no tenant by the name %j', async (tenantId) => {
    const database = await openShared();
    const added = database.office.clients.add({ ...newClient(), tenantId });
    await expect(added).rejects.toMatchObject({ code: 'invalid-request' });
    expect(() => database.storeOf(tenantId)).toThrow(expect.objectContaining({ code: 'invalid-request' }) as Error);
  });
});

describe('a token', () => {
  it('is not issued on a secret that was replaced at once since it was checked', async () => {
    const { here, there } = await openTwo();
    const client = newClient();
    await here.clients.add(client);
    const clients = createStoredClients(there.clients);
    const proven = await clients.authenticate({ clientId: client.clientId, clientSecret: 'secret' });
    await here.clients.replace(client.clientId, 'secret', otherHash, 0);
    expect(await there.tokens.issue(proven ?? expect.fail('the secret fits'))).toBeUndefined();
    expect(await there.tokens.issue({ clientId: client.clientId, secretHash: otherHash })).toBeDefined();
  });

  it('is not issued on a secret that is being replaced at this very moment', async () => {
    const name = `p${crypto.randomUUID()}`;
    const { clients } = (await openShared()).office;
    const { tokens } = (await openAs(name)).office;
    const client = newClient();
    await clients.add(client);
    const admin = await administer();
    await admin.query('BEGIN');
    await admin.query('UPDATE cadsync.client_proofs SET ends_at = 0 WHERE client_id = $1', [client.clientId]);
    const issued = tokens.issue(client);
    await untilWaiting(await administer(), name);
    await admin.query('COMMIT');
    expect(await issued).toBeUndefined();
  });

  it('is kept as a hash, is good at every process for an hour of the database’s clock, and is cleared away then', async () => {
    const { here, there } = await openTwo();
    const client = newClient();
    await here.clients.add(client);
    const token = await issue(here, client);
    expect(await there.tokens.find(token)).toBe(client.clientId);
    expect(await there.tokens.find(`${token}x`)).toBeUndefined();
    const admin = await administer();
    const mine = `FROM cadsync.access_tokens WHERE client_id = '${client.clientId}'`;
    const { rows } = await admin.query(`SELECT * ${mine}`);
    expect(JSON.stringify(rows)).not.toContain(token);
    await admin.query(`UPDATE cadsync.access_tokens SET ends_at = ends_at - 3600000 WHERE client_id = $1`, [
      client.clientId,
    ]);
    expect(await there.tokens.find(token)).toBeUndefined();
    await issue(there, client);
    expect((await admin.query(`SELECT 1 ${mine}`)).rowCount).toBe(1);
  });
});

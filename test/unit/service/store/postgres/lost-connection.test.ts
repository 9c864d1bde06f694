import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Store } from '../../../../../electron/service/store/store.ts';
import { openPostgresDatabase } from '../../../../../electron/service/store/postgres/open-postgres-database.ts';
import { administer, breakOff, openAs, untilWaiting } from '../../../../postgres/administer.ts';
import { sharedDatabase } from '../../../../postgres/shared-postgres.ts';
import { runPostgres, type RunningPostgres } from '../../../../postgres/run-postgres.ts';
import { freshTenant, openShared } from '../../open-test-store.ts';
import { pumpKey, startService } from '../../start-service.ts';
import { draft, only, withBlob } from '../stored-things.ts';

describe('a connection that is lost', () => {
  it('in the middle of work fails that request with 503, which says nothing of the database, and no other', async () => {
    const name = `p${crypto.randomUUID()}`;
    const tenant = freshTenant();
    const store = (await openAs(name)).storeOf(tenant);
    const started = await startService({ store });
    const blobId = await started.storeBytes('pump');
    expect((await started.storeDraft(blobId)).status).toBe(200);
    const admin = await administer();
    await admin.query('BEGIN');
    await admin.query('SELECT 1 FROM cadsync.programs WHERE tenant_id = $1 FOR UPDATE', [tenant]);
    const answering = started.storeDraft(blobId);
    const watcher = await administer();
    await untilWaiting(watcher, name);
    await breakOff(watcher, name);
    const answer = await answering;
    await admin.query('ROLLBACK');
    expect(answer).toMatchObject({ status: 503 });
    expect(answer.json()).toMatchObject({ type: 'database-unreachable' });
    expect(started.problems).toMatchObject([{ cause: { code: 'database-unreachable' } }]);
    expect(answer.text).not.toMatch(/postgres|127\.0\.0\.1|connection/i);
    const next = await started.storeDraft(blobId);
    expect(next.status).toBe(200);
    const [history] = await store.versions.listHistories(pumpKey);
    expect(history).toMatchObject({ newest: { major: 0, minor: 2 } });
  });
});

/** Appends until the database is gone; answers what was acknowledged. */
async function appendUntilGone(store: Store, blobId: string, writer: number): Promise<string[]> {
  const acknowledged: string[] = [];
  for (;;) {
    const type = `T${writer}-${acknowledged.length}`;
    try {
      await store.versions.append([draft(blobId, { key: { ...pumpKey, type } })]);
    } catch (thrown) {
      expect(thrown).toMatchObject({ code: 'database-unreachable' });
      return acknowledged;
    }
    acknowledged.push(type);
  }
}

describe('a database whose server goes down', { timeout: 60_000 }, () => {
  let postgres: RunningPostgres;
  beforeAll(async () => void (postgres = await runPostgres()));
  afterAll(() => postgres.remove());

  it('at once has everything that was acknowledged when it is back, and is then used again', async () => {
    const database = await openPostgresDatabase(postgres.url);
    const store = database.storeOf('office');
    const blobId = await withBlob(store);
    const writing = Promise.all([1, 2, 3].map((writer) => appendUntilGone(store, blobId, writer)));
    while ((await store.versions.listHistories({ applicationName: 'Revit' })).length < 30);
    await postgres.stop('immediate');
    const acknowledged = (await writing).flat();
    await expect(store.versions.listPrograms()).rejects.toMatchObject({ code: 'database-unreachable' });
    await expect(database.isReady()).rejects.toMatchObject({ code: 'database-unreachable' });
    await postgres.start();
    expect(await database.isReady()).toBe(true);
    const kept = await store.versions.listHistories({ applicationName: 'Revit' });
    expect(kept.map(({ key }) => key.type)).toEqual(expect.arrayContaining(acknowledged));
    const filter = { ...pumpKey, languageCode: undefined, changedAfter: undefined, releasesOnly: false };
    expect(await only(store.versions.listNewest(filter))).toHaveLength(kept.length);
    await database.close();
  });

  it('and comes back as a standby answers nothing until it is the primary, and is then used again', async () => {
    const database = await openPostgresDatabase(postgres.url);
    onTestFinished(() => database.close());
    const store = database.storeOf('office');
    await postgres.stop();
    await writeFile(join(postgres.dataDir, 'standby.signal'), '');
    await postgres.start();
    await expect(database.isReady()).rejects.toMatchObject({ code: 'database-unreachable' });
    await expect(store.versions.listPrograms()).rejects.toMatchObject({ code: 'database-unreachable' });
    await expect(openPostgresDatabase(postgres.url)).rejects.toMatchObject({
      code: 'database-unreachable',
      detail: expect.stringContaining('It is a standby, which can only be read: name the primary.') as string,
    });
    await (await administer(postgres.url)).query('SELECT pg_promote()');
    expect(await database.isReady()).toBe(true);
    expect(await store.filters.add('{}')).toBe(1);
  });
});

describe('a standby that takes over without the last transactions', () => {
  it('takes versions of a program of which it has nothing any more', async () => {
    const tenant = freshTenant();
    const store = (await openShared()).storeOf(tenant);
    const blobId = await withBlob(store);
    expect(await store.versions.append([draft(blobId)])).toBe('appended');
    const admin = await administer();
    for (const table of ['versions', 'histories', 'programs']) {
      await admin.query(`DELETE FROM cadsync.${table} WHERE tenant_id = $1`, [tenant]);
    }
    expect(await store.versions.append([draft(blobId)])).toBe('appended');
  });
});

/** With which PostgreSQL ends its greeting: it waits for a statement. */
const readyForQuery = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);

/** Passes bytes on to a database until it is told to fall silent, with its connections open. */
async function openSilencer(url: string) {
  const { hostname, port } = new URL(url);
  const connections: Socket[] = [];
  let greetsOnly = false;
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    connections.push(near, far);
    near.on('error', () => undefined).pipe(far.on('error', () => undefined));
    far.pipe(near);
    // As a pooler that has no connection free: it lets everybody in, and passes nothing on.
    if (greetsOnly) far.on('data', (data: Buffer) => data.includes(readyForQuery) && near.unpipe().pause());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const connection of connections) connection.destroy();
    server.close();
  });
  const through = Object.assign(new URL(url), { port: String((server.address() as AddressInfo).port) });
  return {
    url: through.href,
    fallSilent: () => connections.forEach((connection) => connection.unpipe().pause()),
    /** From now on whoever connects is let in, and then hears nothing; `false`: is heard again. */
    greetOnly(only: boolean): void {
      greetsOnly = only;
      for (const connection of connections.splice(0)) connection.destroy();
    },
  };
}

describe('a database that falls silent without closing its connections', () => {
  it('is one that cannot be reached after a while, and is asked anew over another connection', async () => {
    const { url, fallSilent } = await openSilencer(sharedDatabase());
    const database = await openPostgresDatabase(url, { answerWithinMs: 300 });
    onTestFinished(() => database.close());
    const store = database.storeOf(freshTenant());
    expect(await store.filters.add('{}')).toBe(1);
    fallSilent();
    await expect(store.filters.add('{}')).rejects.toMatchObject({ code: 'database-unreachable' });
    expect(await store.filters.find(1)).toBe('{}');
  });

  it('right after it let somebody in takes no place in the pool for good', async () => {
    const { url, greetOnly } = await openSilencer(sharedDatabase());
    const database = await openPostgresDatabase(url, { answerWithinMs: 300, maxConnections: 2 });
    onTestFinished(() => database.close());
    const store = database.storeOf(freshTenant());
    await store.filters.add('{}');
    greetOnly(true);
    // As many as the pool has places. That a connection broke may be told to the first of them.
    for (let round = 0; round < 2; round += 1) {
      const asked = await Promise.allSettled([store.filters.find(1), store.filters.find(1)]);
      expect(asked).toMatchObject(asked.map(() => ({ reason: { code: 'database-unreachable' } })));
    }
    greetOnly(false);
    expect(await store.filters.find(1)).toBe('{}');
  });
});

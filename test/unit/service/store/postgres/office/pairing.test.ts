import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readS3Address } from '../../../../../../electron/service/blobs/s3/s3-address.ts';
import { openCopySource } from '../../../../../../electron/service/copying/open-copy-end.ts';
import { openOfficeFiles } from '../../../../../../electron/service/office-files.ts';
import { openOfficeService } from '../../../../../../electron/service/open-office-service.ts';
import { pairFiles } from '../../../../../../electron/service/pairing/pair-files.ts';
import { createPrometheusMetrics } from '../../../../../../electron/service/prometheus-metrics.ts';
import { openS3Double } from '../../../../../fakes/s3/s3-double.ts';
import { administer, createDatabase, openAs } from '../../../../../postgres/administer.ts';
import { storeBytes } from '../../../copying/copy-ends.ts';

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cadsync-paired-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function openStore() {
  const double = await openS3Double();
  onTestFinished(() => double.close());
  const address = readS3Address(double.address);
  const place = async () => ({ kind: 'store', address, keys: double.keys, workDir: await temporaryFolder() }) as const;
  const open = async () => {
    const files = openOfficeFiles(await place());
    onTestFinished(() => files.close());
    return files;
  };
  return { double, place, open };
}

describe('a database and its files', () => {
  it('are paired once, by however many processes that start at the same moment', async () => {
    const url = await createDatabase();
    const store = await openStore();
    const processes = await Promise.all(
      [1, 2, 3, 4].map(async (n) => ({ database: await openAs(`pair${n}`, url), files: await store.open() })),
    );
    await Promise.all(processes.map(({ database, files }) => pairFiles(database.paired, files.paired)));
    const read = await Promise.all(processes.map(({ database }) => database.paired.read()));
    const id = store.double.objects.get('office/pairing-id.txt')?.bytes.toString().trim();
    expect(read).toEqual(processes.map(() => ({ id, isPaired: true })));
    expect(store.double.asked.filter(({ method }) => method === 'PUT')).toHaveLength(1);
  });

  it('are only read by a copy from them, also in a folder that is none', async () => {
    const databaseUrl = await createDatabase();
    await openAs('made', databaseUrl);
    const folder = join(await temporaryFolder(), 'misspelled');
    const files = { kind: 'folder', folder } as const;
    const source = await openCopySource({ kind: 'office', databaseUrl, tenantId: 'north', files });
    await source.close();
    expect(existsSync(folder)).toBe(false);
  });

  it('of which processes were given two different ones get one', async () => {
    const url = await createDatabase();
    const outcomes = await Promise.allSettled(
      [1, 2].map(async (n) => {
        const [database, files] = [await openAs(`other${n}`, url), await (await openStore()).open()];
        await pairFiles(database.paired, files.paired);
      }),
    );
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(outcomes).toContainEqual({
      status: 'rejected',
      reason: expect.objectContaining({ code: 'files-of-another-database' }) as unknown,
    });
  });

  it('from before there were ids are paired by the files that both know, and only by those', async () => {
    const url = await createDatabase();
    const [database, store] = [await openAs('existing', url), await openStore()];
    const files = await store.open();
    await storeBytes({ store: database.storeOf('north'), blobs: await files.blobsOf('north') }, 'a pump');
    const elsewhere = await (await openStore()).open();
    const fresh = await openAs('fresh', await createDatabase());
    for (const [one, other] of [
      [database, elsewhere],
      [fresh, files],
    ] as const) {
      await expect(pairFiles(one.paired, other.paired)).rejects.toMatchObject({ code: 'files-of-another-database' });
    }
    await pairFiles(database.paired, files.paired);
    expect((await database.paired.read()).isPaired).toBe(true);
  });
});

describe('a process of an office', () => {
  async function openOffice() {
    const [store, problems] = [await openStore(), [] as unknown[]];
    const start = async (more: object = {}, url?: string) => {
      const service = await openOfficeService({
        databaseUrl: url ?? (await createDatabase()),
        files: { ...(await store.place()), ...more },
        port: 0,
        metrics: createPrometheusMetrics(),
        onProblem: (problem) => problems.push(problem),
        pairingAgainMs: 0,
      });
      onTestFinished(() => service.close());
      return service;
    };
    return { store, problems, start };
  }

  it('is not ready any more once its files are another database’s or refuse it, and says so once', async () => {
    const { store, problems, start } = await openOffice();
    const { address } = await start();
    const ready = async () => (await fetch(`${address}/health/ready`)).status;
    const key = 'office/pairing-id.txt';
    const id = store.double.objects.get(key);
    if (!id) throw new Error('It was paired.');
    store.double.objects.set(key, { ...id, bytes: Buffer.from(crypto.randomUUID()) });
    await expect.poll(ready).toBe(503);
    store.double.objects.set(key, id);
    await expect.poll(ready).toBe(200);
    store.double.fault = () => ({ kind: 'refuse', status: 403, code: 'AccessDenied' });
    await expect.poll(ready).toBe(503);
    expect(await ready()).toBe(503);
    store.double.fault = () => undefined;
    await expect.poll(ready).toBe(200);
    expect(problems).toMatchObject([
      { cause: { code: 'files-of-another-database' } },
      { cause: { code: 'file-store-refused' } },
    ]);
  });

  it('does not start on files of another database or with wrong keys, and lets both go', async () => {
    const { store, problems, start } = await openOffice();
    const url = await createDatabase();
    const { address } = await start({}, url);
    await start({}, url);
    expect((await fetch(`${address}/health/ready`)).status).toBe(200);
    await expect(start()).rejects.toMatchObject({ code: 'files-of-another-database' });
    const keys = { ...store.double.keys, secretAccessKey: 'wrong' };
    await expect(start({ keys }, url)).rejects.toMatchObject({
      code: 'file-store-refused',
      detail: expect.stringContaining('The secret is wrong') as string,
    });
    const admin = await administer(url);
    const others = `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
    expect((await admin.query(others)).rowCount).toBe(0);
    expect(problems).toEqual([]);
  });
});

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../../../../electron/service/store/sqlite/open-sqlite-store.ts';
import { schemaSteps } from '../../../../electron/service/store/sqlite/schema.ts';
import type { Store, VersionToAppend } from '../../../../electron/service/store/store.ts';
import type { Sha256 } from '../../../../shared/model/sha256.ts';
import { pump } from '../../../contract/sample-products.ts';
import { pumpKey } from '../start-service.ts';

let folder: string;
let path: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cadsync-store-'));
  path = join(folder, 'service.sqlite');
});
afterEach(() => rm(folder, { recursive: true }));

const sha256 = 'a'.repeat(64) as Sha256;

function draft(blobId: string, more: Partial<VersionToAppend> = {}): VersionToAppend {
  const version = { major: 0, minor: 1 };
  const about = { attachmentName: '', changedAt: 1_000, comments: undefined, after: undefined };
  return { key: pumpKey, version, blobId, record: { tags: 'a' }, ...about, ...more };
}

async function withBlob(store: Store): Promise<string> {
  return (await store.blobs.put({ sha256, sizeBytes: 3 }, 1)).blobId;
}

async function only<T>(pages: AsyncIterable<readonly T[]>): Promise<T[]> {
  const items: T[] = [];
  for await (const page of pages) items.push(...page);
  return items;
}

describe('the database', () => {
  it('keeps what was acknowledged when it is opened again', async () => {
    const first = openSqliteStore(path);
    const blobId = await withBlob(first);
    expect(await first.versions.append([draft(blobId, { record: { tags: 'a', Unknown: [1] } })])).toBe('appended');
    await first.close();
    const second = openSqliteStore(path);
    const [history] = await second.versions.listHistories(pumpKey);
    expect(await only(second.versions.list(history?.historyId ?? 0))).toMatchObject([
      { version: { major: 0, minor: 1 }, blob: { blobId, sha256 }, record: { tags: 'a', Unknown: [1] } },
    ]);
    await second.close();
  });

  it('belongs to one service at a time', async () => {
    const first = openSqliteStore(path);
    expect(() => openSqliteStore(path)).toThrow(expect.objectContaining({ code: 'service-data-in-use' }));
    await first.close();
    await openSqliteStore(path).close();
  });

  it('of a newer form is refused and left as it is', async () => {
    const newer = new Database(path);
    newer.pragma(`user_version = ${schemaSteps.length + 1}`);
    newer.close();
    expect(() => openSqliteStore(path)).toThrow(expect.objectContaining({ code: 'state-unreadable' }));
  });

  it('of an older form is brought forward with everything in it', async () => {
    const older = new Database(path);
    older.exec(schemaSteps[0] ?? '');
    older.pragma('user_version = 1');
    const put = older.prepare('INSERT INTO products VALUES (?, ?, ?, ?, ?)');
    put.run(pump.productId, pump.manufacturerGln, pump.productCode, 1, JSON.stringify(pump));
    older.prepare('INSERT INTO product_gtins VALUES (?, ?)').run('08712345678906', pump.productId);
    older.close();
    const store = openSqliteStore(path);
    expect(await store.products.findByGtin('08712345678906')).toMatchObject({
      data: { productId: 4711 },
      bimReady: true,
    });
    await store.close();
  });

  it('that is none is refused', async () => {
    await writeFile(path, 'this is a letter, not a database. '.repeat(100));
    expect(() => openSqliteStore(path)).toThrow(expect.objectContaining({ code: 'state-unreadable' }));
  });
});

describe('appending versions', () => {
  let store: Store;
  let blobId: string;
  beforeEach(async () => {
    store = openSqliteStore(':memory:');
    blobId = await withBlob(store);
  });
  afterEach(() => store.close());

  it('follows the newest one only', async () => {
    const second = draft(blobId, { version: { major: 0, minor: 2 }, after: { major: 0, minor: 1 } });
    expect(await store.versions.append([second])).toBe('outdated');
    expect(await store.versions.append([draft(blobId)])).toBe('appended');
    expect(await store.versions.append([draft(blobId)])).toBe('outdated');
    expect(await store.versions.append([second])).toBe('appended');
  });

  it('happens as a whole or not at all', async () => {
    const other = draft(blobId, { key: { ...pumpKey, type: 'Other' }, after: { major: 9, minor: 9 } });
    expect(await store.versions.append([draft(blobId), other])).toBe('outdated');
    expect(await store.versions.listHistories({ applicationName: 'Revit' })).toEqual([]);
    expect(await store.versions.append([draft(crypto.randomUUID())])).toBe('unknown-blob');
  });

  it('of two callers at the same moment lets one through', async () => {
    const outcomes = await Promise.all([
      store.versions.append([draft(blobId)]),
      store.versions.append([draft(blobId)]),
    ]);
    expect(outcomes.sort()).toEqual(['appended', 'outdated']);
  });

  it('never lets one failing caller spoil the commit of another', async () => {
    const bad = store.versions.append([draft('nobody')]);
    const good = store.versions.append([draft(blobId)]);
    expect([await bad, await good]).toEqual(['unknown-blob', 'appended']);
    expect(await store.versions.listHistories({ applicationName: 'Revit' })).toHaveLength(1);
  });

  it('tells histories apart by language and attachment', async () => {
    const nl = { ...pumpKey, languageCode: 'nl' } as VersionToAppend['key'];
    await store.versions.append([
      draft(blobId),
      draft(blobId, { key: nl }),
      draft(blobId, { attachmentName: 'a.pdf' }),
    ]);
    const histories = await store.versions.listHistories(pumpKey);
    expect(histories.map(({ key, attachmentName }) => [key.languageCode, attachmentName])).toEqual([
      [undefined, ''],
      [undefined, 'a.pdf'],
      ['nl', ''],
    ]);
  });
});

describe('listing the newest versions', () => {
  it('goes through more of them than a page holds, in the order of change, each once', async () => {
    const store = openSqliteStore(':memory:');
    const blobId = await withBlob(store);
    const count = 612;
    const keys = Array.from({ length: count }, (_, index) => ({ ...pumpKey, type: `T${index}` }));
    // Half of them share a moment, so that pages end in the middle of it.
    const drafts = keys.map((key, index) => draft(blobId, { key, changedAt: index < 300 ? 5 : index }));
    expect(await store.versions.append(drafts)).toBe('appended');
    const filter = { ...pumpKey, languageCode: undefined, releasesOnly: false };
    const all = await only(store.versions.listNewest({ ...filter, changedAfter: undefined }));
    expect(new Set(all.map(({ key }) => key.type)).size).toBe(count);
    expect(all).toHaveLength(count);
    expect(await only(store.versions.listNewest({ ...filter, changedAfter: 5 }))).toHaveLength(312);
    expect(await only(store.versions.listNewest({ ...filter, changedAfter: 4, releasesOnly: true }))).toEqual([]);
    await store.close();
  });

  it('shows a version stored while it is read', async () => {
    const store = openSqliteStore(':memory:');
    const blobId = await withBlob(store);
    const keys = Array.from({ length: 300 }, (_, index) => ({ ...pumpKey, type: `T${index}` }));
    await store.versions.append(keys.map((key, index) => draft(blobId, { key, changedAt: index })));
    const filter = { ...pumpKey, languageCode: undefined, releasesOnly: false, changedAfter: undefined };
    const pages = store.versions.listNewest(filter)[Symbol.asyncIterator]();
    await pages.next();
    const moved = { key: { ...pumpKey, type: 'T299' }, changedAt: 10_000, version: { major: 0, minor: 2 } };
    await store.versions.append([draft(blobId, { ...moved, after: { major: 0, minor: 1 } })]);
    const rest = (await pages.next()).value as readonly { changedAt: number }[];
    expect(rest.at(-1)?.changedAt).toBe(10_000);
    await store.close();
  });
});

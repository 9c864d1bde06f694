import { describe, expect, it } from 'vitest';
import { openPostgresDatabase } from '../../../../../electron/service/store/postgres/open-postgres-database.ts';
import type { Store, VersionToAppend } from '../../../../../electron/service/store/store.ts';
import type { Sha256 } from '../../../../../shared/model/sha256.ts';
import { pump } from '../../../../contract/sample-products.ts';
import { administer, breakOff, openAs, untilWaiting } from '../../../../postgres/administer.ts';
import { createSeededRandom } from '../../../../simulator/seeded-random.ts';
import { sharedDatabase } from '../../../../postgres/shared-postgres.ts';
import { freshTenant, openShared } from '../../open-test-store.ts';
import { pumpKey } from '../../start-service.ts';
import { storeProducts } from '../../store-products.ts';
import { draft, only, withBlob } from '../stored-things.ts';

const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31);

/** Stores of one tenant, each as a process of its own has it. */
async function openStores(count: number, tenant = freshTenant()): Promise<Store[]> {
  const databases = await Promise.all(Array.from({ length: count }, () => openAs(`p${crypto.randomUUID()}`)));
  return databases.map((database) => database.storeOf(tenant));
}

const keyOf = (type: string) => ({ ...pumpKey, type });

/** The next draft of a history, as somebody decides who has just looked. */
async function nextDraft(store: Store, blobId: string, type: string, comments: string): Promise<VersionToAppend> {
  const [history] = await store.versions.listHistories(keyOf(type));
  const after = history?.newest;
  const version = { major: 0, minor: (after?.minor ?? 0) + 1 };
  return draft(blobId, { key: keyOf(type), version, after, comments });
}

describe(`processes that append to the same histories (seed ${seed})`, () => {
  it('never give a number twice and lose nothing, and none waits for another in a circle', async () => {
    const random = createSeededRandom(seed);
    const stores = await openStores(2);
    const blobId = await withBlob(stores[0] as Store);
    const appended: string[] = [];
    const write = async (store: Store, writer: number): Promise<void> => {
      for (let turn = 0; turn < 12; turn += 1) {
        // Two histories at once, each of them first for some.
        const types = random.happens(0.5) ? ['A', 'B'] : ['B', 'A'];
        const comments = `${writer}/${turn}`;
        const drafts = await Promise.all(types.map((type) => nextDraft(store, blobId, type, comments)));
        if ((await store.versions.append(drafts)) === 'appended') appended.push(comments);
      }
    };
    await Promise.all([0, 1, 2, 3, 4, 5].map((writer) => write(stores[writer % 2] as Store, writer)));
    expect(appended.length).toBeGreaterThan(0);
    for (const type of ['A', 'B']) {
      const [history] = await (stores[0] as Store).versions.listHistories(keyOf(type));
      const versions = (await only((stores[1] as Store).versions.list(history?.historyId ?? 0))).toReversed();
      expect(versions.map(({ version }) => version.minor)).toEqual(versions.map((_, index) => index + 1));
      expect(versions.map(({ comments }) => comments).toSorted()).toEqual(appended.toSorted());
    }
  });

  it('hide no change from somebody who asks for what came since, however wrong their clocks are', async () => {
    const random = createSeededRandom(seed + 1);
    const [one, other, reader] = (await openStores(3)) as [Store, Store, Store];
    const blobId = await withBlob(one);
    const acknowledged: string[] = [];
    const write = async (store: Store, writer: number): Promise<void> => {
      for (let turn = 0; turn < 20; turn += 1) {
        const type = `T${writer}-${turn}`;
        const changedAt = 1_000_000 + random.between(0, 100_000);
        expect(await store.versions.append([draft(blobId, { key: keyOf(type), changedAt })])).toBe('appended');
        acknowledged.push(type);
      }
    };
    const seen = new Set<string>();
    let latest = 0;
    const poll = async (): Promise<void> => {
      const filter = { ...pumpKey, languageCode: undefined, releasesOnly: false, changedAfter: latest };
      for (const { key, changedAt } of await only(reader.versions.listNewest(filter))) {
        seen.add(key.type);
        latest = Math.max(latest, changedAt);
      }
    };
    let isWriting = true;
    const writing = Promise.all([write(one, 1), write(other, 2), write(one, 3), write(other, 4)]).finally(
      () => (isWriting = false),
    );
    while (isWriting) await poll();
    await writing;
    await poll();
    expect([...seen].toSorted()).toEqual(acknowledged.toSorted());
  });

  it('see at once what another one has appended, also by the state of its program', async () => {
    const [one, other] = (await openStores(2)) as [Store, Store];
    const blobId = await withBlob(one);
    const before = await other.versions.stateOf('Revit', '2025');
    expect(await one.versions.append([draft(blobId)])).toBe('appended');
    expect(await other.versions.append([draft(blobId)])).toBe('outdated');
    expect(await other.versions.stateOf('Revit', '2025')).not.toBe(before);
  });

  it('wait for a program that another one holds, and for no other', async () => {
    const tenant = freshTenant();
    const name = `p${crypto.randomUUID()}`;
    const store = (await openAs(name)).storeOf(tenant);
    const blobId = await withBlob(store);
    const ofProgram = (applicationVersion: string) =>
      store.versions.append([draft(blobId, { key: { ...pumpKey, applicationVersion, type: crypto.randomUUID() } })]);
    await ofProgram('2025');
    const holder = await administer();
    await holder.query('BEGIN');
    await holder.query('SELECT 1 FROM cadsync.programs WHERE tenant_id = $1 FOR UPDATE', [tenant]);
    let isHeld = true;
    const waiting = ofProgram('2025').finally(() => (isHeld = false));
    await untilWaiting(await administer(), name);
    expect([await ofProgram('2026'), isHeld]).toEqual(['appended', true]);
    await holder.query('ROLLBACK');
    expect(await waiting).toBe('appended');
  });

  it('drop a blob or refer to it, but never both', async () => {
    const [one, other] = (await openStores(2)) as [Store, Store];
    const outcomes = await Promise.all(
      Array.from({ length: 16 }, async (_, index) => {
        const blobId = await withBlob(one, index.toString(16).padStart(64, '0') as Sha256);
        const key = keyOf(`T${index}`);
        const [appended, dropped] = await Promise.all([
          one.versions.append([draft(blobId, { key })]),
          other.blobs.dropUnused(blobId, 100),
        ]);
        return [appended, dropped, (await one.blobs.find(blobId)) !== undefined];
      }),
    );
    for (const outcome of outcomes) {
      expect([
        ['appended', false, true],
        ['unknown-blob', true, false],
      ]).toContainEqual(outcome);
    }
  });
});

describe('imports of several processes', () => {
  it('are let go when their database is closed', async () => {
    const tenant = freshTenant();
    const database = await openPostgresDatabase(sharedDatabase());
    const staged = await database.storeOf(tenant).stageProductData();
    await staged.products.putProducts([pump]);
    await database.close();
    await expect(staged.show()).rejects.toMatchObject({ code: 'database-unreachable' });
    const store = (await openShared()).storeOf(tenant);
    const admin = await administer();
    // The server notices a moment later that the connection has gone.
    const locks = `SELECT 1 FROM pg_locks WHERE locktype = 'advisory'
      AND (classid::bigint << 32 | objid::bigint) = hashtextextended($1, 0)`;
    while (((await admin.query(locks, [`cadsync import ${tenant}`])).rowCount ?? 0) > 0);
    await (await store.stageProductData()).show();
    expect(await store.products.find(pump.productId)).toBeUndefined();
  });

  it('take turns, and what ends with its process is never shown', async () => {
    const tenant = freshTenant();
    const names = [`p${crypto.randomUUID()}`, `p${crypto.randomUUID()}`] as const;
    const [dying, living] = [(await openAs(names[0])).storeOf(tenant), (await openAs(names[1])).storeOf(tenant)];
    await storeProducts(living, [pump]);
    const staged = await dying.stageProductData();
    await staged.products.putProducts([{ ...pump, names: { en: 'Never shown' } }]);
    await expect(living.stageProductData()).rejects.toMatchObject({ code: 'import-under-way' });
    expect(await breakOff(await administer(), names[0])).toBeGreaterThan(0);
    const next = await living.stageProductData();
    // What comes of the first one now would come into the second one's.
    const late = staged.products.putProducts([{ ...pump, productId: 5, productCode: 'late' }]);
    await expect(late).rejects.toMatchObject({ code: 'database-unreachable' });
    await expect(staged.show()).rejects.toMatchObject({ code: 'database-unreachable' });
    await staged.drop();
    expect(await living.products.find(pump.productId)).toMatchObject({ data: { names: pump.names } });
    await next.products.putProducts([{ ...pump, names: { en: 'Second' } }]);
    await next.show();
    expect(await dying.products.find(pump.productId)).toMatchObject({ data: { names: { en: 'Second' } } });
    expect(await living.products.findAllByCode('late')).toEqual([]);
  });
});

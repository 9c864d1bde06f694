import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store, VersionToAppend } from '../../../../electron/service/store/store.ts';
import type { Sha256 } from '../../../../shared/model/sha256.ts';
import { openTestStore, storeKinds } from '../open-test-store.ts';
import { pumpKey } from '../start-service.ts';
import { draft, only, sha256, withBlob } from './stored-things.ts';

/** The version before a draft. */
const after = (minor: number) => (minor === 1 ? undefined : { major: 0, minor: minor - 1 });

describe.each(storeKinds)('a store in %s', (kind) => {
  describe('appending versions', () => {
    let store: Store;
    let blobId: string;
    beforeEach(async () => {
      store = await openTestStore(kind);
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
      const store = await openTestStore(kind);
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
      const store = await openTestStore(kind);
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

    it('shows it too where the clock was set back meanwhile, or stands still', async () => {
      const store = await openTestStore(kind);
      const blobId = await withBlob(store);
      const keys = Array.from({ length: 300 }, (_, index) => ({ ...pumpKey, type: `T${index}` }));
      await store.versions.append(keys.map((key, index) => draft(blobId, { key, changedAt: 1_000 + index })));
      const filter = { ...pumpKey, languageCode: undefined, releasesOnly: false, changedAfter: undefined };
      const pages = store.versions.listNewest(filter)[Symbol.asyncIterator]();
      await pages.next();
      for (const [type, changedAt] of [
        ['T280', 10],
        ['T290', 1_299],
      ] as const) {
        const second = { version: { major: 0, minor: 2 }, after: { major: 0, minor: 1 } };
        await store.versions.append([draft(blobId, { ...second, key: { ...pumpKey, type }, changedAt })]);
      }
      const rest = (await pages.next()).value as readonly { key: { type: string }; changedAt: number }[];
      expect(rest).toHaveLength(50);
      expect(rest.slice(-2)).toMatchObject([
        { key: { type: 'T280' }, changedAt: 10 },
        { key: { type: 'T290' }, changedAt: 1_299 },
      ]);
      await store.close();
    });
  });

  describe('what else is kept', () => {
    let store: Store;
    beforeEach(async () => {
      store = await openTestStore(kind);
    });
    afterEach(() => store.close());

    it('follows versions of the same commit, and takes a release into account', async () => {
      const blobId = await withBlob(store);
      const minors = [1, 2, 3].map((minor) => draft(blobId, { version: { major: 0, minor }, after: after(minor) }));
      expect(await store.versions.append(minors)).toBe('appended');
      const release = { version: { major: 1, minor: 0 }, after: { major: 0, minor: 3 }, comments: 'first\0' };
      expect(await store.versions.append([draft(blobId, release)])).toBe('appended');
      const [history] = await store.versions.listHistories({ applicationName: 'Revit' });
      expect(history).toMatchObject({ newest: { major: 1, minor: 0 }, newestRelease: { major: 1, minor: 0 } });
      const { historyId = 0 } = history ?? {};
      const all = await only(store.versions.list(historyId));
      expect(all.map(({ version }) => version)).toEqual(
        [1, 3, 2, 1].map((n, i) => (i ? { major: 0, minor: n } : { major: n, minor: 0 })),
      );
      expect(await only(store.versions.list(historyId, 0))).toHaveLength(3);
      expect(await store.versions.findNewest(historyId, 0)).toMatchObject({ version: { major: 0, minor: 3 } });
      expect(await store.versions.findNewest(historyId, 7)).toBeUndefined();
      expect(await store.versions.find(historyId, { major: 1, minor: 0 })).toMatchObject({
        // PostgreSQL's texts have no character 0.
        comments: kind === 'postgres' ? 'first␀' : 'first\0',
      });
      expect(await store.versions.listPrograms()).toEqual([{ name: 'Revit', version: '2025' }]);
    });

    it('is bytes by id and hash, until nothing refers to them for long', async () => {
      const blob = await store.blobs.put({ sha256, sizeBytes: 3 }, 10);
      expect(await store.blobs.put({ sha256, sizeBytes: 3 }, 20)).toEqual(blob);
      expect(await store.blobs.find(blob.blobId.toUpperCase())).toEqual(blob);
      expect(await store.blobs.findByHash(sha256)).toEqual(blob);
      for (const id of ['nobody', randomUUID(), '']) expect(await store.blobs.find(id)).toBeUndefined();
      const [used, ofValidation] = ['b', 'c'].map((letter) => letter.repeat(64) as Sha256);
      const usedId = await withBlob(store, used);
      const validationId = await withBlob(store, ofValidation);
      await store.versions.append([draft(usedId)]);
      await store.validation.putFile(validationId, 'list.json', undefined);
      expect(await only(store.blobs.listUnused(20))).toEqual([]);
      expect(await only(store.blobs.listUnused(21))).toEqual([blob]);
      expect(await store.blobs.dropUnused(blob.blobId, 20)).toBe(false);
      for (const id of [usedId, validationId, 'nobody']) expect(await store.blobs.dropUnused(id, 100)).toBe(false);
      expect(await store.blobs.dropUnused(blob.blobId, 21)).toBe(true);
      expect(await store.blobs.find(blob.blobId)).toBeUndefined();
      expect(await store.validation.findFile(validationId)).toEqual({
        blob: await store.blobs.findByHash(ofValidation ?? sha256),
        fileName: 'list.json',
        contentType: undefined,
      });
    });

    it('is standards, told apart by letter case', async () => {
      const [din, lower, again] = [
        await store.standards.put('DIN'),
        await store.standards.put('din'),
        await store.standards.put('DIN'),
      ];
      expect(again).toEqual(din);
      expect(await store.standards.list()).toEqual([din, lower]);
      expect(await store.standards.find(din.standardId.toUpperCase())).toEqual(din);
      expect(await store.standards.find('nobody')).toBeUndefined();
      const long = await store.standards.put('norm '.repeat(2_000));
      expect(await store.standards.find(long.standardId)).toEqual(long);
    });

    it('is validation files, of which the first to store them says name and content type', async () => {
      const blobId = await withBlob(store);
      await store.validation.putFile(blobId, 'report.html', 'text/html');
      await store.validation.putFile(blobId, 'other.json', 'application/json');
      const kept = { fileName: 'report.html', contentType: 'text/html' };
      expect(await store.validation.findFile(blobId)).toMatchObject(kept);
    });

    it('is validation files that get what the first to store them did not say from whoever says it next', async () => {
      const blobId = await withBlob(store);
      await store.validation.putFile(blobId, undefined, undefined);
      await store.validation.putFile(blobId, undefined, 'text/html');
      await store.validation.putFile(blobId, 'report.html', 'application/octet-stream');
      const kept = { fileName: 'report.html', contentType: 'text/html' };
      expect(await store.validation.findFile(blobId)).toMatchObject(kept);
    });

    it('is validation requests that are found by what they are listed as, whatever characters that has', async () => {
      const requests = ['t', 't\0', 't␀', 't\ud800'].map((ticketNumber) => ({ projectId: 'p\0', ticketNumber }));
      const texts = requests.map((request) => JSON.stringify(request));
      for (const [index, request] of requests.entries()) await store.validation.add(request, texts[index] ?? '');
      const tickets = await store.validation.listTickets({ projectId: 'p\0' });
      const found = await Promise.all(tickets.map((ticket) => store.validation.find('p\0', ticket)));
      expect(found.toSorted()).toEqual(texts.toSorted());
      expect(await store.validation.find('p\0', 't\ufffd')).toBe(texts.at(-1));
    });

    it('is validation requests, one for each project and ticket', async () => {
      const request = { projectId: 'p', projectName: 'Station', ticketNumber: 't1' };
      expect(await store.validation.add(request, '{"a":"\\u0000"}')).toBeUndefined();
      expect(await store.validation.add(request, '{"b":2}')).toBe('{"a":"\\u0000"}');
      expect(await store.validation.add({ projectId: 'p', ticketNumber: 't2' }, '{}')).toBeUndefined();
      expect(await store.validation.listTickets({ projectId: 'p' })).toEqual(['t1', 't2']);
      expect(await store.validation.listTickets({ projectId: 'p', projectName: 'Station' })).toEqual(['t1']);
      expect(await store.validation.find('p', 't1')).toBe('{"a":"\\u0000"}');
      expect(await store.validation.remove({ projectId: 'p', ticketNumber: 't1' })).toBe(1);
      expect(await store.validation.remove({ projectId: 'other' })).toBe(0);
      expect(await store.validation.listTickets({ projectId: 'p' })).toEqual(['t2']);
    });

    it('is filters, whose ids count up', async () => {
      const first = await store.filters.add('{"a":1}');
      expect(await store.filters.add('{"b":2}')).toBe(first + 1);
      expect(await store.filters.find(first)).toBe('{"a":1}');
      for (const id of [first + 2, -1, 1e300]) expect(await store.filters.find(id)).toBeUndefined();
    });

    it('is the state of a program, another one once a version of it was stored', async () => {
      const blobId = await withBlob(store);
      const before = await store.versions.stateOf('Revit', '2025');
      const other = await store.versions.stateOf('Revit', '2024');
      await store.versions.append([draft(blobId)]);
      const now = await store.versions.stateOf('Revit', '2025');
      expect(now).not.toBe(before);
      expect(await store.versions.append([draft(blobId)])).toBe('outdated');
      expect(await store.versions.stateOf('Revit', '2025')).toBe(now);
      expect(await store.versions.stateOf('Revit', '2024')).toBe(other);
    });

    it('is one import at a time', async () => {
      const staged = await store.stageProductData();
      await expect(store.stageProductData()).rejects.toMatchObject({ code: 'import-under-way' });
      await staged.drop();
      await (await store.stageProductData()).drop();
    });
  });
});

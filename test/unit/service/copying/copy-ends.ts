import { Readable } from 'node:stream';
import { onTestFinished } from 'vitest';
import { createBlobShelf } from '../../../../electron/service/blobs/blob-shelf.ts';
import type { CopyEnd } from '../../../../electron/service/copying/copy-part.ts';
import { copyService, type CopyOptions } from '../../../../electron/service/copying/copy-service.ts';
import type { StoredBlob } from '../../../../electron/service/store/store.ts';
import { pump } from '../../../contract/sample-products.ts';
import { diskPlace, s3Place } from '../blobs/blob-places.ts';
import { openTestStore, usualStore, type StoreKind } from '../open-test-store.ts';
import { pumpKey } from '../start-service.ts';

/** What a copy goes between here: PostgreSQL with S3 in the project that has both. */
export const otherKind: StoreKind = usualStore === 'postgres' ? 'postgres' : 'file';

/** An empty end, until the test is finished. */
export async function openEnd(kind: StoreKind): Promise<CopyEnd> {
  const store = await openTestStore(kind);
  const blobs = await (await (kind === 'postgres' ? s3Place() : diskPlace())).open();
  onTestFinished(async () => {
    blobs.close();
    await store.close();
  });
  return { store, blobs };
}

/** Copies as the command does. */
export function copy(source: CopyEnd, target: CopyEnd, more: Partial<CopyOptions> = {}) {
  return copyService({ source, target, now: Date.now, signal: new AbortController().signal, ...more });
}

/** Stores bytes as the service does. */
export async function storeBytes({ store, blobs }: CopyEnd, text: string): Promise<StoredBlob> {
  const shelf = createBlobShelf({ blobs, records: store.blobs, now: () => 1_000, steadyMs: () => 1_000 });
  return shelf.keep(await blobs.receive(Readable.from([Buffer.from(text)]), 10_000_000));
}

/** A service in use: files with drafts, releases, comments and an attachment, and one thing of every other kind. */
export async function fill(end: CopyEnd, files = 6): Promise<void> {
  const { store } = end;
  for (let file = 0; file < files; file += 1) {
    const key = { ...pumpKey, type: `Type ${file} 🚰` };
    const long = '-'.repeat(file === 0 ? 300_000 : 10);
    const [first, second] = [await storeBytes(end, `${file} ${long}`), await storeBytes(end, `${file} second`)];
    const about = { key, attachmentName: '', comments: undefined, record: { tags: 'a,b', own: { kept: [file] } } };
    const at = 10_000 - file;
    await store.versions.append([
      { ...about, version: { major: 0, minor: 1 }, after: undefined, blobId: first.blobId, changedAt: at },
      {
        ...about,
        version: { major: 0, minor: 2 },
        after: { major: 0, minor: 1 },
        blobId: second.blobId,
        changedAt: at + 20,
      },
      {
        ...about,
        version: { major: 1, minor: 0 },
        after: { major: 0, minor: 2 },
        blobId: second.blobId,
        changedAt: at + 30,
        comments: `Issue ${file}`,
      },
      {
        ...about,
        attachmentName: 'manual.pdf',
        version: { major: 0, minor: 1 },
        after: undefined,
        blobId: first.blobId,
        changedAt: at + 5,
      },
    ]);
  }
  await fillRest(end);
}

async function fillRest(end: CopyEnd): Promise<void> {
  const { store } = end;
  await store.standards.put('DIN 276');
  await store.standards.put('NL-SfB');
  const list = await storeBytes(end, 'what to validate');
  await store.validation.putFile(list.blobId, 'list.json', 'application/json');
  for (const ticketNumber of ['t1', 't2', 't\0']) {
    const request = { projectId: 'p', projectName: 'Station', ticketNumber };
    await store.validation.add(request, JSON.stringify(request));
  }
  await store.filters.add('{"cadProducts":[]}');
  await store.filters.put({ filterId: 12, json: '{"later":"\\u0000"}' });
  const staged = await store.stageProductData();
  const named = { version: '3', descriptions: { en: 'Pump', nl: 'Pomp' }, synonyms: {}, features: [], complete: true };
  await staged.classes.putEtimClasses([{ ...named, code: 'EC011524' }]);
  await staged.classes.putModellingClasses([{ ...named, code: 'MC000123' }]);
  await staged.classes.putTerms([{ kind: 'value', code: 'EV000150', descriptions: { en: 'Brass' } }]);
  await staged.products.putProducts([pump, { ...pump, productId: 99, productCode: 'other', gtins: [] }]);
  await staged.show();
  await store.products.setBimReady(new Map([[pump.productId, true]]));
}

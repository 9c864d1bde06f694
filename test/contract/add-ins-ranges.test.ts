import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { openAddInSite, type AddInSite } from './add-in-site.ts';
import { metadataRecord, seed, type SeedKey } from './seed.ts';
import { send } from './send.ts';

let site: AddInSite;
let known: SeedKey;

beforeAll(async () => {
  site = await openAddInSite();
  known = (await seed(site.target)).key;
});
afterEach(async () => {
  expect(site.problems.splice(0)).toEqual([]);
  await site.mend();
});
afterAll(() => site.close());

const content = '0123456789 of a pump';

async function publish(): Promise<SeedKey> {
  const key = { ...known, type: randomUUID() };
  const blobId = await (await send(site.target, 'storeFile', { file: { name: 'pump.rfa', content } })).text();
  await send(site.target, 'storeMetadata', { params: { blobId }, json: [metadataRecord(key, {})] });
  return key;
}

async function download(key: SeedKey, headers: Readonly<Record<string, string>>) {
  const query = { majorVersion: '-1', minorVersion: '-1' };
  const answer = await send(site.target, 'getFile', { params: key, query, headers });
  const told = (name: string): string | null => answer.headers.get(name);
  return {
    answer: [answer.status, told('content-range'), told('content-length'), answer.ok ? await answer.text() : ''],
    tag: told('etag') ?? '',
  };
}

const whole = [200, null, '20', content];

/** What is asked for, and what is answered. */
const ranges: readonly (readonly [string, readonly unknown[]])[] = [
  ['bytes=0-3', [206, 'bytes 0-3/20', '4', '0123']],
  ['bytes=11-', [206, 'bytes 11-19/20', '9', 'of a pump']],
  ['bytes=4-5', [206, 'bytes 4-5/20', '2', '45']],
  ['bytes=-4', [206, 'bytes 16-19/20', '4', 'pump']],
  ['bytes=5-3', whole],
  ['bytes=0-1,4-5', whole],
];

it.each(['online', 'waiting'] as const)(
  'a file that is %s is downloaded in parts as the interface says',
  async (how) => {
    if (how === 'waiting') site.cut();
    const key = await publish();
    const { answer, tag } = await download(key, {});
    expect(answer).toEqual(whole);
    for (const [range, expected] of ranges) expect((await download(key, { range })).answer).toEqual(expected);
    expect((await download(key, { range: 'bytes=20-' })).answer.slice(0, 2)).toEqual([416, 'bytes */20']);
    const goesOn = { range: 'bytes=11-', 'if-range': tag };
    expect((await download(key, goesOn)).answer).toEqual([206, 'bytes 11-19/20', '9', 'of a pump']);
    // Of other content the rest is no use.
    expect((await download(key, { ...goesOn, 'if-range': `"${'0'.repeat(64)}"` })).answer).toEqual(whole);
    expect((await download(key, { 'if-none-match': tag })).answer[0]).toBe(304);
  },
);

it('what goes on is asked of the service behind from there, and not from its beginning', async () => {
  const key = await publish();
  site.line.startedAt.length = 0;
  await download(key, { range: 'bytes=11-' });
  expect(site.line.startedAt).toEqual([11]);
});

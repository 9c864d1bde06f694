import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, it, onTestFinished } from 'vitest';
import { createAddInRequests, type Told } from './add-in-requests.ts';
import { openAddInSite, type AddInSite } from './add-in-site.ts';
import { metadataRecord, seed, type Seed } from './seed.ts';

/** What add-ins are answered while this computer cannot write or remove something for a moment. */

let site: AddInSite;
let seeded: Seed;

beforeAll(async () => {
  site = await openAddInSite();
  seeded = await seed(site.target);
});

afterEach(async () => {
  expect(site.problems.splice(0)).toEqual([]);
  for (const { writeId } of site.outbox.all()) await site.outbox.discard(writeId);
  await site.mend();
});

afterAll(() => site.close());

const { textOf, jsonOf, newKey, numbersBehind } = createAddInRequests(() => ({ site, seeded }));

/** Has a part of the outbox do something else for the rest of a test. */
function replace<Part extends object>(part: Part, changed: Partial<Part>): void {
  const whole = { ...part };
  onTestFinished(() => void Object.assign(part, whole));
  Object.assign(part, changed);
}

const failure = (code: string): Error => Object.assign(new Error(`The system says ${code}.`), { code });

it('What the service stored is told as stored, also where this computer cannot note it', async () => {
  const key = newKey();
  const blobId = await textOf('storeFile', { file: { name: 'pump.rfa', content: `noted ${randomUUID()}` } });
  replace(site.outbox, {
    noteVersion() {
      throw failure('SQLITE_FULL');
    },
  });
  const [told] = await jsonOf<Told[]>('storeMetadata', { params: { blobId }, json: [metadataRecord(key, {})] });
  expect(told).toMatchObject({ majorVersion: 0, minorVersion: 1 });
  expect(await numbersBehind(key)).toEqual(['0.1']);
});

it('Bytes that wait already have the id that they had, also where their second copy cannot be removed yet', async () => {
  site.cut();
  const asked = { file: { name: 'pump.rfa', content: `twice ${randomUUID()}` } };
  const first = await textOf('storeFile', asked);
  // As on Windows while a scanner reads a new file.
  replace(site.outbox.bytes, { remove: () => Promise.reject(failure('EBUSY')) });
  expect(await textOf('storeFile', asked)).toBe(first);
});

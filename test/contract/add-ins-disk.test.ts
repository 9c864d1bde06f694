import { randomUUID } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import type { Told } from './add-in-requests.ts';
import { withAddInSite } from './with-add-in-site.ts';
import { metadataRecord } from './seed.ts';

/** What add-ins are answered while this computer cannot write or remove something for a moment. */

const { opened, textOf, jsonOf, newKey, numbersBehind } = withAddInSite();

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
  replace(opened.site.outbox, {
    noteVersion() {
      throw failure('SQLITE_FULL');
    },
  });
  const [told] = await jsonOf<Told[]>('storeMetadata', { params: { blobId }, json: [metadataRecord(key, {})] });
  expect(told).toMatchObject({ majorVersion: 0, minorVersion: 1 });
  expect(await numbersBehind(key)).toEqual(['0.1']);
});

it('Bytes that wait already have the id that they had, also where their second copy cannot be removed yet', async () => {
  opened.site.cut();
  const asked = { file: { name: 'pump.rfa', content: `twice ${randomUUID()}` } };
  const first = await textOf('storeFile', asked);
  // As on Windows while a scanner reads a new file.
  replace(opened.site.outbox.bytes, { remove: () => Promise.reject(failure('EBUSY')) });
  expect(await textOf('storeFile', asked)).toBe(first);
});

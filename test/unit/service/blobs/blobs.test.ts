import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { bytesOf, kept, namesIn, places, sha256Of } from './blob-places.ts';

describe.each(places)('blobs %s', (_, openPlace) => {
  describe.each([
    ['short', ''],
    ['long', '-'.repeat(300_000)],
  ])('that are %s', (__, padding) => {
    const padded = (...texts: string[]) => bytesOf(padding, ...texts);
    const limit = padding.length + 100;
    const text = (stream: Readable) => buffer(stream).then(String);

    it('are found by the hash of what arrived, and read in parts', async () => {
      const place = await openPlace();
      const blobs = await place.open();
      const bytes = await blobs.receive(padded('a ', 'pump'), limit);
      expect(bytes).toMatchObject({ sha256: sha256Of(`${padding}a pump`), sizeBytes: padding.length + 6 });
      const blob = await kept(bytes);
      expect(await text(await blobs.open(blob))).toBe(`${padding}a pump`);
      expect(await text(await blobs.open(blob, { start: padding.length + 2, end: padding.length + 3 }))).toBe('pu');
    });

    it('are not there before they are kept, nor when they are discarded', async () => {
      const place = await openPlace();
      const blobs = await place.open();
      const bytes = await blobs.receive(padded('a pump'), limit);
      await expect(blobs.open({ ...bytes, blobId: randomUUID() })).rejects.toThrow(AppError);
      await bytes.discard();
      expect(await place.arriving()).toEqual([]);
    });

    it('kept twice are there once', async () => {
      const place = await openPlace();
      const blobs = await place.open();
      const blobId = randomUUID();
      for (let time = 0; time < 2; time += 1) await kept(await blobs.receive(padded('a pump'), limit), blobId);
      expect(await namesIn(blobs)).toHaveLength(1);
      expect(await place.arriving()).toEqual([]);
    });

    it('leave nothing behind when they are too long or break off', async () => {
      const place = await openPlace();
      const blobs = await place.open();
      await expect(blobs.receive(padded('abc', 'def'), padding.length + 5)).rejects.toMatchObject({
        code: 'body-too-large',
      });
      const broken = (async function* () {
        yield Buffer.from(`${padding}abc`);
        throw new Error('connection lost');
      })();
      await expect(blobs.receive(broken, limit)).rejects.toThrow('connection lost');
      expect(await place.arriving()).toEqual([]);
    });

    it('are there when the service starts again, and gone when they were removed', async () => {
      const place = await openPlace();
      const before = await place.open();
      const blob = await kept(await before.receive(padded('a pump'), limit));
      before.close();
      const after = await place.open();
      expect(await text(await after.open(blob))).toBe(`${padding}a pump`);
      await after.remove(blob);
      await expect(after.open(blob)).rejects.toThrow(AppError);
      expect(await namesIn(after)).toEqual([]);
      after.close();
    });
  });

  it('hold a file that arrives in many pieces as a whole', async () => {
    const place = await openPlace();
    const blobs = await place.open();
    const pieces = Array.from({ length: 40 }, (__, letter) => String.fromCharCode(65 + letter).repeat(50_001));
    const bytes = await blobs.receive(bytesOf(...pieces), 10_000_000);
    expect(bytes).toMatchObject({ sha256: sha256Of(pieces.join('')), sizeBytes: 40 * 50_001 });
    expect((await buffer(await blobs.open(await kept(bytes)))).toString()).toBe(pieces.join(''));
  });
});

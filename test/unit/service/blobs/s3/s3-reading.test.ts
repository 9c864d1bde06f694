import { once } from 'node:events';
import { expect, it } from 'vitest';
import { eventually } from '../../../../eventually.ts';
import { bytesOf, kept, s3Place } from '../blob-places.ts';

it('a download that ends before anybody read it lets go of its connection to the store', async () => {
  const { double, open } = await s3Place();
  const blobs = await open();
  // More than the connection holds by itself.
  const blob = await kept(await blobs.receive(bytesOf('-'.repeat(20 * 1024 ** 2)), 1e9));
  const streams = [await blobs.open(blob), await blobs.open(blob)];
  expect(double.answering).toBeGreaterThanOrEqual(2);
  await Promise.all(streams.map((stream) => once(stream.destroy(), 'close')));
  await eventually(() => expect(double.answering).toBe(0), 5_000);
});

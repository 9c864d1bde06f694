import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { readS3Address } from '../../../../../electron/service/blobs/s3/s3-address.ts';
import { createS3Client } from '../../../../../electron/service/blobs/s3/s3-client.ts';
import { statusOf } from '../../../../../electron/service/blobs/s3/s3-upload.ts';
import { s3Place } from '../blob-places.ts';

/** A line to a port of this computer that takes so many bytes a second and never stands still; answers come at once. */
async function slowLine(toPort: number, bytesPerSecond: number): Promise<number> {
  const server = createServer((near) => {
    const far = connect(toPort, '127.0.0.1');
    const slowly = async function* (pieces: AsyncIterable<Buffer>) {
      for await (const piece of pieces) {
        await wait((piece.length / bytesPerSecond) * 1_000);
        yield piece;
      }
    };
    pipeline(near, slowly, far, () => near.destroy());
    pipeline(far, near, () => far.destroy());
  });
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

it('bytes that take longer to be sent than the store may say nothing are sent once', async () => {
  const { double } = await s3Place();
  const toStore = readS3Address(double.address);
  const port = await slowLine(Number(new URL(toStore.endpoint).port), 50_000);
  const address = { ...toStore, endpoint: `http://127.0.0.1:${port}` };
  const client = createS3Client({ address, keys: double.keys, silenceMs: 100, firstWaitMs: 1 });
  onTestFinished(() => client.close());
  const body = Buffer.alloc(100_000, 'a');
  expect(await client.ask({ method: 'PUT', key: 'office/long', body, expects: [200] }, statusOf)).toBe(200);
  expect(double.asked).toHaveLength(1);
});

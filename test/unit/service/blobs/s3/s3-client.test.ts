import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { bodyInPieces } from '../../../../../electron/service/blobs/s3/s3-body.ts';
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

it('a store that takes all bytes and then says nothing is not waited for as if they were still being sent', async () => {
  const body = Buffer.alloc(8_000_000);
  const ended = Promise.withResolvers<number>();
  const server = createServer((socket) => {
    let received = 0;
    let tookAllAt = Infinity;
    socket.on('error', () => undefined);
    socket.on('close', () => ended.resolve(performance.now() - tookAllAt));
    socket.on('data', (piece) => {
      received += piece.length;
      if (received > body.length) tookAllAt = Math.min(tookAllAt, performance.now());
    });
  });
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { double } = await s3Place();
  const address = { ...readS3Address(double.address), endpoint };
  const limits = { silenceMs: 50, slowestBytesPerMs: 500, firstWaitMs: 1 };
  const client = createS3Client({ address, keys: double.keys, ...limits });
  const asking = client.ask({ method: 'PUT', key: 'office/long', body, expects: [200] }, statusOf);
  // To send them may take 16 seconds.
  expect(await ended.promise).toSatisfy((waitedMs: number) => waitedMs > 0 && waitedMs < 8_000);
  client.close();
  await expect(asking).rejects.toThrow();
});

it('bytes are not sent to the end where a store takes them too slowly', async () => {
  const pieces = bodyInPieces(Buffer.alloc(100_000), -1);
  await expect(pieces.toArray()).rejects.toMatchObject({ code: 'UND_ERR_HEADERS_TIMEOUT' });
});

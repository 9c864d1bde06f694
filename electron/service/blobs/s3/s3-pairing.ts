import { hash } from 'node:crypto';
import { pairingName, type PairedFiles } from '../../pairing/pair-files.ts';
import type { Blobs } from '../blobs.ts';
import { isThere } from '../lost-bytes.ts';
import type { S3Address } from './s3-address.ts';
import type { S3Client } from './s3-client.ts';
import { asMissing } from './s3-failures.ts';
import { holdsObjects } from './s3-listing.ts';
import { putMissing } from './s3-upload.ts';

/** What may be among other things in a bucket is found within so many of its first keys. */
const mostKeys = 10_000;

/** The files of all tenants in a store, as they belong to a database. */
export function createS3PairedFiles(
  client: S3Client,
  { bucket, prefix }: Pick<S3Address, 'bucket' | 'prefix'>,
  blobsOf: (tenantId: string) => Pick<Blobs, 'open'>,
): PairedFiles {
  const key = `${prefix}${pairingName}`;
  return {
    idPlace: `s3://${bucket}/${key}`,
    readId: () =>
      client.ask({ method: 'GET', key, expects: [200, 404] }, async ({ status, body }) => {
        const text = await body.text();
        if (status === 200) return text.trim();
        return asMissing(text);
      }),
    async putId(id) {
      const body = Buffer.from(`${id}\n`);
      await putMissing(client, { key, body, bodySha256: hash('sha256', body, 'hex') });
    },
    holdsAny: () => holdsObjects(client, prefix, mostKeys),
    has: ({ tenantId, blob }) => isThere(blobsOf(tenantId), blob),
  };
}

import { createHash, randomUUID } from 'node:crypto';

/** An object of the double, as it was put last. */
export interface DoubleObject {
  readonly bytes: Buffer;
  readonly storedAt: number;
  readonly tag: string;
}

/** An upload in parts that is neither completed nor dropped. */
export interface DoubleUpload {
  readonly key: string;
  readonly begunAt: number;
  readonly parts: Map<number, DoubleObject>;
}

/** What lies in the bucket of a double. */
export interface DoubleBucket {
  readonly objects: Map<string, DoubleObject>;
  readonly uploads: Map<string, DoubleUpload>;
  /** Length that every part but the last has at least. */
  smallestPartBytes: number;
  /** Milliseconds since 1970. */
  now(): number;
}

/** An answer in S3's words. */
export interface DoubleAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | string;
}

export function refused(status: number, code: string): DoubleAnswer {
  return { status, body: `<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message></Error>` };
}

export function stored(bucket: DoubleBucket, bytes: Buffer): DoubleObject {
  return { bytes, storedAt: bucket.now(), tag: `"${createHash('md5').update(bytes).digest('hex')}"` };
}

export function beginUpload({ uploads, now }: DoubleBucket, key: string): DoubleAnswer {
  const uploadId = randomUUID();
  uploads.set(uploadId, { key, begunAt: now(), parts: new Map() });
  return document('InitiateMultipartUploadResult', `<Key>${key}</Key><UploadId>${uploadId}</UploadId>`);
}

export function putPart(bucket: DoubleBucket, query: URLSearchParams, bytes: Buffer): DoubleAnswer {
  const upload = bucket.uploads.get(query.get('uploadId') ?? '');
  if (!upload) return refused(404, 'NoSuchUpload');
  const part = stored(bucket, bytes);
  upload.parts.set(Number(query.get('partNumber')), part);
  return { status: 200, headers: { etag: part.tag } };
}

/** Completes an upload of which the request names all parts, in their order and with their tags. */
export function completeUpload(bucket: DoubleBucket, uploadId: string, body: string, ifMissing: boolean): DoubleAnswer {
  const upload = bucket.uploads.get(uploadId);
  if (!upload) return refused(404, 'NoSuchUpload');
  if (ifMissing && bucket.objects.has(upload.key)) return refused(412, 'PreconditionFailed');
  const named = [...body.matchAll(/<Part><PartNumber>(\d+)<\/PartNumber><ETag>([^<]+)<\/ETag><\/Part>/g)];
  const parts = named.map(([, number, tag = '']) => {
    const part = upload.parts.get(Number(number));
    return part?.tag === tag.replaceAll('&quot;', '"') ? part : undefined;
  });
  if (parts.length === 0 || parts.includes(undefined)) return refused(400, 'InvalidPart');
  const numbers = named.map(([, number]) => Number(number));
  if (numbers.some((number, index) => index > 0 && number <= (numbers[index - 1] ?? 0)))
    return refused(400, 'InvalidPartOrder');
  const bytes = parts.flatMap((part) => part?.bytes ?? []);
  if (bytes.slice(0, -1).some(({ length }) => length < bucket.smallestPartBytes)) return refused(400, 'EntityTooSmall');
  bucket.uploads.delete(uploadId);
  bucket.objects.set(upload.key, stored(bucket, Buffer.concat(bytes)));
  return document('CompleteMultipartUploadResult', `<Key>${upload.key}</Key>`);
}

/** @param pageLength as many objects come at once */
export function listObjects({ objects }: DoubleBucket, query: URLSearchParams, pageLength: number): DoubleAnswer {
  const prefix = query.get('prefix') ?? '';
  const after = query.get('continuation-token') ?? '';
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
  const page = keys.slice(0, pageLength);
  const contents = page.map((key) => {
    const { bytes, storedAt } = objects.get(key) ?? { bytes: Buffer.alloc(0), storedAt: 0 };
    const date = new Date(storedAt).toISOString();
    return `<Contents><Key>${encodeURIComponent(key)}</Key><LastModified>${date}</LastModified><Size>${bytes.length}</Size></Contents>`;
  });
  const more = keys.length > page.length;
  const next = more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  return document('ListBucketResult', `<IsTruncated>${more}</IsTruncated>${next}${contents.join('')}`);
}

/** One upload at a time, so that whoever lists has to ask for the next ones. */
export function listUploads({ uploads }: DoubleBucket, query: URLSearchParams): DoubleAnswer {
  const prefix = query.get('prefix') ?? '';
  const [afterKey, afterId] = [query.get('key-marker') ?? '', query.get('upload-id-marker') ?? ''];
  const all = [...uploads]
    .filter(([id, { key }]) => key.startsWith(prefix) && (key > afterKey || (key === afterKey && id > afterId)))
    .sort(([a, { key: keyA }], [b, { key: keyB }]) => (keyA + a < keyB + b ? -1 : 1));
  const [found] = all;
  const next =
    found && all.length > 1
      ? `<NextKeyMarker>${found[1].key}</NextKeyMarker><NextUploadIdMarker>${found[0]}</NextUploadIdMarker>`
      : '';
  const upload = found
    ? `<Upload><Key>${encodeURIComponent(found[1].key)}</Key><UploadId>${found[0]}</UploadId><Initiated>${new Date(found[1].begunAt).toISOString()}</Initiated></Upload>`
    : '';
  return document('ListMultipartUploadsResult', `<IsTruncated>${next !== ''}</IsTruncated>${next}${upload}`);
}

function document(name: string, content: string): DoubleAnswer {
  return {
    status: 200,
    body: `<?xml version="1.0"?><${name} xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${content}</${name}>`,
  };
}

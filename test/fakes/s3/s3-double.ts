import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { checkSignature, type DoubleKeys } from './check-signature.ts';
import {
  beginUpload,
  completeUpload,
  listObjects,
  listUploads,
  putPart,
  refused,
  stored,
  type DoubleAnswer,
  type DoubleBucket,
} from './s3-objects.ts';

/** What goes wrong with a request instead of its answer; `lost` does what was asked and answers nothing. */
export type S3Fault =
  | { readonly kind: 'refuse'; readonly status: number; readonly code: string; readonly retryAfter?: number }
  | { readonly kind: 'cut'; readonly afterBytes: number }
  | { readonly kind: 'answer'; readonly answer: DoubleAnswer }
  | { readonly kind: 'hang' }
  | { readonly kind: 'lost' };

/** A request that a double was asked. */
export interface S3Asked {
  readonly method: string;
  /** Key of the object; empty for the bucket. */
  readonly key: string;
  readonly query: string;
  readonly range: string | undefined;
}

/** A strict S3 store in this process, for one bucket: refuses whatever is not signed, named or conditioned as it should. */
export interface S3Double extends DoubleBucket {
  /** `s3://bucket/office?endpoint=…` */
  readonly address: string;
  readonly keys: Pick<DoubleKeys, 'accessKeyId' | 'secretAccessKey'>;
  readonly asked: S3Asked[];
  /** How many answers have neither come to their end nor been broken off. */
  answering: number;
  /** Chooses what goes wrong with a request; undefined: nothing. */
  fault: (asked: S3Asked) => S3Fault | undefined;
  /** Whether it knows the condition of a put; some stores do not. */
  knowsConditions: boolean;
  /** Held back until this resolves, for tests of what happens in between. */
  gate: (asked: S3Asked) => Promise<void>;
  close(): Promise<void>;
}

const bucketName = 'drawings';
const pageLength = 2;

/** Opens a double on the loopback address. */
export async function openS3Double(): Promise<S3Double> {
  const keys = { accessKeyId: 'AKIDDOUBLE', secretAccessKey: 'double/secret+key', region: 'eu-west-1' };
  const server = createServer((request, response) => void serve(double, request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const double: S3Double = {
    address: `s3://${bucketName}/office?endpoint=http://127.0.0.1:${port}&region=${keys.region}`,
    keys,
    objects: new Map(),
    uploads: new Map(),
    smallestPartBytes: 5 * 1024 ** 2,
    now: Date.now,
    asked: [],
    answering: 0,
    fault: () => undefined,
    knowsConditions: true,
    gate: async () => undefined,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return double;

  async function serve(bucket: S3Double, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path = '', search = ''] = (request.url ?? '').split('?');
    const key = path.slice(bucketName.length + 2);
    const asked = { method: request.method ?? '', key, query: search, range: request.headers.range };
    bucket.asked.push(asked);
    bucket.answering += 1;
    response.once('close', () => (bucket.answering -= 1));
    const body = await buffer(request).catch(() => undefined);
    if (!body) return;
    await bucket.gate(asked);
    const fault = bucket.fault(asked);
    if (fault?.kind === 'refuse') {
      const headers: Record<string, string> =
        fault.retryAfter === undefined ? {} : { 'retry-after': String(fault.retryAfter) };
      return send(request, response, { ...refused(fault.status, fault.code), headers });
    }
    if (fault?.kind === 'answer') return send(request, response, fault.answer);
    if (fault?.kind === 'hang') return;
    const wrong = checkSignature(request, body, keys);
    const isBucket = path === `/${bucketName}` || path.startsWith(`/${bucketName}/`);
    const right = (): DoubleAnswer => (isBucket ? answer(bucket, request, key, body) : refused(404, 'NoSuchBucket'));
    const answered =
      wrong === undefined ? right() : refused(wrong === 'AuthorizationHeaderMalformed' ? 400 : 403, wrong);
    if (fault?.kind === 'lost') return void request.socket.destroy();
    send(request, response, answered, fault?.kind === 'cut' ? fault.afterBytes : undefined);
  }
}

function answer(bucket: S3Double, request: IncomingMessage, key: string, body: Buffer): DoubleAnswer {
  const query = new URLSearchParams((request.url ?? '').split('?')[1]);
  const condition = request.headers['if-none-match'];
  if (condition !== undefined && !bucket.knowsConditions) return refused(501, 'NotImplemented');
  if (condition !== undefined && condition !== '*') return refused(400, 'InvalidRequest');
  const ifMissing = condition === '*';
  if (key === '') return query.has('uploads') ? listUploads(bucket, query) : listObjects(bucket, query, pageLength);
  switch (request.method) {
    case 'GET':
    case 'HEAD':
      return getObject(bucket, request, key);
    case 'PUT':
      if (query.has('uploadId')) return putPart(bucket, query, body);
      if (ifMissing && bucket.objects.has(key)) return refused(412, 'PreconditionFailed');
      bucket.objects.set(key, stored(bucket, body));
      return { status: 200 };
    case 'POST':
      if (query.has('uploads')) return beginUpload(bucket, key);
      return completeUpload(bucket, query.get('uploadId') ?? '', body.toString(), ifMissing);
    case 'DELETE':
      if (query.has('uploadId')) {
        return bucket.uploads.delete(query.get('uploadId') ?? '') ? { status: 204 } : refused(404, 'NoSuchUpload');
      }
      bucket.objects.delete(key);
      return { status: 204 };
    default:
      return refused(405, 'MethodNotAllowed');
  }
}

function getObject({ objects }: DoubleBucket, { headers }: IncomingMessage, key: string): DoubleAnswer {
  const object = objects.get(key);
  if (!object) return refused(404, 'NoSuchKey');
  const { bytes, tag } = object;
  const range = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '');
  if (!range) return { status: 200, headers: { etag: tag }, body: bytes };
  const [start, end] = [Number(range[1]), Math.min(Number(range[2]), bytes.length - 1)];
  if (start > end) return refused(416, 'InvalidRange');
  const place = `bytes ${start}-${end}/${bytes.length}`;
  return { status: 206, headers: { etag: tag, 'content-range': place }, body: bytes.subarray(start, end + 1) };
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  answered: DoubleAnswer,
  cutAfterBytes?: number,
): void {
  const { status, headers = {}, body = '' } = answered;
  const bytes = Buffer.from(body);
  response.writeHead(status, { 'content-length': bytes.length, ...headers });
  if (request.method === 'HEAD') return void response.end();
  if (cutAfterBytes === undefined) return void response.end(bytes);
  response.write(bytes.subarray(0, cutAfterBytes), () => request.socket.destroy());
}

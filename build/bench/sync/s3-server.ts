import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createS3Objects, type S3Object, type S3Page } from './s3-objects.ts';

/**
 * As much of S3 as rclone needs (put, copy, head, get, list, delete), durable before it answers: what our service is
 * compared with. Signatures are not looked at; the only bucket is `bench`. Arguments: a folder. Prints its address.
 */
const [folder = ''] = process.argv.slice(2);
const objects = createS3Objects(folder);

const server = createServer({ keepAliveTimeout: 60_000, requestTimeout: 0 }, (request, answer) => {
  serve(request, answer).catch((error: unknown) => {
    process.stderr.write(`${request.method} ${request.url}: ${String(error)}\n`);
    send(answer, 500);
  });
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
process.on('SIGTERM', () => process.exit(0));

async function serve(request: IncomingMessage, answer: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const key = keyIn(url.pathname);
  const header = (name: string): string | undefined => request.headers[name]?.toString();
  const modified = header('x-amz-meta-mtime');
  if (request.method === 'PUT' && key !== '') {
    const source = header('x-amz-copy-source');
    if (source === undefined) {
      const { md5 } = await objects.put(key, request, modified);
      return send(answer, 200, '', { etag: `"${md5}"` });
    }
    const copied = await objects.copy(keyIn(source), key, modified);
    return copied ? send(answer, 200, copyResult(copied)) : send(answer, 404);
  }
  request.resume();
  if (request.method === 'PUT') return send(answer, 200);
  if (request.method === 'GET' && key === '') return send(answer, 200, listResult(url.searchParams));
  if (request.method === 'DELETE') {
    await objects.remove(key);
    return send(answer, 204);
  }
  const object = objects.find(key);
  if (!object) return send(answer, 404);
  answer.writeHead(200, {
    'content-length': object.sizeBytes,
    etag: `"${object.md5}"`,
    'last-modified': object.storedAt.toUTCString(),
    ...(object.modified === undefined ? {} : { 'x-amz-meta-mtime': object.modified }),
  });
  if (request.method === 'HEAD') answer.end();
  else objects.open(key).pipe(answer);
}

function keyIn(path: string): string {
  return decodeURIComponent(path).replace(/^\/?bench\/?/, '');
}

function send(answer: ServerResponse, status: number, body = '', headers: Record<string, string> = {}): void {
  const length = Buffer.byteLength(body);
  answer.writeHead(status, { 'content-type': 'application/xml', 'content-length': length, ...headers }).end(body);
}

function copyResult({ md5, storedAt }: S3Object): string {
  const date = storedAt.toISOString();
  return `<CopyObjectResult><LastModified>${date}</LastModified><ETag>&quot;${md5}&quot;</ETag></CopyObjectResult>`;
}

function listResult(query: URLSearchParams): string {
  const prefix = query.get('prefix') ?? '';
  const token = query.get('continuation-token');
  const limit = Number(query.get('max-keys') ?? 1_000);
  const from = token === null ? '' : Buffer.from(token, 'base64url').toString();
  const page = objects.list({ prefix, delimiter: query.get('delimiter') ?? '', from, limit });
  const write = query.get('encoding-type') === 'url' ? encodeURIComponent : escapeXml;
  const encoding = query.get('encoding-type') === 'url' ? '<EncodingType>url</EncodingType>' : '';
  return `<?xml version="1.0"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>bench</Name><Prefix>${write(prefix)}</Prefix><MaxKeys>${limit}</MaxKeys>${encoding}${entriesOf(page, write)}</ListBucketResult>`;
}

function entriesOf({ objects: listed, folders, next }: S3Page, write: (text: string) => string): string {
  const contents = listed.map(
    ({ key, object: { storedAt, md5, sizeBytes } }) =>
      `<Contents><Key>${write(key)}</Key><LastModified>${storedAt.toISOString()}</LastModified><ETag>&quot;${md5}&quot;</ETag><Size>${sizeBytes}</Size><StorageClass>STANDARD</StorageClass></Contents>`,
  );
  const prefixes = folders.map((name) => `<CommonPrefixes><Prefix>${write(name)}</Prefix></CommonPrefixes>`);
  const more =
    next === undefined
      ? ''
      : `<NextContinuationToken>${Buffer.from(next).toString('base64url')}</NextContinuationToken>`;
  return `<IsTruncated>${next !== undefined}</IsTruncated>${more}${contents.join('')}${prefixes.join('')}`;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

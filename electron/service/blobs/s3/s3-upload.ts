import { open, type FileHandle } from 'node:fs/promises';
import type { ArrivedFile } from '../arriving-bytes.ts';
import { BrokenAnswer, s3Tries, type S3Answer, type S3Client } from './s3-client.ts';
import { stillAway } from './s3-failures.ts';
import { readXml, textOf, type XmlNode } from './read-xml.ts';

/** A file that is to be put. */
export interface FileToPut extends ArrivedFile {
  /** Up to this length it is sent in one request; a longer one in parts of it. A store takes 10,000 of them. */
  readonly partBytes: number;
}

type Condition = Readonly<Record<string, string>>;
/** Only where nothing is: bytes are stored once, whoever else sends the same. */
const onlyWhereMissing: Condition = { 'if-none-match': '*' };
const always: Condition = {};
const stored = 200;
/** Somebody else's upload of the same bytes was first. */
const thereAlready = 412;
/** Somebody else completes the same at this moment: unlike a put, this cannot be asked again. */
const conflict = 409;
const gone = 404;
/** Stores that do not know the condition; the same key has the same bytes anyway. */
const conditionUnknown = 501;

/** An object of which all bytes are in memory. */
export interface WholeToPut {
  readonly key: string;
  readonly body: Uint8Array;
  /** Hexadecimal. */
  readonly bodySha256: string;
}

/** Puts an object where none is. @returns false where there is one */
export async function putMissing(client: S3Client, object: WholeToPut): Promise<boolean> {
  const asked = { method: 'PUT', ...object } as const;
  const expects = [stored, thereAlready, conditionUnknown];
  const status = await client.ask({ ...asked, headers: onlyWhereMissing, expects }, statusOf);
  if (status === conditionUnknown) await client.ask({ ...asked, expects: [stored] }, statusOf);
  return status !== thereAlready;
}

/** Puts an object that always has the same bytes; one of another length is damaged, and is put over. */
export async function putWhole(client: S3Client, object: WholeToPut): Promise<void> {
  if (await putMissing(client, object)) return;
  if ((await lengthOf(client, object.key)) === object.body.length) return;
  await client.ask({ method: 'PUT', ...object, expects: [stored] }, statusOf);
}

/** Puts a file as `putWhole` does, in parts where it is long; what a failure leaves of those is dropped. */
export async function putFile(client: S3Client, key: string, about: FileToPut): Promise<void> {
  const { path, sizeBytes, sha256, partBytes } = about;
  const file = await open(path, 'r');
  try {
    if (sizeBytes <= partBytes) {
      return await putWhole(client, { key, body: await readPart(file, 0, sizeBytes), bodySha256: sha256 });
    }
    for (let tries = 1; ; tries += 1) {
      const thereBytes = await lengthOf(client, key);
      if (thereBytes === sizeBytes) return;
      if (tries > s3Tries) throw stillAway(s3Tries, new BrokenAnswer('Uploads kept being dropped before their end.'));
      if (tries > 1) await client.backOff(tries - 2);
      const condition = thereBytes === undefined ? onlyWhereMissing : always;
      if (await putInParts(client, key, file, { ...about, condition })) return;
    }
  } finally {
    await file.close();
  }
}

/** @returns false where somebody else's upload came in between, so that it has to be begun again */
async function putInParts(
  client: S3Client,
  key: string,
  file: FileHandle,
  about: FileToPut & { readonly condition: Condition },
): Promise<boolean> {
  const upload = { key, uploadId: await begin(client, key) };
  try {
    const tags = await putParts(client, upload, file, about);
    if (await complete(client, upload, tags, about.condition)) return true;
    await abortUpload(client, upload);
    return false;
  } catch (thrown) {
    // What cannot be dropped now is dropped by whoever collects, a day later.
    await abortUpload(client, upload).catch(() => undefined);
    throw thrown;
  }
}

/** An upload in parts that was begun. */
export interface S3Upload {
  readonly key: string;
  readonly uploadId: string;
}

export async function abortUpload(client: S3Client, { key, uploadId }: S3Upload): Promise<void> {
  await client.ask({ method: 'DELETE', key, query: { uploadId }, expects: [204, 200, 404] }, statusOf);
}

/** Length of the object, bytes; undefined where there is none. */
function lengthOf(client: S3Client, key: string): Promise<number | undefined> {
  return client.ask({ method: 'HEAD', key, expects: [200, 404] }, async ({ status, headers }) =>
    status === 200 ? Number(headers['content-length']) : undefined,
  );
}

function begin(client: S3Client, key: string): Promise<string> {
  return client.ask({ method: 'POST', key, query: { uploads: '' }, expects: [200] }, async (answer) => {
    const uploadId = textOf(await documentOf(answer, 'InitiateMultipartUploadResult'), 'UploadId');
    if (!uploadId) throw new BrokenAnswer('It began an upload without an id.');
    return uploadId;
  });
}

/** One after the other: of a file as much is in memory as one part has. */
async function putParts(
  client: S3Client,
  upload: S3Upload,
  file: FileHandle,
  { sizeBytes, partBytes }: FileToPut,
): Promise<string[]> {
  const tags: string[] = [];
  for (let start = 0; start < sizeBytes; start += partBytes) {
    const body = await readPart(file, start, Math.min(partBytes, sizeBytes - start));
    const query = { partNumber: String(tags.length + 1), uploadId: upload.uploadId };
    const asked = { method: 'PUT', key: upload.key, query, body, expects: [200] } as const;
    tags.push(await client.ask(asked, tagOf));
  }
  return tags;
}

async function tagOf({ headers, body }: S3Answer): Promise<string> {
  await body.dump();
  const tag = headers['etag'];
  if (typeof tag === 'string' && /^[\x21-\x7e]{1,200}$/.test(tag)) return tag;
  throw new BrokenAnswer('It took a part without naming it.');
}

/** @returns false where the store did not complete it, or no longer has it: an earlier try may have completed it */
async function complete(
  client: S3Client,
  { key, uploadId }: S3Upload,
  tags: readonly string[],
  condition: Condition,
): Promise<boolean> {
  const parts = tags.map(
    (tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escaped(tag)}</ETag></Part>`,
  );
  const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`);
  const ask = (headers: Condition, expects: readonly number[]): Promise<number> =>
    client.ask({ method: 'POST', key, query: { uploadId }, headers, body, expects }, async (answer) => {
      // A success may turn into an error while it is answered.
      if (answer.status === stored) await documentOf(answer, 'CompleteMultipartUploadResult');
      else await answer.body.dump();
      return answer.status;
    });
  const status = await ask(condition, [stored, thereAlready, conditionUnknown, conflict, gone]);
  return (status === conditionUnknown ? await ask(always, [stored, gone]) : status) === stored;
}

/** @throws BrokenAnswer where the answer is anything else */
export async function documentOf({ body }: S3Answer, name: string): Promise<XmlNode> {
  const root = readXml(await body.text());
  if (root?.name === name) return root;
  throw new BrokenAnswer(`It answered something else than ${name}.`);
}

export async function statusOf({ status, body }: S3Answer): Promise<number> {
  await body.dump();
  return status;
}

async function readPart(file: FileHandle, start: number, sizeBytes: number): Promise<Buffer> {
  const part = Buffer.allocUnsafe(sizeBytes);
  for (let at = 0; at < sizeBytes;) {
    const { bytesRead } = await file.read(part, at, sizeBytes - at, start + at);
    if (bytesRead === 0) throw new Error('A file that arrived became shorter.');
    at += bytesRead;
  }
  return part;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

import { isSha256 } from '../../../../shared/model/sha256.ts';
import { isTenantId } from '../../auth/clients.ts';
import type { KeptBytes } from '../blobs.ts';
import { textOf, type XmlNode } from './read-xml.ts';
import type { S3Client } from './s3-client.ts';
import { documentOf, type S3Upload } from './s3-upload.ts';

const guid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Key of the bytes of a record. */
export function objectKey(prefix: string, sha256: string, blobId: string): string {
  return `${prefix}${sha256}/${blobId}`;
}

/** Everything below the prefix that has a name of ours; other things there are somebody else's. */
export async function* listObjects(client: S3Client, prefix: string): AsyncGenerator<KeptBytes> {
  for await (const found of contentsOf(client, prefix)) {
    const name = nameOf(keyOf(found), prefix);
    const storedAt = Date.parse(textOf(found, 'LastModified') ?? '');
    if (name && Number.isFinite(storedAt)) yield { ...name, storedAt };
  }
}

/** Whether files of any tenant are among the first `most` things below the prefix of all of them. */
export async function holdsObjects(client: S3Client, prefix: string, most: number): Promise<boolean> {
  let seen = 0;
  for await (const found of contentsOf(client, prefix)) {
    const key = keyOf(found);
    const [tenantId = ''] = key.slice(prefix.length).split('/', 1);
    if (isTenantId(tenantId) && nameOf(key, `${prefix}${tenantId}/`)) return true;
    seen += 1;
    if (seen === most) return false;
  }
  return false;
}

async function* contentsOf(client: S3Client, prefix: string): AsyncGenerator<XmlNode> {
  let token: string | undefined;
  do {
    const query: Record<string, string> = { 'list-type': '2', 'encoding-type': 'url', prefix };
    if (token !== undefined) query['continuation-token'] = token;
    const page = await client.ask({ method: 'GET', query, expects: [200] }, (answer) =>
      documentOf(answer, 'ListBucketResult'),
    );
    yield* page.children.filter(({ name }) => name === 'Contents');
    token = textOf(page, 'IsTruncated') === 'true' ? textOf(page, 'NextContinuationToken') : undefined;
  } while (token !== undefined);
}

/** Uploads in parts below the prefix that were begun before that time and are neither completed nor dropped. */
export async function listUploads(client: S3Client, prefix: string, begunBefore: number): Promise<S3Upload[]> {
  const found: S3Upload[] = [];
  let after: Readonly<Record<string, string>> | undefined = {};
  while (after) {
    const query: Readonly<Record<string, string>> = { uploads: '', 'encoding-type': 'url', prefix, ...after };
    // Some stores cannot list them; they drop old ones by a rule of the bucket.
    const page: XmlNode | undefined = await client.ask({ method: 'GET', query, expects: [200, 501] }, (answer) =>
      answer.status === 501
        ? answer.body.dump().then(() => undefined)
        : documentOf(answer, 'ListMultipartUploadsResult'),
    );
    if (!page) return [];
    for (const upload of page.children.filter(({ name }) => name === 'Upload')) {
      const [key, uploadId] = [keyOf(upload), textOf(upload, 'UploadId') ?? ''];
      const isOld = Date.parse(textOf(upload, 'Initiated') ?? '') < begunBefore;
      if (isOld && uploadId !== '' && nameOf(key, prefix)) found.push({ key, uploadId });
    }
    after = textOf(page, 'IsTruncated') === 'true' ? nextUploads(page) : undefined;
  }
  return found;
}

function nextUploads(page: XmlNode): Readonly<Record<string, string>> | undefined {
  const [keyMarker, idMarker] = [textOf(page, 'NextKeyMarker'), textOf(page, 'NextUploadIdMarker')];
  if (!keyMarker) return undefined;
  return { 'key-marker': decoded(keyMarker), ...(idMarker ? { 'upload-id-marker': idMarker } : {}) };
}

function keyOf(found: XmlNode): string {
  return decoded(textOf(found, 'Key') ?? '');
}

function decoded(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    // Not encoded after all, so none of our names.
    return '';
  }
}

function nameOf(key: string, prefix: string): Pick<KeptBytes, 'sha256' | 'blobId'> | undefined {
  if (!key.startsWith(prefix)) return undefined;
  const [sha256 = '', blobId = '', ...more] = key.slice(prefix.length).split('/');
  return isSha256(sha256) && guid.test(blobId) && more.length === 0 ? { sha256, blobId } : undefined;
}

import { AppError } from '../../../../shared/errors/app-error.ts';

/** Where bytes are kept in an S3-compatible store. */
export interface S3Address {
  /** Without a slash at the end. */
  readonly endpoint: string;
  readonly bucket: string;
  /** What the keys of objects begin with: empty, or with a slash at the end. */
  readonly prefix: string;
  readonly region: string;
}

const defaultRegion = 'us-east-1';

/** Letters that are the same in a path, in a signature and in XML: what is in front of our own names needs no encoding. */
const plainPrefix = /^[A-Za-z0-9._-]+(\/[A-Za-z0-9._-]+)*$/;
const bucketName = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;

/**
 * Reads `s3://bucket/prefix?endpoint=https://…&region=…`. Without an endpoint it is Amazon's of the region.
 * @throws AppError `file-store-address-invalid`, which names no part of the address that may be a secret
 */
export function readS3Address(text: string): S3Address {
  const url = URL.parse(text);
  if (!url || url.protocol !== 's3:') throw invalid('It begins with s3://, followed by the name of a bucket.');
  if (url.username !== '' || url.password !== '') {
    throw invalid('Key and secret do not belong in it: they come from the environment.');
  }
  for (const name of url.searchParams.keys()) {
    if (name !== 'endpoint' && name !== 'region') throw invalid('It may name an endpoint and a region, nothing else.');
  }
  if (!bucketName.test(url.hostname)) throw invalid('The name of the bucket is none that S3 allows.');
  const prefix = url.pathname.replace(/^\/|\/$/g, '');
  if (prefix !== '' && !isPlain(prefix))
    throw invalid('The prefix has letters, digits, dots, dashes and slashes only.');
  const region = url.searchParams.get('region') ?? defaultRegion;
  if (!/^[a-z0-9-]{1,40}$/.test(region)) throw invalid('The region is none.');
  const endpoint = readEndpoint(url.searchParams.get('endpoint') ?? `https://s3.${region}.amazonaws.com`);
  return { endpoint, bucket: url.hostname, prefix: prefix === '' ? '' : `${prefix}/`, region };
}

/** Dots alone would be taken out of a path on the way. */
function isPlain(prefix: string): boolean {
  return plainPrefix.test(prefix) && !prefix.split('/').some((part) => /^\.+$/.test(part));
}

function readEndpoint(text: string): string {
  const url = URL.parse(text);
  const isPlainOrigin = url && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '';
  if (!isPlainOrigin || url.username !== '' || url.password !== '') {
    throw invalid('The endpoint is an http:// or https:// address without a user name, password or query.');
  }
  return url.origin + url.pathname.replace(/\/+$/, '');
}

function invalid(detail: string): AppError {
  return new AppError('file-store-address-invalid', { detail });
}

import type { OperationShape } from '../../../shared/api/operation.ts';

/** The path of an operation as the router reads it: `/api/v:version/Files/:licenseCode`. */
export function routePath({ path, lastParamOptional }: OperationShape): string {
  return path.replace(/\{(\w+)\}/g, ':$1') + (lastParamOptional ? '?' : '');
}

/** Older callers encode the slashes inside `productdata%2f{gln}%2f{code}` (wire format, section 3). */
export function withPlainSlashes(url: string): string {
  return url.replace(/^(\/api\/v[^/?]*\/productdata)%2f([^/?]*?)%2f/i, '$1/$2/');
}

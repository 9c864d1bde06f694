import { contract, operationIds } from '../../../shared/api/contract.ts';
import type { OperationShape } from '../../../shared/api/operation.ts';

/** The path of an operation as the router reads it: `/api/v:version/Files/:licenseCode`. */
export function routePath({ path, lastParamOptional }: OperationShape): string {
  return path.replace(/\{(\w+)\}/g, ':$1') + (lastParamOptional ? '?' : '');
}

/** Older callers encode the slashes inside `productdata%2f{gln}%2f{code}` (wire format, section 3). */
export function withPlainSlashes(url: string): string {
  return url.replace(/^(\/api\/v[^/?]*\/productdata)%2f([^/?]*?)%2f/i, '$1/$2/');
}

/** The operation that a path which cannot be decoded was meant for, as far as its first word tells. */
export function operationMeant(method: string, url: string): OperationShape | undefined {
  const word = wordOf(url);
  return operationIds
    .map((id): OperationShape => contract[id])
    .find((shape) => shape.method === method && wordOf(shape.path) === word);
}

function wordOf(path: string): string | undefined {
  return path.split(/[/?]/)[3]?.toLowerCase();
}

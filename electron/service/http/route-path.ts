import { contract, operationIds } from '../../../shared/api/contract.ts';
import type { OperationShape } from '../../../shared/api/operation.ts';

/**
 * The paths of an operation as the router reads them: `/api/v:version/Files/:licenseCode`. An empty value at the end of a
 * path is gone with the slash before it, and one that may be left out does not come at all; whoever reads the values says
 * what is missing.
 */
export function routePaths({ path, lastParamOptional }: OperationShape): readonly string[] {
  const whole = path.replace(/\{(\w+)\}/g, ':$1');
  const shorter = withoutLastValue(whole);
  return [...new Set([whole, shorter, lastParamOptional ? withoutLastValue(shorter) : shorter])];
}

function withoutLastValue(path: string): string {
  return path.replace(/\/:\w+$/, '');
}

/** A request may name the whole address (RFC 9112, 3.2.2); of the server it is for, the header `Host` tells. */
export function withoutServer(url: string): string {
  return url.replace(/^https?:\/\/[^/?#]*/i, '');
}

/** Older callers encode the slashes inside `productdata%2f{gln}%2f{code}` (wire format, section 3). */
export function withPlainSlashes(url: string): string {
  return url.replace(/^(\/api\/v[^/?]*\/productdata)%2f([^/?]*?)%2f/i, '$1/$2/');
}

/**
 * The URL with the words of its path in the letter case they are registered in; values keep theirs. The router can do
 * the same, but lower-cases the values too while it looks for them, and loses its place in those that get longer (`İ`).
 */
export function withKnownWords(method: string | undefined, url: string): string {
  const end = url.search(/[?#]/);
  const path = end < 0 ? url : url.slice(0, end);
  const rest = end < 0 ? '' : url.slice(end);
  const segments = path.split('/');
  // Outside of the interface no path has values.
  if (segments[1]?.toLowerCase() !== 'api') return path.toLowerCase() + rest;
  const found = operationsByWord.get(segments[3]?.toLowerCase() ?? '')?.find(({ shape, words }) => {
    const fits = words.every(([index, word]) => segments[index]?.toLowerCase() === word.toLowerCase());
    return fits && shape.method === methodMeant(method);
  });
  if (!found) return url;
  for (const [index, word] of found.words) segments[index] = word;
  return segments.join('/').replace(/^\/api\/V/, '/api/v') + rest;
}

/** `HEAD` asks what `GET` would be answered with. */
function methodMeant(method: string | undefined): string | undefined {
  return method === 'HEAD' ? 'GET' : method;
}

/** The operation that a path which cannot be decoded was meant for, as far as its first word tells. */
export function operationMeant(method: string, url: string): OperationShape | undefined {
  const word = url.split(/[/?]/)[3]?.toLowerCase();
  return operationsByWord.get(word ?? '')?.find(({ shape }) => shape.method === methodMeant(method))?.shape;
}

/** The words in the paths of operations, in lower case: whatever else stands there is a value. */
export const operationWords: ReadonlySet<string> = new Set(
  operationIds.flatMap((id) => wordsOf(contract[id]).map(([, word]) => word.toLowerCase())),
);

function wordsOf({ path }: OperationShape): (readonly [number, string])[] {
  return [...path.split('/').entries()].filter(([, word]) => word !== '' && !word.includes('{'));
}

interface KnownOperation {
  readonly shape: OperationShape;
  /** Position and spelling of each segment that is not a value; the version's segment begins with one. */
  readonly words: readonly (readonly [number, string])[];
}

const operationsByWord: ReadonlyMap<string, readonly KnownOperation[]> = Map.groupBy(
  operationIds.map((id): KnownOperation => {
    const shape: OperationShape = contract[id];
    return { shape, words: wordsOf(shape) };
  }),
  ({ shape }) => shape.path.split('/')[3]?.toLowerCase() ?? '',
);

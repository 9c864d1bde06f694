import type { ByteRange } from '../blobs/blobs.ts';

/** The whole content, a part of it, or a part that it does not have (416). */
export type RangeChoice =
  | { readonly kind: 'whole' }
  | { readonly kind: 'part'; readonly range: ByteRange }
  | { readonly kind: 'unsatisfiable' };

/** What a request says of the bytes it wants, as its headers say it. */
export interface RangeRequest {
  readonly range: string | undefined;
  readonly ifRange: string | undefined;
}

/**
 * Which bytes a download sends (RFC 9110 section 14). Several ranges, other units and what cannot be read count as no
 * range, as the RFC allows.
 * @param entityTag ETag of the content with its quotes; a differing `If-Range` means the whole content
 */
export function chooseRange({ range, ifRange }: RangeRequest, sizeBytes: number, entityTag: string): RangeChoice {
  if (range === undefined || (ifRange !== undefined && ifRange.trim() !== entityTag)) return { kind: 'whole' };
  const match = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i.exec(range);
  const [, first = '', last = ''] = match ?? [];
  if (!match || (first === '' && last === '')) return { kind: 'whole' };
  if (first === '') {
    const length = Math.min(Number(last), sizeBytes);
    return length === 0 ? { kind: 'unsatisfiable' } : part(sizeBytes - length, sizeBytes - 1);
  }
  const start = Number(first);
  const end = last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  if (last !== '' && Number(last) < start) return { kind: 'whole' };
  return start >= sizeBytes ? { kind: 'unsatisfiable' } : part(start, end);
}

/** What a request says of ranges; the names of its headers are in lower case. */
export function rangeRequestOf({ method, headers }: AskingRequest): RangeRequest {
  const first = (name: string): string | undefined => {
    const given = headers[name];
    return Array.isArray(given) ? given[0] : given;
  };
  // Other methods have no ranges, HEAD neither: whoever asks by it learns the length of the whole (RFC 9110, 14.2).
  return method === 'GET' ? { range: first('range'), ifRange: first('if-range') } : noRange;
}

const noRange: RangeRequest = { range: undefined, ifRange: undefined };

interface AskingRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** The first byte of the range that is asked for; 0 where it depends on the size, or where there is no range. */
export function firstByteOf({ range }: RangeRequest): number {
  const [, first = '', last = ''] = /^bytes=\s*(\d{1,15})-(\d{0,15})\s*$/i.exec(range ?? '') ?? [];
  return first === '' || (last !== '' && Number(last) < Number(first)) ? 0 : Number(first);
}

function part(start: number, end: number): RangeChoice {
  return { kind: 'part', range: { start, end } };
}

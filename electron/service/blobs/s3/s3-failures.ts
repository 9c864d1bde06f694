import { AppError } from '../../../../shared/errors/app-error.ts';
import { readXml, textOf } from './read-xml.ts';

/** An answer of the store that is not what was asked for. */
export interface S3Refusal {
  readonly status: number;
  /** The store's own word for it, such as `SlowDown`; empty where it gave none. */
  readonly code: string;
}

/** Statuses that pass by themselves: too much, too late, or a failure inside. 409: somebody else is writing the same. */
const passing: ReadonlySet<number> = new Set([408, 409, 425, 429, 500, 502, 503, 504]);
/** The same, told by word only: with 400, or inside an answer that began as a success. */
const passingCodes: ReadonlySet<string> = new Set([
  'RequestTimeout',
  'SlowDown',
  'InternalError',
  'ServiceUnavailable',
]);

/** Reads what the store says of a refusal. */
export function readRefusal(status: number, text: string): S3Refusal {
  const root = readXml(text);
  const code = root?.name === 'Error' ? textOf(root, 'Code') : undefined;
  // What it says comes into logs: nothing but a word of the kind that stores use.
  return { status, code: code && /^[A-Za-z0-9.]{1,60}$/.test(code) ? code : '' };
}

/** Whether the same request may be answered a moment later. */
export function passes({ status, code }: S3Refusal): boolean {
  return passing.has(status) || passingCodes.has(code);
}

/** As the service's own failure: what a store refuses for good has to be mended by whoever runs the service. */
export function refusedForGood(refusal: S3Refusal): AppError {
  return new AppError('file-store-refused', { detail: `It answered ${worded(refusal)}.${adviceFor(refusal.code)}` });
}

/** What 404 means of an object: it is missing, or its whole bucket is. @throws AppError `file-store-refused` */
export function asMissing(text: string): undefined {
  const refusal = readRefusal(404, text);
  if (refusal.code === 'NoSuchBucket') throw refusedForGood(refusal);
}

/** After the last try. */
export function stillAway(tries: number, last: unknown): AppError {
  const cause = last instanceof Error ? last : new Error(`It answered ${worded(last as S3Refusal)}.`);
  return new AppError('file-store-away', { cause, detail: `It was asked ${tries} times.` });
}

function worded({ status, code }: S3Refusal): string {
  return code === '' ? String(status) : `${status} ${code}`;
}

function adviceFor(code: string): string {
  switch (code) {
    case 'SignatureDoesNotMatch':
      return ' The secret is wrong.';
    case 'InvalidAccessKeyId':
      return ' It does not know the key.';
    case 'AccessDenied':
      return ' The key has not the rights it needs: list, read, write and delete below the prefix.';
    case 'NoSuchBucket':
      return ' There is no such bucket.';
    case 'RequestTimeTooSkewed':
      return ' The clock of this computer is wrong.';
    case 'AuthorizationHeaderMalformed':
      return ' The region is probably wrong: name it in the address, as region=….';
    default:
      return '';
  }
}

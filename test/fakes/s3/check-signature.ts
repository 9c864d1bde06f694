import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** With what a double is asked. */
export interface DoubleKeys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
}

/** How far the clocks may be apart, milliseconds. */
const allowedSkewMs = 15 * 60_000;
const required = ['host', 'x-amz-date', 'x-amz-content-sha256'];

/**
 * Checks the signature (AWS Signature Version 4) of a request and the hash of its body, with nothing of the code under
 * test.
 * @returns the store's word for what is wrong, or undefined
 */
export function checkSignature(request: IncomingMessage, body: Buffer, keys: DoubleKeys): string | undefined {
  const given =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    );
  if (!given) return 'AccessDenied';
  const [, keyId, day = '', region, signedNames = '', signature = ''] = given;
  if (keyId !== keys.accessKeyId) return 'InvalidAccessKeyId';
  if (region !== keys.region) return 'AuthorizationHeaderMalformed';
  const names = signedNames.split(';');
  if (required.some((name) => !names.includes(name))) return 'AccessDenied';
  // Every other header of Amazon's own has to be signed as well, and so has the condition of a put.
  const unsigned = Object.keys(request.headers).filter((name) => /^x-amz-|^if-none-match$/.test(name));
  if (unsigned.some((name) => !names.includes(name))) return 'AccessDenied';
  const date = String(request.headers['x-amz-date']);
  const sentAt = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (!date.startsWith(day) || !(Math.abs(Date.now() - sentAt) < allowedSkewMs)) return 'RequestTimeTooSkewed';
  const bodyHash = String(request.headers['x-amz-content-sha256']);
  const text = [
    'AWS4-HMAC-SHA256',
    date,
    `${day}/${region}/s3/aws4_request`,
    sha256(canonical(request, names, bodyHash)),
  ];
  const dayKey = hmac(hmac(hmac(hmac(`AWS4${keys.secretAccessKey}`, day), keys.region), 's3'), 'aws4_request');
  const expected = hmac(dayKey, text.join('\n'));
  if (!timingSafeEqual(expected, Buffer.from(signature, 'hex'))) return 'SignatureDoesNotMatch';
  return bodyHash === sha256(body) ? undefined : 'XAmzContentSHA256Mismatch';
}

function canonical(
  { method = '', url = '', headers }: IncomingMessage,
  names: readonly string[],
  bodyHash: string,
): string {
  const [path = '', search = ''] = url.split('?');
  const values = [...new URLSearchParams(search)]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort((a, b) => (a < b ? -1 : 1));
  const lines = names.map((name) => `${name}:${String(headers[name]).trim().replace(/\s+/g, ' ')}\n`);
  return [method, path, values.join('&'), lines.join(''), names.join(';'), bodyHash].join('\n');
}

function encoded(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

import fc from 'fast-check';
import { hostileText } from './hostile-values.ts';

/** Bytes that are no HTTP request, or one that HTTP forbids. The address is put in for `{host}`. */
export const brokenRequests: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    'GET\r\n\r\n',
    '\r\n\r\n\r\n',
    'GET / HTTP/9.9\r\n\r\n',
    'GET / HTTP/1.1\r\n\r\n',
    'BREW /api/v1/Data HTTP/1.1\r\nHost: {host}\r\n\r\n',
    'GET //api/v1/Data HTTP/1.1\r\nHost: {host}\r\n\r\n',
    'GET http://evil.example/api/v1/Data HTTP/1.1\r\nHost: {host}\r\n\r\n',
    'GET * HTTP/1.1\r\nHost: {host}\r\n\r\n',
    'OPTIONS * HTTP/1.1\r\nHost: {host}\r\n\r\n',
    'CONNECT evil.example:443 HTTP/1.1\r\nHost: {host}\r\n\r\n',
    'GET /api/v1/Data HTTP/1.1\r\nHost: evil.example\r\n\r\n',
    'GET /api/v1/Data HTTP/1.1\r\nHost: {host}\r\nHost: evil.example\r\n\r\n',
    'GET /api/v1/Data HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
    'POST /api/v1/BIMReady HTTP/1.1\r\nHost: {host}\r\nContent-Length: -1\r\n\r\n',
    'POST /api/v1/BIMReady HTTP/1.1\r\nHost: {host}\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\n{}}}',
    'POST /api/v1/BIMReady HTTP/1.1\r\nHost: {host}\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    'POST /api/v1/BIMReady HTTP/1.1\r\nHost: {host}\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n',
    `GET /${'a'.repeat(70_000)} HTTP/1.1\r\nHost: {host}\r\n\r\n`,
    `GET / HTTP/1.1\r\nHost: {host}\r\n${'X: y\r\n'.repeat(3_000)}\r\n`,
  ),
  hostileText.map((text) => `GET /${text} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n`),
  hostileText.map((text) => `GET /api/v1/Data HTTP/1.1\r\nHost: {host}\r\nX: ${text}\r\nConnection: close\r\n\r\n`),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 100 }).map((text) => `${text}\r\n\r\n`),
);

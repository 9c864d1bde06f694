import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { CheckName, DiagnosisRecord, Finding } from '../../../shared/rpc/diagnosis.ts';

/** What a check found. */
export const found = ({ checks }: DiagnosisRecord, name: CheckName): Finding | undefined =>
  checks.find(({ check }) => check === name)?.finding;

/** A server that ends with the test; its address. */
export async function listen(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A service with a token endpoint, and what it answers to the cheap call. */
export function serving(answer: RequestListener, token: RequestListener = giveToken): RequestListener {
  return (request, response) => {
    if (request.url === '/oauth/token') return token(request, response);
    return request.method === 'POST' ? answer(request, response) : response.end('hello');
  };
}
export const fine: RequestListener = (_, response) => response.end('[]');

export const giveToken: RequestListener = (_, response) =>
  response.end(JSON.stringify({ access_token: 'abcdef', token_type: 'Bearer', expires_in: 3600 }));

import { once } from 'node:events';
import {
  createServer,
  request as send,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

/** One request that came by. */
export interface PassedRequest {
  readonly url: string;
  /** Of the service; `undefined` where it was answered here. */
  readonly status: number | undefined;
  /** Of the answer. */
  readonly headers: IncomingHttpHeaders;
}

/** What stands between a computer and a service, for one test. */
export interface Front {
  readonly address: string;
  readonly passed: PassedRequest[];
  /** Answers, from the request on that comes after `letThrough` others, in the place of the service. */
  answerInstead(answer: ((response: ServerResponse) => void) | undefined, letThrough?: number): void;
  /** Has answers say something else than the service does. */
  rewrite(change: (url: string, text: string) => string): void;
}

/** @param hiddenHeaders of answers, by their lower-case names: what the service says in them stays unsaid */
export async function frontOf(target: string, hiddenHeaders: readonly string[] = []): Promise<Front> {
  const { hostname, port, host } = new URL(target);
  const passed: PassedRequest[] = [];
  let instead: ((response: ServerResponse) => void) | undefined;
  let left = 0;
  let rewritten: ((url: string, text: string) => string) | undefined;
  const forward = (incoming: IncomingMessage, response: ServerResponse): void => {
    const { method, url = '/', headers } = incoming;
    const outgoing = send({ hostname, port, method, path: url, headers: { ...headers, host } }, (answer) => {
      passed.push({ url, status: answer.statusCode, headers: { ...answer.headers } });
      for (const name of hiddenHeaders) delete answer.headers[name];
      if (rewritten) return void answerWith(answer, response, (said) => rewritten?.(url, said) ?? said);
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    outgoing.on('error', () => response.destroy());
    incoming.pipe(outgoing);
  };
  const server = createServer((incoming, response) => {
    if (!instead || left-- > 0) return forward(incoming, response);
    passed.push({ url: incoming.url ?? '/', status: undefined, headers: {} });
    incoming.resume();
    instead(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    passed,
    answerInstead(answer, letThrough = 0) {
      instead = answer;
      left = letThrough;
    },
    rewrite(change) {
      rewritten = change;
    },
  };
}

async function answerWith(
  answer: IncomingMessage,
  response: ServerResponse,
  change: (said: string) => string,
): Promise<void> {
  const said = change(await text(answer));
  const { 'content-length': _, 'transfer-encoding': _coding, ...headers } = answer.headers;
  response.writeHead(answer.statusCode ?? 502, headers).end(said);
}

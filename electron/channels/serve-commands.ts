import { lstatSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { RPCHandler } from '@orpc/server/fetch';
import type { Log } from '../engine/ports.ts';
import { keepPrivate, openPrivateFolder } from '../privacy/private-files.ts';
import { commandAddressOf, isPipe, readMessage } from './command-address.ts';
import type { CommandRouter } from './command-router.ts';

/** How long what was asked before may take once the engine is to end. */
const lastAnswersWithinMs = 3_000;

/**
 * Carries out what commands ask while an engine runs and nobody else can open its state: on a socket of the file
 * system for this user alone, or on a pipe, which Windows lets nobody else write to. No page and no other computer
 * reaches either. That it cannot be opened stops nothing: only commands then get no answer.
 * @param stateDir folder of the state database, which the caller holds
 */
export async function serveCommands(
  router: CommandRouter,
  stateDir: string,
  log: Log,
): Promise<{ readonly close: () => Promise<void> }> {
  const address = commandAddressOf(stateDir);
  const handler = new RPCHandler(router);
  const underWay = new Set<Promise<unknown>>();
  const server = createServer((asked, response) => {
    readQuestion(asked, response)
      .then((question) => question && track(underWay, answer(handler, question, response)))
      // Whoever sends what nobody can read ends their own connection.
      .catch(() => response.destroy());
  });
  // A connection that cannot be accepted (too many open files) is that command's loss.
  server.on('error', () => undefined);
  let isOurs = (): boolean => false;
  try {
    if (isPipe(address)) await listen(server, address);
    else isOurs = await listenPrivately(server, address);
  } catch (cause) {
    log('warn', 'commands-not-answered', { error: cause });
  }
  return {
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      const giveUp = new AbortController();
      const patience = setTimeout(lastAnswersWithinMs, undefined, giveUp).catch(() => undefined);
      await Promise.race([Promise.allSettled(underWay), patience]);
      giveUp.abort();
      server.closeAllConnections();
      await closed;
      // The system knows it by the name under which it came into being.
      if (isOurs()) await rm(address, { force: true });
    },
  };
}

/** What is asked, once it is there; `undefined` where it was refused. */
async function readQuestion(asked: IncomingMessage, response: ServerResponse): Promise<Request | undefined> {
  const { method, url = '', headers } = asked;
  if (method !== 'POST') {
    response.writeHead(405, closing).end();
    return undefined;
  }
  return new Request(new URL(url, 'http://engine'), {
    method,
    headers: { 'Content-Type': headers['content-type'] ?? '' },
    body: new Uint8Array(await readMessage(asked)),
  });
}

async function answer(
  handler: RPCHandler<Record<never, never>>,
  question: Request,
  response: ServerResponse,
): Promise<void> {
  const { response: answered } = await handler.handle(question, { context: {} });
  const body = answered ? Buffer.from(await answered.arrayBuffer()) : '';
  const headers = answered ? Object.fromEntries(answered.headers) : {};
  // Whoever asked did not wait for it.
  if (response.destroyed) return;
  await new Promise<void>((resolve) => {
    response.once('close', resolve);
    response.writeHead(answered?.status ?? 404, { ...headers, ...closing }).end(body);
  });
}

/** One call, one connection: a command that ends leaves nothing open. */
const closing = { Connection: 'close' } as const;

async function track(underWay: Set<Promise<unknown>>, work: Promise<unknown>): Promise<void> {
  underWay.add(work);
  try {
    await work;
  } finally {
    underWay.delete(work);
  }
}

/**
 * A socket is made with the rights that the umask leaves it, and only then can they be taken from it: it comes into being
 * in a folder that nobody else gets into, and gets its name afterwards. What stands there under that name is what a killed
 * engine left: this one holds the state, so nobody listens there any more.
 * @returns whether it is still the one there: where the state's folder was removed, another engine may have begun in a new one
 */
async function listenPrivately(server: Server, address: string): Promise<() => boolean> {
  const nursery = await mkdtemp(join(dirname(address), '.s-'));
  try {
    openPrivateFolder(nursery, () => true);
    const born = join(nursery, 's');
    await listen(server, born);
    keepPrivate(born);
    const { ino } = lstatSync(born, { bigint: true });
    await rename(born, address);
    return () => lstatSync(address, { bigint: true, throwIfNoEntry: false })?.ino === ino;
  } finally {
    await rm(nursery, { recursive: true, force: true });
  }
}

function listen(server: Server, address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(address, () => resolve());
  });
}

import { lstatSync } from 'node:fs';
import { request as ask } from 'node:http';
import { connect } from 'node:net';
import { createORPCClient, ORPCError } from '@orpc/client';
import { RPCLink } from '@orpc/client/fetch';
import { AppError } from '../../shared/errors/app-error.ts';
import { toStateError } from '../../shared/errors/state-error.ts';
import type { EngineCalls } from '../../shared/rpc/command-contract.ts';
import { commandAddressOf, isPipe, readMessage } from './command-address.ts';
import { withAppErrors } from './wire-error.ts';

/** How long an engine may take before whoever asked is told that it does. */
const silentAfterMs = 5_000;

/**
 * The calls of the engine that runs with a state folder; they reject with its `AppError`, or with `engine-gone` when it
 * ended before it answered. It is waited for without end: who started something long wants to know what came of it.
 * @param onSilence called once for each call that is not answered yet after five seconds
 * @returns `undefined` when none runs
 * @throws AppError `library-in-use` when one runs that cannot be asked, `state-out-of-reach`
 */
export async function connectToRunning(
  stateDir: string,
  onSilence: () => void = () => undefined,
): Promise<EngineCalls | undefined> {
  const address = commandAddressOf(stateDir);
  if (!(await isAnswered(address))) return undefined;
  const link = new RPCLink({ url: 'http://engine', fetch: (request) => askAt(address, request) });
  return createORPCClient<EngineCalls>(
    withAppErrors({
      call: async (path, input, options) => {
        const silence = setTimeout(onSilence, silentAfterMs);
        try {
          return await link.call(path, input, options);
        } catch (thrown) {
          throw refusalOf(thrown);
        } finally {
          clearTimeout(silence);
        }
      },
    }),
  );
}

/** What the engine does not even try: calls it does not know, and questions it cannot read. */
function refusalOf(thrown: unknown): unknown {
  if (!(thrown instanceof ORPCError)) return thrown;
  if (thrown.code === 'NOT_FOUND')
    return new AppError('library-in-use', { detail: 'It is of another version, which cannot do this.' });
  return thrown.code === 'BAD_REQUEST' ? new AppError('invalid-request', { detail: thrown.message }) : thrown;
}

/** Whether an engine of this user listens; a socket that a killed one left does not answer. */
function isAnswered(address: string): Promise<boolean> {
  if (!isPipe(address) && !isOurs(address)) return Promise.resolve(false);
  return new Promise((resolve, reject) => {
    const socket = connect(address);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', (cause: NodeJS.ErrnoException) => {
      if (cause.code === 'ENOENT' || cause.code === 'ECONNREFUSED') resolve(false);
      else reject(new AppError('library-in-use', { cause, detail: 'The app that runs cannot be asked.' }));
    });
  });
}

/**
 * Somebody else may have put a socket where ours would be when its folder is one for all.
 * @throws AppError `state-out-of-reach` where the folder cannot be looked into
 */
function isOurs(address: string): boolean {
  try {
    return lstatSync(address, { throwIfNoEntry: false })?.uid === process.getuid?.();
  } catch (error) {
    throw toStateError(error, address);
  }
}

async function askAt(address: string, request: Request): Promise<Response> {
  const body = Buffer.from(await request.arrayBuffer());
  return new Promise((resolve, reject) => {
    const gone = (cause: unknown): void => reject(new AppError('engine-gone', { cause }));
    const asking = ask({
      socketPath: address,
      path: new URL(request.url).pathname,
      method: 'POST',
      headers: { 'Content-Type': request.headers.get('content-type') ?? '', 'Content-Length': body.length },
    });
    asking.once('error', gone);
    asking.once('response', (answer) => {
      readMessage(answer).then(
        (text) =>
          resolve(
            new Response(new Uint8Array(text), {
              status: answer.statusCode ?? 500,
              headers: { 'Content-Type': answer.headers['content-type'] ?? '' },
            }),
          ),
        gone,
      );
    });
    asking.end(body);
  });
}

import { createHash } from 'node:crypto';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { AppError, toAppError, type ErrorRecord } from '../../shared/errors/app-error.ts';
import { errorRecord } from '../../shared/rpc/error-record.ts';
import { statusQuestion, type StatusQuestion } from '../../shared/rpc/status-answer.ts';
import type { StatusReader } from '../engine/explain/status-reader.ts';
import type { Log } from '../engine/ports.ts';
import { keepPrivate, openPrivateFolder } from '../privacy/private-files.ts';

/** A socket of the file system has a name of at most about a hundred bytes. */
const longestSocketName = 100;
const longestTextBytes = 64 << 20;

/**
 * Answers questions about a state folder while its engine runs and nobody else can read the state database: on a pipe
 * or a socket of the file system, which no page and no other computer reaches. Nothing can be changed through it.
 * That it cannot be opened stops nothing: only the command line then gets no answer.
 * @param stateDir folder of the state database, which the caller holds
 */
export async function serveStatus(
  reader: StatusReader,
  stateDir: string,
  log: Log,
): Promise<{ readonly close: () => Promise<void> }> {
  const address = statusAddressOf(stateDir);
  const server = createServer((asked, response) => {
    void readText(asked)
      .then((text) => answerTo(reader, text))
      .catch((error: unknown) => ({ error: toAppError(error).toRecord() }))
      .then((answer) => response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer)));
  });
  try {
    await (isPipe(address) ? listen(server, address) : listenPrivately(server, address));
  } catch (cause) {
    log('warn', 'Questions of the command line cannot be answered', { cause: String(cause) });
  }
  return {
    async close() {
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      // The system knows it by the name under which it came into being.
      if (!isPipe(address)) await rm(address, { force: true });
    },
  };
}

/**
 * A socket is made with the rights that the umask leaves it, and only then can they be taken from it: it comes into being
 * in a folder that nobody else gets into, and gets its name afterwards. What stands there under that name is what a killed
 * engine left: this one holds the state, so nobody listens there any more.
 */
async function listenPrivately(server: Server, address: string): Promise<void> {
  const nursery = await mkdtemp(join(dirname(address), '.s-'));
  try {
    openPrivateFolder(nursery, () => true);
    const born = join(nursery, 's');
    await listen(server, born);
    keepPrivate(born);
    await rename(born, address);
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

/**
 * Asks the engine that runs with a state folder.
 * @returns what it answers, to be read by a schema; `undefined` when none listens
 * @throws AppError what the engine answers with
 */
export async function askStatus(stateDir: string, question: StatusQuestion): Promise<unknown> {
  const text = await new Promise<string | undefined>((resolve, reject) => {
    const asking = request({ socketPath: statusAddressOf(stateDir), method: 'POST' }, (response) => {
      readText(response).then(resolve, reject);
    });
    asking.once('error', (cause: NodeJS.ErrnoException) => {
      if (cause.code === 'ENOENT' || cause.code === 'ECONNREFUSED') resolve(undefined);
      else reject(new AppError('library-in-use', { cause, detail: 'The app that runs cannot be asked.' }));
    });
    asking.end(JSON.stringify(question));
  });
  if (text === undefined) return undefined;
  const answer: unknown = JSON.parse(text);
  const failure = errorIn(answer);
  if (failure) throw new AppError(failure.code, failure.detail === undefined ? {} : { detail: failure.detail });
  return answer;
}

async function answerTo(reader: StatusReader, text: string): Promise<unknown> {
  const question = statusQuestion.safeParse(JSON.parse(text));
  if (!question.success) throw new AppError('invalid-request');
  return question.data.ask === 'overview' ? reader.overview() : reader.explain(question.data.paths);
}

function errorIn(answer: unknown): ErrorRecord | undefined {
  if (typeof answer !== 'object' || answer === null || !('error' in answer)) return undefined;
  return errorRecord.parse(answer.error);
}

async function readText(from: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of from) {
    sizeBytes += chunk.length;
    if (sizeBytes > longestTextBytes) throw new AppError('invalid-request');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function statusAddressOf(folder: string): string {
  const stateDir = resolve(folder);
  const name = `cadsync-${createHash('sha256').update(stateDir).digest('hex').slice(0, 24)}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`;
  const inState = join(stateDir, 'status.sock');
  return Buffer.byteLength(inState) <= longestSocketName ? inState : join(tmpdir(), `${name}.sock`);
}

function isPipe(address: string): boolean {
  return address.startsWith('\\\\.\\pipe\\');
}

import multipart from '@fastify/multipart';
import type { InjectOptions, LightMyRequestResponse as InjectedAnswer } from 'fastify';
import { AppError } from '../../shared/errors/app-error.ts';
import { createAccessTokens } from './auth/access-tokens.ts';
import type { ClientCredentials } from './auth/read-client-credentials.ts';
import { registerTokenEndpoint } from './auth/register-token-endpoint.ts';
import { createSlowDown } from './auth/slow-down.ts';
import { createBlobShelf, type BlobShelf } from './blobs/blob-shelf.ts';
import type { Blobs } from './blobs/blobs.ts';
import { createHandlers } from './handlers/create-handlers.ts';
import { createServer } from './http/create-server.ts';
import { formLimits } from './http/form-limits.ts';
import { registerRateLimits, type RateLimits } from './http/rate-limits.ts';
import { registerOperations } from './http/register-operations.ts';
import { registerOpenDocuments } from './http/register-open-documents.ts';
import { registerReferencePage } from './http/register-reference-page.ts';
import type { ServiceProblem } from './http/send-problem.ts';
import type { Store } from './store/store.ts';
import { createTurns } from './take-turns.ts';

/** What a service works with; store and blobs are opened and closed by the caller. */
export interface ServiceOptions {
  readonly store: Store;
  readonly blobs: Blobs;
  readonly credentials: ClientCredentials;
  readonly licenseCodes: readonly string[];
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** Largest file accepted, bytes; 2 GiB where nothing is said. */
  readonly maxFileBytes?: number;
  /** How long a request may send nothing of its body, milliseconds; a minute where nothing is said. */
  readonly uploadIdleMs?: number;
  /** Told of every failure of the service's own, without secrets in it. */
  readonly onProblem?: (problem: ServiceProblem) => void;
  /** No limit where nothing is said. */
  readonly rateLimits?: RateLimits;
  /** Folder of the package `swagger-ui-dist`; without it there is no page at `/reference`. */
  readonly referenceAssetsDir?: string;
  /** Time between two answers to failed log-ins, milliseconds. */
  readonly failedLoginGapMs?: number;
}

/** The service of the interface description, in this process. */
export interface EmbeddedService {
  /** Serves on the loopback address; port 0 takes a free one. Answers the address, `http://127.0.0.1:port`. */
  listen(port: number): Promise<string>;
  /** Removes bytes that nothing has referred to for 24 hours, and answers how many. */
  readonly collectUnused: BlobShelf['collectUnused'];
  /** Sends a request without a network; for tests. */
  readonly inject: (options: InjectOptions) => Promise<InjectedAnswer>;
  /** Ends open connections and stops serving; store and blobs stay open, they are the caller's. */
  close(): Promise<void>;
}

const twoGiB = 2 * 1024 ** 3;
const defaultUploadIdleMs = 60_000;
const collectEveryMs = 3_600_000;
/** Not right at the start, when callers want to be served; but also where the service never runs for an hour. */
const firstCollectMs = 60_000;

/** Creates the service on the given store and blobs. Its `listen` throws `port-in-use. */
export async function createService(options: ServiceOptions): Promise<EmbeddedService> {
  const { store, blobs, credentials, licenseCodes, now = Date.now, onProblem = () => undefined } = options;
  const shelf = createBlobShelf({ blobs, records: store.blobs, now });
  const tokens = createAccessTokens(now);
  const slowDown = createSlowDown({ gapMs: options.failedLoginGapMs ?? 250, longestMs: 5_000 });
  const server = createServer({ licenseCodes, onProblem });
  await server.register(multipart, {
    // Names are cut where they are decoded; an encoded word may hold a slash.
    preservePath: true,
    limits: formLimits,
  });
  if (options.rateLimits) registerRateLimits(server, options.rateLimits, now);
  const { uploadIdleMs = defaultUploadIdleMs } = options;
  registerTokenEndpoint(server, { credentials, tokens, slowDown, idleMs: uploadIdleMs });
  registerOpenDocuments(server);
  if (options.referenceAssetsDir !== undefined) registerReferencePage(server, options.referenceAssetsDir);
  registerOperations(server, {
    settled: () => store.settled(),
    handlers: createHandlers({ store, blobs, shelf, now, credentials }),
    tokens,
    licenseCodes,
    blobs,
    maxFileBytes: options.maxFileBytes ?? twoGiB,
    uploadIdleMs,
    onProblem,
  });
  await server.ready();
  const collector = collectNowAndThen(shelf, onProblem);

  return {
    listen: (port) =>
      server.listen({ port, host: '127.0.0.1' }).catch((cause: unknown) => {
        const detail = `Port ${port} of this machine cannot be served on.`;
        throw new AppError('port-in-use', { cause, detail });
      }),
    collectUnused: () => shelf.collectUnused(),
    inject: (options) => server.inject(options),
    async close() {
      slowDown.close();
      await server.close();
      await collector.close();
    },
  };
}

function collectNowAndThen(shelf: BlobShelf, onProblem: (problem: ServiceProblem) => void) {
  let running = Promise.resolve();
  let closing = false;
  const collect = (): void => {
    running = shelf.collectUnused(createTurns(() => closing)).then(
      () => undefined,
      (cause: unknown) => {
        if (!closing) onProblem({ instance: 'removing unused bytes', cause });
      },
    );
  };
  const first = setTimeout(collect, firstCollectMs).unref();
  const further = setInterval(collect, collectEveryMs).unref();
  return {
    /** Breaks off a collection that is under way and waits for it: it needs the store. */
    async close() {
      closing = true;
      clearTimeout(first);
      clearInterval(further);
      await running;
    },
  };
}

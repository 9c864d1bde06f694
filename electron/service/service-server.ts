import multipart from '@fastify/multipart';
import type { InjectOptions, LightMyRequestResponse as InjectedAnswer } from 'fastify';
import { AppError } from '../../shared/errors/app-error.ts';
import type { AuditTrail } from './audit/audit-trail.ts';
import { createAccessTokens, type AccessTokens } from './auth/access-tokens.ts';
import type { Clients } from './auth/clients.ts';
import { createIdentifyClient } from './auth/identify-client.ts';
import { registerTokenEndpoint } from './auth/register-token-endpoint.ts';
import { createSlowDown } from './auth/slow-down.ts';
import { createServer } from './http/create-server.ts';
import { refuseForeignOrigin } from './http/guard-origin.ts';
import { formLimits } from './http/form-limits.ts';
import { registerRateLimits, type RateLimits } from './http/rate-limits.ts';
import { createRequestCounts, type RequestCounts } from './http/request-counts.ts';
import { registerOperations } from './http/register-operations.ts';
import { registerOpenDocuments } from './http/register-open-documents.ts';
import { registerOperatorDoors, type OperatorDoors } from './http/register-operator-doors.ts';
import { registerReferencePage } from './http/register-reference-page.ts';
import type { ServiceProblem } from './http/send-problem.ts';
import { countUnderWay, type UnderWay } from './http/under-way.ts';
import type { TenantOf } from './served-tenant.ts';

/** What the interface is served with, whoever answers it. */
export interface ServiceServerOptions {
  readonly clients: Clients;
  /** Whose data a request is about, and what answers it. */
  readonly tenantOf: TenantOf;
  /** Tokens that this process alone knows where nothing is said. */
  readonly tokens?: AccessTokens;
  /** Counts of this process alone where nothing is said. */
  readonly requestCounts?: RequestCounts;
  /** Nothing is noted where nothing is said. */
  readonly audit?: AuditTrail;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** Largest file accepted, bytes; 2 GiB where nothing is said. */
  readonly maxFileBytes?: number;
  /** How long a request may send nothing of its body, milliseconds; a minute where nothing is said. */
  readonly uploadIdleMs?: number;
  /** How long a caller may take nothing of its answer, milliseconds; five minutes where nothing is said. */
  readonly answerIdleMs?: number;
  /** Told of every failure of the service's own, without secrets in it. */
  readonly onProblem?: (problem: ServiceProblem) => void;
  /** No limit where nothing is said. */
  readonly rateLimits?: RateLimits;
  /** Folder of the package `swagger-ui-dist`; without it `/reference` tells where the description is. */
  readonly referenceAssetsDir?: string;
  /** Names under which a balancer in front is reached, in lower case; none where nothing is said. */
  readonly balancerHosts?: readonly string[];
  /** Closed where nothing is said. */
  readonly operatorDoors?: OperatorDoors;
  /** Time between two answers to failed log-ins, milliseconds. */
  readonly failedLoginGapMs?: number;
}

/** The 30 operations and the token endpoint over HTTP. */
export interface ServiceServer {
  /**
   * Serves on the loopback address, or on another one of this computer where it is told; port 0 takes a free one.
   * Answers the address, `http://127.0.0.1:port`.
   */
  listen(port: number, host?: string): Promise<string>;
  /** Sends a request without a network; for tests. */
  readonly inject: (options: InjectOptions) => Promise<InjectedAnswer>;
  /** Lets what is under way come to its end; `close` then ends the rest. */
  readonly drain: UnderWay['drain'];
  /** Ends open connections and stops serving. */
  close(): Promise<void>;
}

const twoGiB = 2 * 1024 ** 3;
const defaultUploadIdleMs = 60_000;
const defaultAnswerIdleMs = 300_000;

/** Makes the server of the interface. Its `listen` throws `port-in-use`. */
export async function createServiceServer(options: ServiceServerOptions): Promise<ServiceServer> {
  const { clients, now = Date.now, onProblem = () => undefined, uploadIdleMs = defaultUploadIdleMs } = options;
  const tokens = options.tokens ?? createAccessTokens();
  const identify = createIdentifyClient(tokens, clients);
  const slowDown = createSlowDown({ gapMs: options.failedLoginGapMs ?? 250, longestMs: 5_000 });
  const { balancerHosts = [], answerIdleMs = defaultAnswerIdleMs } = options;
  const server = createServer({ onProblem, balancerHosts, answerIdleMs });
  const underWay = countUnderWay(server);
  if (options.operatorDoors) registerOperatorDoors(server, options.operatorDoors, underWay);
  // Behind those who count: what is refused was asked, too.
  server.addHook('onRequest', async (request) => refuseForeignOrigin(request, balancerHosts));
  await server.register(multipart, {
    // Names are cut where they are decoded; an encoded word may hold a slash.
    preservePath: true,
    limits: formLimits,
  });
  const counts = options.requestCounts ?? createRequestCounts();
  if (options.rateLimits) registerRateLimits(server, options.rateLimits, { counts, identify, now });
  registerTokenEndpoint(server, { clients, tokens, slowDown, idleMs: uploadIdleMs });
  registerOpenDocuments(server);
  registerReferencePage(server, options.referenceAssetsDir);
  registerOperations(server, {
    identify,
    hideLicenses: (path) => clients.hideLicenses(path),
    tenantOf: options.tenantOf,
    audit: options.audit,
    now,
    maxFileBytes: options.maxFileBytes ?? twoGiB,
    uploadIdleMs,
    onProblem,
  });
  await server.ready();
  return {
    listen: (port, host = '127.0.0.1') =>
      server.listen({ port, host }).catch((cause: unknown) => {
        const detail = `Port ${port} of this machine cannot be served on${host === '127.0.0.1' ? '' : ` at ${host}`}.`;
        throw new AppError('port-in-use', { cause, detail });
      }),
    inject: (request) => server.inject(request),
    drain: (told) => underWay.drain(told),
    async close() {
      slowDown.close();
      await server.close();
    },
  };
}

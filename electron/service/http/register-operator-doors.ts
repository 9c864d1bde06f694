import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { UnderWay } from './under-way.ts';

/** A request that was answered, without anything of what it was about. */
export interface AnsweredRequest {
  /** Id of the operation, `token`, or `other`. */
  readonly operation: string;
  /** Of the answer; 499 where the caller was gone before it was whole. */
  readonly status: number;
  readonly seconds: number;
  /** As they crossed the connection. */
  readonly receivedBytes: number;
  readonly sentBytes: number;
}

/** Figures of a process for whoever runs it. They hold no secrets, no names of files and nothing of a path. */
export interface ServiceMetrics {
  begun(): void;
  answered(request: AnsweredRequest): void;
  /** All figures as a text. */
  read(): Promise<{ readonly text: string; readonly contentType: string }>;
}

/** What whoever runs a service can ask it. */
export interface OperatorDoors {
  /** Whether what the service works with answers; a failure says no. Asked often, so it has to be cheap. */
  isReady(): Promise<boolean>;
  readonly metrics: ServiceMetrics;
}

/** What would have been answered is not known, or did not arrive: counted as proxies count it. */
const brokenOff = 499;

/** How long readiness is waited for, milliseconds: a balancer asks again every few seconds. */
const readyWithinMs = 2_000;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What requests of a route are counted as. */
    readonly countedAs?: string;
  }
}

/**
 * Serves `/health/live`, `/health/ready` and `/metrics` to neighbours: what came through a balancer finds nothing there.
 */
export function registerOperatorDoors(server: FastifyInstance, doors: OperatorDoors, underWay: UnderWay): void {
  countAnswers(server, doors.metrics);
  server.get('/health/live', (request, reply) => {
    if (cameThrough(request)) return reply.callNotFound();
    return reply.header('cache-control', 'no-store').send({ status: 'live' });
  });
  server.get('/health/ready', async (request, reply) => {
    if (cameThrough(request)) return reply.callNotFound();
    const status = underWay.isDraining() ? 'ending' : (await answersInTime(doors)) ? 'ready' : 'not ready';
    return reply
      .code(status === 'ready' ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status });
  });
  server.get('/metrics', async (request, reply): Promise<FastifyReply> => {
    if (cameThrough(request)) {
      reply.callNotFound();
      return reply;
    }
    const { text, contentType } = await doors.metrics.read();
    return reply.type(contentType).header('cache-control', 'no-store').send(text);
  });
}

function cameThrough({ headers }: FastifyRequest): boolean {
  return Object.keys(headers).some((name) => name === 'forwarded' || name.startsWith('x-forwarded-'));
}

async function answersInTime(doors: OperatorDoors): Promise<boolean> {
  const waited = new AbortController();
  const late = wait(readyWithinMs, false, { signal: waited.signal }).catch(() => false);
  try {
    return await Promise.race([doors.isReady(), late]);
  } catch {
    return false;
  } finally {
    waited.abort();
  }
}

function countAnswers(server: FastifyInstance, metrics: ServiceMetrics): void {
  server.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    const startedMs = performance.now();
    const [receivedBefore, sentBefore] = [socket.bytesRead, socket.bytesWritten];
    metrics.begun();
    // Not when the answer was sent: one that broke off was begun, too.
    reply.raw.once('close', () => {
      metrics.answered({
        operation: request.routeOptions.config.countedAs ?? 'other',
        status: reply.raw.writableEnded ? reply.raw.statusCode : brokenOff,
        seconds: (performance.now() - startedMs) / 1_000,
        receivedBytes: Math.max(0, socket.bytesRead - receivedBefore),
        sentBytes: Math.max(0, socket.bytesWritten - sentBefore),
      });
    });
    done();
  });
}

import type { FastifyInstance, FastifyReply } from 'fastify';
import { AppError } from '../../../shared/errors/app-error.ts';

/** How many requests are answered, as the operator of the real service limits its callers. */
export interface RateLimits {
  readonly perMinute: number;
  readonly perDay: number;
}

/** A stretch of time in which so many requests are answered. */
interface Window {
  readonly limit: number;
  readonly lengthMs: number;
  used: number;
  endsAt: number;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/**
 * Limits the operations under `/api` and tells callers where they stand in `X-RateLimit-*` headers. A request too many
 * is a 429 with `Retry-After`, and counts for nothing.
 */
export function registerRateLimits(server: FastifyInstance, limits: RateLimits, now: () => number): void {
  const windows: readonly Window[] = [
    { limit: limits.perMinute, lengthMs: minuteMs, used: 0, endsAt: 0 },
    { limit: limits.perDay, lengthMs: dayMs, used: 0, endsAt: 0 },
  ];
  server.addHook('onRequest', async (request, reply) => {
    if (!/^\/api\//i.test(request.url)) return;
    const time = now();
    for (const window of windows) startAnew(window, time);
    const full = windows.filter(({ used, limit }) => used >= limit).sort((a, b) => b.endsAt - a.endsAt)[0];
    if (!full) for (const window of windows) window.used += 1;
    const [tightest = full] = windows.toSorted((a, b) => a.limit - a.used - (b.limit - b.used));
    tellStanding(reply, full ?? tightest);
    if (!full) return;
    const retryAfterSeconds = Math.max(1, Math.ceil((full.endsAt - time) / 1_000));
    void reply.header('retry-after', retryAfterSeconds);
    throw new AppError('too-many-requests', {
      detail: `The next request is answered in ${retryAfterSeconds} seconds.`,
    });
  });
}

function startAnew(window: Window, time: number): void {
  if (time < window.endsAt) return;
  window.used = 0;
  window.endsAt = time + window.lengthMs;
}

function tellStanding(reply: FastifyReply, window: Window | undefined): void {
  if (!window) return;
  void reply.headers({
    'x-ratelimit-limit': window.limit,
    'x-ratelimit-remaining': Math.max(0, window.limit - window.used),
    // Unix time, rounded up: a caller that waits for it never comes too early.
    'x-ratelimit-reset': Math.ceil(window.endsAt / 1_000),
  });
}

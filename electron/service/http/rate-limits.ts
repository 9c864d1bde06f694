import type { FastifyInstance, FastifyReply } from 'fastify';
import { AppError } from '../../../shared/errors/app-error.ts';
import { bearerTokenOf, type IdentifyClient } from '../auth/identify-client.ts';
import type { RateWindow, RequestCounts, WindowStanding } from './request-counts.ts';

/** How many requests are answered, as the operator of the real service limits its callers. */
export interface RateLimits {
  readonly perMinute: number;
  readonly perDay: number;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

interface LimitingParts {
  readonly counts: RequestCounts;
  readonly identify: IdentifyClient;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * Limits the operations under `/api`, each client by itself and all without a token together, and tells callers where
 * they stand in `X-RateLimit-*` headers. A request too many is a 429 with `Retry-After`, and counts for nothing; so does
 * one whose token is not known, which is refused.
 */
export function registerRateLimits(server: FastifyInstance, limits: RateLimits, parts: LimitingParts): void {
  const windows: readonly RateWindow[] = [
    { limit: limits.perMinute, lengthMs: minuteMs },
    { limit: limits.perDay, lengthMs: dayMs },
  ];
  server.addHook('onRequest', async (request, reply) => {
    // The path of the route that was found: the one that was sent may have been encoded (`/%61pi/`).
    if (!/^\/api\//i.test(request.routeOptions.url ?? request.url)) return;
    const time = parts.now();
    const client = await parts.identify(request);
    // It is told to sign in, and nothing else is done for it: strangers could use up what a lapsed token is answered from.
    if (!client && bearerTokenOf(request) !== '') return;
    const { granted, standings } = await parts.counts.count(client?.clientId ?? '', windows, time);
    const full = standings.filter(({ used, limit }) => used >= limit).toSorted((a, b) => b.endsAt - a.endsAt)[0];
    const [tightest] = standings.toSorted((a, b) => a.limit - a.used - (b.limit - b.used));
    tellStanding(reply, granted ? tightest : full);
    if (granted || !full) return;
    const retryAfterSeconds = Math.max(1, Math.ceil((full.endsAt - time) / 1_000));
    throw new AppError('too-many-requests', {
      retryAfterMs: retryAfterSeconds * 1_000,
      detail: `The next request is answered in ${retryAfterSeconds} seconds.`,
    });
  });
}

function tellStanding(reply: FastifyReply, window: WindowStanding | undefined): void {
  if (!window) return;
  void reply.headers({
    'x-ratelimit-limit': window.limit,
    'x-ratelimit-remaining': Math.max(0, window.limit - window.used),
    // Unix time, rounded up: a caller that waits for it never comes too early.
    'x-ratelimit-reset': Math.ceil(window.endsAt / 1_000),
  });
}

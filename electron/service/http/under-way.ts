import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** How a service ends without breaking anything off. */
export interface DrainOptions {
  /** How long it says that it is not ready before it takes no more connections, milliseconds: a balancer asks now and then. */
  readonly noticeMs: number;
  /** How long what is under way is waited for after that, milliseconds. */
  readonly longestMs: number;
}

/** The requests that are being answered. */
export interface UnderWay {
  /** Whether the service is about to end. */
  isDraining(): boolean;
  /**
   * Says that the service is not ready, then takes no more connections, and resolves once everything is answered or the
   * time is over. Whoever calls it closes the server then.
   */
  drain(options: DrainOptions): Promise<void>;
}

/** Knows the requests of a server from now on. */
export function countUnderWay(server: FastifyInstance): UnderWay {
  const replies = new Set<FastifyReply>();
  let draining = false;
  let tellEmpty: () => void = () => undefined;
  // The next request of this caller goes to another process.
  const endConnection = (reply: FastifyReply): void => {
    if (!reply.raw.headersSent) void reply.header('connection', 'close');
  };

  server.addHook('onRequest', (_request, reply, done) => {
    replies.add(reply);
    // Also where the caller has gone, or the answer broke off.
    reply.raw.once('close', () => {
      replies.delete(reply);
      if (replies.size === 0) tellEmpty();
    });
    if (draining) endConnection(reply);
    done();
  });

  return {
    isDraining: () => draining,
    async drain({ noticeMs, longestMs }) {
      draining = true;
      for (const reply of replies) endConnection(reply);
      await wait(noticeMs);
      const empty = new Promise<void>((resolve) => (tellEmpty = resolve));
      server.server.close();
      if (replies.size === 0) return;
      const timeIsOver = new AbortController();
      await Promise.race([empty, wait(longestMs, undefined, { signal: timeIsOver.signal })]);
      timeIsOver.abort();
    },
  };
}

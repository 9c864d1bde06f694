import { Socket } from 'node:net';
import type { buildConnector } from 'undici';
import connectorOf from 'undici/lib/core/connect.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import type { Adapter } from './adapter.ts';
import type { Attempt, Timeouts } from './attempt.ts';
import { directAdapter } from './direct-adapter.ts';
import { proxiedAdapter, proxiedAgents, type ProxiedAgents } from './proxied-adapter.ts';
import type { Route } from './route.ts';
import { socksAgents } from './socks-agents.ts';

/** Connections to services, kept open between requests. */
export interface Connections {
  /** What sends one request this way, to be answered within `answerMs` once it is sent. */
  adapterFor(route: Route, attempt: Attempt, answerMs: number): Adapter;
  /** Lets go of those that lie idle at once, and of each other one when its request has ended. */
  retire(): Promise<void>;
  close(): void;
}

interface ConnectionLimits {
  readonly timeouts: Timeouts;
  /** Connections to one address at the same time. */
  readonly maxSockets: number;
  /** How long a connection may lie idle and be used again; with 0 each request has one of its own. */
  readonly idleSocketMs: number;
}

/** Makes connections as they are needed. */
export function openConnections({ timeouts, maxSockets, idleSocketMs }: ConnectionLimits): Connections {
  const connector = connectorWith(timeouts.connectMs);
  const pipelining = idleSocketMs === 0 ? 0 : 1;
  const agent = new Agent({
    connections: maxSockets,
    connect: connector.connect,
    allowH2: false,
    pipelining,
    ...(idleSocketMs > 0 && { keepAliveTimeout: idleSocketMs, keepAliveMaxTimeout: idleSocketMs }),
    // The attempt has the limits of every phase but connecting.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const socks = socksAgents({ maxSockets, pipelining, connectMs: timeouts.connectMs });
  let agents: ProxiedAgents | undefined;
  return {
    adapterFor(route, attempt, answerMs) {
      if (route === 'direct') return directAdapter(agent, attempt, answerMs);
      if (route.protocol === 'socks5:') return directAdapter(socks.to(route), attempt, answerMs);
      agents ??= proxiedAgents({ maxSockets, timeout: idleSocketMs });
      return proxiedAdapter(agents, route, attempt, { ...timeouts, answerMs });
    },
    async retire() {
      for (const { freeSockets } of agents ? [agents.httpAgent, agents.httpsAgent] : []) {
        for (const socket of Object.values(freeSockets).flatMap((sockets) => sockets ?? [])) socket.destroy();
      }
      await Promise.all([agent.close(), socks.retire()]);
    },
    close() {
      void agent.destroy();
      socks.close();
      connector.close();
      agents?.httpAgent.destroy();
      agents?.httpsAgent.destroy();
    },
  };
}

/** Connects as undici does, and lets go of what is still connecting on close: undici ends only what is connected. */
function connectorWith(timeout: number): { readonly connect: buildConnector.connector; close(): void } {
  const build = connectorOf({ timeout, allowH2: false });
  const connecting = new Set<Socket>();
  return {
    connect(options, callback) {
      const socket: unknown = build(options, (...outcome) => {
        if (socket instanceof Socket) connecting.delete(socket);
        callback(...outcome);
      });
      if (socket instanceof Socket) connecting.add(socket);
    },
    close: () => connecting.forEach((socket) => socket.destroy()),
  };
}

import type { Dispatcher } from 'undici';
import Socks5ProxyAgent from 'undici/lib/dispatcher/socks5-proxy-agent.js';
import type { Proxy } from './route.ts';

/** Connections by way of SOCKS 5 proxies, which look names up themselves. */
interface SocksAgents {
  to(proxy: Proxy): Pick<Dispatcher, 'dispatch'>;
  /** Ends each when its requests have ended. */
  retire(): Promise<void>;
  close(): void;
}

interface SocksLimits {
  /** Connections to one address at the same time. */
  readonly maxSockets: number;
  /** Requests on a connection before the first of them is answered; with 0 each has a connection of its own. */
  readonly pipelining: 0 | 1;
  readonly connectMs: number;
}

/** Makes agents as they are needed, one for each proxy. */
export function socksAgents({ maxSockets, pipelining, connectMs }: SocksLimits): SocksAgents {
  const agents = new Map<string, Socks5ProxyAgent>();

  function agentOf({ host, port, auth }: Proxy): Socks5ProxyAgent {
    const key = JSON.stringify([host, port, auth]);
    const known = agents.get(key);
    if (known) return known;
    const made = new Socks5ProxyAgent(`socks5://${host}:${port}`, { connectTimeout: connectMs, ...auth });
    agents.set(key, made);
    return made;
  }

  return {
    to: (proxy) => ({
      dispatch(options, handler) {
        // The attempt has the limits of every phase but connecting.
        const ours = { connections: maxSockets, pipelining, headersTimeout: 0, bodyTimeout: 0 };
        return agentOf(proxy).dispatch({ ...options, ...ours }, handler);
      },
    }),
    async retire() {
      await Promise.all([...agents.values()].map((agent) => agent.close()));
    },
    close() {
      for (const agent of agents.values()) void agent.destroy();
    },
  };
}

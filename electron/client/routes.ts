import { AppError } from '../../shared/errors/app-error.ts';
import { isLoopback } from '../../shared/model/service-address.ts';
import type { Clock } from './clock.ts';
import { environmentProxy, hasProxy } from './environment-proxy.ts';
import { nameOfProxy, routesFrom, type Proxy, type Route } from './route.ts';

/** What this computer knows of its proxies. Proxies are named as `nameOfProxy` does. */
export interface ProxyPort {
  /** The ways to an origin, as a PAC file answers (`PROXY a:8080; DIRECT`). Asked where the environment names no proxy. */
  resolve(origin: string): Promise<string>;
  /** Who a person says they are to a proxy. */
  signInFor(proxy: string): Promise<{ readonly username: string; readonly password: string } | undefined>;
  /** A proxy lets nothing through before it knows who asks. */
  noteAsked(proxy: string): void;
}

/** The ways to addresses: directly, or by way of a proxy. */
export interface Routes {
  /**
   * The ways in the order in which they are to be tried; one at least.
   * @throws AppError `service-unreachable` where the system names none that can be gone
   */
  to(url: string): Promise<readonly Route[]>;
  /** Nobody was there: for a while the others are tried first. */
  noteDead(route: Route): void;
  noteAsked(proxy: Proxy): void;
  /** The network may be another one. */
  startOver(): void;
}

const deadMs = 300_000;
/** The system is asked again after this time: it may be on another network, with other proxies. */
const knownMs = 60_000;

const noneUsable =
  'The system names only proxies of a kind that cannot be used (SOCKS 4). Name one as http://, https:// or socks5:// in HTTPS_PROXY.';

/** Makes routes. The environment wins; this computer itself is always asked directly, as a proxy would see the secrets. */
export function createRoutes(clock: Pick<Clock, 'steadyMs'>, proxies: ProxyPort | undefined): Routes {
  const known = new Map<string, { readonly routes: readonly Route[]; readonly untilMs: number }>();
  const deadUntil = new Map<string, number>();

  const isDead = (route: Route): boolean => (deadUntil.get(keyOf(route)) ?? 0) > clock.steadyMs();

  async function fromSystem(origin: string): Promise<readonly Route[]> {
    const before = known.get(origin);
    if (before && clock.steadyMs() < before.untilMs) return before.routes;
    const routes = routesFrom((await proxies?.resolve(origin)) ?? '');
    known.set(origin, { routes, untilMs: clock.steadyMs() + knownMs });
    return routes;
  }

  async function signedIn(route: Route): Promise<Route> {
    if (route === 'direct' || route.auth) return route;
    const auth = await proxies?.signInFor(nameOfProxy(route));
    return auth ? { ...route, auth } : route;
  }

  return {
    async to(url) {
      if (isLoopback(url)) return ['direct'];
      const routes = hasProxy() ? [environmentProxy(url)] : await fromSystem(new URL(url).origin);
      if (routes.length === 0) throw new AppError('service-unreachable', { detail: noneUsable });
      // A stable sort: among those that are as good the order stays as it was named.
      return Promise.all(routes.toSorted((a, b) => Number(isDead(a)) - Number(isDead(b))).map(signedIn));
    },
    noteDead: (route) => void deadUntil.set(keyOf(route), clock.steadyMs() + deadMs),
    noteAsked: (proxy) => proxies?.noteAsked(nameOfProxy(proxy)),
    startOver() {
      known.clear();
      deadUntil.clear();
    },
  };
}

function keyOf(route: Route): string {
  return route === 'direct' ? route : nameOfProxy(route);
}

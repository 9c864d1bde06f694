import { formatRoute, parseRoute, type Route } from './route.ts';

/** Follows the address of the page. */
export interface Router {
  readonly route: Route;
  readonly go: (route: Route) => void;
  /** As `go`, without a step that "back" would return to: for a selection that moves with the arrow keys. */
  readonly shift: (route: Route) => void;
  readonly close: () => void;
}

export function createRouter(page: Window): Router {
  let route = $state.raw(parseRoute(page.location.hash));
  const onHashChange = () => (route = parseRoute(page.location.hash));
  page.addEventListener('hashchange', onHashChange);
  return {
    get route() {
      return route;
    },
    go(next) {
      route = next;
      page.location.hash = formatRoute(next);
    },
    shift(next) {
      route = next;
      page.history.replaceState(null, '', formatRoute(next));
    },
    close: () => page.removeEventListener('hashchange', onHashChange),
  };
}

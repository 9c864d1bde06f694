import { formatRoute, parseRoute, routeBack, type LibraryRoute, type Route } from './route.ts';

/** Follows the address of the page. */
export interface Router {
  readonly route: Route;
  /** The list in which the file that is shown was found, for the way back. */
  readonly listOf: (fileId: string) => Route;
  /** The library as it was shown last, with its filter, and without details of a file. */
  readonly libraryAsShown: () => Route;
  readonly go: (route: Route) => void;
  /** As `go`, without a step that "back" would return to: for a selection that moves with the arrow keys. */
  readonly shift: (route: Route) => void;
  /** Marks where the window is. The answer tells later whether it is still there: who went elsewhere is not led away. */
  readonly markPlace: () => () => boolean;
  readonly close: () => void;
}

export function createRouter(page: Window): Router {
  let route = $state.raw(parseRoute(page.location.hash));
  let list: Route | undefined;
  let library: LibraryRoute = { view: 'library' };
  const follow = (next: Route): void => {
    if (route.view === 'library') library = route;
    // A file in large is not where it was found.
    if (route.view !== 'versions' && route.view !== 'look') list = route;
    route = next;
  };
  const onHashChange = () => follow(parseRoute(page.location.hash));
  page.addEventListener('hashchange', onHashChange);
  return {
    get route() {
      return route;
    },
    listOf: (fileId) => routeBack(list, fileId),
    libraryAsShown: () => ({ ...(route.view === 'library' ? route : library), fileId: undefined }),
    go(next) {
      follow(next);
      page.location.hash = formatRoute(next);
    },
    shift(next) {
      follow(next);
      page.history.replaceState(null, '', formatRoute(next));
    },
    markPlace() {
      const place = formatRoute(route);
      return () => formatRoute(route) === place;
    },
    close: () => page.removeEventListener('hashchange', onHashChange),
  };
}

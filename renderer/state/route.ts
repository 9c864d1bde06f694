import type { FileFilter } from '../../shared/rpc/file-records.ts';

/** Where the window is. It stands in the address after `#`, so that back and forward work. */
export type Route =
  | LibraryRoute
  | { readonly view: 'products'; readonly gtin?: string }
  /** `isBegun`: somebody is about to publish, and only its comment is still to be written. */
  | { readonly view: 'publish'; readonly isBegun?: true }
  | { readonly view: 'versions'; readonly fileId: string }
  | LookRoute
  | {
      readonly view: 'validation';
      readonly part?: 'check';
      /** What was looked up is checked at once. */
      readonly isBegun?: true;
      readonly projectId?: string;
      readonly ticketNumber?: string;
    }
  | { readonly view: 'exports'; readonly filterId?: string }
  | { readonly view: 'activity' }
  | { readonly view: 'settings'; readonly section?: SettingsSection };

export interface LibraryRoute {
  readonly view: 'library';
  readonly libraryId?: string | undefined;
  readonly filter?: FileFilter | undefined;
  readonly fileId?: string | undefined;
}

/** A file, or a version of it; `against` is the version it is compared with. */
export interface LookRoute {
  readonly view: 'look';
  readonly fileId: string;
  readonly version?: string;
  readonly against?: string;
}

export type ViewName = Route['view'];

export const settingsSections = [
  'connection',
  'libraries',
  'productData',
  'appearance',
  'desktop',
  'syncing',
  'copies',
  'addIns',
  'diagnostics',
  'about',
] as const;
export type SettingsSection = (typeof settingsSections)[number];

/** The filters of the library, in the order in which they are offered. */
export const fileFilters: readonly FileFilter[] = ['all', 'drafts', 'needsYou', 'unassigned', 'removedHere'];

/** From a file back to where it was found: to what can be published, to the library as it was, else to the file in it. */
export function routeBack(list: Route | undefined, fileId: string): Route {
  const isThere = list?.view === 'publish' || (list?.view === 'library' && list.fileId === fileId);
  return isThere ? list : { view: 'library', fileId };
}

/** The route as the part of an address behind `#`. */
export function formatRoute(route: Route): string {
  const query = new URLSearchParams();
  if (route.view === 'library') {
    if (route.libraryId) query.set('library', route.libraryId);
    if (route.filter && route.filter !== 'all') query.set('show', route.filter);
    if (route.fileId) query.set('file', route.fileId);
  }
  if (route.view === 'versions') query.set('file', route.fileId);
  if (route.view === 'look') {
    query.set('file', route.fileId);
    if (route.version) query.set('version', route.version);
    if (route.against) query.set('against', route.against);
  }
  if (route.view === 'products' && route.gtin) query.set('gtin', route.gtin);
  if (route.view === 'validation') {
    if (route.part) query.set('part', route.part);
    if (route.isBegun) query.set('begun', '');
    if (route.projectId) query.set('project', route.projectId);
    if (route.ticketNumber) query.set('ticket', route.ticketNumber);
  }
  if (route.view === 'publish' && route.isBegun) query.set('comment', '');
  if (route.view === 'exports' && route.filterId) query.set('filter', route.filterId);
  if (route.view === 'settings' && route.section) query.set('section', route.section);
  return `#/${route.view}${query.size > 0 ? `?${query.toString()}` : ''}`;
}

/** Reads an address; anything that is no route is the library. */
export function parseRoute(hash: string): Route {
  const [view, search] = hash.replace(/^#\/?/, '').split('?');
  const query = new URLSearchParams(search);
  const fileId = query.get('file');
  switch (view) {
    case 'products': {
      const gtin = query.get('gtin');
      return { view, ...(gtin ? { gtin } : {}) };
    }
    case 'versions':
      return fileId ? { view, fileId } : { view: 'library' };
    case 'look': {
      const [version, against] = [query.get('version'), query.get('against')];
      if (!fileId) return { view: 'library' };
      return { view, fileId, ...(version ? { version } : {}), ...(against ? { against } : {}) };
    }
    case 'validation': {
      if (query.get('part') === 'check')
        return { view, part: 'check', ...(query.has('begun') ? { isBegun: true } : {}) };
      const [projectId, ticketNumber] = [query.get('project'), query.get('ticket')];
      return { view, ...(projectId ? { projectId } : {}), ...(projectId && ticketNumber ? { ticketNumber } : {}) };
    }
    case 'exports': {
      const filterId = query.get('filter');
      return { view, ...(filterId ? { filterId } : {}) };
    }
    case 'publish':
      return { view, ...(query.has('comment') ? { isBegun: true } : {}) };
    case 'activity':
      return { view };
    case 'settings': {
      const section = settingsSections.find((name) => name === query.get('section'));
      return { view, ...(section ? { section } : {}) };
    }
    default: {
      const libraryId = query.get('library');
      const filter = fileFilters.find((name) => name === query.get('show'));
      return {
        view: 'library',
        ...(libraryId ? { libraryId } : {}),
        ...(filter ? { filter } : {}),
        ...(fileId ? { fileId } : {}),
      };
    }
  }
}

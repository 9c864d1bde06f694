import type { FileFilter } from '../../shared/rpc/file-records.ts';

/** Where the window is. It stands in the address after `#`, so that back and forward work. */
export type Route =
  | {
      readonly view: 'library';
      readonly libraryId?: string | undefined;
      readonly filter?: FileFilter | undefined;
      readonly fileId?: string | undefined;
    }
  | { readonly view: 'products'; readonly gtin?: string }
  | { readonly view: 'publish' }
  | { readonly view: 'versions'; readonly fileId: string }
  | { readonly view: 'activity' }
  | { readonly view: 'settings'; readonly section?: SettingsSection };

export type ViewName = Route['view'];

export const settingsSections = [
  'connection',
  'libraries',
  'productData',
  'appearance',
  'syncing',
  'copies',
  'diagnostics',
  'about',
] as const;
export type SettingsSection = (typeof settingsSections)[number];

/** The filters of the library, in the order in which they are offered. */
export const fileFilters: readonly FileFilter[] = ['all', 'drafts', 'needsYou', 'unassigned', 'removedHere'];

/** The route as the part of an address behind `#`. */
export function formatRoute(route: Route): string {
  const query = new URLSearchParams();
  if (route.view === 'library') {
    if (route.libraryId) query.set('library', route.libraryId);
    if (route.filter && route.filter !== 'all') query.set('show', route.filter);
    if (route.fileId) query.set('file', route.fileId);
  }
  if (route.view === 'versions') query.set('file', route.fileId);
  if (route.view === 'products' && route.gtin) query.set('gtin', route.gtin);
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
    case 'publish':
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

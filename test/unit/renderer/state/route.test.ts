import { describe, expect, test } from 'vitest';
import { formatRoute, parseRoute, routeBack, type Route } from '../../../../renderer/state/route.ts';

const routes: Route[] = [
  { view: 'library' },
  { view: 'library', libraryId: 'a b/ü', filter: 'needsYou', fileId: 'x#y?z&1' },
  { view: 'products' },
  { view: 'products', gtin: '8712423012349' },
  { view: 'publish' },
  { view: 'versions', fileId: 'file-1' },
  { view: 'look', fileId: 'a/b ü.step' },
  { view: 'look', fileId: 'file-1', version: '2.4', against: '2.0' },
  { view: 'validation' },
  { view: 'validation', part: 'check' },
  { view: 'validation', part: 'check', isBegun: true },
  { view: 'validation', projectId: 'P/7 é', ticketNumber: '1#2' },
  { view: 'exports' },
  { view: 'exports', filterId: '12' },
  { view: 'activity' },
  { view: 'settings', section: 'libraries' },
];

describe('the address of a view', () => {
  test.each(routes)('leads back to it: $view', (route) => {
    expect(parseRoute(formatRoute(route))).toEqual(route);
  });

  test.each(['', '#', '#/', '#/nowhere', '#/versions', '#/look', '#library', 'javascript:alert(1)'])(
    '%j is the library',
    (hash) => {
      expect(parseRoute(hash).view).toBe('library');
    },
  );

  test('a filter and a section that do not exist are left out', () => {
    expect(parseRoute('#/library?show=constructor')).toEqual({ view: 'library' });
    expect(parseRoute('#/settings?section=toString')).toEqual({ view: 'settings' });
  });
});

describe('the way back from a file', () => {
  const library: Route = { view: 'library', libraryId: 'revit', filter: 'drafts', fileId: 'file-1' };

  test('leads to where it was found, as that was', () => {
    expect(routeBack(library, 'file-1')).toEqual(library);
    expect(routeBack({ view: 'publish' }, 'file-1')).toEqual({ view: 'publish' });
  });

  test('leads to the file in the library where it was found elsewhere', () => {
    const inLibrary = { view: 'library', fileId: 'file-2' };
    expect(routeBack(library, 'file-2')).toEqual(inLibrary);
    expect(routeBack({ view: 'activity' }, 'file-2')).toEqual(inLibrary);
    expect(routeBack(undefined, 'file-2')).toEqual(inLibrary);
  });
});

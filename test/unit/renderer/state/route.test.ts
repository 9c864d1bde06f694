import { describe, expect, test } from 'vitest';
import { formatRoute, parseRoute, type Route } from '../../../../renderer/state/route.ts';

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

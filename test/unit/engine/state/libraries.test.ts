import { beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../../electron/engine/ports.ts';
import { createLibraries, type Libraries } from '../../../../electron/engine/state/libraries.ts';
import { createLocalFiles } from '../../../../electron/engine/state/local-files.ts';
import { text } from '../../../../electron/engine/state/row.ts';
import { migrate } from '../../../../electron/engine/state/schema.ts';
import { createLastStops } from '../../../../electron/engine/state/settings-store.ts';
import { createServiceTrees } from '../../../../electron/engine/state/service-trees.ts';
import { insert, raw, sql } from '../../../../electron/engine/state/sql.ts';
import { openSqlite } from '../../../../electron/platform/sqlite.ts';
import type { ContentKeyText } from '../../../../shared/model/content-key.ts';
import type { Sha256 } from '../../../../shared/model/sha256.ts';
import { defaultLibrarySettings } from '../../../../shared/rpc/library-settings.ts';

const keyIn = (version: string) => `Revit/${version}/EC000001/1/MC000001/1/Template` as ContentKeyText;
const sha256 = 'a'.repeat(64) as Sha256;
const item = { version: { major: 1, minor: 0 }, sha256, changedMs: 1, baseFilename: 'pump', fileExtension: 'rfa' };
const stat = { kind: 'file' as const, sizeBytes: 1, modifiedMs: 1, changedMs: 1, inode: '1' };

let database: Database;
let libraries: Libraries;
beforeEach(() => {
  database = openSqlite(':memory:');
  migrate(database);
  libraries = createLibraries(database);
  for (const libraryId of ['pumps', 'valves']) {
    const programs = [{ name: 'Revit', version: '2024' }];
    const defaults = { programs, contentType: 'Template', settings: defaultLibrarySettings };
    libraries.add({ libraryId, name: libraryId, root: `/${libraryId}`, ...defaults });
  }
});

describe('a library that declares other programs', () => {
  it('forgets what the service has of those it declares no more, but not of files that are here', () => {
    const trees = createServiceTrees(database, 'pumps', 'service');
    for (const version of ['2023', '2024', '2025']) trees.noteRemote(keyIn(version), item);
    createLocalFiles(database, 'pumps').noteRead('pump.rfa', stat, { sha256, key: keyIn('2023') }, 1);
    libraries.setPrograms('pumps', [{ name: 'Revit', version: '2025' }]);
    expect(trees.remoteKeys().sort()).toEqual([keyIn('2023'), keyIn('2025')]);
  });
});

describe('settings of a library', () => {
  it('that only another version of the app knows stay when others are saved', () => {
    database.run(sql`UPDATE library SET settings = json_set(settings, '$.ofLater', 'x') WHERE library_id = 'pumps'`);
    libraries.setSettings('pumps', { ...defaultLibrarySettings, direction: 'downOnly' });
    const kept = database.get(sql`SELECT settings FROM library WHERE library_id = 'pumps'`, text('settings'));
    expect(JSON.parse(kept ?? '')).toEqual({ ...defaultLibrarySettings, direction: 'downOnly', ofLater: 'x' });
    expect(libraries.get('pumps')?.settings.direction).toBe('downOnly');
  });
});

describe('a library of which a person says that the folder is it', () => {
  it('is not said to be stopped any more for want of its marker', () => {
    const stops = createLastStops(database);
    for (const id of ['pumps', 'valves']) stops.noteLibrary(id, { code: 'library-unproven' }, 1);
    libraries.setMarker('pumps', 'marker');
    expect([stops.library('pumps'), stops.library('valves')]).toMatchObject([undefined, { sinceMs: 1 }]);
  });
});

describe('a library whose folder is another one now', () => {
  it('is not said to be stopped by what was found in the one before, nor is one that was placed along with it', () => {
    const stops = createLastStops(database);
    for (const id of ['pumps', 'valves', 'fans']) stops.noteLibrary(id, { code: 'library-unproven' }, 1);
    libraries.setRoots([
      { libraryId: 'pumps', root: '/valves', name: 'valves' },
      { libraryId: 'valves', root: '/pumps', name: 'pumps' },
    ]);
    expect(['pumps', 'valves'].map((id) => stops.library(id))).toEqual([undefined, undefined]);
    expect(stops.library('fans')).toBeDefined();
  });
});

describe('a library that is removed', () => {
  it('leaves nothing in any table but what happened, and other libraries as they are', () => {
    const tables = database.all(
      sql`SELECT t.name FROM sqlite_master AS t JOIN pragma_table_info(t.name) AS c
        WHERE t.type = 'table' AND c.name = 'library_id'`,
      text('name'),
    );
    expect(tables.length).toBeGreaterThan(15);
    for (const libraryId of ['pumps', 'valves']) {
      createServiceTrees(database, libraryId, 'service').noteRemote(keyIn('2024'), item);
      createLocalFiles(database, libraryId).noteRead('pump.rfa', stat, { sha256, key: keyIn('2024') }, 1);
      database.run(insert('activity', { at_ms: 1, library_id: libraryId, record: '{}' }));
    }
    const holding = (libraryId: string) =>
      tables.filter((name) => database.has(sql`SELECT 1 FROM ${raw(name)} WHERE library_id = ${libraryId}`)).sort();
    const before = holding('valves');
    libraries.remove('pumps');
    expect(holding('pumps')).toEqual(['activity']);
    expect(holding('valves')).toEqual(before);
  });
});

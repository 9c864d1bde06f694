import {
  cpSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, parse } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLibraryFolders } from '../../../../electron/engine/person/library-folders.ts';
import type { KnownFolders } from '../../../../electron/engine/tree/odd-folder.ts';
import { createLibraries, type Library } from '../../../../electron/engine/state/libraries.ts';
import { migrate } from '../../../../electron/engine/state/schema.ts';
import { createDisk } from '../../../../electron/platform/disk.ts';
import { openSqlite } from '../../../../electron/platform/sqlite.ts';
import { markerPath } from '../../../../shared/model/own-folder.ts';
import { defaultLibrarySettings } from '../../../../shared/rpc/library-settings.ts';

let folder: string;
let library: Library;
let folders: ReturnType<typeof createLibraryFolders>;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'cadsync-folders-')));
  library = {
    libraryId: 'valves',
    name: 'Valves',
    root: at('valves'),
    programs: [{ name: 'Revit', version: '2025' }],
    contentType: 'Template',
    markerId: 'marker of valves',
    settings: defaultLibrarySettings,
  };
  makeLibrary('valves', 'marker of valves');
  const database = openSqlite(':memory:');
  migrate(database);
  const libraries = createLibraries(database);
  libraries.add(library);
  // As the system names them, which is not always how they are compared.
  const knownFolders: KnownFolders = {
    platform: process.platform,
    home: join(at('linked'), 'the home folder'),
    system: [],
    own: [at('state')],
  };
  symlinkSync(folder, at('linked'));
  const computer = { name: 'DRAWING-07', startedMs: () => 0, folders: knownFolders };
  const disk = createDisk();
  const mounted = { ...disk, library: (root: string) => disk.library(root.replace(/mounted twice$/, 'valves')) };
  folders = createLibraryFolders({ disk: mounted, newId: () => 'a fresh id', computer }, libraries);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const at = (name: string): string => join(folder, name);
const markerOf = (name: string): string => readFileSync(join(at(name), '.cadlibrary/library.json'), 'utf8');

function makeLibrary(name: string, marker: string): void {
  mkdirSync(join(at(name), '.cadlibrary'), { recursive: true });
  writeFileSync(join(at(name), '.cadlibrary/library.json'), JSON.stringify({ libraryId: marker }));
}

/** A backup as `rsync --link-dest` makes it: folders of its own, with the files of the library in them. */
function makeLinkedCopy(name: string): void {
  mkdirSync(join(at(name), '.cadlibrary'), { recursive: true });
  linkSync(join(at('valves'), markerPath), join(at(name), markerPath));
}

describe('a folder that is to become a library', () => {
  it('is refused when a link makes it the folder of another one', async () => {
    symlinkSync(at('valves'), at('link'));
    await expect(folders.lookAt(at('link'))).rejects.toMatchObject({
      code: 'library-overlaps',
      action: 'separate-libraries',
    });
  });

  it('is not said to be nothing where it is a file', async () => {
    writeFileSync(at('SOURCES.md'), 'a file');
    await expect(folders.lookAt(at('SOURCES.md'))).rejects.toMatchObject({
      code: 'library-folder-absent',
      detail: at('SOURCES.md'),
    });
  });

  it('is known for one that was a library before', async () => {
    makeLibrary('pumps', 'marker of pumps');
    mkdirSync(at('fresh'));
    expect(await folders.wasLibrary(at('pumps'))).toBe(true);
    expect(await folders.wasLibrary(at('fresh'))).toBe(false);
    expect([await folders.lookAt(at('fresh')), await folders.lookAt(at('pumps')), markerOf('pumps')]).toEqual([
      { root: at('fresh'), left: undefined },
      { root: at('pumps'), left: { markerId: 'marker of pumps', inFile: undefined } },
      expect.stringContaining('marker of pumps'),
    ]);
  });

  it.each([
    ['the home folder', 'folder-is-home'],
    ['.', 'path-not-full'],
    ['..', 'path-not-full'],
  ])('is refused when it is %s', async (name, code) => {
    mkdirSync(at('the home folder'));
    const named = name.startsWith('.') ? name : at(name);
    await expect(folders.lookAt(named)).rejects.toMatchObject({ code });
    await expect(folders.assertMoved(library, named)).rejects.toMatchObject({ code });
  });

  it('is refused when a link makes it one that is nobody’s library', async () => {
    mkdirSync(at('the home folder'));
    mkdirSync(at('state'));
    symlinkSync(at('the home folder'), at('link'));
    await expect(folders.lookAt(`${at('link')}/`)).rejects.toMatchObject({ code: 'folder-is-home' });
    await expect(folders.lookAt(at('state'))).rejects.toMatchObject({ code: 'folder-of-app' });
    await expect(folders.lookAt(parse(folder).root)).rejects.toMatchObject({ code: 'folder-is-drive' });
  });

  it('gets a marker of its own when it is a copy of a library', async () => {
    cpSync(at('valves'), at('copy'), { recursive: true });
    makeLinkedCopy('linked copy');
    for (const copy of ['copy', 'linked copy']) {
      await folders.lookAt(at(copy));
      expect(markerOf(copy)).toContain('a fresh id');
    }
    expect(markerOf('valves')).toContain('marker of valves');
  });

  it('is refused when it is a library that was moved', async () => {
    renameSync(at('valves'), at('moved'));
    await expect(folders.lookAt(at('moved'))).rejects.toMatchObject({ code: 'library-moved' });
    await expect(folders.wasLibrary(at('moved'))).rejects.toMatchObject({ code: 'library-moved' });
    expect(await folders.assertMoved(library, at('moved'))).toMatchObject({ root: at('moved') });
  });
});

describe('a folder that a library is said to have moved to', () => {
  it('is refused when it is a copy of the library, which is still in its own folder', async () => {
    cpSync(at('valves'), at('copy'), { recursive: true });
    await expect(folders.assertMoved(library, at('copy'))).rejects.toMatchObject({
      code: 'library-still-there',
      action: 'move-library-away',
      detail: `The library Valves is at ${at('valves')}.`,
    });
    renameSync(at('valves'), at('away'));
    expect(await folders.assertMoved(library, at('copy'))).toMatchObject({ root: at('copy') });
  });

  it('is refused when it is a copy that shares its files with the library, as backups with hard links do', async () => {
    makeLinkedCopy('copy');
    await expect(folders.assertMoved(library, at('copy'))).rejects.toMatchObject({ code: 'library-still-there' });
  });

  it('is taken when it is its own folder, which is mounted twice', async () => {
    mkdirSync(at('mounted twice'));
    expect(await folders.assertMoved(library, at('mounted twice'))).toMatchObject({ root: at('mounted twice') });
  });
});

describe('a folder that a person says is the library', () => {
  const pumps = (): Library => ({ ...library, libraryId: 'pumps', root: at('pumps'), markerId: 'marker of pumps' });

  it('is refused when it is the folder of another library, which is mounted twice', async () => {
    await expect(folders.confirm({ ...pumps(), root: at('mounted twice') })).rejects.toMatchObject({
      code: 'library-overlaps',
    });
    expect(markerOf('valves')).toContain('marker of valves');
  });

  it('is refused when it is another library, whose own folder is gone', async () => {
    renameSync(at('valves'), at('pumps'));
    await expect(folders.confirm(pumps())).rejects.toMatchObject({ code: 'library-moved' });
  });

  it('gets its marker again where all of another library was copied over it', async () => {
    makeLibrary('pumps', 'marker of pumps');
    cpSync(at('valves'), at('pumps'), { recursive: true });
    expect(await folders.confirm(pumps())).toBe('marker of pumps');
    expect([markerOf('pumps'), markerOf('valves')]).toMatchObject([
      expect.stringContaining('marker of pumps'),
      expect.stringContaining('marker of valves'),
    ]);
  });

  it('gets its marker anew where it is damaged', async () => {
    writeFileSync(join(at('valves'), '.cadlibrary/library.json'), '{');
    expect(await folders.confirm(library)).toBe('marker of valves');
    expect(markerOf('valves')).toContain('marker of valves');
  });
});

import { existsSync, appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { proveOutside } from '../../electron/main/prove-outside.ts';
import { spokenLanguages } from '../../shared/model/language.ts';
import { openChromium } from '../e2e/chromium.ts';
import { compressedBytes, readWindowScripts } from './packaged/first-scripts.ts';
import { packInto, readConfiguration, type PackedApp } from './packaged/pack.ts';
import { runPacked } from './packaged/run-packed.ts';
import { showWindow } from './packaged/show-window.ts';

/**
 * The app as electron-builder packs it, on Linux: nobody needs Electron's program for that, for it to be looked through,
 * or for its parts to run.
 */
const folder = mkdtempSync(join(tmpdir(), 'cadsync-packed-'));
let packed: PackedApp;

describe.runIf(process.platform === 'linux')('The packed app', () => {
  beforeAll(async () => {
    packed = await packInto(folder);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

  it('holds what was built, the packages that stay outside of the bundles, and nothing else', () => {
    const places = packed.files.map(({ path }) => path.replace(/^((?:[^/]+\/){0,1}[^/]+)\/.*$/, '$1'));
    expect([...new Set(places)].sort()).toEqual([
      'THIRD-PARTY.md',
      'dist/electron',
      'dist/renderer',
      'node_modules/better-sqlite3',
      'node_modules/chokidar',
      'node_modules/keytar',
      'node_modules/occt-import-js',
      'node_modules/readdirp',
      'node_modules/rhino3dm',
      'node_modules/web-ifc',
      'package.json',
    ]);
  });

  it('holds no source, test, map, or native part of another system', () => {
    const wrong = /\.(ts|svelte|map|cc?|h|md)$|(^|\/)(test|tests|build|src|deps)\/|(darwin|win32|musl)[^/]*\.node$/i;
    expect(packed.files.filter(({ path }) => wrong.test(path) && !/(\/LICENSE|THIRD-PARTY)\.md$/.test(path))).toEqual(
      [],
    );
  });

  it('says of itself what it is, and nothing about how it is made', () => {
    const manifest = JSON.parse(readFileSync(join(packed.unpacked, 'package.json'), 'utf8')) as Record<string, unknown>;
    expect(manifest).toMatchObject({ name: 'cad-library-sync', main: 'dist/electron/main.cjs' });
    expect(Object.keys(manifest)).not.toEqual(expect.arrayContaining(['devDependencies']));
    expect(Object.keys(manifest)).not.toEqual(expect.arrayContaining(['scripts']));
  });

  it('has outside of its archive only native parts, threads and what they load, and the hash of each in it', () => {
    const outside = packed.files.filter(({ isOutside }) => isOutside).map(({ path }) => path);
    const mayBe = /\.node$|^dist\/electron\/[a-z-]+-worker\.js$|^node_modules\/(occt-import-js|rhino3dm|web-ifc)\//;
    expect(outside.filter((path) => !mayBe.test(path))).toEqual([]);
    expect(outside).toContain('dist/electron/reading-worker.js');
    expect(outside).toContain('dist/electron/writing-worker.js');
    const noted = JSON.parse(readFileSync(join(packed.unpacked, 'dist/electron/outside.json'), 'utf8')) as object;
    // What everybody may replace by a version of their own; what is no code, and rewritten while it is packed.
    const isUnproven = (path: string): boolean =>
      path.startsWith('node_modules/occt-import-js/') || /\/(package\.json|LICENSE\.md)$/.test(path);
    expect(Object.keys(noted).sort()).toEqual(outside.filter((path) => !isUnproven(path)).sort());
  });

  it('is set so that its program runs this app alone, unchanged', () => {
    // In the order of Electron: run as Node, encrypted cookies, NODE_OPTIONS, --inspect, proven archive, only from the
    // archive, snapshot of the browser process, file: with rights, traps of WebAssembly.
    expect(packed.fuses.slice(0, 8)).toBe('01001100');
  });

  it('is small', () => {
    const outsideBytes = packed.files.reduce((sum, file) => sum + (file.isOutside ? file.sizeBytes : 0), 0);
    const inMegabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
    process.stdout.write(
      `The packed app without Electron: ${inMegabytes(packed.archiveSizeBytes)} in its archive, ${inMegabytes(outsideBytes)} beside it.\n`,
    );
    expect(packed.archiveSizeBytes + outsideBytes).toBeLessThan(40e6);
  });

  it('loads little before its window shows something, of one language alone, and none of what draws models', () => {
    const { first, later } = readWindowScripts(join(packed.unpacked, 'dist', 'renderer'));
    const bytes = compressedBytes(first);
    process.stdout.write(`The first scripts of the window: ${(bytes / 1e3).toFixed(1)} kB compressed.\n`);
    expect(first.size).toBeGreaterThan(0);
    expect(bytes).toBeLessThan(100e3);
    for (const code of spokenLanguages) {
      const texts = new Map([...later].filter(([name]) => name.startsWith(`${code}-`)));
      expect(texts.size).toBe(1);
      expect(compressedBytes(texts), code).toBeLessThan(45e3);
    }
    // What three.js and its search tree call themselves stays in a script, however it is made small.
    const drawing = /WebGLRenderer|MeshBVH/;
    const readers = /occt-import-js|web-ifc|rhino3dm/i;
    // Names end with a hash of eight characters, and a dash may be one of them.
    const holding = (scripts: ReadonlyMap<string, string>, what: RegExp): string[] =>
      [...scripts].filter(([, script]) => what.test(script)).map(([name]) => name.replace(/-.{8}\.js$/, ''));
    expect(holding(first, drawing)).toEqual([]);
    expect(holding(later, drawing)).toEqual(['look-view']);
    // Models are read by the engine alone.
    expect([...holding(first, readers), ...holding(later, readers)]).toEqual([]);
  });

  it('runs from a folder with nothing of the project near it: engine, service inside, and window', async () => {
    // As it is where a package names a place for newer versions: what looks there has to load from the archive too.
    writeFileSync(join(packed.unpacked, '..', 'app-update.yml'), 'provider: generic\nurl: http://127.0.0.1:9/\n');
    const app = await runPacked(packed.unpacked, join(folder, 'data'));
    const browser = await openChromium();
    try {
      const { page, complaints } = await showWindow(browser, app.page);
      await page.getByRole('button', { name: 'Try it now' }).click();
      await page.getByRole('status').getByText('1 file has no class yet').waitFor();
      expect(complaints).toEqual([]);
      // It comes with the first line that is written.
      const log = join(folder, 'data', 'log', 'shell.log');
      expect(existsSync(log) ? readFileSync(log, 'utf8') : '').not.toContain('update-not-found');
    } finally {
      await browser.close();
      await app.quit();
    }
  });

  it.each(['dist/electron/reading-worker.js', `node_modules/better-sqlite3/prebuilds/linux-${process.arch}.node`])(
    'is not started where something outside of its archive was changed (%s)',
    (file) => {
      expect(() => proveOutside(packed.unpacked)).not.toThrow();
      const before = readFileSync(join(`${packed.unpacked}.unpacked`, file));
      appendFileSync(join(`${packed.unpacked}.unpacked`, file), ' ');
      expect(() => proveOutside(packed.unpacked)).toThrow(
        expect.objectContaining({ code: 'app-changed', detail: file }),
      );
      writeFileSync(join(`${packed.unpacked}.unpacked`, file), before);
    },
  );
});

describe('The configuration of the packages', () => {
  it('is refused by electron-builder itself where it has a word that is not known', async () => {
    const misspelt = { nsis: { oneClik: true } } as object;
    await expect(readConfiguration(join(folder, 'refused'), misspelt)).rejects.toThrow(/configuration\.nsis/);
  });
});

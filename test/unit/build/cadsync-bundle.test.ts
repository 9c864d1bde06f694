import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { clearOld } from '../../../build/build-cadsync.ts';
import { cadsyncBundle, keepBundle } from '../../../build/cadsync-bundle.mjs';

let root: string;
const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'cadsync-bundle-'));
  write('electron/entry/cadsync.ts', 'run();');
  write('shared/model/key.ts', 'export {};');
  const bundling = ['build-cadsync', 'bundle', 'http-of-node', 'threads'].map((name) => `build/${name}.ts`);
  for (const path of ['package-lock.json', ...bundling]) write(path, '1');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('the bundle of the command', () => {
  it('is the one that was made from just these sources, until they change in any way', () => {
    expect(cadsyncBundle(root).isThere).toBe(false);
    const { script } = cadsyncBundle(root);
    mkdirSync(dirname(script), { recursive: true });
    writeFileSync(script, 'bundled');
    expect(cadsyncBundle(root)).toMatchObject({ script, isThere: true });
    const changes: readonly (readonly [change: () => void, undo: () => void])[] = [
      [() => write('electron/entry/cadsync.ts', 'run() '), () => write('electron/entry/cadsync.ts', 'run();')],
      [() => write('shared/model/other.ts', ''), () => rmSync(join(root, 'shared/model/other.ts'))],
      [
        () => renameSync(join(root, 'shared/model/key.ts'), join(root, 'shared/model/keys.ts')),
        () => renameSync(join(root, 'shared/model/keys.ts'), join(root, 'shared/model/key.ts')),
      ],
      [() => write('package-lock.json', '2'), () => write('package-lock.json', '1')],
      [() => write('build/build-cadsync.ts', '2'), () => write('build/build-cadsync.ts', '1')],
    ];
    for (const [change, undo] of changes) {
      change();
      expect(cadsyncBundle(root).isThere).toBe(false);
      undo();
      expect(cadsyncBundle(root).isThere).toBe(true);
    }
  });

  it('is cleared away once nobody used it for long, and not while something runs from it', async () => {
    const bundles = join(root, 'dist');
    const longAgo = new Date(Date.now() - 30 * 86_400_000);
    for (const name of ['unused', 'used']) {
      write(`dist/${name}/cadsync.js`, 'bundled');
      utimesSync(join(bundles, name), longAgo, longAgo);
    }
    const kept = keepBundle(join(bundles, 'used'), 1);
    // However long it runs: once is not enough.
    utimesSync(join(bundles, 'used'), longAgo, longAgo);
    await expect.poll(() => statSync(join(bundles, 'used')).mtimeMs).toBeGreaterThan(longAgo.getTime());
    clearInterval(kept);
    clearOld(bundles);
    expect(['unused', 'used'].filter((name) => existsSync(join(bundles, name)))).toEqual(['used']);
  });
});

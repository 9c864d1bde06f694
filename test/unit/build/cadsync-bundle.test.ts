import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cadsyncBundle } from '../../../build/cadsync-bundle.mjs';

let root: string;
const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'cadsync-bundle-'));
  write('electron/entry/cadsync.ts', 'run();');
  write('shared/model/key.ts', 'export {};');
  for (const path of ['package-lock.json', 'build/build-cadsync.ts', 'build/build-shell.ts', 'build/threads.ts'])
    write(path, '1');
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
});

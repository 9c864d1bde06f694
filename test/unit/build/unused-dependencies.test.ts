import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { unusedDependencies, type Manifest } from '../../../build/unused-dependencies.ts';

const projectRoot = join(import.meta.dirname, '..', '..', '..');

/** What is unused of these packages in a repository of these files. */
function unusedOf(
  packages: { readonly [kind in keyof Manifest]?: readonly string[] },
  files: Readonly<Record<string, string>>,
): string[] {
  const root = mkdtempSync(join(tmpdir(), 'cadsync-packages-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const versions = (names: readonly string[] = []) => Object.fromEntries(names.map((name) => [name, '1.0.0']));
  return unusedDependencies(root, {
    dependencies: versions(packages.dependencies),
    devDependencies: versions(packages.devDependencies),
  });
}

test('a dependency that nothing imports is found', () => {
  const files = { 'electron/a.ts': "import axios from 'axios';\n// No form-data here.\n" };
  expect(unusedOf({ dependencies: ['axios', 'form-data'] }, files)).toEqual(['form-data']);
});

test('a dependency whose name only stands in a text is found', () => {
  expect(unusedOf({ dependencies: ['ws'] }, { 'electron/a.ts': "export const name = 'ws';\n" })).toEqual(['ws']);
});

test('a dependency that only tests import is found: it would be shipped for nothing', () => {
  expect(unusedOf({ dependencies: ['yazl'] }, { 'test/a.ts': "import yazl from 'yazl';\n" })).toEqual(['yazl']);
});

test.each([
  ['zod', "import { z } from 'zod';\n"],
  ['zod', "export type { z } from 'zod/v4';\n"],
  ['web-ifc', "const { IfcAPI } = await import('web-ifc');\n"],
  ['keytar', "const keytar = createRequire(import.meta.url)('keytar');\n"],
  ['@orpc/client', "import { RPCLink } from '@orpc/client/message-port';\n"],
])('the dependency %s counts as used by: %s', (name, text) => {
  expect(unusedOf({ dependencies: [name] }, { 'electron/a.ts': text })).toEqual([]);
});

test('a dev dependency may be a command, or the types of a package that is used', () => {
  const files = {
    'build/check.ts': "export const command = ['oxfmt', '--check'];\nimport { WebSocket } from 'ws';\n",
  };
  expect(unusedOf({ devDependencies: ['oxfmt', '@types/ws', '@types/yazl'] }, files)).toEqual(['@types/yazl']);
});

test('this repository uses every package it asks for', () => {
  const manifest = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as Manifest;
  expect(unusedDependencies(projectRoot, manifest)).toEqual([]);
});

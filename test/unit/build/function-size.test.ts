import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

const projectRoot = join(import.meta.dirname, '..', '..', '..');

/** Where oxlint looks for the program that knows types. */
const env = {
  ...process.env,
  PATH: [join(projectRoot, 'node_modules', '.bin'), process.env['PATH']].join(delimiter),
};

interface Report {
  readonly diagnostics: readonly { readonly code: string; readonly filename: string }[];
}

/** What the lint says of one file, in a repository that has no other. */
async function brokenRules(path: string, text: string): Promise<string[]> {
  return (await diagnosticsOf({ [path]: text })).map(({ code }) => code);
}

/** What the lint says of these files, by path, in a repository that has no others. */
async function diagnosticsOf(files: Readonly<Record<string, string>>): Promise<Report['diagnostics']> {
  const root = mkdtempSync(join(tmpdir(), 'cadsync-lint-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const config = join(projectRoot, 'build', 'oxlint.json');
  const oxlint = join(projectRoot, 'node_modules', 'oxlint', 'bin', 'oxlint');
  const args = [oxlint, '--config', config, '--format', 'json', '.'];
  // It ends with 1 where it finds something; what it found is on standard output either way.
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, env }).catch(
    (error: { readonly stdout: string }) => error,
  );
  return (JSON.parse(stdout) as Report).diagnostics;
}

/** A function of so many lines, its first and last included. */
function functionOf(lines: number): string {
  const body = Array.from({ length: lines - 2 }, (_, index) => `  console.log(${index});`);
  return ['export function act(): void {', ...body, '}', ''].join('\n');
}

const manyParameters =
  'export const sum = (a: number, b: number, c: number, d: number, e: number): number => a + b + c + d + e;\n';

test('a function of more than 50 lines is refused', async () => {
  expect(await brokenRules('shared/model/a.ts', functionOf(51))).toEqual(['eslint(max-lines-per-function)']);
});

test('a function of 50 lines passes, and comments and blank lines do not count', async () => {
  const text = functionOf(50).replace('{\n', '{\n  // Why it is so long.\n\n');
  expect(await brokenRules('shared/model/a.ts', text)).toEqual([]);
});

test('a function with more than four parameters is refused', async () => {
  expect(await brokenRules('electron/service/a.ts', manyParameters)).toEqual(['eslint(max-params)']);
});

const folders = ['shared', 'renderer/state', 'build/bench', 'electron/client', 'electron/main', 'electron/channels'];
const engineFolders = [
  'electron/engine',
  'electron/engine/cycle',
  'electron/engine/explain',
  'electron/engine/judge',
  'electron/engine/queue',
  'electron/engine/state',
  'electron/engine/transfer',
  'electron/entry/commands',
];

test('both limits hold in every room', async () => {
  const paths = [...folders, ...engineFolders].map((folder) => `${folder}/a.ts`);
  const text = functionOf(51) + manyParameters;
  // In one run: each starts the lint, which takes longer than all of these files.
  const found = await diagnosticsOf(Object.fromEntries(paths.map((path) => [path, text])));
  const rulesIn = (path: string): string[] =>
    found.flatMap(({ code, filename }) => (filename.replaceAll('\\', '/') === path ? code : [])).toSorted();
  const both = ['eslint(max-lines-per-function)', 'eslint(max-params)'];
  expect(Object.fromEntries(paths.map((path) => [path, rulesIn(path)]))).toEqual(
    Object.fromEntries(paths.map((path) => [path, both])),
  );
});

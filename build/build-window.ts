import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashOfSources } from './sources.mjs';

const sources = ['renderer', 'shared', 'build/vite.config.ts', 'package-lock.json'];
const stamp = join('dist', 'renderer', '.built-from');

/** Builds the window into dist/renderer, unless it was built from these very sources. */
export async function buildWindow(): Promise<void> {
  const state = hashOfSources(process.cwd(), sources);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === state) return;
  const { build } = await import('vite');
  await build({ configFile: 'build/vite.config.ts', logLevel: 'warn' });
  writeFileSync(stamp, state);
}

/** As vitest calls it before the tests that look at the window, which all use one build. */
export const setup = buildWindow;

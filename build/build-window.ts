import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';

const sources = ['renderer/**/*', 'shared/**/*.ts', 'build/vite.config.ts', 'package-lock.json'];
const stamp = join('dist', 'renderer', '.built-from');

/** Builds the window into dist/renderer, unless it was built from these very sources. */
export async function buildWindow(): Promise<void> {
  const state = stateOfSources();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === state) return;
  await build({ configFile: 'build/vite.config.ts', logLevel: 'warn' });
  writeFileSync(stamp, state);
}

function stateOfSources(): string {
  const hash = createHash('sha256');
  for (const file of globSync(sources).sort()) {
    try {
      hash.update(file).update(readFileSync(file));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EISDIR') throw error;
    }
  }
  return hash.digest('hex');
}

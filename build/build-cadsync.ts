import { readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { bundle } from './bundle.ts';
import { cadsyncBundle } from './cadsync-bundle.mjs';
import { threads } from './threads.ts';

/** A command that runs may still load parts of the bundle that it was started from, and says each day that it does. */
const keepMs = 7 * 86_400_000;

/** Bundles what runs without Electron, and its threads, unless that was done with these very sources. */
export async function buildCadsync(): Promise<void> {
  const { folder, isThere } = cadsyncBundle();
  if (isThere) return;
  clearOld(dirname(folder));
  // Whole or not there: another command may look for it at this moment, or make it too.
  const unfinished = `${folder}.${process.pid}`;
  // A process that ended meanwhile may have had the same number.
  rmSync(unfinished, { recursive: true, force: true });
  await bundle(['entry/cadsync', 'entry/browser', ...threads], unfinished, {
    format: 'es',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  });
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!cadsyncBundle().isThere) throw error;
  }
}

/** Clears away the bundles that nobody made or used for long. */
export function clearOld(bundles: string): void {
  try {
    for (const name of readdirSync(bundles)) {
      const path = join(bundles, name);
      if (statSync(path).mtimeMs < Date.now() - keepMs) rmSync(path, { recursive: true, force: true });
    }
  } catch (error) {
    // None was made yet, or another command clears them away just now.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/** As vitest calls it before the tests that start the command. */
export const setup = buildCadsync;

if (import.meta.main) await buildCadsync();

import { cpSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { bundle } from './bundle.ts';
import { threads } from './threads.ts';

/** The parts of the desktop app. The page's sandbox runs preload scripts as CommonJS only. */
const parts = [
  // As CommonJS, so that what has to happen before Electron is ready happens before it.
  { entry: 'entry/main', file: 'main.cjs', format: 'cjs' },
  { entry: 'entry/preload', file: 'preload.cjs', format: 'cjs' },
  { entry: 'entry/engine', file: 'engine.js', format: 'es' },
  ...threads.map((entry) => ({ entry, file: `${basename(entry)}.js`, format: 'es' }) as const),
] as const;

/**
 * Bundles main process, preload script, engine process and its threads, and puts the icons beside them.
 * @param outDir folder below the project, so that the packages outside of the bundle are found from it
 */
export async function buildShell(outDir = 'dist/electron'): Promise<void> {
  // What an earlier version built would be packaged too.
  rmSync(outDir, { recursive: true, force: true });
  for (const { entry, file, format } of parts) {
    await bundle([entry], outDir, { format, entryFileNames: file, codeSplitting: false });
  }
  const isPicture = (path: string): boolean => !path.endsWith('.drawn-from');
  cpSync('electron/main/icons', join(outDir, 'icons'), { recursive: true, filter: isPicture });
}

import { cpSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'vite';
import { threads } from './threads.ts';

/** Packages that stay outside of the bundle: they carry native parts or WebAssembly, or are Electron itself. */
export const outsideOfBundles = [
  /^node:/,
  'electron',
  'better-sqlite3',
  'keytar',
  'chokidar',
  // Their WebAssembly is a file that they look for next to themselves.
  'occt-import-js',
  'web-ifc',
  'rhino3dm',
];

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
    await build({
      configFile: false,
      logLevel: 'warn',
      ssr: { noExternal: true },
      build: {
        ssr: true,
        target: 'node24',
        outDir,
        emptyOutDir: false,
        rollupOptions: {
          input: `electron/${entry}.ts`,
          external: outsideOfBundles,
          output: { format, entryFileNames: file, codeSplitting: false },
        },
      },
    });
  }
  const isPicture = (path: string): boolean => !path.endsWith('.drawn-from');
  cpSync('electron/main/icons', join(outDir, 'icons'), { recursive: true, filter: isPicture });
}

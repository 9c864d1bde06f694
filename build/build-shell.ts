import { build } from 'vite';

/** Packages that stay outside of the bundle: they carry native parts or are Electron itself. */
export const outsideOfBundles = [/^node:/, 'electron', 'better-sqlite3', 'keytar', 'chokidar'];

/** The parts of the desktop app. The page's sandbox runs preload scripts as CommonJS only. */
const parts = [
  // As CommonJS, so that what has to happen before Electron is ready happens before it.
  { entry: 'entry/main', file: 'main.cjs', format: 'cjs' },
  { entry: 'entry/preload', file: 'preload.cjs', format: 'cjs' },
  { entry: 'entry/engine', file: 'engine.js', format: 'es' },
  { entry: 'platform/reading/reading-worker', file: 'reading-worker.js', format: 'es' },
  { entry: 'platform/writing/writing-worker', file: 'writing-worker.js', format: 'es' },
] as const;

/**
 * Bundles main process, preload script, engine process and its threads.
 * @param outDir folder below the project, so that the packages outside of the bundle are found from it
 */
export async function buildShell(outDir = 'dist/electron'): Promise<void> {
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
}

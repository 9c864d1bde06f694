import { build } from 'vite';

/** Packages that stay outside of the bundle: they carry native parts or are Electron itself. */
const external = [/^node:/, 'electron', 'better-sqlite3', 'keytar', 'chokidar'];

/** Bundles main process, preload script and engine process into dist/electron. */
export async function buildShell(): Promise<void> {
  for (const entry of ['main', 'engine', 'preload']) {
    // The page's sandbox runs preload scripts as CommonJS only.
    const format = entry === 'preload' ? 'cjs' : 'es';
    await build({
      configFile: false,
      logLevel: 'warn',
      ssr: { noExternal: true },
      build: {
        ssr: true,
        target: 'node24',
        outDir: 'dist/electron',
        emptyOutDir: false,
        rollupOptions: {
          input: `electron/entry/${entry}.ts`,
          external,
          output: { format, entryFileNames: `${entry}.${format === 'cjs' ? 'cjs' : 'js'}`, codeSplitting: false },
        },
      },
    });
  }
}

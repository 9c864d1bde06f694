import { join } from 'node:path';
import type { Rolldown } from 'vite';
import { httpOfNode } from './http-of-node.ts';

/** Packages that stay outside of bundles: they carry native parts or WebAssembly, or are Electron itself. */
const outsideOfBundles = [
  /^node:(?!https?$)/,
  'electron',
  'better-sqlite3',
  'keytar',
  'chokidar',
  // Their WebAssembly is a file that they look for next to themselves.
  'occt-import-js',
  'web-ifc',
  'rhino3dm',
];

/**
 * Bundles what runs on Node, with all packages but those. What is in the folder stays.
 * @param entries below electron/, without their ending
 * @param outDir below the project, so that the packages outside of the bundle are found from it
 */
export async function bundle(
  entries: readonly string[],
  outDir: string,
  output: Rolldown.OutputOptions,
): Promise<void> {
  // Loaded when something is bundled: who finds it done begins sooner.
  const { build } = await import('vite');
  await build({
    configFile: false,
    plugins: [httpOfNode()],
    root: join(import.meta.dirname, '..'),
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: {
      ssr: true,
      target: 'node24',
      outDir,
      emptyOutDir: false,
      rollupOptions: { input: entries.map((entry) => `electron/${entry}.ts`), external: outsideOfBundles, output },
    },
  });
}

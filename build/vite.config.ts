import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

// Vite takes this variable for what is built, and a test runner has set it to something else: the window that is tested
// has to be the one that is shipped.
process.env['NODE_ENV'] = 'production';

/** Builds the window into `dist/renderer`, with relative addresses so that a page or a packaged app can hold it. */
export default defineConfig({
  root: fileURLToPath(new URL('../renderer/', import.meta.url)),
  base: './',
  plugins: [svelte({ configFile: false })],
  build: {
    outDir: fileURLToPath(new URL('../dist/renderer/', import.meta.url)),
    emptyOutDir: true,
    target: 'es2023',
    // The policy of the page allows no data: scripts or styles, so nothing is inlined.
    assetsInlineLimit: 0,
    // The view of models is one large part; it is read from this computer, so its size costs nothing.
    chunkSizeWarningLimit: 1_000,
    modulePreload: { polyfill: false },
    // What is needed before anything is shown is one script: it compresses better than thirty, and is asked for once.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } } },
  },
});

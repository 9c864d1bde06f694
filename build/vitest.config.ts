import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

/** What test files import is loaded once for all that a worker runs, which saves a third of their time. */
const onNode = { environment: 'node', testTimeout: 30_000, hookTimeout: 60_000, isolate: false } as const;

/** The quick run tries a few seeds and no whole hours. */
const isQuick = process.env['QUICK'] !== undefined;

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    // An `it.only` that was left behind would silence all others.
    allowOnly: false,
    // Two cores are what the slowest machine has; some of these wait for others, and the browser stories then run alone.
    maxWorkers: isQuick ? 2 : 3,
    projects: [
      {
        test: {
          ...onNode,
          name: 'unit',
          include: ['test/{unit,property}/**/*.test.ts'],
          exclude: isQuick ? ['test/property/{hour,every-effect}.test.ts'] : [],
        },
      },
      { test: { ...onNode, name: 'contract', include: ['test/contract/**/*.test.ts'] } },
      {
        test: {
          ...onNode,
          name: 'contract in memory',
          include: ['test/contract/{operations,bad-input,own-client}.test.ts'],
          env: { CONTRACT_STORE: 'memory' },
        },
      },
      {
        test: {
          ...onNode,
          name: 'processes',
          include: ['test/processes/**/*.test.ts'],
          testTimeout: 120_000,
          globalSetup: 'build/build-cadsync.ts',
        },
      },
      {
        plugins: [svelte()],
        test: {
          ...onNode,
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          testTimeout: 120_000,
          globalSetup: 'build/build-cadsync.ts',
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});

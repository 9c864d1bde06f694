import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

const onNode = { environment: 'node', testTimeout: 30_000, hookTimeout: 60_000 } as const;

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    // Two cores are what the slowest machine has; the browser stories then run alone.
    maxWorkers: 2,
    projects: [
      { test: { ...onNode, name: 'unit', include: ['test/unit/**/*.test.ts'] } },
      { test: { ...onNode, name: 'property', include: ['test/property/**/*.test.ts'] } },
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
        plugins: [svelte()],
        test: {
          ...onNode,
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          testTimeout: 120_000,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});

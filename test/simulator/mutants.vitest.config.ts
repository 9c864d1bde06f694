import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { mutate } from './mutated-source.ts';

/** Runs one test file (named on the command line) with the fault that the environment names. */
export default defineConfig({
  root: join(import.meta.dirname, '../..'),
  plugins: [
    {
      name: 'mutant',
      enforce: 'pre',
      transform: (source, id) => mutate(id, () => source),
    },
  ],
  // A file with a fault is not kept for runs without it.
  test: {
    fsModuleCache: false,
    environment: 'node',
    // Nor is a fault found because the computer is busy.
    testTimeout: 120_000,
    include: ['test/{unit,property}/**/*.test.ts'],
    reporters: 'tap-flat',
  },
});

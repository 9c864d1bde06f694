import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './longest-first.ts';

/** What test files import is loaded once for all that a worker runs, which saves a third of their time. */
const onNode = {
  environment: 'node',
  testTimeout: 60_000,
  hookTimeout: 60_000,
  isolate: false,
  // What is waited for comes in a moment, but not while the machine is busy with other tests.
  expect: { poll: { timeout: 15_000 } },
} as const;

/** Tests of what is only there with a database. */
const onPostgres = 'test/unit/service/store/postgres/**/*.test.ts';
/**
 * The quick run tries few seeds, and of all tests those that need neither a service, a disk nor another program, with
 * what of the others tells most. Where only what a change touches is asked for, every one of these rooms is.
 */
const quickUnit = [
  'test/unit/{api,cad,errors,main,model,renderer,rpc,scenarios,words}/**/*.test.ts',
  'test/unit/engine/{application,ask,cycle,explain,judge,library,moving,observe}/**/*.test.ts',
  'test/unit/engine/{person,queue,remote,state,transfer,tree,upkeep}/**/*.test.ts',
  'test/unit/engine/stories/{conflict-answers,removals,sync}.test.ts',
  'test/unit/client/upload.test.ts',
  'test/unit/platform/{disk,put-whole}.test.ts',
  'test/property/{bounded-change,judge-file,plan-key,service-names,simulator,suggestions}.test.ts',
];
const notInQuick = [
  'test/unit/{cad/endless-heads,cad/find-picture,main/built-app,main/follow-engine}.test.ts',
  'test/unit/engine/{cycle/poll-*,library/target-path,observe/held-open,transfer/small-files}.test.ts',
];
const isQuick = process.env['QUICK'] === 'some';

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    // An `it.only` that was left behind would silence all others.
    allowOnly: false,
    // Two cores are what the slowest machine has, and some of these wait for others.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        // The state of the window is written with runes.
        plugins: [svelte()],
        test: {
          ...onNode,
          name: 'unit',
          include: isQuick ? quickUnit : ['test/{unit,property}/**/*.test.ts'],
          exclude: [onPostgres, ...(isQuick ? notInQuick : [])],
          setupFiles: ['test/fakes/engine/give-back-states.ts', 'test/fakes/electron/forget-windows.ts'],
        },
      },
      { test: { ...onNode, name: 'contract', include: ['test/contract/**/*.test.ts'] } },
      {
        test: {
          ...onNode,
          name: 'contract in memory',
          include: [`test/contract/{operations,bad-input${isQuick ? '' : ',own-client'}}.test.ts`],
          env: { CONTRACT_STORE: 'memory' },
        },
      },
      {
        test: {
          ...onNode,
          name: 'contract for an office',
          include: [
            'test/contract/{operations,bad-input,office}.test.ts',
            'test/unit/service/store/{store,listing}.test.ts',
            'test/unit/service/copying/copy-{service,again,failures}.test.ts',
            'test/unit/service/products/{search-classes,product-import,units-of-values}.test.ts',
            'test/unit/service/handlers/{append-in-turn,known-lists,versions,lookups}.test.ts',
            onPostgres,
          ],
          env: { CONTRACT_STORE: 'postgres' },
          globalSetup: 'test/postgres/shared-postgres.ts',
        },
      },
      {
        test: {
          ...onNode,
          name: 'contract for add-ins',
          include: ['test/contract/{operations,bad-input}.test.ts'],
          env: { CONTRACT_VIA: 'add-ins' },
        },
      },
      {
        test: {
          ...onNode,
          name: 'processes',
          include: ['test/processes/**/*.test.ts'],
          testTimeout: 240_000,
          hookTimeout: 240_000,
          globalSetup: 'build/build-cadsync.ts',
          // For much of their time they wait for processes and connections, and those that wait longest begin together.
          maxWorkers: 9,
          sequence: { groupOrder: 1 },
        },
      },
      {
        plugins: [svelte()],
        test: {
          ...onNode,
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          globalSetup: ['build/build-cadsync.ts', 'build/build-window.ts', 'test/e2e/packaged-chromium.ts'],
          // A person's patience is what they wait with, so they run after what keeps both cores busy.
          maxWorkers: 4,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});

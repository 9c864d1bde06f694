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

/** The quick run tries a few seeds, no whole hours and no long stories, and reads no shapes of large files. */
const isQuick = process.env['QUICK'] !== undefined;
/** Tests of what is only there with a database. */
const onPostgres = 'test/unit/service/store/postgres/**/*.test.ts';
const notInQuick = [
  'test/property/{hour,every-effect,failing-network,unread-claims}.test.ts',
  'test/unit/look/{known-edits,hostile-files,read-shape,far-apart,far-numbers,counted-shapes}.test.ts',
  'test/unit/look/{damaged-shapes,many-parts}.test.ts',
  'test/unit/look/{dxf-*,rhino-points,surface-distance,meshes-as-text}.test.ts',
  'test/unit/channels/{looks,pictures,service-routes,command-channel,open-again,what-goes-on}.test.ts',
  'test/unit/engine/stories/{sent-while-read,earlier-copies,states-while-waiting,rollback,changed-without-a-trace,quiet}.test.ts',
  'test/unit/engine/saves/{recorded-saves,left-over-locks}.test.ts',
  'test/unit/platform/{disk-links,put-new,small-heap}.test.ts',
  'test/unit/service/copying/copy-service.test.ts',
  'test/unit/engine/cycle/poll-times.test.ts',
  'test/unit/main/built-app.test.ts',
  'test/unit/{cad/find-picture,pictures/pictures,demo/generate}.test.ts',
  'test/unit/entry/{open-state,publish-command,status-of-folders}.test.ts',
  'test/unit/engine/observe/held-open.test.ts',
  'test/unit/service/http/{stalled-uploads,read-short-form,requests,metadata-with-files}.test.ts',
  'test/unit/gateway/{gateway,mirror}.test.ts',
  'test/unit/service/blobs/s3-blobs.test.ts',
  'test/unit/service/products/{search-classes,words,product-import}.test.ts',
  'test/unit/build/{function-size,layers,office-files,bench/office-model/office-model}.test.ts',
];

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
          include: ['test/{unit,property}/**/*.test.ts'],
          exclude: [onPostgres, ...(isQuick ? notInQuick : [])],
          setupFiles: ['test/fakes/engine/give-back-states.ts', 'test/fakes/electron/forget-windows.ts'],
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
          name: 'contract for an office',
          include: [
            'test/contract/{operations,bad-input,office}.test.ts',
            'test/unit/service/store/{store,listing}.test.ts',
            'test/unit/service/copying/copy-service.test.ts',
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
          globalSetup: 'build/build-cadsync.ts',
          // For much of their time they wait for processes and connections.
          maxWorkers: 6,
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
          globalSetup: ['build/build-cadsync.ts', 'build/build-window.ts'],
          // A person's patience is what they wait with, so they run after what keeps both cores busy.
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});

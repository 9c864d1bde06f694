import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchRow } from '../bench-row.ts';
import { openLibrary } from '../sync/library-folder.ts';
import { scaleShape } from '../sync/library-shapes.ts';
import { fillService } from '../sync/prepare-service.ts';
import { syncOnce, withFreshService } from '../sync/sync-once.ts';
import { costPerFile } from './cost-per-file.ts';
import { timeOnFiles } from './time-cadsync.ts';

/** Commands that are given the name of every file: of those that stand in the queue, are in step, and are gone. */
export const longLists: BenchRow = (options) =>
  costPerFile(options, (files) => {
    const library = openLibrary(options.folder, scaleShape(files));
    const paths = library.files.map(({ path }) => join(library.root, path));
    return withFreshService(
      options.folder,
      async (fresh) => {
        const order = { root: library.root, ...fresh };
        const state = ['--state', fresh.stateDir, '--json', '--'];
        try {
          await syncOnce(order);
          // Where no engine runs, nothing is confirmed.
          const asked = await timeOnFiles(['status', ...state], paths, 3);
          for (const file of library.files) {
            library.touch(file);
            rmSync(join(library.root, file.path));
          }
          const gone = await syncOnce({ ...order, more: ['--many-changes', 'go-on'] });
          const restored = await timeOnFiles(['restore', ...state], paths);
          const fetched = await syncOnce(order);
          if (fetched.downloaded !== files) throw new Error(`${fetched.downloaded} of ${files} came back.`);
          return { 'status FILE…': asked, 'note them gone': gone, 'restore FILE…': restored, 'fetch them': fetched };
        } finally {
          library.restore();
        }
      },
      { prepare: (dataDir) => fillService(dataDir, library, true) },
    );
  });

import { join } from 'node:path';
import type { BenchRow } from '../bench-row.ts';
import { openLibrary } from '../sync/library-folder.ts';
import { scaleShape } from '../sync/library-shapes.ts';
import { fillService } from '../sync/prepare-service.ts';
import { syncOnce, withFreshService } from '../sync/sync-once.ts';
import { costPerFile } from './cost-per-file.ts';
import { timeOnFiles } from './time-cadsync.ts';

/** Every file is another one on the service: they are found, and all resolved at once. */
export const conflicts: BenchRow = (options) =>
  costPerFile(options, (files) => {
    const library = openLibrary(options.folder, scaleShape(files));
    return withFreshService(
      options.folder,
      async (fresh) => {
        const order = { root: library.root, ...fresh };
        const found = await syncOnce({ ...order, exitCode: 2 });
        const paths = library.files.map(({ path }) => join(library.root, path));
        const resolved = await timeOnFiles(
          ['resolve', '--keep', 'mine', '--state', fresh.stateDir, '--json', '--'],
          paths,
        );
        const sent = await syncOnce(order);
        library.restore();
        if (sent.uploaded !== files) throw new Error(`${sent.uploaded} of ${files} were uploaded.`);
        return { 'find conflicts': found, 'resolve them': resolved, 'send them': sent };
      },
      { prepare: (dataDir) => fillService(dataDir, library, true, 1) },
    );
  });

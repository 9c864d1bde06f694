import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchRow } from '../bench-row.ts';
import { openLibrary } from '../sync/library-folder.ts';
import { scaleShape } from '../sync/library-shapes.ts';
import { fillService } from '../sync/prepare-service.ts';
import { syncOnce, withFreshService, type SyncRun } from '../sync/sync-once.ts';
import { costPerFile } from './cost-per-file.ts';

/** The first sync to an empty service. */
export const firstUpload: BenchRow = (options) =>
  costPerFile(options, async (files) => {
    const library = openLibrary(options.folder, scaleShape(files));
    const run = await withFreshService(options.folder, (fresh) => syncOnce({ root: library.root, ...fresh }));
    library.restore();
    return { 'first upload': expecting({ uploaded: files, downloaded: 0 }, run) };
  });

/** The first sync of a new computer: everything comes from the service. */
export const firstDownload: BenchRow = (options) =>
  costPerFile(options, async (files) => {
    const library = openLibrary(options.folder, scaleShape(files));
    const run = await withFreshService(
      options.folder,
      async ({ service, stateDir }) => {
        const root = join(stateDir, 'library');
        mkdirSync(root, { recursive: true });
        return syncOnce({ root, stateDir: join(stateDir, 'state'), service });
      },
      { prepare: (dataDir) => fillService(dataDir, library, true) },
    );
    return { 'first download': expecting({ uploaded: 0, downloaded: files }, run) };
  });

/** The first sync where both sides have the same files already. */
export const adoption: BenchRow = (options) =>
  costPerFile(options, async (files) => {
    const library = openLibrary(options.folder, scaleShape(files));
    const run = await withFreshService(options.folder, (fresh) => syncOnce({ root: library.root, ...fresh }), {
      prepare: (dataDir) => fillService(dataDir, library, false),
    });
    library.restore();
    return { adoption: expecting({ uploaded: 0, downloaded: 0 }, run) };
  });

/** @throws Error when it did something else */
function expecting(wanted: Pick<SyncRun, 'uploaded' | 'downloaded'>, run: SyncRun): SyncRun {
  const { uploaded, downloaded } = run;
  if (uploaded === wanted.uploaded && downloaded === wanted.downloaded) return run;
  throw new Error(`${uploaded} were uploaded and ${downloaded} downloaded, not ${JSON.stringify(wanted)}.`);
}

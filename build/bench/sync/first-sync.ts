import { median, type BenchOptions, type BenchRow, type Measured } from '../bench-row.ts';
import { describeCosts } from './describe-costs.ts';
import { openLibrary } from './library-folder.ts';
import { gigabyteShape, smallFilesShape } from './library-shapes.ts';
import { startPeers, type PeerRun } from './peers.ts';
import type { LibraryShape } from './plan-library.ts';
import { syncOnce, withFreshService, type SyncRun } from './sync-once.ts';

/** The first sync of 1 GB in 2,000 files, next to other programs that sync folders. */
export const firstSyncGigabyte: BenchRow = (options) =>
  measureFirstSync('first sync, 1 GB', gigabyteShape(options.small), options);

/** The first sync of 20,000 small files, next to other programs that sync folders. */
export const firstSyncSmall: BenchRow = (options) =>
  measureFirstSync('first sync, small', smallFilesShape(options.small), options);

async function measureFirstSync(
  what: string,
  shape: LibraryShape,
  { runs: repetitions, folder }: BenchOptions,
): Promise<readonly Measured[]> {
  const library = openLibrary(folder, shape);
  const ours: SyncRun[] = [];
  const theirs: (readonly PeerRun[])[] = [];
  let peer = '';
  for (let run = 0; run < repetitions; run += 1) {
    const measured = await withFreshService(folder, ({ service, stateDir }) =>
      syncOnce({ root: library.root, stateDir, service }),
    );
    if (measured.uploaded !== shape.files) throw new Error(`${measured.uploaded} of ${shape.files} were uploaded.`);
    ours.push(measured);
    library.restore();
    const peers = await startPeers(folder);
    try {
      theirs.push(await peers.push(library.root, false));
    } finally {
      await peers.close();
    }
    peer = peers.describe(theirs);
  }
  const mostMegabytes = median(ours.map((run) => run.mostMegabytes)).toFixed(0);
  return [
    { what: `${what} (${shape.files} files)`, ours: describeCosts(ours), peer, target: 'ahead of rclone' },
    { what: 'the same, engine memory at its most', ours: `${mostMegabytes} MB`, peer: '', target: '' },
  ];
}

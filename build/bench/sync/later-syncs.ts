import type { BenchRow, Measured } from '../bench-row.ts';
import { describeCosts } from './describe-costs.ts';
import { openLibrary, type LibraryFolder } from './library-folder.ts';
import { smallFilesShape } from './library-shapes.ts';
import { startPeers, type PeerRun } from './peers.ts';
import { fillService } from './prepare-service.ts';
import { syncOnce, withFreshService, type FreshService, type SyncRun } from './sync-once.ts';

/** What a later sync of the small library is about. */
interface Phase {
  readonly what: string;
  readonly target: string;
  /** What the designer does before run number `run`, counted from 1. */
  readonly prepare: (library: LibraryFolder, run: number) => void;
  readonly uploads: number;
  readonly renamed: boolean;
}

function phasesFor(small: boolean): readonly Phase[] {
  const changed = small ? 100 : 1_000;
  const { hotFiles } = smallFilesShape(small);
  return [
    {
      what: 'nothing changed, small',
      target: 'ahead of Syncthing (0.52 s)',
      prepare: () => undefined,
      uploads: 0,
      renamed: false,
    },
    {
      what: `${changed} changed, small (0.2 s quiet time)`,
      target: 'ahead of rclone',
      prepare: (library, run) => library.change(changed, run),
      uploads: changed,
      renamed: false,
    },
    {
      what: `folder of ${hotFiles} renamed, small`,
      target: '< 0.5 s, no upload',
      prepare: (library, run) => library.renameHotFolder(run % 2 === 1),
      uploads: 0,
      renamed: true,
    },
  ];
}

/** Syncs of a library that was synced before: nothing, some files, or the name of a folder has changed. */
export const laterSyncs: BenchRow = async ({ small, runs, folder }) => {
  const library = openLibrary(folder, smallFilesShape(small));
  const peers = await startPeers(folder);
  const measure = async (fresh: FreshService): Promise<Measured[]> => {
    const order = { ...fresh, root: library.root };
    await syncOnce(order);
    await peers.push(library.root, false);
    const rows: Measured[] = [];
    for (const phase of phasesFor(small))
      rows.push(await measurePhase(phase, { library, runs, peers, sync: () => syncOnce(order) }));
    return rows;
  };
  try {
    return await withFreshService(folder, measure, { prepare: (dataDir) => fillService(dataDir, library, false) });
  } finally {
    library.restore();
    await peers.close();
  }
};

interface Bench {
  readonly library: LibraryFolder;
  readonly runs: number;
  readonly sync: () => Promise<SyncRun>;
  readonly peers: Awaited<ReturnType<typeof startPeers>>;
}

async function measurePhase(
  { what, target, prepare, uploads, renamed }: Phase,
  { library, runs, sync, peers }: Bench,
): Promise<Measured> {
  const ours: SyncRun[] = [];
  const theirs: (readonly PeerRun[])[] = [];
  for (let run = 1; run <= runs; run += 1) {
    // Each phase begins in step: what the one before left to learn is not part of this one.
    await sync();
    prepare(library, run);
    const measured = await sync();
    if (measured.uploaded !== uploads) throw new Error(`${what}: ${measured.uploaded} uploads instead of ${uploads}.`);
    ours.push(measured);
    theirs.push(await peers.push(library.root, renamed));
  }
  return { what, ours: `${describeCosts(ours)}, ${uploads} uploads`, peer: peers.describe(theirs), target };
}

import type { BenchRow, Measured } from '../bench-row.ts';
import { describeCosts, notInstalled } from './describe-costs.ts';
import { openLibrary, type LibraryFolder } from './library-folder.ts';
import { smallFilesShape } from './library-shapes.ts';
import { fillService } from './prepare-service.ts';
import { rcloneAtItsBest, startRclone, type PeerRun, type RcloneRemote } from './rclone.ts';
import { syncOnce, withFreshService, type FreshService, type SyncRun } from './sync-once.ts';

/** What a later sync of the small library is about. */
interface Phase {
  readonly what: string;
  readonly target: string;
  /** What the designer does before run number `run`, counted from 1. */
  readonly prepare: (library: LibraryFolder, run: number) => void;
  readonly uploads: number;
  readonly flags: readonly string[];
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
      flags: rcloneAtItsBest,
    },
    {
      what: `${changed} changed, small (0.2 s quiet time)`,
      target: 'ahead of rclone',
      prepare: (library, run) => library.change(changed, run),
      uploads: changed,
      flags: rcloneAtItsBest,
    },
    {
      what: `folder of ${hotFiles} renamed, small`,
      target: '< 0.5 s, no upload',
      prepare: (library, run) => library.renameHotFolder(run % 2 === 1),
      uploads: 0,
      flags: [...rcloneAtItsBest, '--track-renames'],
    },
  ];
}

/** Syncs of a library that was synced before: nothing, some files, or the name of a folder has changed. */
export const laterSyncs: BenchRow = async ({ small, runs, folder }) => {
  const library = openLibrary(folder, smallFilesShape(small));
  const rclone = await startRclone(folder);
  const measure = async (fresh: FreshService): Promise<Measured[]> => {
    const order = { ...fresh, root: library.root };
    await syncOnce(order);
    await rclone?.push(library.root, rcloneAtItsBest);
    const rows: Measured[] = [];
    for (const phase of phasesFor(small))
      rows.push(await measurePhase(phase, library, runs, () => syncOnce(order), rclone));
    return rows;
  };
  try {
    return await withFreshService(folder, measure, { prepare: (dataDir) => fillService(dataDir, library, false) });
  } finally {
    library.restore();
    await rclone?.close();
  }
};

async function measurePhase(
  { what, target, prepare, uploads, flags }: Phase,
  library: LibraryFolder,
  runs: number,
  sync: () => Promise<SyncRun>,
  rclone: RcloneRemote | undefined,
): Promise<Measured> {
  const ours: SyncRun[] = [];
  const peers: PeerRun[] = [];
  for (let run = 1; run <= runs; run += 1) {
    prepare(library, run);
    const measured = await sync();
    if (measured.uploaded !== uploads) throw new Error(`${what}: ${measured.uploaded} uploads instead of ${uploads}.`);
    ours.push(measured);
    if (rclone) peers.push(await rclone.push(library.root, flags));
  }
  const peer = rclone ? `${describeCosts(peers)} rclone` : notInstalled('rclone');
  return { what, ours: `${describeCosts(ours)}, ${uploads} uploads`, peer, target };
}

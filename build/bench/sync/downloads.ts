import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { median, type BenchRow } from '../bench-row.ts';
import { describeCosts } from './describe-costs.ts';
import { openLibrary } from './library-folder.ts';
import { gigabyteShape, smallFilesShape } from './library-shapes.ts';
import type { LibraryShape } from './plan-library.ts';
import type { PeerRun } from './peers.ts';
import { fillService } from './prepare-service.ts';
import { rcloneAtItsBest, startRclone } from './rclone.ts';
import { syncOnce, withFreshService, type SyncRun } from './sync-once.ts';

/**
 * Files of the library's programs from the service into an empty library: small ones, ten times as many (the cost of
 * each has to stay the same), and 1 GB.
 */
export const downloads: BenchRow = async ({ small, runs, folder }) => [
  await measureDownloads('of 2,000 small files', smallFilesShape(true), runs, folder),
  ...(small ? [] : [await measureDownloads('of 20,000 small files', smallFilesShape(false), runs, folder)]),
  await measureDownloads('of 1 GB', gigabyteShape(small), runs, folder),
];

async function measureDownloads(what: string, shape: LibraryShape, runs: number, folder: string) {
  const library = openLibrary(folder, shape);
  const wanted = library.files.length;
  const roots: string[] = [];
  const ours: SyncRun[] = await withFreshService(
    folder,
    async ({ service, stateDir }) => {
      const measured: SyncRun[] = [];
      for (let run = 1; run <= runs; run += 1) {
        const root = join(stateDir, `library-${run}`);
        mkdirSync(root, { recursive: true });
        const result = await syncOnce({ root, stateDir: join(stateDir, `state-${run}`), service });
        if (result.downloaded !== wanted) throw new Error(`${result.downloaded} of ${wanted} were downloaded.`);
        measured.push(result);
        roots.push(root);
      }
      return measured;
    },
    { prepare: (dataDir) => fillService(dataDir, library, true) },
  );
  const msPerFile = ((median(ours.map((run) => run.wallSeconds)) / wanted) * 1_000).toFixed(2);
  return {
    what: `first download ${what} (${wanted} files)`,
    ours: `${describeCosts(ours)}, ${msPerFile} ms a file`,
    peer: await describePeer(folder, { asSent: library.root, asFetched: roots[0] ?? library.root }, runs),
    target: 'ahead of rclone',
  };
}

/**
 * rclone keeps the folders that were sent, of 25 files each; a service of this kind knows of none, so that every file here
 * comes into a folder that names its class. What that takes is seen where rclone makes the same folders.
 */
async function describePeer(
  folder: string,
  { asSent, asFetched }: { readonly asSent: string; readonly asFetched: string },
  runs: number,
): Promise<string> {
  const sent = await pullWithRclone(folder, asSent, runs);
  const fetched = await pullWithRclone(folder, asFetched, runs);
  if (!sent || !fetched) return 'rclone is not installed';
  return `${describeCosts(sent.pulled)} ${sent.label}; into folders as here ${describeCosts(fetched.pulled)}`;
}

const withoutOurOwn = ['--exclude', '/.cadlibrary/**', '--exclude', '/.cadlibrary.json'];

/** The same files from the remote of rclone, each time into an empty folder; `undefined` where it is not installed. */
async function pullWithRclone(folder: string, root: string, runs: number) {
  const rclone = await startRclone(folder);
  if (!rclone) return undefined;
  try {
    await rclone.push(root, [...rcloneAtItsBest, ...withoutOurOwn]);
    const pulled: PeerRun[] = [];
    for (let run = 1; run <= runs; run += 1) {
      const target = join(folder, `pulled-${Date.now().toString(36)}`);
      mkdirSync(target);
      pulled.push(await rclone.pull(target, rcloneAtItsBest));
    }
    return { pulled, label: `rclone, 16 transfers, ${rclone.flushes ? 'then flushed' : 'not durable'}` };
  } finally {
    await rclone.close();
  }
}

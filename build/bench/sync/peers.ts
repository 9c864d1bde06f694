import { describeCosts } from './describe-costs.ts';
import type { Cost } from './process-cost.ts';
import { rcloneAtItsBest, startRclone } from './rclone.ts';
import { startSyncthing } from './syncthing.ts';
import { startUnison } from './unison.ts';

/** What a run of a peer cost, on both sides. */
export type PeerRun = Cost & { readonly serviceCpuSeconds: number };

/** Another program that keeps a folder in step, with a far side of its own. */
export interface Peer {
  readonly label: string;
  /** Makes the far side equal to the folder. @param renamed whether folders were renamed since the last time */
  push(root: string, renamed: boolean): Promise<PeerRun>;
  close(): Promise<void>;
}

/** The peers that are installed, each with its own figures. */
export async function startPeers(folder: string) {
  const started = [await startRcloneAsPeer(folder), await startUnison(folder), await startSyncthing(folder)];
  const peers = started.filter((peer) => peer !== undefined);
  const missing = ['rclone', 'Unison', 'Syncthing'].filter((_name, place) => !started[place]);
  return {
    /** Runs each of them once. */
    async push(root: string, renamed: boolean): Promise<readonly PeerRun[]> {
      const runs: PeerRun[] = [];
      for (const peer of peers) runs.push(await peer.push(root, renamed));
      return runs;
    },
    /** @param runs what `push` gave, run by run */
    describe: (runs: readonly (readonly PeerRun[])[]): string =>
      [
        ...peers.map(({ label }, place) => `${describeCosts(runs.flatMap((run) => run[place] ?? []))} ${label}`),
        ...missing.map((name) => `${name} is not installed`),
      ].join('; '),
    async close(): Promise<void> {
      for (const peer of peers) await peer.close();
    },
  };
}

async function startRcloneAsPeer(folder: string): Promise<Peer | undefined> {
  const rclone = await startRclone(folder);
  return (
    rclone && {
      label: 'rclone, 16 transfers',
      push: (root, renamed) => rclone.push(root, [...rcloneAtItsBest, ...(renamed ? ['--track-renames'] : [])]),
      close: () => rclone.close(),
    }
  );
}

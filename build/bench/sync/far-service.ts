import type { BenchRow } from '../bench-row.ts';
import { startDelayProxy } from './delay-proxy.ts';
import { describeCosts } from './describe-costs.ts';
import { openLibrary } from './library-folder.ts';
import { smallFilesShape } from './library-shapes.ts';
import { rcloneByDefault, startRclone } from './rclone.ts';
import { syncOnce, withFreshService } from './sync-once.ts';

const roundTripMs = 50;

/** The first sync of 2,000 small files with a service that is 50 ms away, next to rclone with its defaults. */
export const farService: BenchRow = async ({ folder }) => {
  const library = openLibrary(folder, smallFilesShape(true));
  const ours = await withFreshService(folder, async ({ service, stateDir }) => {
    const proxy = await startDelayProxy(service.baseUrl, roundTripMs);
    const environment = { CADSYNC_BASE_URL: proxy.address, CADSYNC_AUTH_URL: proxy.address };
    try {
      return await syncOnce({ root: library.root, stateDir, service, environment });
    } finally {
      await proxy.close();
    }
  });
  library.restore();
  const what = `first sync of ${library.shape.files} small files, ${roundTripMs} ms round trip`;
  const rclone = await startRclone(folder);
  if (!rclone) return [{ what, ours: describeCosts([ours]), peer: 'rclone is not installed', target: '≥ 3 × as fast' }];
  const proxy = await startDelayProxy(rclone.address, roundTripMs);
  try {
    const peer = await rclone.push(library.root, rcloneByDefault, proxy.address);
    const ratio = (peer.wallSeconds / ours.wallSeconds).toFixed(1);
    return [
      {
        what,
        ours: `${describeCosts([ours])}, ${ratio} × as fast`,
        peer: `${describeCosts([peer])} rclone with its defaults`,
        target: '≥ 3 × as fast',
      },
    ];
  } finally {
    await proxy.close();
    await rclone.close();
  }
};

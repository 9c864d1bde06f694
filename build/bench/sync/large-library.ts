import { setTimeout as wait } from 'node:timers/promises';
import { scriptOutput } from '../script-output.ts';
import { inTurn, median, type BenchRow, type Measured } from '../bench-row.ts';
import { benchPrograms } from './cad-body.ts';
import { withCountedService } from './counted-service.ts';
import { describeExchanges, isOfApi, type CountingProxy } from './counting-proxy.ts';
import { describeCosts } from './describe-costs.ts';
import { openLibrary } from './library-folder.ts';
import { largeShape, smallFilesShape } from './library-shapes.ts';
import { syncOnceWithStandstill } from './longest-standstill.ts';
import type { LibraryShape } from './plan-library.ts';
import { fillService } from './prepare-service.ts';
import { cpuSecondsOf, residentMegabytes } from './process-cost.ts';
import { syncOnce, type SyncOrder } from './sync-once.ts';
import { untilIdle, withWatchingEngine } from './watching.ts';

/** 20,000 files: what the engine holds in memory while nothing happens. */
export const idleSmall: BenchRow = (options) =>
  withSyncedLibrary(smallFilesShape(options.small), options.folder, (order, proxy) =>
    measureIdle(order, proxy, options.small, 100),
  );

/** 100,000 files: a start without changes next to a bare walk, and what the engine costs while nothing happens. */
export const largeLibrary: BenchRow = ({ small, runs, folder }) => {
  const shape = largeShape(small);
  return withSyncedLibrary(shape, folder, async (order, proxy) => {
    const { ours, peer } = await inTurn(
      runs,
      () => syncOnce(order),
      () => walkBare(order.root),
    );
    if (ours.some((run) => run.uploaded > 0)) throw new Error('Something was uploaded though nothing had changed.');
    const [start, walk] = [median(ours.map((run) => run.wallSeconds)), median(peer)];
    return [
      {
        what: `no-change start, ${shape.files} files, start of the program included`,
        ours: `${describeCosts(ours)}, ${(start / walk).toFixed(1)} ×`,
        peer: `${walk.toFixed(2)} s bare walk`,
        target: '≤ 2 ×',
      },
      ...(await measureIdle(order, proxy, small, 120)),
    ];
  });
};

/** A library and a service that agree, the engine's state included. */
function withSyncedLibrary(
  shape: LibraryShape,
  folder: string,
  work: (order: SyncOrder, proxy: CountingProxy) => Promise<readonly Measured[]>,
): Promise<readonly Measured[]> {
  const library = openLibrary(folder, shape);
  return withCountedService(
    folder,
    library,
    async (order, proxy) => {
      const { run: first, standstillMs } = await syncOnceWithStandstill(order);
      const adopted: readonly Measured[] = [
        {
          what: `first sync where the service has all ${shape.files} files`,
          ours: `${describeCosts([first])}, ${first.uploaded} uploads`,
          peer: '',
          target: 'no upload',
        },
        {
          what: 'the same, longest time in which the engine answered nobody',
          ours: `${standstillMs.toFixed(0)} ms`,
          peer: '',
          target: '',
        },
      ];
      return [...adopted, ...(await work(order, proxy))];
    },
    { prepare: (dataDir) => fillService(dataDir, library, false) },
  );
}

/** @param targetMegabytes what the engine is to need at most */
function measureIdle(
  order: SyncOrder,
  proxy: CountingProxy,
  small: boolean,
  targetMegabytes: number,
): Promise<readonly Measured[]> {
  // The default poll interval: whole intervals are watched, so that each holds its one request.
  const intervals = small ? 1 : 2;
  const seconds = intervals * 60;
  proxy.clear();
  return withWatchingEngine(order, async (engine) => {
    await untilIdle(engine, proxy);
    proxy.clear();
    const before = cpuSecondsOf(engine.pid);
    await wait(seconds * 1_000);
    const share = ((cpuSecondsOf(engine.pid) - before) / seconds) * 100;
    const { now, most } = residentMegabytes(engine.pid);
    const asked = proxy.exchanges.filter(isOfApi);
    return [
      {
        what: 'engine memory, idle',
        ours: `${now.toFixed(0)} MB (${most.toFixed(0)} MB at its most)`,
        peer: '',
        target: `≤ ${targetMegabytes} MB`,
      },
      { what: `idle CPU, watching, over ${seconds} s`, ours: `${share.toFixed(2)} %`, peer: '', target: '< 0.1 %' },
      {
        what: `requests of a quiet library of ${benchPrograms.length} programs per poll interval`,
        ours: `${(asked.length / intervals).toFixed(1)} (${describeExchanges(asked)})`,
        peer: '',
        target: '1 a program',
      },
    ];
  });
}

async function walkBare(root: string): Promise<number> {
  return Number(await scriptOutput('build/bench/sync/bare-walk.ts', [root])) / 1_000;
}

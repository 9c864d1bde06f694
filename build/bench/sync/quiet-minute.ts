import { setTimeout as wait } from 'node:timers/promises';
import type { BenchRow, Measured } from '../bench-row.ts';
import { benchPrograms } from './cad-body.ts';
import { withCountedService } from './counted-service.ts';
import { isOfApi, type CountingProxy } from './counting-proxy.ts';
import { openLibrary, type LibraryFolder } from './library-folder.ts';
import { smallFilesShape } from './library-shapes.ts';
import { fillService } from './prepare-service.ts';
import { syncOnce } from './sync-once.ts';
import { withWatchingEngine } from './watching.ts';

const minuteMs = 60_000;
const changedFiles = 100;

/** What asking the service costs in a minute in which nothing happens, later on a day on which much was sent. */
export const quietMinute: BenchRow = async ({ folder }) => {
  const library = openLibrary(folder, smallFilesShape(true));
  const beforeToday = (dataDir: string): Promise<void> => fillService(dataDir, library, false);
  return [
    await measure(`after a day on which ${changedFiles} files changed`, library, folder, beforeToday),
    await measure(`after a first sync of ${library.shape.files} files`, library, folder, undefined),
  ];
};

async function measure(
  what: string,
  library: LibraryFolder,
  folder: string,
  prepare: ((dataDir: string) => Promise<void>) | undefined,
): Promise<Measured> {
  return withCountedService(
    folder,
    library,
    async (order, proxy) => {
      await syncOnce(order);
      if (prepare) library.change(changedFiles, 1);
      await syncOnce(order);
      return withWatchingEngine(order, async () => describe(what, await quietExchanges(proxy)));
    },
    prepare ? { prepare } : {},
  );
}

/** The second minute after the first questions: in the first the list is sent once. */
async function quietExchanges(proxy: CountingProxy) {
  proxy.clear();
  await proxy.next(isOfApi);
  await wait(1.5 * minuteMs);
  proxy.clear();
  await wait(minuteMs);
  return proxy.exchanges.filter(isOfApi);
}

function describe(what: string, exchanges: Awaited<ReturnType<typeof quietExchanges>>): Measured {
  const bytes = exchanges.reduce((sum, exchange) => sum + exchange.bytes, 0);
  return {
    what: `a quiet minute ${what}`,
    ours: `${exchanges.length} requests for ${benchPrograms.length} programs, ${(bytes / 1_000).toFixed(1)} kB`,
    peer: '',
    target: '1 a program, < 2 kB',
  };
}

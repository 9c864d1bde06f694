import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { defaultSettings } from '../../../shared/rpc/settings.ts';
import { median, type BenchRow } from '../bench-row.ts';
import { cadBody } from './cad-body.ts';
import { withCountedService } from './counted-service.ts';
import { isOfApi, operationIn, type CountingProxy } from './counting-proxy.ts';
import { openLibrary, type LibraryFolder } from './library-folder.ts';
import { smallFilesShape } from './library-shapes.ts';
import { fillService } from './prepare-service.ts';
import { syncOnce } from './sync-once.ts';
import { untilIdle, withWatchingEngine } from './watching.ts';

const saves = 5;

/** From the moment a program has saved a file until its draft is acknowledged, in a library that is watched. */
export const oneSave: BenchRow = ({ small, runs, folder }) => {
  const library = openLibrary(folder, smallFilesShape(small));
  return withCountedService(
    folder,
    library,
    async (order, proxy) => {
      await syncOnce(order);
      proxy.clear();
      const latenciesMs = await withWatchingEngine(order, async (engine) => {
        await untilIdle(engine, proxy);
        proxy.clear();
        const measured: number[] = [];
        for (let save = 1; save <= Math.max(saves, runs); save += 1)
          measured.push(await saveOnce(save, library, proxy));
        return measured;
      });
      const uploads = proxy.exchanges.filter(isOfApi).filter(({ method }) => method === 'POST');
      const beyond = latenciesMs.map((latency) => latency - defaultSettings.quietTimeMs);
      return [
        {
          what: `one save → draft on the service, beyond the quiet time, ${library.shape.files} files watched`,
          ours: `${median(beyond).toFixed(0)} ms (${beyond.map((ms) => ms.toFixed(0)).join(', ')})`,
          peer: '',
          target: '≤ 300 ms',
        },
        {
          what: 'requests of one save',
          ours: `${(uploads.length / latenciesMs.length).toFixed(1)}`,
          peer: '',
          target: '2 and a check',
        },
      ];
    },
    { prepare: (dataDir) => fillService(dataDir, library, false) },
  );
};

/** As most CAD programs save: a temporary file, and a rename in the place of the old one. */
async function saveOnce(save: number, library: LibraryFolder, proxy: CountingProxy): Promise<number> {
  const file = library.files[save * 7];
  if (!file) throw new Error('The library is too small.');
  const path = join(library.root, file.path);
  library.touch(file);
  writeFileSync(`${path}.tmp`, cadBody({ ...file, seed: library.shape.seed, revision: 1_000 + save }));
  const acknowledged = proxy.next(
    ({ method, path: asked, status }) => method === 'POST' && operationIn(asked) === 'Metadata' && status === 200,
  );
  renameSync(`${path}.tmp`, path);
  const start = performance.now();
  const { answeredMs } = await acknowledged;
  // The next save shall not meet the end of this one.
  await wait(500);
  return answeredMs - start;
}

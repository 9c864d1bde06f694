import { join } from 'node:path';
import { withEngine } from '../../../electron/entry/commands/engines.ts';
import { inLists } from '../../../shared/model/in-lists.ts';
import type { BenchRow } from '../bench-row.ts';
import { openLibrary, type LibraryFolder } from '../sync/library-folder.ts';
import { scaleShape } from '../sync/library-shapes.ts';
import type { Cost } from '../sync/process-cost.ts';
import { syncOnce, withFreshService } from '../sync/sync-once.ts';
import { costPerFile } from './cost-per-file.ts';

/** As many as the contract takes in one call. */
const assignedAtOnce = 10_000;

/** Files without a class: a person says what each of them shows, many at once, and they are sent. */
export const assignment: BenchRow = (options) =>
  costPerFile(options, (files) => {
    const library = openLibrary(options.folder, scaleShape(files, true));
    return withFreshService(options.folder, async (fresh) => {
      const order = { root: library.root, ...fresh };
      const found = await syncOnce({ ...order, exitCode: 2 });
      const assigned = await assignAll(fresh.stateDir, library);
      const sent = await syncOnce(order);
      library.restore();
      if (sent.uploaded !== files) throw new Error(`${sent.uploaded} of ${files} were uploaded.`);
      return { 'look at files without a class': found, 'assign them': assigned, 'send them': sent };
    });
  });

/** In this process, as a command does it while no engine runs. */
async function assignAll(stateDir: string, { root, files }: LibraryFolder): Promise<Cost> {
  const [start, before] = [performance.now(), process.cpuUsage()];
  await withEngine(stateDir, async (calls) => {
    for (const some of inLists(files, assignedAtOnce)) {
      const named = await calls.files.at({ paths: some.map(({ path }) => join(root, path)) });
      await calls.files.assign({
        assignments: named.map(({ fileId }, place) => ({ fileIds: [fileId], ...classesOf(some[place]?.place ?? 0) })),
      });
    }
  });
  const { user, system } = process.cpuUsage(before);
  return { wallSeconds: (performance.now() - start) / 1_000, cpuSeconds: (user + system) / 1e6 };
}

/** Every file is of a model of its own. */
function classesOf(place: number) {
  const etimClassCode = `EC${String(1 + Math.floor(place / 100)).padStart(6, '0')}`;
  const modellingClassCode = `MC${String(1 + place).padStart(6, '0')}`;
  return { etimClassCode, etimClassVersion: '1', modellingClassCode, modellingClassVersion: '1' };
}

import type { BenchRow } from '../bench-row.ts';
import { withCountedService } from './counted-service.ts';
import { describeExchanges, isOfApi, operationIn } from './counting-proxy.ts';
import { openLibrary } from './library-folder.ts';
import { smallFilesShape } from './library-shapes.ts';
import { fillService } from './prepare-service.ts';
import { syncOnce } from './sync-once.ts';

/** Requests for many changed short files: one look at what is new, one for each file, and the bulk checks. */
export const requestsPerFile: BenchRow = ({ small, folder }) => {
  const library = openLibrary(folder, smallFilesShape(true));
  const changed = small ? 300 : 1_500;
  return withCountedService(
    folder,
    library,
    async (order, proxy) => {
      await syncOnce(order);
      library.change(changed, 1);
      proxy.clear();
      await syncOnce(order);
      const asked = proxy.exchanges.filter(isOfApi);
      const perFile = asked.filter(({ path }) => ['Files', 'Metadata'].includes(operationIn(path))).length / changed;
      const checks = asked.filter(({ path }) => operationIn(path) === 'MetadataCurrentBulk').length;
      return [
        {
          what: `requests per changed file, of ${changed}`,
          ours: `${perFile.toFixed(3)}, and ${checks} checks (${describeExchanges(asked)})`,
          peer: '',
          target: '1, a check per 1,000',
        },
      ];
    },
    { prepare: (dataDir) => fillService(dataDir, library, false) },
  );
};

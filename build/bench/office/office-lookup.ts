import { join } from 'node:path';
import { withFolder } from '../bench-folder.ts';
import type { BenchRow } from '../bench-row.ts';
import { fillWithProducts, generateLoad, putBenchProducts } from '../product-lookup.ts';
import { withService } from '../with-service.ts';
import { compareProcesses, withOffice } from './bench-office.ts';

/** Product lookup by GTIN among many in PostgreSQL, by several processes, beside the embedded service with the same. */
export const officeLookup: BenchRow = ({ small, runs, products: wanted }) =>
  withFolder(async (folder) => {
    const products = wanted ?? (small ? 10_000 : 1_000_000);
    const dataDir = join(folder, 'service');
    await fillWithProducts(dataDir, products);
    const order = { prefix: '/api/v1/ProductDataGTIN/', products, connections: 16, milliseconds: small ? 700 : 4_000 };
    const times: number[] = [];
    return withService(dataDir, (embedded) =>
      withOffice(
        (store) => putBenchProducts(store, products),
        async (office) => {
          const what = `product by GTIN of ${products}`;
          const rows = await compareProcesses({ what, runs }, { embedded, office }, async ({ token, addresses }) => {
            const { requestsPerSecond, p99Ms } = await generateLoad({ ...order, token, addresses });
            if (addresses.length === 2) times.push(p99Ms);
            return requestsPerSecond;
          });
          const worst = `${Math.max(...times).toFixed(1)} ms`;
          return [...rows, { what: 'the same, p99 at 16 connections, 2 processes', ours: worst, peer: '', target: '' }];
        },
      ),
    );
  });

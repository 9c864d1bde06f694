import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openDataStore } from '../../electron/service/store/open-data-store.ts';
import type { Store } from '../../electron/service/store/store.ts';
import { startScript } from '../../test/processes/processes.ts';
import { withFolder } from './bench-folder.ts';
import { benchEtimClass, benchModellingClass, productAt } from './bench-products.ts';
import { inTurn, median, type BenchRow, type Measured } from './bench-row.ts';
import type { LoadOrder, LoadResult } from './load-generator.ts';
import { scriptOutput } from './script-output.ts';
import { withService } from './with-service.ts';

/** Product lookup by GTIN among many, against a bare server that looks up the same rows. */
export const productLookup: BenchRow = ({ small }) =>
  withFolder(async (folder) => {
    const products = small ? 10_000 : 1_000_000;
    const dataDir = join(folder, 'service');
    await fillWithProducts(dataDir, products);
    const copy = join(folder, 'bare.sqlite');
    await copyFile(join(dataDir, 'service.sqlite'), copy);
    return withService(dataDir, async (service) => {
      const bare = startScript('build/bench/bare-lookup-server.ts', [copy]);
      try {
        const [bareAddress] = await bare.waitFor(/http:\S+/);
        const order = { token: await service.getToken(), products, connections: 8, milliseconds: small ? 700 : 4_000 };
        const ask = (address: string, prefix: string) => generateLoad({ ...order, addresses: [address], prefix });
        const { ours, peer } = await inTurn(
          small ? 3 : 5,
          () => ask(service.baseUrl, '/api/v1/ProductDataGTIN/'),
          () => ask(bareAddress, '/'),
        );
        return rowsOf(products, ours, peer);
      } finally {
        bare.kill();
        await bare.ended;
      }
    });
  });

function rowsOf(products: number, ours: readonly LoadResult[], peer: readonly LoadResult[]): readonly Measured[] {
  const rateOf = (runs: readonly LoadResult[]): number => median(runs.map((run) => run.requestsPerSecond));
  const p99Of = (runs: readonly LoadResult[]): string => `${median(runs.map((run) => run.p99Ms)).toFixed(2)} ms`;
  return [
    {
      what: `product by GTIN of ${products}, requests/s`,
      ours: `${Math.round(rateOf(ours))} (${(rateOf(ours) / rateOf(peer)).toFixed(2)} ×)`,
      peer: `${Math.round(rateOf(peer))} bare node:http`,
      target: '≥ 0.5 ×',
    },
    { what: 'the same, p99 at 8 connections', ours: p99Of(ours), peer: p99Of(peer), target: '< 5 ms' },
  ];
}

/** The same in a service's data folder. */
export async function fillWithProducts(dataDir: string, products: number): Promise<void> {
  const store = await openDataStore(dataDir);
  await putBenchProducts(store, products);
  await store.close();
}

/** Takes so many products into a store, as an import would have. */
export async function putBenchProducts(store: Store, products: number): Promise<void> {
  const staged = await store.stageProductData();
  await staged.classes.putEtimClasses([benchEtimClass]);
  await staged.classes.putModellingClasses([benchModellingClass]);
  for (let start = 0; start < products; start += 2_000) {
    const count = Math.min(2_000, products - start);
    await staged.products.putProducts(Array.from({ length: count }, (_, index) => productAt(start + index)));
  }
  await staged.show();
}

/** Asks from a process of its own. */
export async function generateLoad(order: LoadOrder): Promise<LoadResult> {
  return JSON.parse(await scriptOutput('build/bench/load-generator.ts', [JSON.stringify(order)])) as LoadResult;
}

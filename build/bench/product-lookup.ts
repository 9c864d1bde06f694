import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openDataStore } from '../../electron/service/store/open-data-store.ts';
import type { Store } from '../../electron/service/store/store.ts';
import { startScript } from '../../test/processes/processes.ts';
import { startService } from '../../test/processes/service-process.ts';
import { withFolder } from './bench-folder.ts';
import { benchEtimClass, benchModellingClass, productAt } from './bench-products.ts';
import { inTurn, median, type BenchRow } from './bench-row.ts';
import type { LoadOrder, LoadResult } from './load-generator.ts';

/** Product lookup by GTIN among many, against a bare server that looks up the same rows. */
export const productLookup: BenchRow = ({ small }) =>
  withFolder(async (folder) => {
    const products = small ? 10_000 : 1_000_000;
    const dataDir = join(folder, 'service');
    await fillWithProducts(dataDir, products);
    const copy = join(folder, 'bare.sqlite');
    await copyFile(join(dataDir, 'service.sqlite'), copy);
    const service = await startService(dataDir);
    const bare = startScript('build/bench/bare-lookup-server.ts', [copy]);
    const [bareAddress] = await bare.waitFor(/http:\S+/);
    try {
      const order = { token: await service.getToken(), products, connections: 8, milliseconds: small ? 700 : 4_000 };
      const ask = (address: string, prefix: string) => generateLoad({ ...order, addresses: [address], prefix });
      const { ours, peer } = await inTurn(
        small ? 3 : 5,
        () => ask(service.baseUrl, '/api/v1/ProductDataGTIN/'),
        () => ask(bareAddress, '/'),
      );
      const [rate, bareRate] = [ours, peer].map((runs) => median(runs.map((run) => run.requestsPerSecond)));
      const [p99, bareP99] = [ours, peer].map((runs) => median(runs.map((run) => run.p99Ms)));
      const share = ((rate ?? 0) / (bareRate ?? 1)).toFixed(2);
      return [
        {
          what: `product by GTIN of ${products}, requests/s`,
          ours: `${Math.round(rate ?? 0)} (${share} ×)`,
          peer: `${Math.round(bareRate ?? 0)} bare node:http`,
          target: '≥ 0.5 ×',
        },
        {
          what: 'the same, p99 at 8 connections',
          ours: `${p99?.toFixed(2)} ms`,
          peer: `${bareP99?.toFixed(2)} ms`,
          target: '< 5 ms',
        },
      ];
    } finally {
      for (const server of [service.process, bare]) {
        server.kill();
        await server.ended;
      }
    }
  });

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
  const generator = startScript('build/bench/load-generator.ts', [JSON.stringify(order)]);
  await generator.ended;
  if (generator.output() === '') throw new Error(generator.errors());
  return JSON.parse(generator.output()) as LoadResult;
}

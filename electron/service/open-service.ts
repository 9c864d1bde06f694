import { join } from 'node:path';
import type { CadProduct } from '../../shared/api/schemas/cad-product.ts';
import type { ClassPairStructure, ProductData } from '../../shared/model/product-data.ts';
import { createDiskBlobs } from './blobs/disk-blobs.ts';
import { createService, type ServiceOptions } from './create-service.ts';
import { classRecordsOf } from './products/class-records-of.ts';
import { createProductImport, type ProductImport } from './products/product-import.ts';
import { readImport } from './products/read-import.ts';
import { searchProducts } from './products/search-products.ts';
import { openDataStore } from './store/open-data-store.ts';
import type { Store } from './store/store.ts';

/** A service’s options, with a folder in place of store and blobs. */
export interface OpenServiceOptions extends Omit<ServiceOptions, 'store' | 'blobs'> {
  /** Folder of the service's own; made where it is missing. One process at a time serves it. */
  readonly dataDir: string;
  /** 0 takes a free port. */
  readonly port: number;
}

/** A service that keeps its data in a folder. */
export interface OpenedService {
  /** `http://127.0.0.1:port` */
  readonly address: string;
  /**
   * Adds products, or replaces those that are there, and adds what the structures show of their classes to what is
   * known of them, all of it or nothing; the same import twice changes nothing. BIM-ready states stay.
   * @throws AppError `invalid-request` naming the first record with a wrong code
   */
  importProducts(structures: readonly ClassPairStructure[], products: readonly ProductData[]): Promise<void>;
  /** Imports into the data that is served: requests are answered meanwhile. What is taken waits for what is being taken. */
  readonly imports: ProductImport;
  /** The products that match a text, the best match first, as records without features. */
  searchProducts(text: string, limit: number, languageCode: string | undefined): Promise<CadProduct[]>;
  close(): Promise<void>;
}

/**
 * Opens the service on a folder and serves it on the loopback address.
 * @throws AppError `service-data-in-use`, `state-unreadable`, `port-in-use`
 */
export async function openService({ dataDir, ...options }: OpenServiceOptions): Promise<OpenedService> {
  // The store goes first: it is what keeps a second process out.
  const store = await openDataStore(dataDir);
  try {
    return await serveStore(store, join(dataDir, 'blobs'), options);
  } catch (thrown) {
    await store.close();
    throw thrown;
  }
}

/**
 * Serves a store that is open; closing the service closes it.
 * @param blobsDir folder for the bytes
 * @throws AppError `port-in-use`
 */
export async function serveStore(
  store: Store,
  blobsDir: string,
  { port, ...options }: Omit<OpenServiceOptions, 'dataDir'>,
): Promise<OpenedService> {
  const blobs = await createDiskBlobs(blobsDir);
  const service = await createService({ ...options, store, blobs });
  const address = await service.listen(port).catch(async (thrown: unknown) => {
    await service.close();
    blobs.close();
    throw thrown;
  });
  const inTurn = createTurns();
  const imports = createProductImport(store);
  return {
    address,
    async importProducts(structures, products) {
      const read = readImport(structures, products);
      await inTurn(() => imports.takeAsIs(classRecordsOf(read.structures), read.products));
    },
    imports: { take: (records, onFaults) => inTurn(() => imports.take(records, onFaults)) },
    searchProducts: (text, limit, languageCode) => searchProducts(store, text, limit, languageCode),
    async close() {
      await service.close();
      blobs.close();
      await store.close();
    },
  };
}

/** Runs work one after the other: imports join what they bring with what is known, so nobody else may change that. */
function createTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };
}

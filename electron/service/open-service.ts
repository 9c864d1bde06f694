import { join } from 'node:path';
import type { ClassPairStructure, ProductData } from '../../shared/model/product-data.ts';
import { createDiskBlobs } from './blobs/disk-blobs.ts';
import { createService, type ServiceOptions } from './create-service.ts';
import { classRecordsOf } from './products/class-records-of.ts';
import { createProductImport } from './products/product-import.ts';
import { readImport } from './products/read-import.ts';
import { openDataStore } from './store/open-data-store.ts';

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
   * known of them; the same import twice changes nothing. BIM-ready states stay.
   * @throws AppError `invalid-request` naming the first record with a wrong code: nothing is then imported
   */
  importProducts(structures: readonly ClassPairStructure[], products: readonly ProductData[]): Promise<void>;
  close(): Promise<void>;
}

/** So many products are one commit: the disk is waited for seldom, and requests get their turn in between. */
const importBatch = 1_000;

/**
 * Opens the service on a folder and serves it on the loopback address.
 * @throws AppError `service-data-in-use`, `state-unreadable`, `unexpected-failure` when the port is taken
 */
export async function openService({ dataDir, port, ...options }: OpenServiceOptions): Promise<OpenedService> {
  // The store goes first: it is what keeps a second process out.
  const store = await openDataStore(dataDir);
  try {
    const blobs = await createDiskBlobs(join(dataDir, 'blobs'));
    const service = await createService({ ...options, store, blobs });
    const address = await service.listen(port).catch(async (thrown: unknown) => {
      await service.close();
      throw thrown;
    });
    return {
      address,
      async importProducts(structures, products) {
        const read = readImport(structures, products);
        await createProductImport(store).take(classRecordsOf(read.structures));
        for (let start = 0; start < read.products.length; start += importBatch) {
          await store.products.putProducts(read.products.slice(start, start + importBatch));
        }
      },
      async close() {
        await service.close();
        await store.close();
      },
    };
  } catch (thrown) {
    await store.close();
    throw thrown;
  }
}

import { AppError } from '../../shared/errors/app-error.ts';
import type { CadProduct } from '../../shared/api/schemas/cad-product.ts';
import type { ClassPairStructure, ProductData } from '../../shared/model/product-data.ts';
import type { Program } from '../../shared/model/program.ts';
import type { ClassHit, ClassQuestion } from '../../shared/model/class-search.ts';
import type { Blobs } from './blobs/blobs.ts';
import { createService, type ServiceOptions } from './create-service.ts';
import { createOneAtATime } from './one-at-a-time.ts';
import { openServiceFolder } from './open-service-folder.ts';
import { classRecordsOf } from './products/class-records-of.ts';
import type { ServiceMetrics } from './http/register-operator-doors.ts';
import { createProductImport, type ProductImport } from './products/product-import.ts';
import { readImport } from './products/read-import.ts';
import { searchClasses } from './products/search-classes.ts';
import { searchProducts } from './products/search-products.ts';
import type { ServiceServer } from './service-server.ts';
import type { Store } from './store/store.ts';

/** A service’s options, with a folder in place of store and blobs. */
export interface OpenServiceOptions extends Omit<ServiceOptions, 'store' | 'blobs' | 'operatorDoors'> {
  /** Folder of the service's own; made where it is missing. One process at a time serves it. */
  readonly dataDir: string;
  /** 0 takes a free port. */
  readonly port: number;
  /** Address of this computer to listen on; the loopback address where nothing is said. */
  readonly host?: string;
  /** Opens the doors for whoever runs it (`/health/…`, `/metrics`); closed where nothing is said. */
  readonly metrics?: ServiceMetrics;
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
  /**
   * The products that match a text, the best match first, as records without features.
   * @throws AppError `cancelled` once nobody waits for them any more
   */
  searchProducts(
    text: string,
    limit: number,
    languageCode: string | undefined,
    signal?: AbortSignal,
  ): Promise<CadProduct[]>;
  /** The programs of which it has CAD files, each with its version. */
  programs(): Promise<readonly Program[]>;
  /** The classes that a text means, the likeliest first. */
  searchClasses(asked: ClassQuestion): Promise<ClassHit[]>;
  /** Lets what is under way come to its end; `close` then ends the rest. */
  readonly drain: ServiceServer['drain'];
  close(): Promise<void>;
}

/**
 * Opens the service on a folder and serves it on the loopback address.
 * @throws AppError `service-data-in-use`, `state-unreadable`, `state-out-of-reach`, `files-of-another-database`, `service-full`, `port-in-use`
 */
export async function openService({ dataDir, ...options }: OpenServiceOptions): Promise<OpenedService> {
  const folder = await openServiceFolder(dataDir);
  try {
    return await serveStore(folder.store, folder.blobs, options);
  } catch (thrown) {
    await folder.close();
    throw thrown;
  }
}

/**
 * Serves a store and blobs that are open; closing the service closes them. Where it throws they are open still.
 * @throws AppError `port-in-use`
 */
export async function serveStore(
  store: Store,
  blobs: Blobs,
  { port, host, metrics, ...options }: Omit<OpenServiceOptions, 'dataDir'>,
): Promise<OpenedService> {
  // That it answers is all there is to know: the store is in this process.
  const operatorDoors = metrics && { metrics, isReady: () => store.settled().then(() => true) };
  const service = await createService({ ...options, ...(operatorDoors && { operatorDoors }), store, blobs });
  const address = await service.listen(port, host).catch(async (thrown: unknown) => {
    await service.close();
    throw thrown;
  });
  // Imports join what they bring with what is known, so nobody else may change that meanwhile.
  const oneAtATime = createOneAtATime<'import'>();
  const imports = createProductImport(store);
  let isClosing = false;
  /** What is not written by the time it closes is not written at all, whatever the store says of that. */
  const importInTurn = <T>(take: () => Promise<T>): Promise<T> =>
    oneAtATime('import', take).catch((cause: unknown) => {
      throw isClosing ? new AppError('cancelled', { cause }) : cause;
    });
  return {
    address,
    async importProducts(structures, products) {
      const read = readImport(structures, products);
      await importInTurn(() => imports.takeAsIs(classRecordsOf(read.structures), read.products));
    },
    imports: { take: (records, onFaults) => importInTurn(() => imports.take(records, onFaults)) },
    searchProducts: (text, limit, languageCode, signal) => searchProducts(store, languageCode, text, limit, signal),
    programs: () => store.versions.listPrograms(),
    searchClasses: (asked) => searchClasses(store, asked),
    drain: (told) => service.drain(told),
    async close() {
      isClosing = true;
      await service.close();
      blobs.close();
      await store.close();
    },
  };
}

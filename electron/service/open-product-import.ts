import { createProductImport, type ProductImport } from './products/product-import.ts';
import { openDataStore } from './store/open-data-store.ts';

/** An import into the data folder of a service that is not running. */
export interface OpenedProductImport extends ProductImport {
  /** Lets the folder go. */
  close(): Promise<void>;
}

/**
 * Opens a service's data folder for importing into it.
 * @param dataDir made where it is missing
 * @throws AppError `service-data-in-use` while a service runs on it, `state-unreadable`
 */
export async function openProductImport(dataDir: string): Promise<OpenedProductImport> {
  const store = await openDataStore(dataDir);
  const imports = createProductImport(store);
  return { ...imports, close: () => store.close() };
}

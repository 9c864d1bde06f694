import { basename } from 'node:path';
import { AppError, toAppError } from '../../shared/errors/app-error.ts';
import type { ImportRecord, ImportSummary, RecordFault } from '../../shared/model/import-record.ts';
import { faultsListed, type ImportResult } from '../../shared/rpc/import-records.ts';
import { detectKind, type ProductFileKind } from '../imports/detect-kind.ts';
import type { ImportOptions } from '../imports/import-options.ts';
import { readProductFile } from '../imports/read-product-file.ts';
import { isDiskFull } from '../service/full-disk.ts';
import type { ProductImport } from '../service/products/product-import.ts';

/** A file of product data whose format is known. */
interface ProductFile {
  readonly path: string;
  readonly kind: ProductFileKind;
}

/**
 * Looks at files of product data, without reading them through. The ETIM model comes first: it says the units and types by
 * which the values of catalogues are read.
 * @throws AppError `import-file-unreadable`
 */
export async function detectProductFiles(paths: readonly string[]): Promise<ProductFile[]> {
  const files: ProductFile[] = [];
  for (const path of paths) files.push({ path, kind: await detectKind(path) });
  return files.toSorted((one, other) => Number(other.kind === 'etim-csv') - Number(one.kind === 'etim-csv'));
}

const nothing = {
  classes: 0,
  modellingClasses: 0,
  features: 0,
  values: 0,
  units: 0,
  products: 0,
  updated: 0,
  skipped: 0,
} satisfies ImportSummary;

/**
 * Imports files one after the other, all of them or none. What ends that early is the result's `error`: then nothing was
 * imported, and the faults are those found until then.
 * @param options `onTidying` is told how much is cleaned away of what an earlier import left behind
 * @param onProgress place of the file in `files`, and how much of it has been read, 0 … 1
 */
export async function importProductFiles(
  target: ProductImport,
  files: readonly ProductFile[],
  { onTidying, ...options }: Omit<ImportOptions, 'onProgress'> & { readonly onTidying?: (fraction: number) => void },
  onProgress: (place: number, fraction: number) => void,
): Promise<ImportResult> {
  const faults: ImportResult['faults'] = [];
  let faultCount = 0;
  let file = '';
  let isReading = false;
  async function* readAll(): AsyncGenerator<ImportRecord> {
    options.signal.throwIfAborted();
    isReading = true;
    for (const [place, { path, kind }] of files.entries()) {
      file = basename(path);
      yield* readProductFile(path, kind, { ...options, onProgress: (fraction) => onProgress(place, fraction) });
    }
    // Until now it can be cancelled.
    options.signal.throwIfAborted();
  }
  function note(found: readonly RecordFault[]): void {
    faultCount += found.length;
    faults.push(...found.slice(0, faultsListed - faults.length).map((fault) => ({ file, ...fault })));
  }
  // Nothing has been read while leftovers are cleaned away: whoever cancels then has nothing to wait for.
  const cancelledBefore = new Promise<never>((_resolve, reject) =>
    options.signal.addEventListener('abort', () => isReading || reject(new AppError('cancelled')), { once: true }),
  );
  try {
    const taking = target.take(readAll(), note, onTidying);
    return { ...(await Promise.race([taking, cancelledBefore])), faultCount, faults };
  } catch (thrown) {
    return { ...nothing, faultCount, faults, error: importFailure(thrown).toRecord() };
  }
}

/** SQLite's own words say nothing to a person. */
function importFailure(thrown: unknown): AppError {
  return isDiskFull(thrown) ? new AppError('disk-full', { cause: thrown }) : toAppError(thrown);
}

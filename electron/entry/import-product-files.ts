import { basename } from 'node:path';
import { toAppError, type AppError } from '../../shared/errors/app-error.ts';
import { faultsListed, type ImportResult } from '../../shared/rpc/import-records.ts';
import { detectKind, type ProductFileKind } from '../imports/detect-kind.ts';
import type { ImportOptions } from '../imports/import-options.ts';
import { readProductFile } from '../imports/read-product-file.ts';
import type { ProductImport } from '../service/products/product-import.ts';

/** A file of product data whose format is known. */
export interface ProductFile {
  readonly path: string;
  readonly kind: ProductFileKind;
}

/**
 * Looks at files of product data, without reading them through.
 * @throws AppError `import-file-unreadable`
 */
export async function detectProductFiles(paths: readonly string[]): Promise<ProductFile[]> {
  const files: ProductFile[] = [];
  for (const path of paths) files.push({ path, kind: await detectKind(path) });
  return files;
}

/**
 * Imports files one after the other. What ends that early is the result's `error`; what was imported by then is kept.
 * @param onProgress place of the file in `files`, and how much of it has been read, 0 … 1
 */
export async function importProductFiles(
  target: ProductImport,
  files: readonly ProductFile[],
  options: Omit<ImportOptions, 'onProgress'>,
  onProgress: (place: number, fraction: number) => void,
): Promise<ImportResult> {
  const faults: ImportResult['faults'] = [];
  let faultCount = 0;
  let error: AppError | undefined;
  try {
    for (const [place, { path, kind }] of files.entries()) {
      const file = basename(path);
      const reading = { ...options, onProgress: (fraction: number) => onProgress(place, fraction) };
      await target.take(readProductFile(path, kind, reading), (found) => {
        faultCount += found.length;
        faults.push(...found.slice(0, faultsListed - faults.length).map((fault) => ({ file, ...fault })));
      });
    }
  } catch (thrown) {
    error = toAppError(thrown);
  }
  return { ...target.summary(), faultCount, faults, ...(error === undefined ? {} : { error: error.toRecord() }) };
}

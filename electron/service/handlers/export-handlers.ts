import { featureColumnsOf, productsCsv, type ExportedProduct } from '../../../shared/api/products-csv.ts';
import type { CadProduct } from '../../../shared/api/schemas/cad-product.ts';
import { AppError, type InputFault } from '../../../shared/errors/app-error.ts';
import { parseClassVersion, parseEtimCode } from '../../../shared/model/etim-code.ts';
import type { Parsed } from '../../../shared/model/parsed.ts';
import { createZip, type ZipFiles } from '../exports/create-zip.ts';
import { createUniqueNames, safeEntryName } from '../exports/entry-name.ts';
import { createFileFinder, type Target } from '../exports/find-compatible-file.ts';
import { maxFaults } from '../http/input-faults.ts';
import type { StoredVersion } from '../store/store.ts';
import type { TakeTurn } from '../take-turns.ts';
import { readDisabledFields } from '../../../shared/api/disabled-fields.ts';
import { findFilter } from './filter-handlers.ts';
import type { Download, HandlerPorts, Handlers } from './handler.ts';
import { fileNameOf } from './metadata-record.ts';

/** Operations 2 and 3: the CAD files of products as a ZIP. */
export function createExportHandlers(ports: HandlerPorts): Pick<Handlers, 'exportFilter' | 'exportProducts'> {
  return {
    async exportFilter({ params, takeTurn, holdBytes }) {
      const { cadProducts = [] } = await findFilter(ports.store.filters, params.filterId, { takeTurn, holdBytes });
      const disabled = readDisabledFields(params.disabledFields);
      return { download: await exportZip(ports, cadProducts, { target: params, disabled, takeTurn }) };
    },
    async exportProducts({ params, query, body, takeTurn }) {
      checkCodes(body);
      const target = { ...params, languageCode: query.languageCode };
      return { download: await exportZip(ports, body, { target, disabled: new Set(), takeTurn }) };
    },
  };
}

/** @throws AppError `invalid-request` naming codes and class versions of the wrong form; a product may have none */
function checkCodes(products: readonly CadProduct[]): void {
  const faults = products.flatMap((product, index) => [
    ...codeFaults(parseEtimCode('class', product.etimClassCode ?? ''), `/${index}/etimClassCode`),
    ...codeFaults(parseClassVersion(product.etimClassCodeVersion ?? ''), `/${index}/etimClassCodeVersion`),
    ...codeFaults(parseEtimCode('modellingClass', product.modellingClassCode ?? ''), `/${index}/modellingClassCode`),
    ...codeFaults(parseClassVersion(product.modellingClassCodeVersion ?? ''), `/${index}/modellingClassCodeVersion`),
  ]);
  if (faults.length > 0) throw new AppError('invalid-request', { faults: faults.slice(0, maxFaults) });
}

function codeFaults(code: Parsed<string>, pointer: string): InputFault[] {
  if (code.ok || code.fault.code === 'missing') return [];
  return [{ in: 'body', pointer, detail: code.fault.detail }];
}

interface ExportOrder {
  readonly target: Target;
  /** Features that get no column, by code. */
  readonly disabled: ReadonlySet<string>;
  readonly takeTurn: TakeTurn;
}

/**
 * @throws AppError `not-found` when none of the products has a file that the program can open, `invalid-request` when
 * their table would be too wide
 */
async function exportZip(
  { store, blobs }: HandlerPorts,
  products: readonly CadProduct[],
  { target, disabled, takeTurn }: ExportOrder,
): Promise<Download> {
  const columns = await featureColumnsOf(products, disabled, takeTurn);
  const find = createFileFinder(store.versions, target);
  const csvName = 'products.csv';
  const uniqueName = createUniqueNames();
  uniqueName(csvName);
  const files = new Map<string, ZipFiles['files'][number]>();
  const exported: ExportedProduct[] = [];
  for (const product of products) {
    await takeTurn();
    const found = await find(product);
    if (!found) {
      exported.push({ product, cadFile: '' });
      continue;
    }
    const wanted = entryName(found);
    // Products drawn by the same file share it.
    const id = `${found.blob.sha256} ${wanted}`;
    const file = files.get(id) ?? { name: uniqueName(wanted), blob: found.blob, changedAt: found.changedAt };
    files.set(id, file);
    exported.push({ product, cadFile: file.name });
  }
  if (files.size === 0) throw new AppError('not-found', { detail: 'None of these products has a CAD file for this.' });
  const texts = [{ name: csvName, text: productsCsv(exported, columns, takeTurn) }];
  const stream = createZip(blobs, { files: [...files.values()], texts }, takeTurn);
  return { content: { kind: 'stream', stream }, fileName: 'products.zip', contentType: 'application/zip' };
}

/** The name a standard prescribes, else the base file name; always with the file's extension. */
function entryName({ record }: StoredVersion): string {
  const { standardFilenames, baseFilename, fileExtension } = record;
  const prescribed = standardFilenames?.map(({ filename }) => filename?.trim()).find((name) => name);
  const extension = fileExtension?.replace(/^\.+/, '').toLowerCase();
  const hasExtension = extension !== undefined && prescribed?.toLowerCase().endsWith(`.${extension}`);
  return safeEntryName(prescribed && hasExtension ? prescribed : fileNameOf(prescribed ?? baseFilename, fileExtension));
}

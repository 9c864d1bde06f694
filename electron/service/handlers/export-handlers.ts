import type { CadProduct } from '../../../shared/api/schemas/cad-product.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { createZip, type ZipFiles } from '../exports/create-zip.ts';
import { createUniqueNames, safeEntryName } from '../exports/entry-name.ts';
import { findCompatibleFile, type Target } from '../exports/find-compatible-file.ts';
import { toProductsCsv, type ExportedProduct } from '../exports/products-csv.ts';
import type { StoredVersion } from '../store/store.ts';
import { readDisabledFields } from './disabled-fields.ts';
import { findFilter } from './filter-handlers.ts';
import type { Download, HandlerPorts, Handlers } from './handler.ts';
import { fileNameOf } from './metadata-record.ts';

/** Operations 2 and 3: the CAD files of products as a ZIP. */
export function createExportHandlers(ports: HandlerPorts): Pick<Handlers, 'exportFilter' | 'exportProducts'> {
  return {
    async exportFilter({ params }) {
      const { cadProducts = [] } = await findFilter(ports.store.filters, params.filterId);
      const disabled = readDisabledFields(params.disabledFields);
      return { download: await exportZip(ports, cadProducts, params, disabled) };
    },
    async exportProducts({ params, query, body }) {
      const target = { ...params, languageCode: query.languageCode };
      return { download: await exportZip(ports, body, target, new Set()) };
    },
  };
}

/** @throws AppError `not-found` when none of the products has a file that the program can open */
async function exportZip(
  { store, blobs }: HandlerPorts,
  products: readonly CadProduct[],
  target: Target,
  disabled: ReadonlySet<string>,
): Promise<Download> {
  const csvName = 'products.csv';
  const uniqueName = createUniqueNames();
  uniqueName(csvName);
  const files = new Map<string, ZipFiles['files'][number]>();
  const exported: ExportedProduct[] = [];
  for (const product of products) {
    const found = await findCompatibleFile(store.versions, product, target);
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
  const texts = [{ name: csvName, text: toProductsCsv(exported, disabled) }];
  const stream = createZip(blobs, { files: [...files.values()], texts });
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

import type { ViewCaller, ViewOptions } from '../../../shared/api/caller.ts';
import { featureColumnsOf, productsCsv } from '../../../shared/api/products-csv.ts';
import type { CadProduct } from '../../../shared/api/schemas/cad-product.ts';
import type { SavedThing } from '../../../shared/rpc/selection-records.ts';
import { safeFileName } from '../library/target-path.ts';
import { productsByIds } from './products.ts';
import { requestedKey } from './requested.ts';
import { fieldList } from './selections.ts';

interface SavedBytes {
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Length of the whole, when announced. */
  readonly sizeBytes: number | undefined;
}

/**
 * What a file with this in it is called, unless a person names it otherwise.
 * @param selectionName what the person calls a filter, where it is kept by a name
 */
export function suggestedNameOf(
  thing: SavedThing,
  selectionName: (filterId: string) => string | undefined = () => undefined,
): string {
  const ofSelection = (filterId: string, extension: string): string =>
    safeFileName(withoutSigns(selectionName(filterId) ?? `selection ${filterId}`), extension);
  switch (thing.kind) {
    case 'filterZip':
      return ofSelection(thing.filterId, 'zip');
    case 'filterTable':
      return ofSelection(thing.filterId, 'csv');
    case 'productsZip':
      return 'products.zip';
    case 'productsTable':
      return 'products.csv';
    case 'attachment':
      return nameOfAttachment(thing.attachment ?? '');
    case 'validationFile':
      return `validation ${thing.part}.${thing.part === 'report' ? 'html' : 'json'}`;
  }
}

/** Without what no folder can hold, in a form that people go on reading. */
function withoutSigns(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}<>:"/\\|?*]/gu, '_')
    .replace(/^[. ]+/, '');
}

function nameOfAttachment(text: string): string {
  const name = withoutSigns(text).replace(/[. ]+$/, '') || 'attachment';
  const [, base = name, extension = ''] = /^(.+)\.([^. ]{1,16})$/s.exec(name) ?? [];
  return safeFileName(base, extension);
}

/**
 * Asks the service for it.
 * @throws AppError `not-found` where there is none, or what else it answers
 */
export async function openSavedBytes(
  service: ViewCaller,
  thing: SavedThing,
  options: ViewOptions,
): Promise<SavedBytes> {
  switch (thing.kind) {
    case 'filterZip': {
      const { filterId, languageCode, program, disabledFields } = thing;
      const params = { ...targetOf(program), filterId, languageCode, disabledFields: fieldList(disabledFields) };
      return service.download('exportFilter', { params: { ...params, languageCode: languageCode || 'en' } }, options);
    }
    case 'productsZip': {
      const { productIds, program, languageCode } = thing;
      const body = await productsByIds(service, productIds, languageCode, options);
      return service.download('exportProducts', { params: targetOf(program), query: { languageCode }, body }, options);
    }
    case 'filterTable': {
      const { filterId, selectionKind: type, disabledFields } = thing;
      const params = { filterId, type, disableFields: fieldList(disabledFields) };
      const { cadProducts = [] } = await service.call('getFilter', { params }, options);
      return tableOf(cadProducts, disabledFields);
    }
    case 'productsTable':
      return tableOf(await productsByIds(service, thing.productIds, thing.languageCode, options), []);
    case 'attachment':
      return service.download('getAttachment', attachmentInput(thing), options);
    case 'validationFile':
      return service.download('getValidationFile', { params: { blobId: thing.blobId } }, options);
  }
}

function targetOf({ name, version }: Extract<SavedThing, { program: unknown }>['program']) {
  return { application: name, applicationVersion: version };
}

/** @throws AppError `invalid-request` for a text that is no key */
function attachmentInput({ key, attachment = '' }: Extract<SavedThing, { kind: 'attachment' }>) {
  const { languageCode = '', ...params } = requestedKey(key);
  return { params, query: { languageCode, attachmentNameOrId: attachment } };
}

/** The table that is also in every ZIP of products, without the names of CAD files: nothing was asked about these. */
async function tableOf(products: readonly CadProduct[], disabledFields: readonly string[]): Promise<SavedBytes> {
  const disabled = new Set(disabledFields.map((code) => code.toUpperCase()));
  const goOn = async (): Promise<void> => undefined;
  const columns = await featureColumnsOf(products, disabled, goOn);
  const exported = products.map((product) => ({ product, cadFile: '' }));
  return { bytes: encoded(productsCsv(exported, columns, goOn)), sizeBytes: undefined };
}

async function* encoded(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array, void, void> {
  const encoder = new TextEncoder();
  for await (const text of texts) yield encoder.encode(text);
}

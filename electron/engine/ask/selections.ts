import type { ViewCaller, ViewOptions } from '../../../shared/api/caller.ts';
import type { CadProperty } from '../../../shared/api/schemas/cad-product.ts';
import type { SavedSelection, SelectionDetail } from '../../../shared/rpc/selection-records.ts';
import { createAge, headOf, productsByIds } from './products.ts';

/** So many products of a selection are shown. */
const shownProducts = 200;

/**
 * Stores products as a filter of the service.
 * @returns its id; one that stands for it where it waits for the service
 * @throws AppError `not-found` for products or classes the service does not have
 */
export async function storeSelection(
  service: ViewCaller,
  productIds: readonly number[],
  languageCode: string | undefined,
  options: ViewOptions = {},
): Promise<string> {
  const cadProducts = await productsByIds(service, productIds, languageCode);
  const body = { cadProducts, ...(languageCode ? { languageCode } : {}) };
  return String(await service.call('storeFilter', { params: {}, query: { beautifyErrors: '1' }, body }, options));
}

/** What a filter selects, with the features that are switched off in it. */
export async function openSelection(
  service: ViewCaller,
  { filterId, kind, disabledFields }: Omit<SavedSelection, 'name'>,
): Promise<SelectionDetail> {
  const { options, asOf } = createAge();
  const params = { filterId, type: kind, disableFields: fieldList(disabledFields) };
  const { cadProducts = [] } = await service.call('getFilter', { params }, options);
  const features = new Map<string, SelectionDetail['features'][number]>();
  for (const { properties = [] } of cadProducts) {
    for (const property of properties) {
      const code = property.code ?? '';
      if (code !== '' && !features.has(code)) features.set(code, featureOf(code, property));
    }
  }
  return {
    productCount: cadProducts.length,
    products: cadProducts.slice(0, shownProducts).map(headOf),
    features: [...features.values()],
    ...asOf(),
  };
}

function featureOf(code: string, property: CadProperty): SelectionDetail['features'][number] {
  const { description, selected = true, isEtimFeature, isModellingFeature } = property;
  const origin = isEtimFeature ? 'etim' : isModellingFeature ? 'modelling' : 'other';
  return { code, description: description ?? code, origin, selected };
}

/** Features that are switched off, as they stand at the end of a path. */
export function fieldList(disabledFields: readonly string[]): string {
  return disabledFields.length === 0 ? '-' : disabledFields.join(',');
}

import type { ViewCaller } from '../../../shared/api/caller.ts';
import type { CadProduct } from '../../../shared/api/schemas/cad-product.ts';
import { AppError, toAppError, type ErrorRecord } from '../../../shared/errors/app-error.ts';
import type { ProductAnswer, ProductQuery } from '../../../shared/rpc/product-records.ts';
import type { ProductCheck } from '../../../shared/rpc/product-check-records.ts';
import { checkValues } from './check-values.ts';
import { createAge, headOf } from './products.ts';

/** Checks products that were looked up. The structure of each pair of classes is asked for once. */
export async function checkProducts(
  service: () => ViewCaller,
  answers: readonly ProductAnswer[],
  languageCode = '',
): Promise<ProductCheck[]> {
  const structures = new Map<string, Promise<Structure>>();
  const structureOf = (product: CadProduct): Promise<Structure> => {
    const pair = `${product.etimClassCode} ${product.modellingClassCode}`;
    const asked = structures.get(pair) ?? askForStructure(service(), product, languageCode);
    structures.set(pair, asked);
    return asked;
  };
  const checks: ProductCheck[] = [];
  for (const { query, product, asOfMs, error } of answers) {
    if (!product) {
      checks.push(unchecked(query, {}, error ?? { code: 'not-found' }));
      continue;
    }
    try {
      const structure = await structureOf(product);
      const oldestMs = Math.min(asOfMs ?? Infinity, structure.asOfMs ?? Infinity);
      checks.push({
        query,
        ...checkValues(product, structure.described),
        ...(oldestMs === Infinity ? {} : { asOfMs: oldestMs }),
      });
    } catch (thrown) {
      checks.push(unchecked(query, product, toAppError(thrown).toRecord()));
    }
  }
  return checks;
}

/** What products of a pair of classes have, and when the service said so, where it could not be asked now. */
interface Structure {
  readonly described: CadProduct;
  readonly asOfMs?: number;
}

async function askForStructure(
  service: ViewCaller,
  { etimClassCode, modellingClassCode }: CadProduct,
  languageCode: string,
): Promise<Structure> {
  if (!etimClassCode || !modellingClassCode) {
    const which = etimClassCode ? 'modelling class' : 'ETIM class';
    throw new AppError('invalid-request', { detail: `The product has no ${which}, so it has no structure.` });
  }
  const params = { etimClassCode, etimModelClassCode: modellingClassCode };
  const { options, asOf } = createAge();
  const described = await service.call('getStructure', { params, query: { languageCode } }, options);
  return { described, ...asOf() };
}

function unchecked(query: ProductQuery, product: CadProduct, error: ErrorRecord): ProductCheck {
  return {
    query,
    product: headOf(product),
    featureCount: 0,
    filledCount: 0,
    faults: [],
    otherVersions: [],
    wrongNumbers: [],
    error,
  };
}

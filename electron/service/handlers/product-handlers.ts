import type { CadProduct } from '../../../shared/api/schemas/cad-product.ts';
import { AppError, type InputFault } from '../../../shared/errors/app-error.ts';
import { inLists } from '../../../shared/model/in-lists.ts';
import { parseGln } from '../../../shared/model/gln.ts';
import { parseLanguageCode } from '../../../shared/model/language.ts';
import { findClassesOf, findClassPair } from '../products/known-classes.ts';
import { toCadProduct, toStructureRecord } from '../products/to-cad-product.ts';
import { maxFaults, toJsonPointer } from '../http/input-faults.ts';
import type { ProductName, ProductRecords, StoredProduct } from '../store/store.ts';
import type { TakeTurn } from '../take-turns.ts';
import type { HandlerPorts, Handlers } from './handler.ts';

type ProductHandlers = Pick<
  Handlers,
  'getProduct' | 'findProducts' | 'getProductByGtin' | 'getProductValues' | 'getStructure' | 'setBimReady'
>;

/** So many are looked for between two turns. */
const countedTogether = 250;

/** Operations 22, 24–27 and 30: products and the structure of their classes. */
export function createProductHandlers({ store }: HandlerPorts): ProductHandlers {
  const { classes, products } = store;

  async function describe(found: StoredProduct, languageCode: string | undefined): Promise<CadProduct> {
    return toCadProduct(found, await findClassesOf(classes, found.data), languageCode);
  }

  return {
    async getProduct({ params, query }) {
      const found = await products.findByCode(params.manufacturerGln, params.productCode);
      if (!found) throw new AppError('not-found', { detail: 'This manufacturer has no product of that code.' });
      return { value: await describe(found, query.languageCode) };
    },
    async findProducts({ body, query, takeTurn }) {
      return answerKnown(products, readPairs(body), (product) => describe(product, query.languageCode), takeTurn);
    },
    async getProductByGtin({ params, query }) {
      const found = await products.findByGtin(params.gtin);
      if (!found) throw new AppError('not-found', { detail: 'No product has this GTIN.' });
      return { value: await describe(found, query.languageCode) };
    },
    async getProductValues({ body, takeTurn }) {
      const { productIds = [], excludeFeatures, languageCode } = Array.isArray(body) ? { productIds: body } : body;
      const language = parseLanguageCode(languageCode);
      if (!language.ok) throw badBody('/languageCode', language.fault.detail);
      const describeValues = async (product: StoredProduct) => {
        const record = await describe(product, language.value);
        return excludeFeatures ? { ...record, properties: [] } : record;
      };
      return answerKnown(products, productIds, describeValues, takeTurn);
    },
    async getStructure({ params, query }) {
      const pair = await findClassPair(classes, params.etimClassCode, params.etimModelClassCode);
      if (!pair) throw new AppError('not-found', { detail: 'One of these two classes is not known.' });
      return { value: toStructureRecord(pair, query.languageCode) };
    },
    async setBimReady({ body }) {
      const unknown = await products.setBimReady(readStates(body));
      if (unknown.length === 0) return { value: true };
      throw new AppError('not-found', { detail: `There is no product ${unknown.slice(0, 20).join(', ')}.` });
    },
  };
}

/**
 * Those found, in the order asked; how many were not stands in a header (service decisions, 24–26), so they are counted
 * before any is sent.
 */
async function answerKnown(
  products: ProductRecords,
  asked: readonly ProductName[],
  describeOne: (product: StoredProduct) => Promise<CadProduct>,
  takeTurn: TakeTurn,
) {
  const ids: number[] = [];
  for (const some of inLists(asked, countedTogether)) {
    const found = await products.findIds(some);
    ids.push(...found.filter((id) => id !== undefined));
    await takeTurn();
  }
  if (ids.length === 0) throw new AppError('not-found', { detail: 'None of these products is known.' });
  return { value: describeEach(ids), headers: { 'x-not-found': String(asked.length - ids.length) } };

  async function* describeEach(known: readonly number[]): AsyncGenerator<CadProduct[]> {
    for (const id of known) {
      await takeTurn();
      const product = await products.find(id);
      // It was counted: an answer without it would say that it had been looked for in vain, and of none that it is missing.
      if (!product) throw new AppError('internal-error', { detail: 'Other product data is shown since it was begun.' });
      yield [await describeOne(product)];
    }
  }
}

type Pair = { readonly manufacturerGln?: string | undefined; readonly productCode?: string | undefined };

/** @throws AppError `invalid-request` naming every pair that is incomplete or whose GLN is none */
function readPairs(body: readonly Pair[]): ProductName[] {
  const faults: InputFault[] = [];
  const pairs = body.map(({ manufacturerGln = '', productCode = '' }, index) => {
    const gln = parseGln(manufacturerGln);
    if (!gln.ok) faults.push({ in: 'body', pointer: `/${index}/manufacturerGln`, detail: gln.fault.detail });
    if (productCode === '') {
      faults.push({ in: 'body', pointer: `/${index}/productCode`, detail: 'a product code is missing' });
    }
    return { manufacturerGln: gln.ok ? gln.value : '', productCode };
  });
  if (faults.length > 0) throw new AppError('invalid-request', { faults: faults.slice(0, maxFaults) });
  return pairs;
}

/** @throws AppError `invalid-request` naming the key that is no product id */
function readStates(body: Readonly<Record<string, boolean>>): ReadonlyMap<number, boolean> {
  return new Map(
    Object.entries(body).map(([key, ready]) => {
      if (!/^\d{1,10}$/.test(key)) throw badBody(toJsonPointer([key]), 'a key is a product id');
      return [Number(key), ready];
    }),
  );
}

function badBody(pointer: string, detail: string): AppError {
  return new AppError('invalid-request', { faults: [{ in: 'body', pointer, detail }] });
}

import { isDeepStrictEqual } from 'node:util';
import { inLists } from '../../../shared/model/in-lists.ts';
import type {
  EtimClassDefinition,
  Localized,
  ModellingClassDefinition,
  ProductData,
  Term,
} from '../../../shared/model/product-data.ts';
import type { ClassRecords, StagedProductData, StoredProduct } from '../store/store.ts';
import type { Outcome } from './import-tally.ts';
import { wordsIn } from './known-classes.ts';
import { mergeEtimClass, mergeModellingClass } from './merge-class.ts';
import { isSameManufacturer, mergeProduct, type SaidProduct } from './merge-product.ts';
import { readProduct } from './read-import.ts';

/** Records joined with what is known, waiting to be written together. */
export interface ImportBatch extends Pick<ClassRecords, 'findEtimClass'> {
  putEtimClass(definition: EtimClassDefinition): Promise<Outcome>;
  putModellingClass(definition: ModellingClassDefinition): Promise<Outcome>;
  putProduct(product: SaidProduct): Promise<{ readonly productId: number; readonly outcome: Outcome }>;
  putTerms(terms: readonly Term[]): void;
  /** Writes what waits. */
  flush(): Promise<void>;
}

/** So many terms are one commit: one record may bring thousands. */
const termsPerCommit = 1_000;

/** Ids below are given by those who make products themselves. */
const firstImportedId = 1_000_000;

/** Creates a batch of what is being staged. */
export function createImportBatch({ classes, products }: Pick<StagedProductData, 'classes' | 'products'>): ImportBatch {
  const etimClasses = new Map<string, EtimClassDefinition>();
  const modellingClasses = new Map<string, ModellingClassDefinition>();
  const productsById = new Map<number, ProductData>();
  const terms: Term[] = [];
  /** What classes call their features and values: good for other classes that have them and say nothing. */
  const words = new Map<string, Localized>();
  const takeId = createIds(products);

  function noteWords({ features }: ModellingClassDefinition): void {
    for (const [code, said] of features.flatMap(wordsIn)) words.set(code, { ...said, ...words.get(code) });
  }

  async function flush(): Promise<void> {
    for (const some of inLists(terms.splice(0), termsPerCommit)) await classes.putTerms(some);
    const said = [...words].map(([code, descriptions]) => ({ code, descriptions }));
    words.clear();
    for (const some of inLists(said, termsPerCommit)) await classes.fillTerms(some);
    await classes.putEtimClasses(takeAll(etimClasses));
    await classes.putModellingClasses(takeAll(modellingClasses));
    await products.putProducts(takeAll(productsById));
  }

  return {
    async findEtimClass(code, version) {
      if (etimClasses.size > 0) await flush();
      return classes.findEtimClass(code, version);
    },
    putEtimClass: async (said) => {
      noteWords(said);
      const key = keyOf(said);
      const known = etimClasses.get(key) ?? (await classes.findEtimClass(said.code, said.version));
      return putJoined(etimClasses, key, known, known ? mergeEtimClass(known, said) : said);
    },
    putModellingClass: async (said) => {
      noteWords(said);
      const key = keyOf(said);
      const known = modellingClasses.get(key) ?? (await classes.findModellingClass(said.code, said.version));
      return putJoined(modellingClasses, key, known, known ? mergeModellingClass(known, said) : said);
    },
    async putProduct(product) {
      const known = await findKnown(products, productsById, product);
      const productId = known?.productId ?? (await takeId());
      const said = readProduct({ ...product, productId }, `product ${product.productCode}`);
      const joined = known ? mergeProduct(known, said) : said;
      return { productId, outcome: putJoined(productsById, productId, known, joined) };
    },
    putTerms: (said) => void terms.push(...said),
    flush,
  };
}

/** Gives each new product an id above all that are known. */
function createIds(products: StagedProductData['products']): () => Promise<number> {
  let nextId: number | undefined;
  return async () => {
    nextId ??= Math.max(firstImportedId, (await products.highestId()) + 1);
    return nextId++;
  };
}

async function findKnown(
  products: StagedProductData['products'],
  productsById: ReadonlyMap<number, ProductData>,
  said: SaidProduct,
): Promise<ProductData | undefined> {
  const { manufacturerGln: gln, productCode: code } = said;
  const waiting = [...productsById.values()].filter(({ productCode }) => productCode === code);
  const kept = (await findKept(products, gln, code)).map(({ data }) => data);
  const candidates = [...waiting, ...kept].filter((known) => isSameManufacturer(known, said));
  return candidates.find(({ manufacturerGln }) => manufacturerGln === gln) ?? candidates[0];
}

/** Those that may be of one manufacturer: of a code like `100` there may be thousands with other GLNs. */
async function findKept(
  products: StagedProductData['products'],
  gln: string | undefined,
  code: string,
): Promise<readonly StoredProduct[]> {
  if (gln === undefined) return products.findAllByCode(code);
  const known = await products.findByCode(gln, code);
  return known ? [known] : products.findAllWithoutGln(code);
}

function putJoined<Key, Item>(waiting: Map<Key, Item>, key: Key, known: Item | undefined, joined: Item): Outcome {
  if (known !== undefined && isDeepStrictEqual(known, joined)) return 'unchanged';
  waiting.set(key, joined);
  return known === undefined ? 'added' : 'updated';
}

function takeAll<Item>(waiting: Map<unknown, Item>): Item[] {
  const items = [...waiting.values()];
  waiting.clear();
  return items;
}

function keyOf({ code, version }: ModellingClassDefinition): string {
  return `${code} ${version}`;
}

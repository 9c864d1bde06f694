import type {
  EtimClassDefinition,
  FeatureDefinition,
  Localized,
  ModellingClassDefinition,
  ProductData,
} from '../../../shared/model/product-data.ts';
import type { ClassRecords } from '../store/store.ts';

/** What is known of the classes of a product, or of a pair of classes. */
export interface KnownClasses {
  readonly etimClass: EtimClassDefinition | undefined;
  readonly modellingClass: ModellingClassDefinition | undefined;
  /** What a feature or value is called, as far as either class or the dictionary tells, whose own definition does not. */
  readonly wordsOf: (code: string) => Localized;
}

/**
 * The classes of a product in its versions. Where a version was never imported, or is not said, the newest one that is
 * known gives the words: features of a class hardly change their meaning.
 */
export async function findClassesOf(classes: ClassRecords, product: ProductData): Promise<KnownClasses> {
  const { modellingClassCode, modellingClassVersion } = product;
  const etimClass = await findEtimClassOf(classes, product);
  const modellingClass =
    modellingClassCode === undefined
      ? undefined
      : ((await classes.findModellingClass(modellingClassCode, modellingClassVersion)) ??
        (await classes.findModellingClass(modellingClassCode)));
  const codes = product.values.flatMap((value) =>
    value.kind === 'choice' ? [value.featureCode, value.valueCode] : [value.featureCode],
  );
  return withTerms(classes, etimClass, modellingClass, codes);
}

/** The ETIM class of a product, as `findClassesOf` finds it. */
export async function findEtimClassOf(
  classes: Pick<ClassRecords, 'findEtimClass'>,
  { etimClassCode, etimClassVersion }: Pick<ProductData, 'etimClassCode' | 'etimClassVersion'>,
): Promise<EtimClassDefinition | undefined> {
  if (etimClassCode === undefined) return undefined;
  return (await classes.findEtimClass(etimClassCode, etimClassVersion)) ?? (await classes.findEtimClass(etimClassCode));
}

/** The newest versions of a pair of classes; undefined where either is unknown. */
export async function findClassPair(
  classes: ClassRecords,
  etimClassCode: string,
  modellingClassCode: string,
): Promise<KnownClasses | undefined> {
  const etimClass = await classes.findEtimClass(etimClassCode);
  const modellingClass = await classes.findModellingClass(modellingClassCode);
  return etimClass && modellingClass ? withTerms(classes, etimClass, modellingClass, []) : undefined;
}

async function withTerms(
  classes: ClassRecords,
  etimClass: EtimClassDefinition | undefined,
  modellingClass: ModellingClassDefinition | undefined,
  codes: readonly string[],
): Promise<KnownClasses> {
  const [etimCodes, modellingCodes] = [codesOf(etimClass), codesOf(modellingClass)];
  // The classes speak of the same features and values: what one has words for, the other may leave without.
  const wordsInClasses = (code: string) => etimCodes.worded.get(code) ?? modellingCodes.worded.get(code);
  const mentioned = [...codes, ...etimCodes.wordless, ...modellingCodes.wordless];
  const unknown = mentioned.filter((code) => wordsInClasses(code) === undefined);
  const terms = unknown.length === 0 ? noTerms : await classes.findTerms([...new Set(unknown)]);
  return { etimClass, modellingClass, wordsOf: (code) => wordsInClasses(code) ?? terms.get(code) ?? {} };
}

const noTerms: ReadonlyMap<string, Localized> = new Map();

/** The words a class has for its codes, and the features that it leaves without. */
interface ClassCodes {
  readonly worded: ReadonlyMap<string, Localized>;
  readonly wordless: readonly string[];
}

const noCodes: ClassCodes = { worded: new Map(), wordless: [] };

/** Definitions are read again and again and never change, so what was found out about one stays with it. */
const codesOfClass = new WeakMap<object, ClassCodes>();

function codesOf(definition: EtimClassDefinition | ModellingClassDefinition | undefined): ClassCodes {
  if (!definition) return noCodes;
  const known = codesOfClass.get(definition);
  if (known) return known;
  const worded = new Map(definition.features.flatMap(wordsIn));
  const wordless = definition.features.map(({ featureCode }) => featureCode).filter((code) => !worded.has(code));
  const codes = { worded, wordless };
  codesOfClass.set(definition, codes);
  return codes;
}

/** The words that the definition of a feature has for it and its values, by code. */
export function wordsIn({ featureCode, descriptions, choices = [] }: FeatureDefinition): [string, Localized][] {
  const all = [[featureCode, descriptions] as const, ...choices.map((it) => [it.valueCode, it.descriptions] as const)];
  return all.filter(([, words]) => hasWords(words)).map(([code, words]) => [code, words]);
}

/** Whether a text has been given in any language. */
export function hasWords(texts: Localized): boolean {
  return Object.keys(texts).length > 0;
}

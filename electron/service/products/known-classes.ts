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
  /** What features and values are called that the definitions give no words for, by code. */
  readonly terms: ReadonlyMap<string, Localized>;
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
  const wordless = [...codes, ...etimCodes.wordless, ...modellingCodes.wordless].filter(
    (code) => !etimCodes.worded.has(code) && !modellingCodes.worded.has(code),
  );
  const terms = wordless.length === 0 ? new Map<string, Localized>() : await classes.findTerms([...new Set(wordless)]);
  return { etimClass, modellingClass, terms };
}

/** Which codes of a class its definition has words for, and which features it leaves without. */
interface ClassCodes {
  readonly worded: ReadonlySet<string>;
  readonly wordless: readonly string[];
}

const noCodes: ClassCodes = { worded: new Set(), wordless: [] };

/** Definitions are read again and again and never change, so what was found out about one stays with it. */
const codesOfClass = new WeakMap<object, ClassCodes>();

function codesOf(definition: EtimClassDefinition | ModellingClassDefinition | undefined): ClassCodes {
  if (!definition) return noCodes;
  const known = codesOfClass.get(definition);
  if (known) return known;
  const worded = new Set(definition.features.flatMap(wordedCodes));
  const wordless = definition.features.map(({ featureCode }) => featureCode).filter((code) => !worded.has(code));
  const codes = { worded, wordless };
  codesOfClass.set(definition, codes);
  return codes;
}

/** The codes of a feature and its values that the definition itself has words for. */
function wordedCodes({ featureCode, descriptions, choices = [] }: FeatureDefinition): string[] {
  return [
    ...(hasWords(descriptions) ? [featureCode] : []),
    ...choices.filter((choice) => hasWords(choice.descriptions)).map(({ valueCode }) => valueCode),
  ];
}

/** Whether a text has been given in any language. */
export function hasWords(texts: Localized): boolean {
  return Object.keys(texts).length > 0;
}

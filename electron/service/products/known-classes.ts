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
  const { etimClassCode, etimClassVersion, modellingClassCode, modellingClassVersion } = product;
  const etimClass =
    etimClassCode === undefined
      ? undefined
      : ((await classes.findEtimClass(etimClassCode, etimClassVersion)) ??
        (await classes.findEtimClass(etimClassCode)));
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
  const features = [...(etimClass?.features ?? []), ...(modellingClass?.features ?? [])];
  const worded = new Set(features.flatMap(wordedCodes));
  const wordless = [...codes, ...features.map(({ featureCode }) => featureCode)].filter((code) => !worded.has(code));
  const terms = wordless.length === 0 ? new Map<string, Localized>() : await classes.findTerms([...new Set(wordless)]);
  return { etimClass, modellingClass, terms };
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

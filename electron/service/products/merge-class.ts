import type {
  EtimClassDefinition,
  FeatureDefinition,
  Localized,
  ModellingClassDefinition,
} from '../../../shared/model/product-data.ts';

/**
 * What is known of an ETIM class and what a source says of it now, as one. A complete definition decides which features
 * the class has; one that is a part only adds. Wordings in other languages stay.
 */
export function mergeEtimClass(known: EtimClassDefinition, said: EtimClassDefinition): EtimClassDefinition {
  return {
    ...mergeModellingClass(known, said),
    synonyms: preferring(extentOf(known, said), known.synonyms, said.synonyms),
  };
}

/** The same for a modelling class. */
export function mergeModellingClass(
  known: ModellingClassDefinition,
  said: ModellingClassDefinition,
): ModellingClassDefinition {
  const extent = extentOf(known, said);
  return {
    code: said.code,
    version: said.version,
    descriptions: preferring(extent, known.descriptions, said.descriptions),
    features: mergeLists(extent, known.features, said.features, {
      keyOf: featureKey,
      join: (old, now) => mergeFeature(extent, old, now),
    }),
    complete: known.complete || said.complete,
  };
}

/** Which of two definitions lists what the class has; the newer one where both list everything. */
type Extent = 'known' | 'said' | 'both';

function extentOf(known: ModellingClassDefinition, said: ModellingClassDefinition): Extent {
  if (said.complete) return 'said';
  return known.complete ? 'known' : 'both';
}

function mergeFeature(extent: Extent, old: FeatureDefinition, now: FeatureDefinition): FeatureDefinition {
  const choices = mergeLists(extent, old.choices ?? [], now.choices ?? [], {
    keyOf: ({ valueCode }) => valueCode,
    join: (before, after) => ({
      ...after,
      descriptions: preferring(extent, before.descriptions, after.descriptions),
    }),
  });
  return {
    ...(extent === 'said' ? now : { ...now, ...old }),
    descriptions: preferring(extent, old.descriptions, now.descriptions),
    ...(choices.length === 0 ? {} : { choices }),
  };
}

function featureKey({ featureCode, portCode }: FeatureDefinition): string {
  return `${featureCode} ${portCode}`;
}

/** Both by language; where both have one, the newer, unless the older is of a complete definition and the newer is not. */
function preferring<Texts extends Localized | EtimClassDefinition['synonyms']>(
  extent: Extent,
  known: Texts,
  said: Texts,
): Texts {
  return extent === 'known' ? { ...said, ...known } : { ...known, ...said };
}

/** The items of the list that counts, or of both, each joined with the item of the same key in the other list. */
function mergeLists<Item>(
  extent: Extent,
  known: readonly Item[],
  said: readonly Item[],
  { keyOf, join }: { readonly keyOf: (item: Item) => string; readonly join: (known: Item, said: Item) => Item },
): readonly Item[] {
  const knownByKey = new Map(known.map((item) => [keyOf(item), item]));
  const saidByKey = new Map(said.map((item) => [keyOf(item), item]));
  const keys = extent === 'said' ? saidByKey.keys() : extent === 'known' ? knownByKey.keys() : bothKeys();
  return [...keys].flatMap((key) => {
    const [old, now] = [knownByKey.get(key), saidByKey.get(key)];
    return old && now ? [join(old, now)] : (old ?? now ?? []);
  });

  function bothKeys(): Iterable<string> {
    return new Set([...knownByKey.keys(), ...saidByKey.keys()]);
  }
}

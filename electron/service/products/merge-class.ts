import type {
  EtimClassDefinition,
  FeatureDefinition,
  Localized,
  ModellingClassDefinition,
} from '../../../shared/model/product-data.ts';

/**
 * What is known of an ETIM class and what a source says of it now, as one. A complete definition says which features the
 * class has; one that is a part only adds. Wordings of other languages stay.
 */
export function mergeEtimClass(known: EtimClassDefinition, said: EtimClassDefinition): EtimClassDefinition {
  return {
    ...mergeFeatures(known, said),
    synonyms: countsMore(known, said) ? { ...said.synonyms, ...known.synonyms } : { ...known.synonyms, ...said.synonyms },
  };
}

/** The same for a modelling class. */
export function mergeModellingClass(
  known: ModellingClassDefinition,
  said: ModellingClassDefinition,
): ModellingClassDefinition {
  return mergeFeatures(known, said);
}

/** Whether what is known counts more than what is said now: a part never overrides the whole. */
function countsMore(known: ModellingClassDefinition, said: ModellingClassDefinition): boolean {
  return known.complete && !said.complete;
}

function mergeFeatures(known: ModellingClassDefinition, said: ModellingClassDefinition): ModellingClassDefinition {
  const words = (old: Localized, now: Localized): Localized =>
    countsMore(known, said) ? { ...now, ...old } : { ...old, ...now };
  const merged = mergeByKey(known.features, said.features, featureKey, (old, now) => ({
    ...(said.complete ? { ...old, ...now } : { ...now, ...old }),
    descriptions: words(old.descriptions, now.descriptions),
    ...mergeChoices(old, now, words),
  }));
  return {
    code: said.code,
    version: said.version,
    descriptions: words(known.descriptions, said.descriptions),
    features: keepListed(merged, featureKey, known, said, (definition) => definition.features),
    complete: known.complete || said.complete,
  };

  function mergeChoices(old: FeatureDefinition, now: FeatureDefinition, merge: typeof words) {
    if (!old.choices && !now.choices) return {};
    const choices = mergeByKey(old.choices ?? [], now.choices ?? [], choiceKey, (before, after) => ({
      valueCode: after.valueCode,
      descriptions: merge(before.descriptions, after.descriptions),
    }));
    return { choices: keepListed(choices, choiceKey, known, said, (from) => choicesOf(from, featureKey(now))) };
  }
}

/** Of everything that was said, what a complete definition lists, in its order; all of it where none is complete. */
function keepListed<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  known: ModellingClassDefinition,
  said: ModellingClassDefinition,
  listOf: (definition: ModellingClassDefinition) => readonly Item[],
): readonly Item[] {
  const complete = said.complete ? said : known;
  if (!complete.complete) return items;
  const byKey = new Map(items.map((item) => [keyOf(item), item]));
  return listOf(complete).flatMap((item) => byKey.get(keyOf(item)) ?? []);
}

/** The old items, joined with the new ones of the same key, and then the other new ones. */
function mergeByKey<Item>(
  old: readonly Item[],
  now: readonly Item[],
  keyOf: (item: Item) => string,
  join: (old: Item, now: Item) => Item,
): Item[] {
  const merged = new Map(old.map((item) => [keyOf(item), item]));
  for (const item of now) {
    const before = merged.get(keyOf(item));
    merged.set(keyOf(item), before ? join(before, item) : item);
  }
  return [...merged.values()];
}

type Choice = NonNullable<FeatureDefinition['choices']>[number];

function choicesOf(definition: ModellingClassDefinition, key: string): readonly Choice[] {
  return definition.features.find((feature) => featureKey(feature) === key)?.choices ?? [];
}

function choiceKey({ valueCode }: Choice): string {
  return valueCode;
}

function featureKey({ featureCode, portCode }: FeatureDefinition): string {
  return `${featureCode} ${portCode}`;
}

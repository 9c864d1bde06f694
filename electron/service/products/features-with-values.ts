import {
  typeOfKind,
  type FeatureDefinition,
  type FeatureValue,
  type ProductData,
} from '../../../shared/model/product-data.ts';
import type { KnownClasses } from './known-classes.ts';
import { originOf } from './merge-product.ts';

/** The features of both classes, as far as they are known. */
export function featuresOf({ etimClass, modellingClass }: KnownClasses): FeatureDefinition[] {
  return [...(etimClass?.features ?? []), ...(modellingClass?.features ?? [])];
}

/**
 * The features of the classes with the product's values, then the values of features that the classes are not known to
 * have: features of one country, of a newer version, or of classes that were never imported.
 */
export function featuresWithValues(
  { values }: ProductData,
  known: KnownClasses,
): (readonly [FeatureDefinition, FeatureValue | undefined])[] {
  const left = new Map(values.map((value) => [valueKey(value, value.origin), value]));
  const described = featuresOf(known).map((feature) => {
    // Values name the class of their feature only where both classes may have it.
    const key = [valueKey(feature, feature.origin), valueKey(feature)].find((candidate) => left.has(candidate)) ?? '';
    const value = left.get(key);
    left.delete(key);
    return [feature, value] as const;
  });
  return [...described, ...[...left.values()].map((value) => [undescribedFeature(value), value] as const)];
}

/** A feature of which the product's value is all that is known. */
function undescribedFeature(value: FeatureValue): FeatureDefinition {
  const { featureCode, portCode, kind } = value;
  const type = kind === 'none' ? 'A' : typeOfKind[kind];
  return { featureCode, portCode, descriptions: {}, type, origin: originOf(value) };
}

function valueKey(feature: Pick<FeatureValue, 'featureCode' | 'portCode'>, origin?: FeatureValue['origin']): string {
  return `${feature.featureCode} ${feature.portCode} ${origin ?? ''}`;
}

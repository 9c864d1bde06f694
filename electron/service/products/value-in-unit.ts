import type { FeatureDefinition, FeatureValue } from '../../../shared/model/product-data.ts';
import { conversionTo } from '../units/convert-unit.ts';

/**
 * A feature with a value of a product, whose numbers are in the feature's unit. Where they cannot be turned into that, the
 * feature has the unit of the numbers: a number is never shown with a unit that it does not have.
 */
export function valueInUnit(
  feature: FeatureDefinition,
  value: FeatureValue | undefined,
): { readonly feature: FeatureDefinition; readonly value: FeatureValue | undefined } {
  if ((value?.kind !== 'numeric' && value?.kind !== 'range') || value.unit === undefined) return { feature, value };
  const { unit } = value;
  if (unit === feature.unitAbbreviation || unit === feature.unitCode) return { feature, value };
  const convert = conversionTo(feature, unit);
  if (typeof convert === 'string') {
    const { unitCode: _code, unitAbbreviation: _abbreviation, ...rest } = feature;
    return { feature: { ...rest, unitAbbreviation: unit }, value };
  }
  const converted =
    value.kind === 'numeric'
      ? { ...value, numeric: convert(String(value.numeric)) }
      : { ...value, min: convert(String(value.min)), max: convert(String(value.max)) };
  return { feature, value: converted };
}

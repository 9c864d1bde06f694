import type { FeatureDefinition, FeatureType, FeatureValue } from '../../shared/model/product-data.ts';

const typeOfKind: Record<Exclude<FeatureValue['kind'], 'none'>, FeatureType> = {
  choice: 'A',
  logical: 'L',
  numeric: 'N',
  range: 'R',
  coordinate: 'C',
  matrix: 'M',
};

/**
 * What a product's value tells of its class: that the class has this feature, and of which type. A feature without a
 * value tells no type, so it tells nothing.
 */
export function featureOfValue(value: FeatureValue, origin: FeatureDefinition['origin']): FeatureDefinition[] {
  if (value.kind === 'none') return [];
  const { featureCode, portCode } = value;
  const choices = value.kind === 'choice' ? { choices: [{ valueCode: value.valueCode, descriptions: {} }] } : {};
  return [{ featureCode, descriptions: {}, type: typeOfKind[value.kind], portCode, origin, ...choices }];
}

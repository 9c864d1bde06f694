import { typeOfKind, type FeatureDefinition, type FeatureValue } from '../../../shared/model/product-data.ts';

/**
 * What a product's value tells of its modelling class: that the class has this feature, and of which type. A value of its
 * ETIM class tells nothing of it, and one that is not there tells no type.
 */
export function modellingFeaturesOf(value: FeatureValue): FeatureDefinition[] {
  if (value.origin !== 'modelling' || value.kind === 'none') return [];
  const { featureCode, portCode, origin } = value;
  const choices = value.kind === 'choice' ? { choices: [{ valueCode: value.valueCode, descriptions: {} }] } : {};
  return [{ featureCode, descriptions: {}, type: typeOfKind[value.kind], portCode, origin, ...choices }];
}

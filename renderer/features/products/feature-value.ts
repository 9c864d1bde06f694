import type { Formats } from '../../../shared/words/formats.ts';
import type { Texts } from '../../texts/texts.ts';
import type { CadProperty, CadPropertyValue } from './product-types.ts';

/** A feature's value as a person reads it. */
export interface FeatureValue {
  /** Empty where the product has no value for it. */
  readonly text: string;
  /** `mm`, or empty. */
  readonly unit: string;
  /** Whether it was changed for this use and is not the maker's own value. */
  readonly isAdjusted: boolean;
}

export function featureValue(feature: CadProperty, texts: Texts['products'], formats: Formats): FeatureValue {
  const adjusted = feature.userDefinedValue ? valueText(feature, feature.userDefinedValue, texts, formats) : '';
  const text = adjusted || (feature.value ? valueText(feature, feature.value, texts, formats) : '');
  const isMeasure = feature.type === 'N' || feature.type === 'R' || feature.type === 'C';
  return {
    text,
    unit: text !== '' && isMeasure ? unitOf(feature) : '',
    isAdjusted: adjusted !== '',
  };
}

const unitOf = ({ unitAbbreviation, unitCode }: CadProperty): string => unitAbbreviation ?? unitCode ?? '';

function valueText(feature: CadProperty, value: CadPropertyValue, texts: Texts['products'], formats: Formats): string {
  const { numericValue, logicalValue, rangeValue, coordinateValue, description, code } = value;
  // Some numbers of ETIM are codes (RAL 9016): only one that has a unit is a quantity.
  const written = unitOf(feature) === '' ? formats.ungrouped : formats.number;
  const number = (part: number | undefined) => (part === undefined ? '–' : written(part));
  switch (feature.type) {
    case 'N':
      return numericValue === undefined ? '' : number(numericValue);
    case 'L':
      return logicalValue === undefined ? '' : logicalValue ? texts.yes : texts.no;
    case 'R':
      if (rangeValue?.min === undefined && rangeValue?.max === undefined) return '';
      return texts.range(number(rangeValue.min), number(rangeValue.max));
    case 'C': {
      const parts = [coordinateValue?.x, coordinateValue?.y, coordinateValue?.z];
      return parts.every((part) => part === undefined) ? '' : parts.map(number).join(' · ');
    }
    default:
      return description ?? code ?? '';
  }
}

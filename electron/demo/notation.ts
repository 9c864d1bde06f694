import type { ClassDefinition, FeatureDefinition, FeatureType, Localized } from '../../shared/model/product-data.ts';
import type { DemoChoice, DemoRow, DemoValue, Triple } from './demo-class.ts';

/** Units by the abbreviation written behind a value → code in ETIM 10.0. */
const unitCodes = {
  mm: 'EU570448',
  m: 'EU570036',
  W: 'EU570054',
  kW: 'EU570418',
  bar: 'EU570056',
  l: 'EU570403',
  'm³/h': 'EU570451',
  V: 'EU570079',
  A: 'EU570459',
  '°C': 'EU570073',
  K: 'EU570076',
  lm: 'EU570108',
  'lm/W': 'EU000004',
  kg: 'EU570039',
  'kg/m': 'EU570254',
  'mm²': 'EU570126',
  'm²': 'EU570097',
  dB: 'EU570480',
  'dB(A)': 'EU570555',
  'W/(m².K)': 'EU570133',
} as const;

type UnitAbbreviation = keyof typeof unitCodes;

/** English is ETIM's own wording; Dutch is a translation made for the demo. */
export function inBoth(english: string, dutch: string): Localized {
  return { en: english, nl: dutch };
}

export function classOf(code: string, version: number, english: string, dutch: string): ClassDefinition {
  return { code, version: String(version), descriptions: inBoth(english, dutch) };
}

export function choiceOf(valueCode: string, english: string, dutch = english): DemoChoice {
  return { valueCode, descriptions: inBoth(english, dutch) };
}

export function choice(
  featureCode: string,
  english: string,
  dutch: string,
  choices: readonly DemoChoice[],
): FeatureDefinition {
  return { ...etimFeature('A', featureCode, english, dutch), choices };
}

export function logical(featureCode: string, english: string, dutch: string): FeatureDefinition {
  return etimFeature('L', featureCode, english, dutch);
}

export function numeric(
  featureCode: string,
  english: string,
  dutch: string,
  unit?: UnitAbbreviation,
): FeatureDefinition {
  return { ...etimFeature('N', featureCode, english, dutch), ...unitOf(unit) };
}

export function range(featureCode: string, english: string, dutch: string, unit: UnitAbbreviation): FeatureDefinition {
  return { ...etimFeature('R', featureCode, english, dutch), ...unitOf(unit) };
}

/** The unit's two fields of a feature definition. */
export function unitOf(unit?: UnitAbbreviation): Pick<FeatureDefinition, 'unitCode' | 'unitAbbreviation'> {
  return unit === undefined ? {} : { unitCode: unitCodes[unit], unitAbbreviation: unit };
}

export function row(
  productCode: string,
  names: Localized,
  size: Triple,
  values: Readonly<Record<string, DemoValue>>,
): DemoRow {
  return { productCode, names, size, values };
}

function etimFeature(type: FeatureType, featureCode: string, english: string, dutch: string): FeatureDefinition {
  return { featureCode, descriptions: inBoth(english, dutch), type, portCode: 0, origin: 'etim' };
}

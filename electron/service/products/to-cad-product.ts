import type { CadProduct, CadProperty, CadPropertyValue } from '../../../shared/api/schemas/cad-product.ts';
import { formatGtin, parseGtin } from '../../../shared/model/gtin.ts';
import type {
  ClassPairStructure,
  FeatureDefinition,
  FeatureType,
  FeatureValue,
  Localized,
  ProductData,
} from '../../../shared/model/product-data.ts';
import type { StoredProduct } from '../store/store.ts';

/** A product as it crosses the wire: all features of its class pair, with the values it has. */
export function toCadProduct(
  { data, bimReady }: StoredProduct,
  structure: ClassPairStructure | undefined,
  languageCode: string | undefined,
): CadProduct {
  const features = structure?.features ?? data.values.map(undescribedFeature);
  const values = new Map(data.values.map((value) => [valueId(value, value.origin), value]));
  const valueOf = (feature: FeatureDefinition): FeatureValue | undefined =>
    values.get(valueId(feature, feature.origin)) ?? values.get(valueId(feature));
  return {
    ...(structure ? toClassFields(structure, languageCode) : undescribedClasses(data)),
    id: String(data.productId),
    productId: data.productId,
    name: textIn(data.names, languageCode),
    ...(data.manufacturerGln === undefined ? {} : { manufacturerGln: data.manufacturerGln }),
    manufacturerName: data.manufacturerName,
    productCode: data.productCode,
    gtins: data.gtins.map(readableGtin),
    properties: features.map((feature) => toProperty(feature, valueOf(feature), languageCode)),
    ...(bimReady === undefined ? {} : { bimReady }),
  };
}

/** A class pair as a product record without values. */
export function toStructureRecord(structure: ClassPairStructure, languageCode: string | undefined): CadProduct {
  return {
    ...toClassFields(structure, languageCode),
    properties: structure.features.map((feature) => toProperty(feature, undefined, languageCode)),
  };
}

/** The text in that language, else in English, else in the first language there is; empty where there is none. */
export function textIn(texts: Localized, languageCode: string | undefined): string {
  const language = languageCode ?? 'en';
  return texts[language] ?? texts[language.split('-', 1)[0] ?? ''] ?? texts['en'] ?? Object.values(texts)[0] ?? '';
}

function toClassFields({ etimClass, modellingClass }: ClassPairStructure, languageCode: string | undefined) {
  return {
    etimClassCode: etimClass.code,
    etimClassCodeVersion: etimClass.version,
    etimClassDescription: textIn(etimClass.descriptions, languageCode),
    modellingClassCode: modellingClass.code,
    modellingClassCodeVersion: modellingClass.version,
    modellingClassDescription: textIn(modellingClass.descriptions, languageCode),
  };
}

/** What a product says of its classes when nothing else is known of them. */
function undescribedClasses(data: ProductData) {
  const { etimClassCode, etimClassVersion, modellingClassCode, modellingClassVersion } = data;
  return {
    ...(etimClassCode === undefined ? {} : { etimClassCode }),
    ...(etimClassVersion === undefined ? {} : { etimClassCodeVersion: etimClassVersion }),
    ...(modellingClassCode === undefined ? {} : { modellingClassCode }),
    ...(modellingClassVersion === undefined ? {} : { modellingClassCodeVersion: modellingClassVersion }),
  };
}

function toProperty(
  feature: FeatureDefinition,
  value: FeatureValue | undefined,
  languageCode: string | undefined,
): CadProperty {
  return {
    code: feature.featureCode,
    description: textIn(feature.descriptions, languageCode),
    isEtimFeature: feature.origin === 'etim',
    isModellingFeature: feature.origin === 'modelling',
    portCode: feature.portCode,
    selected: true,
    type: wireTypes[feature.type],
    ...(feature.drawingCode === undefined ? {} : { drawingCode: feature.drawingCode }),
    ...(feature.unitCode === undefined ? {} : { unitCode: feature.unitCode }),
    ...(feature.unitAbbreviation === undefined ? {} : { unitAbbreviation: feature.unitAbbreviation }),
    ...(value === undefined || value.kind === 'none' ? {} : { value: toPropertyValue(feature, value, languageCode) }),
  };
}

/** Wire format 3.7; a matrix has no form of its own there and is read as code and description. */
const wireTypes: Record<FeatureType, string> = { A: 'A', M: 'A', L: 'L', N: 'N', R: 'R', C: 'C' };

function toPropertyValue(
  feature: FeatureDefinition,
  value: Exclude<FeatureValue, { kind: 'none' }>,
  languageCode: string | undefined,
): CadPropertyValue {
  switch (value.kind) {
    case 'choice': {
      const choice = feature.choices?.find(({ valueCode }) => valueCode === value.valueCode);
      return { code: value.valueCode, description: choice ? textIn(choice.descriptions, languageCode) : '' };
    }
    case 'logical':
      return { logicalValue: value.logical };
    case 'numeric':
      return { numericValue: value.numeric };
    case 'range':
      return { rangeValue: { min: value.min, max: value.max } };
    case 'coordinate':
      return { coordinateValue: { x: value.x, y: value.y, z: value.z } };
    case 'matrix':
      // The wire has no form for it; as a description a person can still read it.
      return { description: value.points.map(({ source, result }) => `${source}: ${result}`).join('; ') };
  }
}

const typeOfKind = {
  choice: 'A',
  logical: 'L',
  numeric: 'N',
  range: 'R',
  coordinate: 'C',
  matrix: 'M',
  none: 'A',
} as const;

/** A feature of a product whose class pair was never imported: its value is all that is known. */
function undescribedFeature({ featureCode, portCode, kind }: FeatureValue): FeatureDefinition {
  return {
    featureCode,
    portCode,
    descriptions: {},
    type: typeOfKind[kind],
    origin: portCode > 0 ? 'modelling' : 'etim',
  };
}

/** Values name the class of their feature only where both classes have it. */
function valueId(feature: Pick<FeatureValue, 'featureCode' | 'portCode'>, origin?: FeatureValue['origin']): string {
  return `${feature.featureCode} ${feature.portCode} ${origin ?? ''}`;
}

function readableGtin(text: string): string {
  const gtin = parseGtin(text);
  return gtin.ok ? formatGtin(gtin.value) : text;
}

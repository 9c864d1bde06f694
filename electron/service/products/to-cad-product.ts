import type { CadProduct, CadProperty, CadPropertyValue } from '../../../shared/api/schemas/cad-product.ts';
import { formatGtin, parseGtin } from '../../../shared/model/gtin.ts';
import type {
  ClassDefinition,
  ClassPairStructure,
  FeatureDefinition,
  FeatureType,
  FeatureValue,
  Localized,
} from '../../../shared/model/product-data.ts';
import type { StoredProduct } from '../store/store.ts';

/** A product as it crosses the wire: all features of its class pair, with the values it has. */
export function toCadProduct(
  { data, bimReady }: StoredProduct,
  structure: ClassPairStructure | undefined,
  languageCode: string | undefined,
): CadProduct {
  const features = structure?.features ?? data.values.map(undescribedFeature);
  const values = new Map(data.values.map((value) => [featureId(value), value]));
  return {
    ...toClassFields(
      structure?.etimClass ?? { code: data.etimClassCode, version: data.etimClassVersion, descriptions: {} },
      structure?.modellingClass ?? {
        code: data.modellingClassCode,
        version: data.modellingClassVersion,
        descriptions: {},
      },
      languageCode,
    ),
    id: String(data.productId),
    productId: data.productId,
    name: textIn(data.names, languageCode),
    manufacturerGln: data.manufacturerGln,
    manufacturerName: data.manufacturerName,
    productCode: data.productCode,
    gtins: data.gtins.map(readableGtin),
    properties: features.map((feature) => toProperty(feature, values.get(featureId(feature)), languageCode)),
    ...(bimReady === undefined ? {} : { bimReady }),
  };
}

/** A class pair as a product record without values. */
export function toStructureRecord(structure: ClassPairStructure, languageCode: string | undefined): CadProduct {
  return {
    ...toClassFields(structure.etimClass, structure.modellingClass, languageCode),
    properties: structure.features.map((feature) => toProperty(feature, undefined, languageCode)),
  };
}

/** The text in that language, else in English, else in the first language there is; empty where there is none. */
export function textIn(texts: Localized, languageCode: string | undefined): string {
  const language = languageCode ?? 'en';
  return texts[language] ?? texts[language.split('-', 1)[0] ?? ''] ?? texts['en'] ?? Object.values(texts)[0] ?? '';
}

function toClassFields(etimClass: ClassDefinition, modellingClass: ClassDefinition, languageCode: string | undefined) {
  return {
    etimClassCode: etimClass.code,
    etimClassCodeVersion: etimClass.version,
    etimClassDescription: textIn(etimClass.descriptions, languageCode),
    modellingClassCode: modellingClass.code,
    modellingClassCodeVersion: modellingClass.version,
    modellingClassDescription: textIn(modellingClass.descriptions, languageCode),
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
    ...(value === undefined ? {} : { value: toPropertyValue(feature, value, languageCode) }),
  };
}

/** Wire format 3.7; a matrix has no form of its own there and is read as code and description. */
const wireTypes: Record<FeatureType, string> = { A: 'A', M: 'A', L: 'L', N: 'N', R: 'R', C: 'C' };

function toPropertyValue(
  feature: FeatureDefinition,
  value: FeatureValue,
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
  }
}

const typeOfKind = { choice: 'A', logical: 'L', numeric: 'N', range: 'R', coordinate: 'C' } as const;

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

function featureId({ featureCode, portCode }: { featureCode: string; portCode: number }): string {
  return `${featureCode} ${portCode}`;
}

function readableGtin(text: string): string {
  const gtin = parseGtin(text);
  return gtin.ok ? formatGtin(gtin.value) : text;
}

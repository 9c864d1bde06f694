import type { CadProduct, CadProperty, CadPropertyValue } from '../../../shared/api/schemas/cad-product.ts';
import { formatGtin, parseGtin } from '../../../shared/model/gtin.ts';
import type {
  ClassDefinition,
  FeatureDefinition,
  FeatureType,
  FeatureValue,
  Localized,
  ProductData,
} from '../../../shared/model/product-data.ts';
import type { StoredProduct } from '../store/store.ts';
import { featuresOf, featuresWithValues } from './features-with-values.ts';
import { hasWords, type KnownClasses } from './known-classes.ts';
import { valueInUnit } from './value-in-unit.ts';

/** A product as it crosses the wire: all features of its classes, with the values it has. */
export function toCadProduct(
  { data, bimReady }: StoredProduct,
  known: KnownClasses,
  languageCode: string | undefined,
): CadProduct {
  return {
    ...toProductHead(data, known.etimClass, languageCode),
    ...toModellingFields(data.modellingClassCode, data.modellingClassVersion, known.modellingClass, languageCode),
    properties: featuresWithValues(data, known).map(([feature, value]) =>
      toProperty(feature, value, known.wordsOf, languageCode),
    ),
    ...(bimReady === undefined ? {} : { bimReady }),
  };
}

/** What tells a product from others: a record without features and without its modelling class. */
export function toProductHead(
  data: ProductData,
  etimClass: ClassDefinition | undefined,
  languageCode: string | undefined,
): CadProduct {
  return {
    ...toEtimFields(data.etimClassCode, data.etimClassVersion, etimClass, languageCode),
    id: String(data.productId),
    productId: data.productId,
    name: textIn(data.names, languageCode),
    ...(data.manufacturerGln === undefined ? {} : { manufacturerGln: data.manufacturerGln }),
    manufacturerName: data.manufacturerName,
    productCode: data.productCode,
    gtins: data.gtins.map(readableGtin),
  };
}

/** A class pair as a product record without values. */
export function toStructureRecord(known: KnownClasses, languageCode: string | undefined): CadProduct {
  const { etimClass, modellingClass, wordsOf } = known;
  return {
    ...toEtimFields(etimClass?.code, etimClass?.version, etimClass, languageCode),
    ...toModellingFields(modellingClass?.code, modellingClass?.version, modellingClass, languageCode),
    properties: featuresOf(known).map((feature) => toProperty(feature, undefined, wordsOf, languageCode)),
  };
}

/**
 * The text in that language or a regional form of it, else in English, else in the first language there is; empty where
 * there is none.
 */
export function textIn(texts: Localized, languageCode: string | undefined): string {
  const wanted = languageCode ?? 'en';
  return texts[wanted] ?? textOfBase(texts, wanted) ?? textOfBase(texts, 'en') ?? Object.values(texts)[0] ?? '';
}

function textOfBase(texts: Localized, languageCode: string): string | undefined {
  const [base = ''] = languageCode.split('-', 1);
  return texts[base] ?? Object.entries(texts).find(([language]) => language.startsWith(`${base}-`))?.[1];
}

function toEtimFields(
  code: string | undefined,
  version: string | undefined,
  known: ClassDefinition | undefined,
  languageCode: string | undefined,
) {
  if (code === undefined) return {};
  return {
    etimClassCode: code,
    etimClassCodeVersion: version ?? known?.version,
    etimClassDescription: textIn(known?.descriptions ?? {}, languageCode),
  };
}

function toModellingFields(
  code: string | undefined,
  version: string | undefined,
  known: ClassDefinition | undefined,
  languageCode: string | undefined,
) {
  if (code === undefined) return {};
  return {
    modellingClassCode: code,
    modellingClassCodeVersion: version ?? known?.version,
    modellingClassDescription: textIn(known?.descriptions ?? {}, languageCode),
  };
}

function toProperty(
  known: FeatureDefinition,
  said: FeatureValue | undefined,
  wordsOf: KnownClasses['wordsOf'],
  languageCode: string | undefined,
): CadProperty {
  const { feature, value } = valueInUnit(known, said);
  const { descriptions } = feature;
  const words = hasWords(descriptions) ? descriptions : wordsOf(feature.featureCode);
  return {
    code: feature.featureCode,
    description: textIn(words, languageCode),
    isEtimFeature: feature.origin === 'etim',
    isModellingFeature: feature.origin === 'modelling',
    portCode: feature.portCode,
    selected: true,
    type: wireTypes[feature.type],
    ...(feature.drawingCode === undefined ? {} : { drawingCode: feature.drawingCode }),
    ...(feature.unitCode === undefined ? {} : { unitCode: feature.unitCode }),
    ...(feature.unitAbbreviation === undefined ? {} : { unitAbbreviation: feature.unitAbbreviation }),
    ...toValueFields(feature, value, wordsOf, languageCode),
  };
}

/** Wire format 3.7; a matrix has no form of its own there and is read as code and description. */
const wireTypes: Record<FeatureType, string> = { A: 'A', M: 'A', L: 'L', N: 'N', R: 'R', C: 'C' };

function toValueFields(
  feature: FeatureDefinition,
  value: FeatureValue | undefined,
  wordsOf: KnownClasses['wordsOf'],
  languageCode: string | undefined,
): Pick<CadProperty, 'value' | 'reasonNoValue'> {
  if (value === undefined) return {};
  if (value.kind === 'none') return { reasonNoValue: value.reason };
  return { value: toPropertyValue(feature, value, wordsOf, languageCode) };
}

function toPropertyValue(
  { choices = [] }: FeatureDefinition,
  value: Exclude<FeatureValue, { kind: 'none' }>,
  wordsOf: KnownClasses['wordsOf'],
  languageCode: string | undefined,
): CadPropertyValue {
  switch (value.kind) {
    case 'choice': {
      const { valueCode: code } = value;
      const words = choices.find(({ valueCode }) => valueCode === code)?.descriptions ?? {};
      return { code, description: textIn(hasWords(words) ? words : wordsOf(code), languageCode) };
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

function readableGtin(text: string): string {
  const gtin = parseGtin(text);
  return gtin.ok ? formatGtin(gtin.value) : text;
}

import type { ImportedProduct, ImportRecord, RecordFault } from '../../../shared/model/import-record.ts';
import { parseLanguageCode } from '../../../shared/model/language.ts';
import type { FeatureValue, ModellingClassDefinition } from '../../../shared/model/product-data.ts';
import type { GivenGln, ProductOptions } from '../given-gln.ts';
import { featureValueOf, type FeaturePlace } from './feature-value.ts';
import { pointerOf, type JsonRecord } from './json-records.ts';
import { modellingFeaturesOf } from './modelling-feature.ts';
import {
  xchangeProduct,
  type XchangeClassification,
  type XchangeFeature,
  type XchangeProduct,
} from './xchange-product.ts';

/** What a product record of xChange brings: the product and what it shows of its modelling class, or its faults. */
export function* productRecords({ pointer, value }: JsonRecord, options: ProductOptions): Generator<ImportRecord> {
  const read = xchangeProduct.safeParse(value);
  if (!read.success) {
    const faults = read.error.issues.map(({ path, message }) => ({
      pointer: `${pointer}${pointerOf(path)}`,
      detail: message,
    }));
    yield { kind: 'faults', faults, skipped: true };
    return;
  }
  const conflict = conflictOf(read.data, options.givenGln);
  if (conflict !== undefined) {
    yield { kind: 'faults', faults: [{ pointer, detail: conflict }], skipped: true };
    return;
  }
  const faults: RecordFault[] = [];
  const classifications = read.data.EtimClassification ?? [];
  const index = newestOf(classifications);
  const classification = classifications[index];
  const at = `${pointer}/EtimClassification/${index}`;
  const values = classification ? valuesOf(classification, at, faults) : [];
  yield { kind: 'product', product: productOf(read.data, classification, values, options) };
  if (classification?.EtimModellingClassCode !== undefined) {
    yield {
      kind: 'modellingClass',
      definition: modellingClassOf(classification.EtimModellingClassCode, classification, values),
    };
  }
  if (faults.length > 0) yield { kind: 'faults', faults, skipped: false };
}

function conflictOf({ ProductIdentification: identification }: XchangeProduct, given: GivenGln): string | undefined {
  const { ManufacturerIdGln, ManufacturerName, ManufacturerProductNumber } = identification;
  if (ManufacturerIdGln !== undefined) return undefined;
  return given.note({ productCode: ManufacturerProductNumber, manufacturerName: ManufacturerName });
}

function productOf(
  { ProductIdentification: identification, ProductDetails: details }: XchangeProduct,
  classification: XchangeClassification | undefined,
  values: readonly FeatureValue[],
  { languageCode, givenGln }: ProductOptions,
): ImportedProduct {
  const gln = identification.ManufacturerIdGln ?? givenGln.gln;
  return {
    ...(gln === undefined ? {} : { manufacturerGln: gln }),
    manufacturerName: identification.ManufacturerName,
    productCode: identification.ManufacturerProductNumber,
    gtins: [...new Set(identification.ProductGtin ?? [])],
    names: Object.fromEntries(
      (details?.ProductDescriptions ?? []).map(({ DescriptionLanguage: language, MinimalProductDescription: name }) => {
        const read = parseLanguageCode(language);
        return [(read.ok ? read.value : undefined) ?? languageCode, name];
      }),
    ),
    ...classesOf(classification),
    values,
  };
}

function classesOf(classification: XchangeClassification | undefined) {
  if (!classification) return {};
  const {
    EtimClassVersion: etimVersion,
    EtimModellingClassCode: code,
    EtimModellingClassVersion: version,
  } = classification;
  return {
    etimClassCode: classification.EtimClassCode,
    ...(etimVersion === undefined ? {} : { etimClassVersion: String(etimVersion) }),
    ...(code === undefined ? {} : { modellingClassCode: code }),
    ...(version === undefined ? {} : { modellingClassVersion: String(version) }),
  };
}

/** A product may be classified in several releases: the newest counts, and DYNAMIC is newer than any number. */
function newestOf(classifications: readonly XchangeClassification[]): number {
  const ages = classifications.map(({ EtimReleaseVersion: release }) =>
    release === 'DYNAMIC' ? Infinity : Number(release),
  );
  return Math.max(0, ages.indexOf(Math.max(...ages)));
}

function valuesOf(classification: XchangeClassification, at: string, faults: RecordFault[]): FeatureValue[] {
  const read = (features: readonly XchangeFeature[] | undefined, place: FeaturePlace, pointer: string) =>
    (features ?? []).flatMap((feature, index) => {
      const value = featureValueOf(feature, place);
      if (typeof value !== 'string') return [value];
      faults.push({ pointer: `${pointer}/${index}`, detail: value });
      return [];
    });
  return [
    ...read(classification.EtimFeatures, { portCode: 0, origin: 'etim' }, `${at}/EtimFeatures`),
    ...(classification.EtimModellingPorts ?? []).flatMap((port, index) =>
      read(
        port.EtimModellingFeatures,
        { portCode: port.EtimModellingPortcode, origin: 'modelling' },
        `${at}/EtimModellingPorts/${index}/EtimModellingFeatures`,
      ),
    ),
  ];
}

function modellingClassOf(
  code: string,
  { EtimModellingClassVersion: version = 1 }: XchangeClassification,
  values: readonly FeatureValue[],
): ModellingClassDefinition {
  const features = values.flatMap(modellingFeaturesOf);
  return { code, version: String(version), descriptions: {}, features, complete: false };
}

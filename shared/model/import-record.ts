import type { EtimClassDefinition, FeatureValue, ModellingClassDefinition, ProductData, Term } from './product-data.ts';

/**
 * A value of an ETIM feature as a catalogue writes it. What it means depends on the type and the unit that the feature has
 * in the product's class, which the service knows.
 */
export interface WrittenValue {
  readonly kind: 'written';
  readonly featureCode: string;
  readonly portCode: 0;
  readonly origin: 'etim';
  /** One, or the two bounds of a range. */
  readonly texts: readonly string[];
  /** Unit of the numbers, by code or in words; missing: ETIM's own. */
  readonly unit?: string;
  /** Where it stands, as for `RecordFault`. */
  readonly pointer: string;
}

/** A product as a catalogue tells of it: the service gives it its id, or knows it already. */
export type ImportedProduct = Omit<ProductData, 'productId' | 'values'> & {
  readonly values: readonly (FeatureValue | WrittenValue)[];
};

/** What is wrong with a part of a catalogue. */
export interface RecordFault {
  /** Where it stands: a JSON pointer (RFC 6901), a path of XML elements, or table and line. */
  readonly pointer: string;
  /** One clause without a full stop. */
  readonly detail: string;
}

/** What files of product data consist of, whatever their format. */
export type ImportRecord =
  | { readonly kind: 'terms'; readonly terms: readonly Term[] }
  | { readonly kind: 'etimClass'; readonly definition: EtimClassDefinition }
  | { readonly kind: 'modellingClass'; readonly definition: ModellingClassDefinition }
  | { readonly kind: 'product'; readonly product: ImportedProduct }
  /** Faults of one record; `skipped` says whether the record was left out as a whole or only what is named. */
  | { readonly kind: 'faults'; readonly faults: readonly RecordFault[]; readonly skipped: boolean };

/** What has been imported. An import that ends early changes nothing, and all of this is 0. */
export interface ImportSummary {
  /** Classes, modelling classes, features, values, units and products that came, each once. */
  readonly classes: number;
  readonly modellingClasses: number;
  readonly features: number;
  readonly values: number;
  readonly units: number;
  readonly products: number;
  /** Those of the classes, modelling classes and products that were known before and have changed. */
  readonly updated: number;
  /** Records left out because of their faults. */
  readonly skipped: number;
}

import type { EtimClassDefinition, ModellingClassDefinition, ProductData, Term } from './product-data.ts';

/** A product as a catalogue tells of it: the service gives it its id, or knows it already. */
export type ImportedProduct = Omit<ProductData, 'productId'>;

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

/** What has been imported, as far as it is kept for good. */
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

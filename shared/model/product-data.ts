/** Product data as the service keeps it and as imports bring it: once per product, in every language it has. */

/** Language code (lower case) → text. */
export type Localized = Readonly<Record<string, string>>;

/** ETIM feature types: A choice of a value, L logical, N numeric, R range; C coordinate and M matrix in modelling classes. */
export type FeatureType = 'A' | 'L' | 'N' | 'R' | 'C' | 'M';

export interface FeatureDefinition {
  readonly featureCode: string;
  readonly descriptions: Localized;
  readonly type: FeatureType;
  /** 0: belongs to no connection; 1 … n: that connection of the modelling class. ETIM class features have 0. */
  readonly portCode: number;
  readonly origin: 'etim' | 'modelling';
  readonly unitCode?: string;
  /** The unit as written behind a value (`mm`). */
  readonly unitAbbreviation?: string;
  /** Letter code in the dimensional drawing (`D1`). */
  readonly drawingCode?: string;
  /** The values an A feature can take. */
  readonly choices?: readonly { readonly valueCode: string; readonly descriptions: Localized }[];
}

export interface ClassDefinition {
  readonly code: string;
  /** Positive whole number as text. */
  readonly version: string;
  readonly descriptions: Localized;
}

/** An ETIM class together with the modelling class its products are drawn by, and all features of both. */
export interface ClassPairStructure {
  readonly etimClass: ClassDefinition;
  readonly modellingClass: ClassDefinition;
  readonly features: readonly FeatureDefinition[];
}

export type FeatureValue = { readonly featureCode: string; readonly portCode: number } & (
  | { readonly kind: 'choice'; readonly valueCode: string }
  | { readonly kind: 'logical'; readonly logical: boolean }
  | { readonly kind: 'numeric'; readonly numeric: number }
  | { readonly kind: 'range'; readonly min: number; readonly max: number }
  | { readonly kind: 'coordinate'; readonly x: number; readonly y: number; readonly z: number }
);

export interface ProductData {
  /** 32-bit positive number, unique in the service. */
  readonly productId: number;
  /** 13 digits. */
  readonly manufacturerGln: string;
  readonly manufacturerName: string;
  readonly productCode: string;
  /** 8 to 14 digits each. */
  readonly gtins: readonly string[];
  readonly names: Localized;
  readonly etimClassCode: string;
  readonly etimClassVersion: string;
  readonly modellingClassCode: string;
  readonly modellingClassVersion: string;
  readonly values: readonly FeatureValue[];
}

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

interface ClassWithFeatures extends ClassDefinition {
  readonly features: readonly FeatureDefinition[];
  /**
   * Whether these are all features of the class, as the published model lists them. Product records only show some of
   * them: what they show adds to a class and never takes anything from it.
   */
  readonly complete: boolean;
}

/** A class of the ETIM model; its features have origin `etim` and port 0. */
export interface EtimClassDefinition extends ClassWithFeatures {
  /** Language code → other words for the class. */
  readonly synonyms: Readonly<Record<string, readonly string[]>>;
}

/** A modelling class; its features have origin `modelling`, once for each port that has them. */
export type ModellingClassDefinition = ClassWithFeatures;

/** A feature, value or unit of the ETIM dictionary and what it is called. */
export interface Term {
  readonly kind: 'feature' | 'value' | 'unit';
  readonly code: string;
  /** For a unit: how it is written behind a number (`mm`). */
  readonly descriptions: Localized;
}

/** An ETIM class together with the modelling class its products are drawn by, and all features of both. */
export interface ClassPairStructure {
  readonly etimClass: ClassDefinition;
  readonly modellingClass: ClassDefinition;
  readonly features: readonly FeatureDefinition[];
}

/** Why a feature has no value, as ETIM xChange says it: `MV` missing value, `NA` not applicable, `UN` unknown. */
export type ReasonNoValue = 'MV' | 'NA' | 'UN';

interface NumberUnit {
  /** As written behind the number (`mm`), or its code. Missing: that of the feature, whatever it is. */
  readonly unit?: string;
}

export type FeatureValue = {
  readonly featureCode: string;
  readonly portCode: number;
  /** Which class the feature belongs to; needed only where both classes have that code on that port. */
  readonly origin?: FeatureDefinition['origin'];
} & (
  | { readonly kind: 'choice'; readonly valueCode: string }
  | { readonly kind: 'logical'; readonly logical: boolean }
  | (NumberUnit & { readonly kind: 'numeric'; readonly numeric: number })
  | (NumberUnit & { readonly kind: 'range'; readonly min: number; readonly max: number })
  | { readonly kind: 'coordinate'; readonly x: number; readonly y: number; readonly z: number }
  | { readonly kind: 'matrix'; readonly points: readonly { readonly source: number; readonly result: number }[] }
  | { readonly kind: 'none'; readonly reason: ReasonNoValue }
);

/** Of which type a feature is that has a value of a kind. */
export const typeOfKind: Readonly<Record<Exclude<FeatureValue['kind'], 'none'>, FeatureType>> = {
  choice: 'A',
  logical: 'L',
  numeric: 'N',
  range: 'R',
  coordinate: 'C',
  matrix: 'M',
};

export interface ProductData {
  /** 32-bit positive number, unique in the service. */
  readonly productId: number;
  /** 13 digits. Catalogues do not always name it; such a product is found by its GTIN only. */
  readonly manufacturerGln?: string;
  readonly manufacturerName: string;
  readonly productCode: string;
  /** 8 to 14 digits each. */
  readonly gtins: readonly string[];
  readonly names: Localized;
  /** Missing where the product is not classified in ETIM. */
  readonly etimClassCode?: string;
  /** Missing where the catalogue does not say it: then the newest version known is meant. */
  readonly etimClassVersion?: string;
  /** Missing where nothing says how the product is drawn. */
  readonly modellingClassCode?: string;
  readonly modellingClassVersion?: string;
  readonly values: readonly FeatureValue[];
}

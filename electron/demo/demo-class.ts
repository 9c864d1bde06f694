import type { ClassPairStructure, FeatureDefinition, Localized, ProductData } from '../../shared/model/product-data.ts';
import type { makers } from './makers.ts';

/** Millimetres along x (to the right), y (to the back) and z (up). */
export type Triple = readonly [x: number, y: number, z: number];

/** A value of an A feature, as ETIM codes it. */
export interface DemoChoice {
  readonly valueCode: string;
  readonly descriptions: Localized;
}

/** What a product row says about one feature; a pair is a range. */
export type DemoValue = DemoChoice | number | boolean | readonly [min: number, max: number];

/** A connection of a product: where it is, along which axis it leaves the body, and how wide it is. */
export interface DemoPort {
  readonly connection: DemoChoice;
  readonly diameterMm: number;
  readonly at: Triple;
  readonly axis: 'x' | 'y' | 'z';
}

/**
 * The rough shape a product is drawn with. Boxes and upright cylinders stand on the origin, centred on it;
 * lying cylinders have their axis on the x axis, centred. Cylinders have the size [diameter, diameter, length].
 */
export type DemoBody = 'box' | 'upright' | 'lying';

export interface DemoRow {
  readonly productCode: string;
  readonly names: Localized;
  readonly size: Triple;
  /** Feature code → value, besides the features that the size fills. */
  readonly values: Readonly<Record<string, DemoValue>>;
}

/** One ETIM class with its modelling class and the demo products of it. */
export interface DemoClass {
  readonly etimClass: ClassPairStructure['etimClass'];
  readonly modellingClass: ClassPairStructure['modellingClass'];
  readonly maker: keyof typeof makers;
  /** Features of the ETIM class. */
  readonly features: readonly FeatureDefinition[];
  readonly body: DemoBody;
  /** ETIM features that repeat the three numbers of the size, where there is one. */
  readonly sizeFeatures: readonly [string?, string?, string?];
  readonly portsOf: (size: Triple) => readonly DemoPort[];
  /** Entity and predefined type of IFC4. */
  readonly ifc: readonly [entity: string, predefinedType: string];
  readonly rows: readonly DemoRow[];
}

/** Product data that says everything: demo products leave nothing out. */
export type CompleteProductData = Required<ProductData>;

/** A product with what is needed to draw it. */
export interface DemoProduct {
  readonly product: CompleteProductData;
  readonly structure: ClassPairStructure;
  readonly body: DemoBody;
  readonly size: Triple;
  readonly ports: readonly DemoPort[];
  readonly ifc: readonly [entity: string, predefinedType: string];
}

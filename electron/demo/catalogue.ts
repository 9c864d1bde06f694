import { AppError } from '../../shared/errors/app-error.ts';
import type { ClassPairStructure, FeatureDefinition, FeatureValue } from '../../shared/model/product-data.ts';
import { buildingClasses } from './catalogue/building.ts';
import { electricalClasses } from './catalogue/electrical.ts';
import { heatingClasses } from './catalogue/heating.ts';
import { pipingClasses } from './catalogue/piping.ts';
import { sanitaryClasses } from './catalogue/sanitary.ts';
import type { CompleteProductData, DemoClass, DemoProduct, DemoRow, DemoValue } from './demo-class.ts';
import { gtinOf, makers, type Maker } from './makers.ts';
import { modellingFeaturesOf, modellingValuesOf } from './modelling.ts';

/** Product data to show the product with: real ETIM 10.0 classes, invented manufacturers, products and modelling classes. */
interface DemoCatalogue {
  readonly structures: readonly ClassPairStructure[];
  readonly products: readonly CompleteProductData[];
}

const firstProductId = 500_001;
const demoClasses: readonly DemoClass[] = [
  ...heatingClasses,
  ...pipingClasses,
  ...sanitaryClasses,
  ...electricalClasses,
  ...buildingClasses,
];

/**
 * The demo catalogue, the same at every call. Contains information from the ETIM Classification Model, which is made
 * available by ETIM International under the Open Data Commons Attribution Licence v1.0.
 */
export function makeDemoCatalogue(): DemoCatalogue {
  const products = makeDemoProducts();
  return {
    structures: [...new Set(products.map(({ structure }) => structure))],
    products: products.map(({ product }) => product),
  };
}

/** The same products with the rough shapes from which CAD files of them are drawn. */
export function makeDemoProducts(): readonly DemoProduct[] {
  const itemsOf = new Map<Maker, number>();
  let productId = firstProductId;
  return demoClasses.flatMap((demoClass) => {
    const structure = structureOf(demoClass);
    const maker = makers[demoClass.maker];
    return demoClass.rows.map((row) => {
      const item = (itemsOf.get(maker) ?? 0) + 1;
      itemsOf.set(maker, item);
      const { body, ifc } = demoClass;
      const { size } = row;
      const ports = demoClass.portsOf(size);
      const values = [...etimValuesOf(demoClass, row), ...modellingValuesOf(body, size, ports)];
      const identity = identityOf(structure, maker, row, { productId: productId++, gtin: gtinOf(maker, item) });
      return { product: { ...identity, values }, structure, body, size, ports, ifc };
    });
  });
}

function structureOf(demoClass: DemoClass): ClassPairStructure {
  return {
    etimClass: demoClass.etimClass,
    modellingClass: demoClass.modellingClass,
    features: [...demoClass.features, ...modellingFeaturesOf(demoClass)],
  };
}

function identityOf(
  structure: ClassPairStructure,
  maker: Maker,
  row: DemoRow,
  { productId, gtin }: { readonly productId: number; readonly gtin: string },
): Omit<CompleteProductData, 'values'> {
  return {
    productId,
    manufacturerGln: maker.gln,
    manufacturerName: maker.name,
    productCode: row.productCode,
    gtins: [gtin],
    names: row.names,
    etimClassCode: structure.etimClass.code,
    etimClassVersion: structure.etimClass.version,
    modellingClassCode: structure.modellingClass.code,
    modellingClassVersion: structure.modellingClass.version,
  };
}

/** The values in the order of the class's features; what the size says is filled in. */
function etimValuesOf(demoClass: DemoClass, row: DemoRow): FeatureValue[] {
  return demoClass.features.flatMap((feature) => {
    const sizeIndex = demoClass.sizeFeatures.indexOf(feature.featureCode);
    const value = sizeIndex < 0 ? row.values[feature.featureCode] : row.size[sizeIndex];
    return value === undefined ? [] : [featureValueOf(feature, value)];
  });
}

function featureValueOf({ featureCode, portCode, type }: FeatureDefinition, value: DemoValue): FeatureValue {
  if (type === 'N' && typeof value === 'number') return { featureCode, portCode, kind: 'numeric', numeric: value };
  if (type === 'L' && typeof value === 'boolean') return { featureCode, portCode, kind: 'logical', logical: value };
  if (type === 'A' && typeof value === 'object' && 'valueCode' in value) {
    return { featureCode, portCode, kind: 'choice', valueCode: value.valueCode };
  }
  if (type === 'R' && typeof value === 'object' && !('valueCode' in value)) {
    return { featureCode, portCode, kind: 'range', min: value[0], max: value[1] };
  }
  throw new AppError('unexpected-failure', { detail: `demo value of ${featureCode} is not of type ${type}` });
}

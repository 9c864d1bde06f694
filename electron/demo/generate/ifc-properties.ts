import type { FeatureDefinition, FeatureValue } from '../../../shared/model/product-data.ts';
import type { DemoProduct } from '../demo-class.ts';
import { real, text, type Part21Value, type Part21Writer } from './part21.ts';

/** The product's identity and data as properties, one for every feature that has a value; each name occurs once. */
export function addProductProperties(writer: Part21Writer, { product, structure }: DemoProduct): Part21Value[] {
  const valueOfName = new Map<string, Part21Value>([
    ['Manufacturer', label(product.manufacturerName)],
    ['ManufacturerGLN', label(product.manufacturerGln)],
    ['ProductCode', label(product.productCode)],
    ['GTIN', label(product.gtins.join(' '))],
  ]);
  const boundsOfName = new Map<string, { readonly min: number; readonly max: number }>();
  for (const value of product.values) {
    const feature = structure.features.find(
      ({ featureCode, portCode }) => featureCode === value.featureCode && portCode === value.portCode,
    );
    if (!feature) continue;
    const name = nameOf(feature);
    if (value.kind === 'range') boundsOfName.set(name, value);
    else valueOfName.set(name, wrapped(feature, value));
  }
  return [
    ...[...valueOfName].map(([name, value]) => writer.add('IFCPROPERTYSINGLEVALUE', text(name), '$', value, '$')),
    ...[...boundsOfName].map(([name, { min, max }]) =>
      // The upper bound comes before the lower one.
      writer.add('IFCPROPERTYBOUNDEDVALUE', text(name), '$', number(max), number(min), '$', '$'),
    ),
  ];
}

/** The feature's English name with its code, and the number of its connection where it has one. */
function nameOf({ featureCode, portCode, descriptions }: FeatureDefinition): string {
  const port = portCode === 0 ? '' : ` (connection ${portCode})`;
  return `${featureCode} ${descriptions.en ?? ''}${port}`;
}

function wrapped(feature: FeatureDefinition, value: Exclude<FeatureValue, { readonly kind: 'range' }>): Part21Value {
  switch (value.kind) {
    case 'choice': {
      const choice = feature.choices?.find(({ valueCode }) => valueCode === value.valueCode);
      return label(choice?.descriptions.en ?? value.valueCode);
    }
    case 'logical':
      return `IFCBOOLEAN(${value.logical ? '.T.' : '.F.'})`;
    case 'numeric':
      return number(value.numeric);
    case 'coordinate':
      return label(`${value.x} ${value.y} ${value.z}`);
    case 'matrix':
      return label(value.points.map(({ source, result }) => `${source} ${result}`).join('; '));
    case 'none':
      return label(value.reason);
  }
}

function label(value: string): Part21Value {
  return `IFCLABEL(${text(value)})`;
}

function number(value: number): Part21Value {
  return `IFCREAL(${real(value)})`;
}

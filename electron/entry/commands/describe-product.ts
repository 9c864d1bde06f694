import type { CadProduct, CadProperty, CadPropertyValue } from '../../../shared/api/schemas/cad-product.ts';
import type { ProductHead } from '../../../shared/rpc/service-records.ts';

/** A product in lines: who makes it, its classes, its features. */
export function describeProduct(product: CadProduct): string {
  const classes = [
    product.etimClassCode &&
      `${product.etimClassCode} v${product.etimClassCodeVersion ?? '1'} ${product.etimClassDescription ?? ''}`,
    product.modellingClassCode &&
      `${product.modellingClassCode} v${product.modellingClassCodeVersion ?? '1'} ${product.modellingClassDescription ?? ''}`,
  ].filter(Boolean);
  const features = (product.properties ?? []).map(describeProperty);
  return [describeHead(product), ...classes, ...features].join('\n');
}

/** A product in one line. */
export function describeHead({ name, manufacturerName, productCode }: ProductHead): string {
  return [name, manufacturerName, productCode].filter(Boolean).join(' · ');
}

function describeProperty({ code, description, portCode, value, unitAbbreviation, unitCode }: CadProperty): string {
  const place = portCode === undefined || portCode === 0 ? '' : ` (connection ${portCode})`;
  const unit = unitAbbreviation ?? unitCode ?? '';
  return `  ${code ?? ''}  ${description ?? ''}${place}: ${describeValue(value)} ${unit}`.trimEnd();
}

function describeValue(value: CadPropertyValue | undefined): string {
  const { numericValue, logicalValue, rangeValue, coordinateValue } = value ?? {};
  if (numericValue !== undefined) return String(numericValue);
  if (logicalValue !== undefined) return logicalValue ? 'yes' : 'no';
  if (rangeValue) return `${rangeValue.min ?? ''} … ${rangeValue.max ?? ''}`;
  if (coordinateValue)
    return [coordinateValue.x, coordinateValue.y, coordinateValue.z].map((axis) => axis ?? '–').join(' / ');
  return value?.description ?? value?.code ?? '–';
}

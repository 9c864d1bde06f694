import type { CadProduct, CadProperty, CadPropertyValue } from '../../../shared/api/schemas/cad-product.ts';

/** A product of an export and the file that goes with it. */
export interface ExportedProduct {
  readonly product: CadProduct;
  /** Name inside the ZIP; empty for a product without a CAD file. */
  readonly cadFile: string;
}

/** A table of products (RFC 4180, UTF-8): a row each, a column for each feature that is not disabled. */
export function toProductsCsv(exported: readonly ExportedProduct[], disabled: ReadonlySet<string>): string {
  const columns = new Map<string, CadProperty>();
  for (const { product } of exported) {
    for (const property of product.properties ?? []) {
      if (!disabled.has(property.code?.toUpperCase() ?? '')) columns.set(columnOf(property), property);
    }
  }
  const head = [...fixedColumns, ...[...columns.values()].map(titleOf)];
  const rows = exported.map(({ product, cadFile }) => {
    const values = new Map((product.properties ?? []).map((property) => [columnOf(property), valueText(property)]));
    return [...fixedValues(product, cadFile), ...[...columns.keys()].map((column) => values.get(column) ?? '')];
  });
  // The mark tells spreadsheets that this is UTF-8.
  return `\uFEFF${[head, ...rows].map((row) => row.map(toField).join(',')).join('\r\n')}\r\n`;
}

const fixedColumns = [
  'productId',
  'manufacturerGln',
  'productCode',
  'name',
  'etimClassCode',
  'modellingClassCode',
  'cadFile',
];

function fixedValues(product: CadProduct, cadFile: string): string[] {
  const { productId, manufacturerGln, productCode, name, etimClassCode, modellingClassCode } = product;
  const values = [productId, manufacturerGln, productCode, name, etimClassCode, modellingClassCode, cadFile];
  return values.map((value) => (value === undefined ? '' : String(value)));
}

function columnOf({ code = '', portCode = 0 }: CadProperty): string {
  return `${code} ${portCode}`;
}

function titleOf({ code = '', portCode = 0, description, unitAbbreviation }: CadProperty): string {
  const name = portCode > 0 ? `${code}/${portCode}` : code;
  return [name, description, unitAbbreviation && `[${unitAbbreviation}]`].filter((text) => text).join(' ');
}

/** What a person entered goes ahead of what the product says. */
function valueText({ userDefinedValue, value }: CadProperty): string {
  return describeValue(userDefinedValue) || describeValue(value);
}

function describeValue(value: CadPropertyValue | undefined): string {
  if (!value) return '';
  const { logicalValue, numericValue, rangeValue, coordinateValue, description, code } = value;
  if (numericValue !== undefined) return String(numericValue);
  if (logicalValue !== undefined) return String(logicalValue);
  if (rangeValue?.min !== undefined || rangeValue?.max !== undefined) {
    return `${rangeValue.min ?? ''} - ${rangeValue.max ?? ''}`;
  }
  if (coordinateValue?.x !== undefined) {
    return [coordinateValue.x, coordinateValue.y, coordinateValue.z].map((part) => part ?? '').join(' ');
  }
  return description || code || '';
}

function toField(text: string): string {
  // A text that starts like a formula would be run by spreadsheets; numbers stay numbers.
  const harmless = /^[=+@\-\t\r]/.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

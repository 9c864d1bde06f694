import type { CadProduct, CadProperty, CadPropertyValue } from './schemas/cad-product.ts';
import { AppError } from '../errors/app-error.ts';

/** Called between the pieces: lets others go on, or throws to end the work. */
type TakeTurn = () => Promise<void>;

/** A product of an export and the file that goes with it. */
export interface ExportedProduct {
  readonly product: CadProduct;
  /** Name inside the ZIP; empty for a product without a CAD file. */
  readonly cadFile: string;
}

/** Spreadsheets have no more; and each column takes its place in each row. */
const maxColumns = 16_384;

/** A feature that has a column, by its code and port. */
type FeatureColumns = ReadonlyMap<string, CadProperty>;

/**
 * A column for each feature of the products that is not disabled.
 * @throws AppError `invalid-request` when there are more than a spreadsheet has
 */
export async function featureColumnsOf(
  products: Iterable<CadProduct>,
  disabled: ReadonlySet<string>,
  takeTurn: TakeTurn,
): Promise<FeatureColumns> {
  const columns = new Map<string, CadProperty>();
  for (const { properties = [] } of products) {
    await takeTurn();
    for (const property of properties) {
      if (!disabled.has(property.code?.toUpperCase() ?? '')) columns.set(columnOf(property), property);
    }
    if (columns.size + fixedColumns.length <= maxColumns) continue;
    const detail = `These products have so many different properties that their table exceeds ${maxColumns} columns.`;
    throw new AppError('invalid-request', { detail });
  }
  return columns;
}

/** A table of products (RFC 4180, UTF-8), written while it is read: a row for each. */
export async function* productsCsv(
  exported: Iterable<ExportedProduct>,
  columns: FeatureColumns,
  takeTurn: TakeTurn,
): AsyncGenerator<string> {
  // The mark tells spreadsheets that this is UTF-8.
  yield `\uFEFF${toRow([...fixedColumns, ...[...columns.values()].map(titleOf)])}`;
  let rows = '';
  for (const { product, cadFile } of exported) {
    await takeTurn();
    const values = new Map((product.properties ?? []).map((property) => [columnOf(property), valueText(property)]));
    rows += toRow([...fixedValues(product, cadFile), ...[...columns.keys()].map((column) => values.get(column) ?? '')]);
    if (rows.length < writtenTogether) continue;
    yield rows;
    rows = '';
  }
  if (rows !== '') yield rows;
}

/** Characters. */
const writtenTogether = 32 * 1024;

function toRow(fields: readonly string[]): string {
  return `${fields.map(toField).join(',')}\r\n`;
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
    // With a hyphen between them, Excel would take one from the other.
    return `${rangeValue.min ?? ''} … ${rangeValue.max ?? ''}`.trim();
  }
  return describeCoordinate(coordinateValue) || description || code || '';
}

/**
 * `x=-10 y=1.5 z=-2`: of bare numbers, Excel would make a sum where the first is below zero, and some languages write
 * one large number with spaces.
 */
function describeCoordinate(coordinate: CadPropertyValue['coordinateValue'] = {}): string {
  const axes = (['x', 'y', 'z'] as const).filter((axis) => coordinate[axis] !== undefined);
  return axes.map((axis) => `${axis}=${coordinate[axis]}`).join(' ');
}

/**
 * What spreadsheets may take for a formula, with what begins its cell. Excel begins one behind what Windows sets as the
 * separator of lists, which is a semicolon in Dutch and German; there the quotes of a field count for nothing, so that a
 * line ends inside it, too.
 */
const formulaLike = /(^|[;\t\r\n]"*)([-=+@][^;\t\r\n]*)/g;

const number = String.raw`[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?`;

/** Read from the left and never back: names come from others, and may be as long as a request. */
const numberOrRange = new RegExp(`^${number}(?: …(?: ${number})?)?$`, 'i');

function guardFormulas(text: string): string {
  const guarded = text.replace(formulaLike, (whole, begin: string, cell: string) =>
    numberOrRange.test(cell) ? whole : `${begin}'${cell}`,
  );
  return /^[\t\r\n]/.test(guarded) ? `'${guarded}` : guarded;
}

function toField(text: string): string {
  const harmless = guardFormulas(text);
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

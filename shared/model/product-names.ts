/** What names a product. */
interface NamedProduct {
  readonly name?: string | undefined;
  readonly productCode?: string | undefined;
  /** The service's own id. */
  readonly productId?: number | undefined;
}

/** So many are named; the others are counted. */
const mostNamed = 3;
/** In characters, of a name or code. */
const longestShown = 80;

/** Products as a person knows them, in the words of no language: the first by name and code, and how many more. */
export function productNames(products: readonly NamedProduct[]): string {
  const named = products.slice(0, mostNamed).map(productName).filter(Boolean);
  const more = products.length - mostNamed;
  return [...named, ...(more > 0 ? [`+${more}`] : [])].join(', ');
}

function productName({ name = '', productCode = '', productId }: NamedProduct): string {
  if (name === '') return cut(productCode) || String(productId ?? '');
  return productCode === '' ? cut(name) : `${cut(name)} (${cut(productCode)})`;
}

function cut(text: string): string {
  return text.length > longestShown ? `${text.slice(0, longestShown - 1)}…` : text;
}

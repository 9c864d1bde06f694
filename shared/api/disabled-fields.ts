import type { CadProduct } from './schemas/cad-product.ts';

/**
 * Reads the disabled fields of operations 2 and 28: a comma-separated list of property codes or an encoded JSON list;
 * `-`, `[]` and nothing mean none.
 * @returns the codes in upper case
 */
export function readDisabledFields(text: string | undefined): ReadonlySet<string> {
  const given = text?.trim() ?? '';
  if (given === '' || given === '-') return new Set();
  return new Set(
    (readJsonList(given) ?? given.replace(/^\[|\]$/g, '').split(','))
      .map((code) => code.trim().toUpperCase())
      .filter((code) => code !== ''),
  );
}

/** Older clients form-encode the list, so a space arrives as a plus sign. */
function readJsonList(text: string): string[] | undefined {
  try {
    const list: unknown = JSON.parse(text.replaceAll('+', ' '));
    return Array.isArray(list) ? list.filter((item) => typeof item === 'string') : undefined;
  } catch {
    return undefined;
  }
}

/** A product of a filter as operation 28 answers it: what is disabled is not selected. */
export function withoutFields(product: CadProduct, disabled: ReadonlySet<string>): CadProduct {
  const properties = (product.properties ?? []).map((property) => ({
    ...property,
    selected: disabled.has(property.code?.toUpperCase() ?? '') ? false : (property.selected ?? true),
  }));
  return { ...product, properties };
}

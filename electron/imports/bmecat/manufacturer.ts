import { glnAmong, isReferredTo, type CatalogueHeader, type Party } from './catalogue-header.ts';
import { childrenOf, textOf, type XmlElement } from './xml-element.ts';

/** Who makes a product. */
export interface Manufacturer {
  readonly name: string;
  /** As the product or the company it refers to says it. */
  readonly gln: string | undefined;
  /** Whether it is the company that gives the catalogue; undefined where the catalogue does not tell. */
  readonly isSupplier: boolean | undefined;
}

/** What a product says of its manufacturer, with what the head says of the company it refers to. */
interface Named {
  readonly references: readonly XmlElement[];
  readonly name: string | undefined;
  readonly gln: string | undefined;
}

/**
 * Who makes a product, by its `PRODUCT_DETAILS`; undefined where nothing names the manufacturer. What the catalogue says of
 * its supplier is true of the manufacturer only where they are one: a wholesaler's catalogue has products of many.
 */
export function manufacturerOf(
  details: XmlElement,
  { supplier, parties }: Pick<CatalogueHeader, 'supplier' | 'parties'>,
): Manufacturer | undefined {
  const references = childrenOf(details, 'MANUFACTURER_IDREF').filter(({ text }) => text !== '');
  const party = parties.find((candidate) => isReferredTo(candidate, references));
  const named = {
    references,
    name: textOf(details, 'MANUFACTURER_NAME') ?? party?.name,
    gln: glnAmong(references) ?? party?.gln,
  };
  const isSupplier = isSupplierNamed(named, supplier);
  const takesItsName = isSupplier ?? named.gln !== undefined;
  const name = named.name ?? (takesItsName ? supplier.name : undefined) ?? named.gln;
  if (name === undefined) return undefined;
  return { name, gln: named.gln, isSupplier };
}

function isSupplierNamed({ references, name, gln }: Named, supplier: Party): boolean | undefined {
  if (isReferredTo(supplier, references)) return true;
  if (gln !== undefined && supplier.gln !== undefined) return gln === supplier.gln;
  if (name !== undefined) return supplier.name === undefined ? undefined : isSameName(name, supplier.name);
  // Who names no manufacturer at all speaks of products of their own.
  return references.length === 0 ? true : undefined;
}

const legalForms: ReadonlySet<string> = new Set(
  'ab ag as bv bvba co corp gmbh inc kg kgaa llc ltd nv oy plc sa sarl se spa srl'.split(' '),
);

/** Whether two names are of one company: letter case, points and its legal form do not count (`Alpha`, `ALPHA GmbH & Co. KG`). */
function isSameName(one: string, other: string): boolean {
  return plainName(one) === plainName(other);
}

function plainName(name: string): string {
  const words = name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('.', '')
    .split(/[\s&+,]+/)
    .filter((word) => word !== '');
  const own = words.filter((word) => !legalForms.has(word));
  return (own.length === 0 ? words : own).join(' ');
}

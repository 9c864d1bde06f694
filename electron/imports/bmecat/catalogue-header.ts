import { parseGln } from '../../../shared/model/gln.ts';
import { parseLanguageCode } from '../../../shared/model/language.ts';
import { childOf, childrenOf, textOf, type XmlElement } from './xml-element.ts';

/** What the head of a BMEcat catalogue says for all its products. */
export interface CatalogueHeader {
  /** Language of texts that do not say theirs. */
  readonly languageCode: string | undefined;
  readonly supplierName: string | undefined;
  readonly supplierGln: string | undefined;
}

export const emptyHeader: CatalogueHeader = {
  languageCode: undefined,
  supplierName: undefined,
  supplierGln: undefined,
};

/** Reads `HEADER`. */
export function readHeader(header: XmlElement): CatalogueHeader {
  const languages = childrenOf(childOf(header, 'CATALOG'), 'LANGUAGE');
  const chosen = languages.find(({ attributes }) => attributes['default'] === 'true') ?? languages[0];
  const supplier = childOf(header, 'SUPPLIER');
  return {
    languageCode: languageOf(chosen?.text),
    supplierName: textOf(supplier, 'SUPPLIER_NAME'),
    supplierGln: glnAmong(childrenOf(supplier, 'SUPPLIER_ID')) ?? partyGln(header),
  };
}

/** The parties of a catalogue stand in a list; the supplier among them has a role of that name. */
function partyGln(header: XmlElement): string | undefined {
  const parties = childrenOf(childOf(header, 'PARTIES'), 'PARTY');
  const supplier = parties.find((party) => childrenOf(party, 'PARTY_ROLE').some(({ text }) => text === 'supplier'));
  return glnAmong(childrenOf(supplier, 'PARTY_ID'));
}

/** The first GLN among identifiers: one that is called `gln` or, as it was before 2005, `iln`. */
export function glnAmong(identifiers: readonly XmlElement[]): string | undefined {
  for (const { attributes, text } of identifiers) {
    const gln = parseGln(text);
    if (/^(gln|iln)$/i.test(attributes['type'] ?? '') && gln.ok) return gln.value;
  }
  return undefined;
}

/** A language of BMEcat, three letters of ISO 639-2 (`deu`, `ger`), as the service writes it (`de`). */
export function languageOf(text: string | undefined): string | undefined {
  const language = parseLanguageCode(text);
  if (!language.ok || language.value === undefined) return undefined;
  return Intl.getCanonicalLocales(language.value)[0]?.toLowerCase();
}

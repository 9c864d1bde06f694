import { parseGln } from '../../../shared/model/gln.ts';
import { parseLanguageCode } from '../../../shared/model/language.ts';
import { faulty, parsed, type Parsed } from '../../../shared/model/parsed.ts';
import { childOf, childrenOf, textOf, type XmlElement } from './xml-element.ts';

/** A company of a catalogue, as far as its head tells. */
export interface Party {
  /** The elements that number it, in several ways: `PARTY_ID`, `SUPPLIER_ID`. */
  readonly identifiers: readonly XmlElement[];
  readonly gln: string | undefined;
  readonly name: string | undefined;
}

/** What the head of a BMEcat catalogue says for all its products. */
export interface CatalogueHeader {
  /** Language of texts that do not say theirs. */
  readonly languageCode: string | undefined;
  readonly supplier: Party;
  /** The companies that products refer to. */
  readonly parties: readonly Party[];
}

export const emptyHeader: CatalogueHeader = {
  languageCode: undefined,
  supplier: { identifiers: [], gln: undefined, name: undefined },
  parties: [],
};

/** Reads `HEADER`. */
export function readHeader(header: XmlElement): CatalogueHeader {
  const languages = childrenOf(childOf(header, 'CATALOG'), 'LANGUAGE');
  const chosen = languages.find(({ attributes }) => attributes['default'] === 'true') ?? languages[0];
  const language = parseLanguage(chosen?.text);
  const listed = childrenOf(childOf(header, 'PARTIES'), 'PARTY');
  return {
    languageCode: language.ok ? language.value : undefined,
    supplier: supplierOf(header, listed),
    parties: listed.map(partyOf),
  };
}

/** The supplier stands by itself, or in the list of parties, by its role or by reference. */
function supplierOf(header: XmlElement, listed: readonly XmlElement[]): Party {
  const own = childOf(header, 'SUPPLIER');
  const references = childrenOf(header, 'SUPPLIER_IDREF');
  const party = listed.find(
    (candidate) =>
      isReferredTo(partyOf(candidate), references) ||
      childrenOf(candidate, 'PARTY_ROLE').some(({ text }) => text === 'supplier'),
  );
  const inList = party && partyOf(party);
  const ownIdentifiers = childrenOf(own, 'SUPPLIER_ID');
  return {
    identifiers: [...ownIdentifiers, ...references, ...(inList?.identifiers ?? [])],
    gln: glnAmong(ownIdentifiers) ?? glnAmong(references) ?? inList?.gln,
    name: textOf(own, 'SUPPLIER_NAME') ?? inList?.name,
  };
}

function partyOf(party: XmlElement): Party {
  const identifiers = childrenOf(party, 'PARTY_ID');
  return { identifiers, gln: glnAmong(identifiers), name: textOf(childOf(party, 'ADDRESS'), 'NAME') };
}

/** Whether one of the references, such as `MANUFACTURER_IDREF`, means this company: by text, and by type where both say it. */
export function isReferredTo({ identifiers }: Party, references: readonly XmlElement[]): boolean {
  return references.some(({ text, attributes: { type } }) =>
    identifiers.some(
      ({ text: known, attributes: { type: knownType } }) =>
        text !== '' && known === text && (type ?? knownType) === (knownType ?? type),
    ),
  );
}

/** The first GLN among identifiers: one that is called `gln` or, as it was before 2005, `iln`. */
export function glnAmong(identifiers: readonly XmlElement[]): string | undefined {
  for (const { attributes, text } of identifiers) {
    const gln = parseGln(text);
    if (/^(gln|iln)$/i.test(attributes['type'] ?? '') && gln.ok) return gln.value;
  }
  return undefined;
}

/**
 * A language of BMEcat, three letters of ISO 639-2 (`deu`, `ger`), as the service writes it (`de`); also with the
 * underscore of many programs (`fr_FR`). Empty text means no language and reads as `undefined`.
 */
export function parseLanguage(text: string | undefined): Parsed<string | undefined> {
  const language = parseLanguageCode(text?.replaceAll('_', '-'));
  if (!language.ok || language.value === undefined) return language;
  try {
    return parsed(Intl.getCanonicalLocales(language.value)[0]?.toLowerCase());
  } catch {
    return faulty('wrong-form', `${language.value} is no language code`);
  }
}

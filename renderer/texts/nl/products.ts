import type { FaultCode } from '../../../shared/model/parsed.ts';
import { createFormats } from '../formats.ts';
import type { Texts } from '../texts.ts';

const { number } = createFormats('nl');

const gtinFaults: Record<FaultCode, string> = {
  'not-digits': 'een GTIN heeft alleen cijfers',
  'wrong-length': 'een GTIN heeft 8 tot 14 cijfers',
  'wrong-form': 'dit is geen GTIN',
  missing: 'de GTIN ontbreekt',
  'not-whole': 'een GTIN heeft alleen cijfers',
  'too-long': 'te lang voor een GTIN',
  'not-a-date': 'dit is geen GTIN',
};

const glnFaults: Record<FaultCode, string> = {
  'not-digits': 'een GLN heeft alleen cijfers',
  'wrong-length': 'een GLN heeft 13 cijfers',
  'wrong-form': 'dit is geen GLN',
  missing: 'de GLN ontbreekt',
  'not-whole': 'een GLN heeft alleen cijfers',
  'too-long': 'te lang voor een GLN',
  'not-a-date': 'dit is geen GLN',
};

export const products: Texts['products'] = {
  title: 'Producten',
  by: 'Zoeken op',
  byGtin: 'GTIN',
  byCode: 'GLN en code',
  byText: 'Tekst',
  gtinInput: 'GTIN’s, één per regel',
  codeInput: 'GLN en productcode, één paar per regel',
  gtinHint: 'Plak een kolom uit een rekenblad.',
  codeHint: 'Plak twee kolommen, met een tab, puntkomma of komma ertussen.',
  searchInput: 'Producten zoeken',
  searchHint: 'Woorden uit naam, fabrikant of klasse, of een productcode; het begin is genoeg.',
  notSearchable:
    'Zoeken in tekst kan alleen met de service in deze app. De verbonden service vindt producten op GTIN, of op GLN en code.',
  hits: (n) => (n === 0 ? 'Geen product gevonden' : n === 1 ? '1 product gevonden' : `${number(n)} producten gevonden`),
  manyHits: (n) => `De beste ${number(n)} worden getoond`,
  language: 'Taal van de antwoorden',
  lookUp: (n) => (n <= 1 ? 'Opzoeken' : `${number(n)} opzoeken`),
  clear: 'Wissen',
  tooMany: (most) => `Hoogstens ${most} tegelijk`,
  line: (n) => `Regel ${number(n)}`,
  faults: { gtin: gtinFaults, gln: glnFaults },
  codeMissing: 'de productcode ontbreekt',
  codeTooLong: 'de productcode is te lang',
  checkDigit: (right) => `hoort op ${right} te eindigen`,
  repeated: (n) => `zelfde als regel ${number(n)}`,
  readyLines: (n) => `${number(n)} op te zoeken`,
  faultyLines: (n) => (n === 1 ? '1 regel overgeslagen' : `${number(n)} regels overgeslagen`),
  warnedLines: (n) => (n === 1 ? 'controlecijfer klopt niet' : `${number(n)} controlecijfers kloppen niet`),
  answers: 'Antwoorden',
  found: (n, of) => `${number(n)} van ${number(of)} gevonden`,
  notFound: 'Niet gevonden',
  emptyTitle: 'Nog geen product opgezocht',
  emptyHint:
    'Voer een GTIN in of plak een hele kolom. Foute controlecijfers worden tijdens het typen gemarkeerd.',
  maker: 'Fabrikant',
  productCode: 'Productcode',
  gtins: 'GTIN',
  etimClass: 'ETIM-klasse',
  modellingClass: 'Modelleerklasse',
  port: (n) => `Aansluiting ${number(n)}`,
  otherFeatures: 'Overige kenmerken',
  feature: 'Kenmerk',
  value: 'Waarde',
  features: (n) => (n === 1 ? '1 kenmerk' : `${number(n)} kenmerken`),
  yes: 'Ja',
  no: 'Nee',
  noValue: 'geen waarde',
  range: (min, max) => `${min} tot ${max}`,
  adjusted: 'aangepast',
  bimReady: 'BIM-gereed',
  notBimReady: 'Niet BIM-gereed',
  filesThatFit: 'Passende CAD-bestanden',
  noFilesThatFit: 'Geen bestand van deze klasse in uw bibliotheken.',
  version: (version) => `versie ${version}`,
};

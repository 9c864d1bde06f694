/** Looking for a class of the ETIM model, or a modelling class. */
export interface ClassQuestion {
  readonly kind: 'class' | 'modellingClass';
  /** Words of names and synonyms in any language, or a code; parts of words count. Empty: what is usual. */
  readonly text: string;
  /** Whether a class has to have all of the words. */
  readonly match: 'all' | 'any';
  /** The ETIM class that a modelling class is to go with. */
  readonly partnerOf?: string | undefined;
  readonly limit: number;
  readonly languageCode?: string | undefined;
}

/** A class as it can be chosen. */
export interface ClassHit {
  readonly code: string;
  readonly version: string;
  readonly name: string;
  /** The other name of the class by which it was found. */
  readonly also?: string | undefined;
}

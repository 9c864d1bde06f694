import type { BoxSize, ChangeKind } from '../rpc/comparison.ts';
import type { CountedKind } from '../rpc/counted-kinds.ts';
import type { Language } from './formats.ts';

export type Side = keyof BoxSize;

/** The words for what differs between two versions. */
export interface ComparisonWords {
  readonly sides: Readonly<Record<Side, string>>;
  readonly parts: (count: number, shown: string) => string;
  readonly objects: (count: number, shown: string) => string;
  /** What happened to some of them. */
  readonly happened: Readonly<Record<ChangeKind, string>>;
  readonly by: (way: string) => string;
  readonly turned: (degrees: string) => string;
  readonly to: (factor: string) => string;
  readonly formerly: (name: string) => string;
  /** The unit of lengths is known in one of the two alone. */
  readonly unitKnownIn: Readonly<Record<'before' | 'after', string>>;
  readonly nothing: string;
  /** Some kinds of objects cannot be drawn. */
  readonly nothingShown: string;
  readonly notShown: (kinds: string) => string;
  /** How many are left out of each picture; else they would seem to have come or gone. */
  readonly damaged: (before: string, after: string) => string;
  readonly sameFile: string;
  readonly notCompared: string;
  readonly nameless: string;
  readonly namelessPart: string;
  readonly apart: (greatest: string, mean: string) => string;
  readonly facts: Readonly<Record<'program' | 'author' | 'fileSize' | 'volume' | CountedKind, string>>;
}

export const comparisonWords: Record<Language, ComparisonWords> = {
  en: {
    sides: { width: 'width', depth: 'depth', height: 'height' },
    parts: (count, shown) => (count === 1 ? '1 part' : `${shown} parts`),
    objects: (count, shown) => (count === 1 ? '1 object' : `${shown} objects`),
    happened: {
      added: 'added',
      removed: 'removed',
      changed: 'changed',
      scaled: 'scaled',
      moved: 'moved',
      renamed: 'renamed',
      recoloured: 'recoloured',
    },
    by: (way) => `by ${way}`,
    turned: (degrees) => `turned by ${degrees}°`,
    to: (factor) => `to ${factor}`,
    formerly: (name) => `formerly ${name}`,
    unitKnownIn: { before: 'the unit is no longer known', after: 'the unit is now known' },
    nothing: 'Nothing visible changed',
    nothingShown: 'Nothing changed in what can be shown',
    notShown: (shown) => `not shown and not compared: ${shown}`,
    damaged: (before, after) => `damaged shapes left out: ${before} → ${after}`,
    sameFile: 'The files are the same',
    notCompared: 'The shapes were not compared',
    nameless: 'unnamed',
    namelessPart: 'unnamed part',
    apart: (greatest, mean) => `surfaces up to ${greatest} apart, ${mean} on average`,
    facts: {
      program: 'program',
      author: 'author',
      fileSize: 'file size',
      volume: 'volume',
      faces: 'faces',
      triangles: 'triangles',
      lines: 'lines',
      points: 'points',
      areas: 'filled areas',
      texts: 'texts',
    },
  },
  nl: {
    sides: { width: 'breedte', depth: 'diepte', height: 'hoogte' },
    parts: (count, shown) => (count === 1 ? '1 onderdeel' : `${shown} onderdelen`),
    objects: (count, shown) => (count === 1 ? '1 object' : `${shown} objecten`),
    happened: {
      added: 'toegevoegd',
      removed: 'verwijderd',
      changed: 'gewijzigd',
      scaled: 'geschaald',
      moved: 'verplaatst',
      renamed: 'hernoemd',
      recoloured: 'anders gekleurd',
    },
    by: (way) => `over ${way}`,
    turned: (degrees) => `${degrees}° gedraaid`,
    to: (factor) => `naar ${factor}`,
    formerly: (name) => `eerst ${name}`,
    unitKnownIn: { before: 'de eenheid is niet meer bekend', after: 'de eenheid is nu wel bekend' },
    nothing: 'Niets zichtbaars veranderd',
    nothingShown: 'Niets veranderd in wat kan worden getoond',
    notShown: (shown) => `niet getoond en niet vergeleken: ${shown}`,
    damaged: (before, after) => `beschadigde vormen weggelaten: ${before} → ${after}`,
    sameFile: 'De bestanden zijn gelijk',
    notCompared: 'De vormen zijn niet vergeleken',
    nameless: 'naamloos',
    namelessPart: 'naamloos onderdeel',
    apart: (greatest, mean) => `oppervlakken tot ${greatest} uit elkaar, gemiddeld ${mean}`,
    facts: {
      program: 'programma',
      author: 'auteur',
      fileSize: 'bestandsgrootte',
      volume: 'volume',
      faces: 'vlakken',
      triangles: 'driehoeken',
      lines: 'lijnen',
      points: 'punten',
      areas: 'gevulde vlakken',
      texts: 'teksten',
    },
  },
};

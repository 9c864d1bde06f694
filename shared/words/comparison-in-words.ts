import type { BoxSize, ChangeKind, ComparisonRecord, ShapeChange, ShapeComparison } from '../rpc/comparison.ts';
import { countedKinds, type CountedKind } from '../rpc/counted-kinds.ts';
import type { Formats, Language } from './formats.ts';

type Side = keyof BoxSize;

interface Words {
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
  readonly apart: (greatest: string, mean: string) => string;
  readonly facts: Readonly<Record<'program' | 'author' | 'fileSize' | 'volume' | CountedKind, string>>;
}

const words: Record<Language, Words> = {
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

/** What is said of a comparison. */
export interface ToldComparison {
  /** One line, which fits into the comment of a release. */
  readonly summary: string;
  /** One line for each change, the most telling first. */
  readonly changes: readonly string[];
  /** What else the files say about themselves and differs. */
  readonly facts: readonly string[];
}

/** What differs between two versions, in words. */
export function comparisonInWords(
  comparison: ComparisonRecord,
  language: Language,
  formats: Pick<Formats, 'number' | 'size'>,
): ToldComparison {
  const say: Saying = { words: words[language], formats };
  const { shapes } = comparison;
  return {
    summary: capital(summaryOf(comparison, say)),
    changes: shapes ? byKind(shapes.changes).map((change) => changeInWords(change, shapes, say)) : [],
    facts: factsInWords(comparison, say),
  };
}

interface Saying {
  readonly words: Words;
  readonly formats: Pick<Formats, 'number' | 'size'>;
}

/** In this order they are told. */
const kinds: readonly ChangeKind[] = ['added', 'removed', 'changed', 'scaled', 'moved', 'renamed', 'recoloured'];
const sides: readonly Side[] = ['width', 'depth', 'height'];

function summaryOf({ shapes, isSameFile }: ComparisonRecord, say: Saying): string {
  if (isSameFile) return say.words.sameFile;
  if (!shapes) return say.words.notCompared;
  const { before, after, changes, unit, unitKnownIn, damaged } = shapes;
  const [only] = changes;
  const told = [
    ...(unitKnownIn ? [say.words.unitKnownIn[unitKnownIn]] : []),
    ...sizesInWords(before.box, after.box, unit, say),
    ...(only && changes.length === 1 && only.name !== ''
      ? [changeInWords(only, shapes, say)]
      : countsInWords(shapes, say)),
  ];
  if (told.length === 0) told.push(shapes.notShown ? say.words.nothingShown : say.words.nothing);
  const { number } = say.formats;
  return [...told, ...(damaged ? [say.words.damaged(number(damaged.before), number(damaged.after))] : [])].join(', ');
}

function countsInWords({ changes, of }: ShapeComparison, { words: say, formats }: Saying): string[] {
  const noun = of === 'model' ? say.parts : say.objects;
  return kinds.flatMap((kind) => {
    const count = changes.filter((change) => change.kind === kind).length;
    return count === 0 ? [] : [`${noun(count, formats.number(count))} ${say.happened[kind]}`];
  });
}

/** `width 600 → 800 mm` for each side that differs so that one can see it. */
function sizesInWords(before: BoxSize, after: BoxSize, unit: string | undefined, say: Saying): string[] {
  return sides.flatMap((side) => {
    const [was, is] = [lengthIn(before[side], say), lengthIn(after[side], say)];
    return was === is ? [] : [`${say.words.sides[side]} ${was} → ${inUnit(is, unit)}`];
  });
}

function changeInWords(change: ShapeChange, { unit }: ShapeComparison, say: Saying): string {
  const { kind, name, type, before, after, motion, factor, formerName } = change;
  const { words: told } = say;
  const shown = name === '' ? `${type ?? ''} (${told.nameless})`.trim() : quoted(name);
  const way = motion ? Math.hypot(...motion.by) : 0;
  const degrees = motion?.turnedDegrees ?? 0;
  const head = [
    `${shown} ${told.happened[kind]}`,
    ...(way > 0 ? [told.by(inUnit(lengthIn(way, say), unit))] : []),
    ...(factor === undefined ? [] : [told.to(factorIn(factor, say))]),
  ];
  return [
    head.join(' '),
    ...(degrees > 0 ? [told.turned(lengthIn(degrees, say))] : []),
    ...(formerName === undefined ? [] : [told.formerly(quoted(formerName))]),
    ...(kind === 'changed' && before && after ? sizesInWords(before.box, after.box, unit, say) : []),
  ].join(', ');
}

/** A name is somebody's own: it keeps its letters wherever it stands. */
const quoted = (name: string): string => `“${name}”`;

function factsInWords({ before, after, shapes }: ComparisonRecord, say: Saying): string[] {
  const { facts } = say.words;
  const volume = (value: number | undefined): string | undefined =>
    value === undefined ? undefined : inUnit(say.formats.number(Math.round(value)), shapes?.unit && 'mm³');
  const count = (value: number | undefined): string | undefined =>
    value === undefined ? undefined : say.formats.number(value);
  const rows: readonly (readonly [string, string | undefined, string | undefined])[] = [
    [facts.volume, volume(shapes?.before.volume), volume(shapes?.after.volume)],
    ...countedKinds.map(
      (kind) => [facts[kind], count(shapes?.before.counts[kind]), count(shapes?.after.counts[kind])] as const,
    ),
    [facts.program, before.program, after.program],
    [facts.author, before.author, after.author],
    [facts.fileSize, say.formats.size(before.sizeBytes), say.formats.size(after.sizeBytes)],
  ];
  const told = rows
    .filter(([, was, is]) => was !== is)
    .map(([fact, was, is]) => `${fact} ${was ?? '–'} → ${is ?? '–'}`);
  if (shapes?.notShown) told.push(say.words.notShown(shapes.notShown.join(', ')));
  const distance = shapes?.distance;
  const apart = (length: number): string => inUnit(lengthIn(length, say), shapes?.unit);
  return distance ? [say.words.apart(apart(distance.greatest), apart(distance.mean)), ...told] : told;
}

function byKind(changes: readonly ShapeChange[]): ShapeChange[] {
  return changes.toSorted((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind));
}

/** To what a person measures: tenths, and of small things as many digits as tell them apart. */
function lengthIn(value: number, { formats }: Saying): string {
  return formats.number(value >= 10 ? Math.round(value * 10) / 10 : Number(value.toPrecision(3)));
}

/** In hundredths of a percent, which tell the smallest scaling from none; of tiny ones as many digits as a length has. */
function factorIn(factor: number, { formats }: Saying): string {
  const percent = factor * 100;
  return `${formats.number(percent >= 1 ? Math.round(percent * 100) / 100 : Number(percent.toPrecision(3)))}%`;
}

const inUnit = (value: string, unit: string | undefined): string => (unit === undefined ? value : `${value} ${unit}`);
const capital = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

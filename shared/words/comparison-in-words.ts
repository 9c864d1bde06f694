import type { BoxSize, ChangeKind, ComparisonRecord, ShapeChange, ShapeComparison } from '../rpc/comparison.ts';
import { countedKinds } from '../rpc/counted-kinds.ts';
import { comparisonWords, type ComparisonWords, type Side } from './comparison-words.ts';
import type { Formats, Language } from './formats.ts';

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
  const say: Saying = { words: comparisonWords[language], formats };
  const { shapes } = comparison;
  return {
    summary: capital(summaryOf(comparison, say)),
    changes: shapes
      ? together(
          byKind(shapes.changes).map((change) => changeInWords(change, shapes, say)),
          say,
        )
      : [],
    facts: factsInWords(comparison, say),
  };
}

interface Saying {
  readonly words: ComparisonWords;
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
  const nameless = type === undefined ? told.namelessPart : `${type} (${told.nameless})`;
  const shown = name === '' ? nameless : quoted(name);
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

/** What is said of several that nobody can tell apart is said once, with how many they are. */
function together(lines: readonly string[], { formats }: Saying): string[] {
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  return [...counts].map(([line, count]) => (count === 1 ? line : `${formats.number(count)} × ${line}`));
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

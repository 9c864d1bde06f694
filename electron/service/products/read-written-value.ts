import type { WrittenValue } from '../../../shared/model/import-record.ts';
import type { FeatureDefinition, FeatureValue } from '../../../shared/model/product-data.ts';
import { conversionTo, type Convert } from '../units/convert-unit.ts';
import { readNumber } from './read-number.ts';

/** What catalogues write in place of a value, and what ETIM calls the reason. */
const reasons = { '-': 'UN', MV: 'MV', NA: 'NA', UN: 'UN' } as const;

const trueWords: ReadonlySet<string> = new Set(['true', 'yes', 'ja', 'oui', 'sí', 'sì', 'si', 'wahr', 'waar', 'vrai']);
const falseWords: ReadonlySet<string> = new Set(['false', 'no', 'nein', 'nee', 'non', 'falsch', 'onwaar', 'faux']);
/** Only where the feature is known to be logical: elsewhere they are numbers, or nothing. */
const trueSigns: ReadonlySet<string> = new Set(['1', 'y', 'j', 't', 'w']);
const falseSigns: ReadonlySet<string> = new Set(['0', 'n', 'f']);

/**
 * What a value means that a catalogue writes, or, as a clause, why it means nothing certain.
 * @param feature as the product's class has it; undefined where that is not known: then the looks of the value tell its
 *   type, and a number with a unit cannot be told
 */
export function readWrittenValue(written: WrittenValue, feature: FeatureDefinition | undefined): FeatureValue | string {
  const { featureCode, portCode, origin, texts } = written;
  const at = { featureCode, portCode, origin };
  const [first = '', ...more] = texts;
  if (first === '') return 'there is no value';
  const reason = reasonOf(first);
  if (reason !== undefined && more.every((text) => reasonOf(text) === reason)) return { ...at, kind: 'none', reason };
  if (more.length > 1) return 'there are more than two values';
  switch (feature?.type ?? typeByLooks(texts)) {
    case 'A':
      if (more.length > 0) return 'ETIM has one value here, not two';
      if (!/^EV\d{6}$/i.test(first)) return "this is no code of ETIM's values";
      return { ...at, kind: 'choice', valueCode: first.toUpperCase() };
    case 'L': {
      const logical = more.length > 0 ? undefined : logicalOf(first);
      return logical === undefined ? 'this is neither true nor false' : { ...at, kind: 'logical', logical };
    }
    case 'R':
      return readRange(written, feature);
    default:
      return readSingle(written, feature);
  }
}

function typeByLooks([first = '', second]: readonly string[]): 'A' | 'L' | 'N' | 'R' {
  if (second !== undefined) return 'R';
  if (/^EV\d{6}$/i.test(first)) return 'A';
  const word = first.toLowerCase();
  return trueWords.has(word) || falseWords.has(word) ? 'L' : 'N';
}

function readSingle(written: WrittenValue, feature: FeatureDefinition | undefined): FeatureValue | string {
  const { featureCode, portCode, origin, texts } = written;
  if (texts.length !== 1) return 'ETIM has one number here, not two';
  const decimal = readNumber(texts[0] ?? '');
  if (decimal === undefined) return 'this is no number';
  const convert = conversionOf(written, feature);
  if (typeof convert === 'string') return convert;
  return { featureCode, portCode, origin, kind: 'numeric', numeric: convert(decimal) };
}

function readRange(written: WrittenValue, feature: FeatureDefinition | undefined): FeatureValue | string {
  const { featureCode, portCode, origin, texts } = written;
  if (texts.length !== 2) return 'ETIM has a range here, which is two numbers';
  const [lower, upper] = texts.map(readNumber);
  if (lower === undefined || upper === undefined) return 'this is no range of two numbers';
  const convert = conversionOf(written, feature);
  if (typeof convert === 'string') return convert;
  const [min, max] = [convert(lower), convert(upper)];
  if (min > max) return 'the range ends below its beginning';
  return { featureCode, portCode, origin, kind: 'range', min, max };
}

function conversionOf({ unit }: WrittenValue, feature: FeatureDefinition | undefined): Convert | string {
  if (unit === undefined) return Number;
  if (!feature)
    return "ETIM's unit for it is not known: import the ETIM model first in which the class has this feature";
  return conversionTo(feature, unit);
}

function reasonOf(text: string): (typeof reasons)[keyof typeof reasons] | undefined {
  const written = text.toUpperCase();
  return Object.hasOwn(reasons, written) ? reasons[written as keyof typeof reasons] : undefined;
}

function logicalOf(text: string): boolean | undefined {
  const word = text.toLowerCase();
  if (trueWords.has(word) || trueSigns.has(word)) return true;
  return falseWords.has(word) || falseSigns.has(word) ? false : undefined;
}

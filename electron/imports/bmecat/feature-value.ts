import type { FeatureValue } from '../../../shared/model/product-data.ts';
import { childrenOf, textOf, type XmlElement } from './xml-element.ts';

/** What a catalogue writes in place of a value, and what ETIM calls the reason. */
const reasons = { '-': 'UN', MV: 'MV', NA: 'NA', UN: 'UN' } as const;

function isReason(text: string): text is keyof typeof reasons {
  return Object.hasOwn(reasons, text);
}

/**
 * The value of an ETIM feature (`FNAME` holds its code, `FVALUE` one value, or the two bounds of a range), or what is
 * wrong with it.
 */
export function featureValueOf(feature: XmlElement): FeatureValue | string {
  const featureCode = textOf(feature, 'FNAME')?.toUpperCase() ?? '';
  if (!/^EF(\d{6}|I\d{5}|[A-Z]{2}\d{4})$/.test(featureCode)) return 'FNAME is no feature code';
  const at = { featureCode, portCode: 0, origin: 'etim' } as const;
  const texts = childrenOf(feature, 'FVALUE').map(({ text }) => text);
  const [first = '', second] = texts;
  if (texts.length > 2) return `${featureCode} has more than two values`;
  if (second !== undefined) {
    const [min, max] = [numberOf(first), numberOf(second)];
    return min === undefined || max === undefined
      ? `${featureCode} has two values that are no range of numbers`
      : { ...at, kind: 'range', min, max };
  }
  if (isReason(first)) return { ...at, kind: 'none', reason: reasons[first] };
  if (/^EV\d{6}$/i.test(first)) return { ...at, kind: 'choice', valueCode: first.toUpperCase() };
  if (/^(true|false)$/i.test(first)) return { ...at, kind: 'logical', logical: first.toLowerCase() === 'true' };
  const numeric = numberOf(first);
  return numeric === undefined ? `${featureCode} has no value of ETIM` : { ...at, kind: 'numeric', numeric };
}

function numberOf(text: string): number | undefined {
  return /^-?\d{1,15}(\.\d{1,10})?$/.test(text) ? Number(text) : undefined;
}

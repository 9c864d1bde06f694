import type { spokenLanguages } from '../model/language.ts';

/** One of the languages the product speaks. */
export type Language = (typeof spokenLanguages)[number];

/** Numbers, sizes, dates and names as a language writes them. */
export interface Formats {
  readonly number: (value: number) => string;
  /** Without separators between thousands, for what may be a code: `9016`. */
  readonly ungrouped: (value: number) => string;
  /** @param share 0 … 1 */
  readonly percent: (share: number) => string;
  readonly size: (bytes: number) => string;
  /** `today 09:41`, `yesterday 16:20`, `3 Nov`, `3 Nov 2025`. */
  readonly moment: (atMs: number, nowMs: number) => string;
  /** `3 Nov`. */
  readonly day: (atMs: number) => string;
  /** Date and time in full, for a tooltip. */
  readonly instant: (atMs: number) => string;
  /** The same to the second, where two moments are told apart. */
  readonly exactInstant: (atMs: number) => string;
  /** `now`, `12 s ago`, `in 3 min`. */
  readonly fromNow: (atMs: number, nowMs: number) => string;
  /** `14:05`, `tomorrow 00:00`, `3 Nov 09:00`: a moment to come. */
  readonly until: (atMs: number, nowMs: number) => string;
  /** `14 minutes`, `3 hours`: in whole units, rounded up. */
  readonly longDuration: (ms: number) => string;
  /** `2 s`, `5 min`, `1 h`. */
  readonly duration: (ms: number) => string;
  /** `4 secs`, `20 secs`, `3 mins`, `2 hrs`: no more exact than a guess is. */
  readonly roundDuration: (ms: number) => string;
  readonly languageName: (code: string) => string;
  readonly list: (items: readonly string[]) => string;
}

const locales: Record<Language, string> = { en: 'en-GB', nl: 'nl-NL' };
const sizeUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
const steps = [
  { unit: 'day', ms: 86_400_000 },
  { unit: 'hour', ms: 3_600_000 },
  { unit: 'minute', ms: 60_000 },
  { unit: 'second', ms: 1_000 },
] as const;

/** Each of these reads its language's tables when it is made, which takes milliseconds: few commands need more than one. */
function onceNeeded<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

export function createFormats(language: Language): Formats {
  const locale = locales[language];
  const number = onceNeeded(() => new Intl.NumberFormat(locale, { maximumFractionDigits: 4 }));
  const ungrouped = onceNeeded(() => new Intl.NumberFormat(locale, { maximumFractionDigits: 4, useGrouping: false }));
  const percent = onceNeeded(() => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }));
  const time = onceNeeded(() => new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' }));
  const dayOfYear = onceNeeded(() => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' }));
  const fullDay = onceNeeded(
    () => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' }),
  );
  const instant = onceNeeded(() => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' }));
  const exactInstant = onceNeeded(() => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' }));
  const dayWord = onceNeeded(() => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));
  const relative = onceNeeded(() => new Intl.RelativeTimeFormat(locale, { style: 'narrow' }));
  const languageNames = onceNeeded(() => new Intl.DisplayNames(locale, { type: 'language' }));
  const list = onceNeeded(() => new Intl.ListFormat(locale));
  const measure = createMeasure(locale);

  return {
    number: (value) => number().format(value),
    ungrouped: (value) => ungrouped().format(value),
    percent: (share) => percent().format(share),
    size: (bytes) => sizeInWords(bytes, measure),
    moment(atMs, nowMs) {
      const days = daysBetween(atMs, nowMs);
      if (days <= 1 && days >= 0) return `${dayWord().format(-days, 'day')} ${time().format(atMs)}`;
      return (isSameYear(atMs, nowMs) ? dayOfYear() : fullDay()).format(atMs);
    },
    day: (atMs) => dayOfYear().format(atMs),
    until(atMs, nowMs) {
      const days = daysBetween(nowMs, atMs);
      if (days <= 0) return time().format(atMs);
      return `${days === 1 ? dayWord().format(1, 'day') : dayOfYear().format(atMs)} ${time().format(atMs)}`;
    },
    longDuration: (ms) => longDuration(ms, measure),
    instant: (atMs) => instant().format(atMs),
    exactInstant: (atMs) => exactInstant().format(atMs),
    fromNow(atMs, nowMs) {
      const away = atMs - nowMs;
      if (Math.abs(away) < 1_000) return dayWord().format(0, 'second');
      const step = steps.find(({ ms }) => Math.abs(away) >= ms) ?? steps[3];
      return relative().format(Math.trunc(away / step.ms), step.unit);
    },
    duration: (ms) => duration(ms, measure),
    roundDuration: (ms) => roundDuration(ms, measure),
    languageName: (code) => languageNames().of(code) ?? code,
    list: (items) => list().format(items),
  };
}

type Measure = (amount: number, unit: string, display?: 'long' | 'short', mostDigits?: number) => string;

/** Writes amounts of units; what it takes for each is made once. */
function createMeasure(locale: string): Measure {
  const made = new Map<string, Intl.NumberFormat>();
  return (amount, unit, unitDisplay = 'long', mostDigits = 3) => {
    const name = `${unit} ${unitDisplay} ${mostDigits}`;
    let format = made.get(name);
    if (!format) {
      format = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay, maximumFractionDigits: mostDigits });
      made.set(name, format);
    }
    return format.format(amount);
  };
}

function sizeInWords(bytes: number, measure: Measure): string {
  const digitsOf = (power: number): number => (power >= 2 ? 1 : 0);
  // As it is shown: what is rounded up to a thousand of a unit is one of the next.
  const isNextUnit = (power: number): boolean => Number((bytes / 1000 ** power).toFixed(digitsOf(power))) >= 1000;
  let power = 0;
  while (power < sizeUnits.length - 1 && isNextUnit(power)) power += 1;
  const unit = sizeUnits[power] ?? 'byte';
  return measure(bytes / 1000 ** power, unit, unit === 'byte' ? 'long' : 'short', digitsOf(power));
}

function duration(ms: number, measure: Measure): string {
  const step = steps.find((candidate) => ms >= candidate.ms && ms % candidate.ms === 0) ?? steps[3];
  return measure(ms / step.ms, step.unit);
}

function longDuration(ms: number, measure: Measure): string {
  const step = steps.find((candidate) => ms >= candidate.ms) ?? steps[3];
  return measure(Math.max(1, Math.ceil(ms / step.ms)), step.unit);
}

function roundDuration(ms: number, measure: Measure): string {
  const seconds = Math.max(1, Math.ceil(ms / 1_000));
  const rounded = seconds > 10 ? Math.ceil(seconds / 5) * 5 : seconds;
  const step = steps.find((candidate) => rounded * 1_000 >= candidate.ms) ?? steps[3];
  const count = step.unit === 'second' ? rounded : Math.ceil((seconds * 1_000) / step.ms);
  return measure(count, step.unit, 'short');
}

function isSameYear(atMs: number, nowMs: number): boolean {
  return new Date(atMs).getFullYear() === new Date(nowMs).getFullYear();
}

/** Calendar days from one instant to another, as a person counts them: yesterday evening is 1. */
function daysBetween(fromMs: number, toMs: number): number {
  const midnight = (ms: number) => new Date(ms).setHours(0, 0, 0, 0);
  return Math.round((midnight(toMs) - midnight(fromMs)) / 86_400_000);
}

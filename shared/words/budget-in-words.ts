import type { RequestBudget } from '../rpc/request-budget.ts';
import type { Formats, Language } from './formats.ts';

interface Words {
  readonly used: Readonly<Record<'minute' | 'hour' | 'day', (used: string, limit: string) => string>>;
  readonly usedShort: Words['used'];
  readonly personFirst: string;
  readonly files: (count: number, shown: string) => string;
  readonly left: (time: string) => string;
}

const words: Record<Language, Words> = {
  en: {
    used: {
      minute: (used, limit) => `${used} of ${limit} requests this minute`,
      hour: (used, limit) => `${used} of ${limit} requests this hour`,
      day: (used, limit) => `${used} of ${limit} requests today`,
    },
    usedShort: {
      minute: (used, limit) => `${used} of ${limit} this minute`,
      hour: (used, limit) => `${used} of ${limit} this hour`,
      day: (used, limit) => `${used} of ${limit} today`,
    },
    personFirst: 'your lookup goes first',
    files: (count, shown) => (count === 1 ? '1 file' : `${shown} files`),
    left: (time) => `about ${time}`,
  },
  nl: {
    used: {
      minute: (used, limit) => `${used} van ${limit} verzoeken deze minuut`,
      hour: (used, limit) => `${used} van ${limit} verzoeken dit uur`,
      day: (used, limit) => `${used} van ${limit} verzoeken vandaag`,
    },
    usedShort: {
      minute: (used, limit) => `${used} van ${limit} deze minuut`,
      hour: (used, limit) => `${used} van ${limit} dit uur`,
      day: (used, limit) => `${used} van ${limit} vandaag`,
    },
    personFirst: 'wat u opzoekt gaat voor',
    files: (count, shown) => (count === 1 ? '1 bestand' : `${shown} bestanden`),
    left: (time) => `ongeveer ${time}`,
  },
};

/** The parts of what is said of the limits of the service. */
interface ToldBudget {
  readonly used: string;
  /** The same where there is little room. */
  readonly usedShort: string;
  readonly personFirst: string;
  /** How many files wait, and how long they take. */
  readonly files: string;
  /** How long they take. */
  readonly left: string;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** How far the limits are used up and what waits for them, in words. */
export function budgetInWords(
  { limit, used, lengthMs, files, leftMs }: RequestBudget,
  language: Language,
  { number, longDuration }: Pick<Formats, 'number' | 'longDuration'>,
): ToldBudget {
  const say = words[language];
  const unit = lengthMs <= minuteMs ? 'minute' : lengthMs <= hourMs ? 'hour' : 'day';
  const left = say.left(longDuration(leftMs));
  return {
    used: say.used[unit](number(used), number(limit)),
    usedShort: say.usedShort[unit](number(used), number(limit)),
    personFirst: say.personFirst,
    files: `${say.files(files, number(files))}, ${left}`,
    left,
  };
}

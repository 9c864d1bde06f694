import { z } from 'zod';
import { readGuid } from '../../model/guid.ts';

/**
 * Values as they cross the wire. Older clients and the real service send unset values as `null`, numbers as texts
 * and texts as numbers (wire format, section 1); after reading, unset is `undefined` and types are the stated ones.
 */

/** A text; numbers are taken as text, `null` as unset. */
export const text = () =>
  z.preprocess(
    (value) => (value === null ? undefined : typeof value === 'number' ? String(value) : value),
    z.string().optional(),
  );

/** A text that has to be there. */
export const requiredText = () =>
  z.preprocess((value) => (typeof value === 'number' ? String(value) : value), z.string());

/** A whole number; a text that holds one is taken. `3.0` in a text is refused, as the service's own reader does. */
export const whole = () => z.preprocess(readWhole, z.int().optional());

/** A whole number that is 0 where nobody says it, as other readers take it. */
export const wholeOrZero = () => z.preprocess((value) => readWhole(value) ?? 0, z.int());

/** A whole number that has to be there. */
export const requiredWhole = () => z.preprocess(readWhole, z.int());

export const decimal = () => z.preprocess(readNumber, z.number().optional());

/** A boolean; `True` and `False` in any case, 1 and 0 are taken. */
export const logical = () => z.preprocess(readLogical, z.boolean().optional());

const isoForm =
  /^(\d{4})-?(\d\d)-?(\d\d)(?:[T ](\d\d)(?::?(\d\d)(?::?(\d\d)(?:[.,](\d+))?)?)?\s?(?:Z|([+-]\d\d):?(\d\d)?)?)?$/i;

/**
 * A date of the wire in milliseconds since 1970; `undefined` for what is no ISO 8601 date. Dates are UTC unless they name
 * a zone (service decisions, "Dates"): what a service says means the same on every computer.
 */
export function timeOf(date: string): number | undefined {
  const parts = isoForm.exec(date);
  if (!parts) return undefined;
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '0', zone, zoneMinute = '00'] =
    parts;
  const clock = `${hour}:${minute}:${second}.${fraction}`;
  const time = Date.parse(`${year}-${month}-${day}T${clock}${zone === undefined ? 'Z' : `${zone}:${zoneMinute}`}`);
  return Number.isNaN(time) ? undefined : time;
}

const dateWhere = (isDate: (value: string) => boolean) =>
  z.preprocess(unsetDate, z.string().refine(isDate, 'an ISO 8601 date is expected').optional());

/** An ISO 8601 date and time. The unset date of older clients (`0001-01-01T00:00:00`) reads as `undefined`. */
export const dateTime = () => dateWhere((value) => timeOf(value) !== undefined);

/** In an answer: what cannot be read as a date is unset, so that no list is lost for one date. */
export const answeredDateTime = () => dateTime().catch(undefined);

/** The same in a record that is kept for others: older clients read no list with a date in it that is none. */
export const keptDateTime = () => dateWhere((value) => isoDateTime.safeParse(value).success);

const isoDateTime = z.union([z.iso.date(), z.iso.datetime({ local: true, offset: true })]);

/** A GUID in such a record, in whatever form; older clients read no other text there. An empty one is unset. */
export const keptGuid = () =>
  z.preprocess(
    (value) =>
      value === null || value === '' ? undefined : typeof value === 'string' ? (readGuid(value) ?? value) : value,
    z.guid('a GUID is expected').optional(),
  );

/** A list; `null` reads as unset. Of answers, the bytes alone are limited. */
export const listOf = <S extends z.ZodType>(item: S) => z.preprocess(nullAsUnset, z.array(item).optional());

/** A list in a request, of at most so many items; `null` reads as unset. */
export const limitedListOf = <S extends z.ZodType>(item: S, most: number) =>
  z.preprocess(refuseLonger(most, nullAsUnset), z.array(item).max(most).optional());

/** A list that has to be there, of at most so many items. */
export const requiredListOf = <S extends z.ZodType>(item: S, most: number) =>
  z.preprocess(refuseLonger(most), z.array(item).max(most));

/** A dictionary of at most so many entries. */
export const dictionaryOf = <S extends z.ZodType>(item: S, most: number) =>
  z.preprocess(refuseLonger(most), z.record(z.string(), item).meta({ maxProperties: most }));

/** A flat dictionary of texts; numbers and booleans are taken as text, and entries that are `null` are left out. */
export const textDictionary = () => z.preprocess(readTexts, z.record(z.string(), z.string()));

/** Refuses by the number of items alone: the items of a list that is too long are not looked at. */
function refuseLonger(most: number, read: (value: unknown) => unknown = (value) => value) {
  return (value: unknown, context: z.core.$RefinementCtx): unknown => {
    const count = countOf(value);
    if (count <= most) return read(value);
    context.addIssue({ code: 'custom', message: `at most ${most} are accepted, and ${count} came` });
    return z.NEVER;
  };
}

function countOf(value: unknown): number {
  if (Array.isArray(value)) return value.length;
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
}

/** A nested record; `null` reads as unset. */
export const optionalRecord = <S extends z.ZodType>(record: S) => z.preprocess(nullAsUnset, record.optional());

/** Enums are numbers or names on the wire (wire format, section 1); `null` reads as unset. */
export function enumOf(names: Readonly<Record<string, number>>) {
  const byName = new Map(Object.entries(names).map(([name, value]) => [name.toLowerCase(), value]));
  const values = new Set(Object.values(names));
  return z.preprocess(
    (value) => {
      if (value === null) return undefined;
      if (typeof value !== 'string') return value;
      return byName.get(value.toLowerCase()) ?? (/^\d+$/.test(value) ? Number(value) : value);
    },
    z
      .int()
      .refine(
        (value) => values.has(value),
        `one of ${Object.entries(names)
          .map(([name, value]) => `${name} ${value}`)
          .join(', ')}`,
      )
      .optional(),
  );
}

/** In an answer: a value that is not known stays as it came, so that nobody takes it for another one. */
export const answeredEnumOf = (names: Readonly<Record<string, number>>) =>
  z.union([enumOf(names), z.int(), z.string()]);

function unsetDate(value: unknown): unknown {
  return value === null || (typeof value === 'string' && value.startsWith('0001-01-01')) ? undefined : value;
}

function nullAsUnset(value: unknown): unknown {
  return value === null ? undefined : value;
}

function readWhole(value: unknown): unknown {
  if (value === null || value === '') return undefined;
  return typeof value === 'string' && /^\s*-?\d+\s*$/.test(value) ? Number(value) : value;
}

function readTexts(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const said = Object.entries(value).filter(([, item]) => item !== null);
  return Object.fromEntries(said.map(([name, item]) => [name, isPlainValue(item) ? String(item) : item]));
}

function isPlainValue(value: unknown): value is number | boolean {
  return typeof value === 'number' || typeof value === 'boolean';
}

function readNumber(value: unknown): unknown {
  if (value === null || value === '') return undefined;
  return typeof value === 'string' && /^\s*-?\d+(\.\d+)?([eE][+-]?\d+)?\s*$/.test(value) ? Number(value) : value;
}

function readLogical(value: unknown): unknown {
  if (value === null || value === '') return undefined;
  if (value === 1 || value === 0) return value === 1;
  if (typeof value !== 'string') return value;
  const word = value.trim().toLowerCase();
  if (word === 'true' || word === '1') return true;
  return word === 'false' || word === '0' ? false : value;
}

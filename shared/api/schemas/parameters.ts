import { z } from 'zod';
import { parseClassVersion, parseEtimCode, type EtimCodeKind } from '../../model/etim-code.ts';
import { parseGln } from '../../model/gln.ts';
import { parseGtin } from '../../model/gtin.ts';
import { parseLanguageCode } from '../../model/language.ts';
import type { Parsed } from '../../model/parsed.ts';

/** Path and query parameters: texts on the wire, read by the rules of `shared/model`. */

const missing = 'a value is missing';

const longest = 256;
const tooLong = 'a value has at most 256 characters';

/** A text that names something, without white space around it; no longer than a path can hold. */
export const shortText = () => z.string().trim().max(longest, tooLong);

export const segment = (description: string) => shortText().min(1, missing).meta({ description });

/** A path segment that is compared with what others gave, white space around it too. */
export const exactSegment = (description: string) =>
  z.string().min(1, missing).max(longest, tooLong).meta({ description });

/** Any text: whether it is a license code is for those who check it to say, also of an empty one. */
export const licenseCode = () => z.string(missing).meta({ description: 'License code' });

/** A path segment that older clients leave out or send as a trailing slash. */
export const optionalSegment = (description: string) => z.string().trim().max(20_000).optional().meta({ description });

export const etimCode = (kind: EtimCodeKind) => z.string().transform(readWith((value) => parseEtimCode(kind, value)));

const classVersion = () => z.string().transform(readWith(parseClassVersion));

export const gtin = () => z.string().transform(readWith(parseGtin));

export const gln = () => z.string().transform(readWith(parseGln));

/** An optional language; an empty one is sent for "none". */
export const languageCode = () => z.string().optional().transform(readWith(parseLanguageCode));

/** An optional whole number; empty and −1 mean "not chosen" and read as `undefined`. */
const versionNumber = () =>
  z
    .string()
    .optional()
    .transform((value, context) => {
      if (value === undefined || value.trim() === '' || value.trim() === '-1') return undefined;
      if (/^\d{1,9}$/.test(value.trim())) return Number(value);
      context.addIssue({ code: 'custom', message: 'a whole number from -1 is expected' });
      return z.NEVER;
    });

/** `True`, `False` and any other case of them. */
export const booleanWord = () =>
  z.string().transform((value, context) => {
    const word = value.trim().toLowerCase();
    if (word === 'true' || word === 'false') return word === 'true';
    context.addIssue({ code: 'custom', message: 'true or false is expected' });
    return z.NEVER;
  });

/** An optional calendar date, year-month-day, read as the end of that day (UTC, milliseconds); empty and `null` mean none. */
export const afterDate = () =>
  z
    .string()
    .optional()
    .transform((value, context) => {
      if (value === undefined || value.trim() === '' || value.trim().toLowerCase() === 'null') return undefined;
      const date = value.trim();
      if (z.iso.date().safeParse(date).success) return Date.parse(`${date}T00:00:00.000Z`) + 86_400_000 - 1;
      context.addIssue({ code: 'custom', message: 'a date in the form year-month-day is expected' });
      return z.NEVER;
    });

/** The six path parameters that name a CAD file's product context. */
export const cadKeyShape = {
  applicationName: segment('CAD application, e.g. Revit'),
  applicationVersion: segment('Version of the CAD application, e.g. 2025'),
  etimClassCode: etimCode('class').meta({ description: 'ETIM class code, EC and 6 digits' }),
  etimClassCodeVersion: classVersion().meta({ description: 'Version of the ETIM class' }),
  etimModelCode: etimCode('modellingClass').meta({
    description: 'Modelling class code, MC and 6 digits',
  }),
  etimModelCodeVersion: classVersion().meta({ description: 'Version of the modelling class' }),
};

/** The optional query parameters that choose a language and a version. */
export const versionChoiceShape = {
  languageCode: languageCode(),
  majorVersion: versionNumber(),
  minorVersion: versionNumber(),
};

function readWith<I, O>(read: (value: I) => Parsed<O>) {
  return (value: I, context: z.core.$RefinementCtx<I>): O => {
    const result = read(value);
    if (result.ok) return result.value;
    context.addIssue({ code: 'custom', message: result.fault.detail });
    return z.NEVER;
  };
}

/** The same six parameters in a path. */
export const cadKeyPath =
  '{applicationName}/{applicationVersion}/{etimClassCode}/{etimClassCodeVersion}/{etimModelCode}/{etimModelCodeVersion}';

export const contentType = segment('Type of content, e.g. Template');

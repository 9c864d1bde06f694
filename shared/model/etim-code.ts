import { faulty, parsed, type Parsed } from './parsed.ts';

/** The kinds of ETIM code that stand alone in a parameter or record. */
export type EtimCodeKind = 'class' | 'modellingClass' | 'feature' | 'value' | 'unit' | 'connectionType';

const forms: Record<EtimCodeKind, { readonly pattern: RegExp; readonly form: string }> = {
  class: { pattern: /^EC\d{6}$/, form: 'an ETIM class code is EC and 6 digits' },
  modellingClass: { pattern: /^MC\d{6}$/, form: 'a modelling class code is MC and 6 digits' },
  // Features come in three forms: EF + 6 digits, EFI + 5 digits, EF + 2 letters + 4 digits.
  feature: {
    pattern: /^(EF\d{6}|EFI\d{5}|EF[A-Z]{2}\d{4})$/,
    form: 'a feature code is EF and 6 digits, EFI and 5, or EF, 2 letters and 4 digits',
  },
  value: { pattern: /^EV\d{6}$/, form: 'a value code is EV and 6 digits' },
  unit: { pattern: /^EU\d{6}$/, form: 'a unit code is EU and 6 digits' },
  connectionType: { pattern: /^CT\d{6}$/, form: 'a connection type code is CT and 6 digits' },
};

/** Reads an ETIM code in any letter case; the value is in upper case. */
export function parseEtimCode(kind: EtimCodeKind, text: string): Parsed<string> {
  const code = text.trim().toUpperCase();
  if (code === '') return faulty('missing', 'the code is missing');
  return forms[kind].pattern.test(code) ? parsed(code) : faulty('wrong-form', forms[kind].form);
}

/** Reads the version of an ETIM or modelling class: a positive whole number; empty and `0` (older clients) read as `1`. */
export function parseClassVersion(text: string): Parsed<string> {
  const version = text.trim();
  if (version === '' || /^0+$/.test(version)) return parsed('1');
  if (!/^\d{1,9}$/.test(version)) return faulty('not-whole', 'a class version is a positive whole number');
  return parsed(String(Number(version)));
}

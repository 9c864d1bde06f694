/** What is wrong with a text that a person or a program gave; `code` selects the window's wording. */
export interface Fault {
  readonly code: FaultCode;
  /** One English clause without a full stop, fit to stand after the field's name. */
  readonly detail: string;
}

export type FaultCode =
  | 'not-digits'
  | 'shortened'
  | 'wrong-length'
  | 'wrong-form'
  | 'missing'
  | 'not-whole'
  | 'too-long'
  | 'not-a-date';

/** The outcome of reading a value from text: bad input is expected, so it is a value and never thrown. */
export type Parsed<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly fault: Fault };

export function parsed<T>(value: T): Parsed<T> {
  return { ok: true, value };
}

export function faulty<T>(code: FaultCode, detail: string): Parsed<T> {
  return { ok: false, fault: { code, detail } };
}

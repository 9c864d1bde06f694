/** A value of an instance: a reference, or text that stands as it is. */
export type Part21Value = string;

/** Collects the instances of a STEP physical file (ISO 10303-21) and numbers them in the order they are added. */
export interface Part21Writer {
  /** Adds `#n=ENTITY(values);` and returns its reference `#n`. */
  add(entity: string, ...values: readonly Part21Value[]): Part21Value;
  /** Adds an instance of several entities, each written out by the caller in alphabetical order. */
  addComplex(...parts: readonly string[]): Part21Value;
  /** The whole file as text. */
  finish(header: Part21Header): string;
}

interface Part21Header {
  readonly description: string;
  readonly fileName: string;
  readonly schema: string;
}

/** Files are the same at every run, so their date is the day the demo was drawn up. */
const writtenAt = '2025-01-15T09:00:00';
export const originatingSystem = 'CAD Library Sync demo';

export function createPart21Writer(): Part21Writer {
  const lines: string[] = [];
  const put = (content: string): Part21Value => {
    const reference = `#${lines.length + 1}`;
    lines.push(`${reference}=${content};`);
    return reference;
  };
  return {
    add: (entity, ...values) => put(`${entity}(${values.join(',')})`),
    addComplex: (...parts) => put(`(${parts.join('')})`),
    finish: ({ description, fileName, schema }) =>
      [
        'ISO-10303-21;',
        'HEADER;',
        `FILE_DESCRIPTION((${text(description)}),'2;1');`,
        `FILE_NAME(${text(fileName)},'${writtenAt}',(''),(''),${text(originatingSystem)},${text(originatingSystem)},'');`,
        `FILE_SCHEMA((${text(schema)}));`,
        'ENDSEC;',
        'DATA;',
        ...lines,
        'ENDSEC;',
        'END-ISO-10303-21;',
        '',
      ].join('\n'),
  };
}

/** A text value: quotes doubled, and what is beyond ASCII written as UTF-16 codes. */
export function text(value: string): Part21Value {
  const escaped = value.replaceAll('\\', '\\\\').replaceAll("'", "''");
  const encoded = escaped.replace(
    /[^\x20-\x7e]+/g,
    (run) => `\\X2\\${Buffer.from(run, 'utf16le').swap16().toString('hex').toUpperCase()}\\X0\\`,
  );
  return `'${encoded}'`;
}

/** A real number: always with a point, and at most six decimals. */
export function real(value: number): Part21Value {
  const rounded = String(Math.round(value * 1e6) / 1e6);
  if (rounded.includes('e')) return '0.';
  return rounded.includes('.') ? rounded : `${rounded}.`;
}

export function list(values: readonly Part21Value[]): Part21Value {
  return `(${values.join(',')})`;
}

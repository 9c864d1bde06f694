import fc from 'fast-check';
import type { OperationShape } from '../../shared/api/operation.ts';
import { brokenJson, hostileJson, hostileText } from './hostile-values.ts';
import { valuesOf, type KnownValues } from './schema-values.ts';

/** The body of a request. */
export interface FuzzBody {
  readonly contentType: string | undefined;
  readonly bytes: Buffer;
}

/** Bodies for an operation; also for those that take none. */
export function bodiesOf({ body }: OperationShape, known: KnownValues): fc.Arbitrary<FuzzBody | undefined> {
  switch (body?.kind) {
    case undefined:
      return fc.option(jsonBodies(hostileJson), { freq: 1, nil: undefined });
    case 'json':
      return jsonBodies(valuesOf(body.schema, known));
    case 'file':
    case 'fileOrJson':
      return fc.oneof({ weight: 4, arbitrary: forms() }, jsonBodies(hostileJson));
  }
}

function jsonBodies(values: fc.Arbitrary<unknown>): fc.Arbitrary<FuzzBody> {
  const contentType = fc.constantFrom('application/json; charset=utf-8', 'application/json', 'text/plain', undefined);
  const almost = fc
    .tuple(values, fc.array(fc.nat(20), { maxLength: 5 }), hostileJson)
    .map(([value, steps, hostile]) => replaceAt(value, steps, hostile));
  const text = fc.oneof(
    { weight: 10, arbitrary: values.map((value) => JSON.stringify(value) ?? '') },
    { weight: 6, arbitrary: almost.map((value) => JSON.stringify(value) ?? '') },
    { weight: 1, arbitrary: fc.tuple(values, fc.nat(200)).map(([value, end]) => JSON.stringify(value).slice(0, end)) },
    { weight: 1, arbitrary: brokenJson },
  );
  return fc.tuple(text, contentType).map(([written, type]) => ({ contentType: type, bytes: Buffer.from(written) }));
}

/** The value with one part of it replaced; the steps say which way is taken through lists and records. */
function replaceAt(value: unknown, [step, ...further]: readonly number[], replacement: unknown): unknown {
  if (step === undefined || typeof value !== 'object' || value === null) return replacement;
  const names = Object.keys(value);
  const chosen = names[step % Math.max(1, names.length)];
  if (chosen === undefined) return replacement;
  const replaceIn = (name: string, item: unknown): unknown =>
    name === chosen ? replaceAt(item, further, replacement) : item;
  if (Array.isArray(value)) return value.map((item, index) => replaceIn(String(index), item));
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, replaceIn(name, item)]));
}

const boundary = 'fuzz-boundary';

/** Multipart forms, whole and broken. */
export function forms(): fc.Arbitrary<FuzzBody> {
  const fileName = fc.oneof(
    fc.constantFrom('pump.rfa', '"pump.rfa"', '"=?utf-8?B?cMO8bXA=?="', '""', '"a"; filename="b"', '"../../x"'),
    hostileText.map((text) => `"${text.replace(/[\r\n]/g, '')}"`),
  );
  const content = fc.oneof(
    fc.string({ maxLength: 40 }),
    fc.constantFrom('', '\r\n', `--${boundary}`, 'x'.repeat(70_000)),
  );
  const partHeaders = fc.constantFrom(
    '',
    'Content-Type: application/octet-stream\r\n',
    'Content-Type: \r\n',
    'Broken\r\n',
  );
  const contentType = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(`multipart/form-data; boundary="${boundary}"`) },
    fc.constantFrom(
      'multipart/form-data',
      'multipart/form-data; boundary=',
      'multipart/mixed; boundary=x',
      'text/html',
    ),
  );
  const cut = fc.oneof({ weight: 6, arbitrary: fc.constant(0) }, fc.integer({ min: -120, max: -1 }));
  return fc.tuple(fileName, content, partHeaders, contentType, cut).map(([name, text, headers, type, end]) => {
    const disposition = `Content-Disposition: form-data; name=fileToUpload; filename=${name}\r\n`;
    const whole = `--${boundary}\r\n${headers}${disposition}\r\n${text}\r\n--${boundary}--\r\n`;
    return { contentType: type, bytes: Buffer.from(end === 0 ? whole : whole.slice(0, end)) };
  });
}

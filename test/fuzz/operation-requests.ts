import fc from 'fast-check';
import type { z } from 'zod';
import { contract, operationIds, type OperationId } from '../../shared/api/contract.ts';
import { licenseParameter, type OperationShape } from '../../shared/api/operation.ts';
import type { World } from '../contract/right-requests.ts';
import { bodiesOf, type FuzzBody } from './bodies.ts';
import { hostileText } from './hostile-values.ts';
import { knownValuesOf } from './known-values.ts';
import { valuesOf, textsFor, type KnownValues } from './schema-values.ts';

/** A request as it goes over the wire. */
export interface FuzzRequest {
  /** The operation it was made for; undefined where it is meant to miss them all. */
  readonly id: OperationId | undefined;
  readonly method: string;
  /** Path and query, as they are sent. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Requests for every operation: right ones, almost right ones, and such as nobody should send. */
export function operationRequests(world: World): fc.Arbitrary<FuzzRequest> {
  const known = knownValuesOf(world.seed);
  return fc.oneof(...operationIds.map((id) => requestsFor(id, world, known)));
}

function requestsFor(id: OperationId, { target }: World, known: KnownValues): fc.Arbitrary<FuzzRequest> {
  const shape: OperationShape = contract[id];
  const withLicense: KnownValues = new Map([...known, [licenseParameter.toLowerCase(), [target.licenseCode]]]);
  return fc
    .record({
      path: pathsOf(shape, withLicense, target.licenseCode),
      query: queriesOf(shape, withLicense),
      headers: headersFor(target.token, shape),
      body: bodiesOf(shape, known),
      method: fc.oneof(
        { weight: 30, arbitrary: fc.constant(shape.method) },
        { weight: 1, arbitrary: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'PATCH', 'TRACE') },
      ),
    })
    .map(({ path, query, headers, body, method }) => ({
      id: method === shape.method && !path.isElsewhere ? id : undefined,
      method,
      path: withoutBreaks(path.text + query),
      headers: { ...headers, ...headersOf(body) },
      body: body?.bytes ?? Buffer.alloc(0),
    }));
}

interface FuzzPath {
  readonly text: string;
  /** Whether it may have become the path of another operation, or of none. */
  readonly isElsewhere: boolean;
}

function pathsOf(shape: OperationShape, known: KnownValues, licenseCode: string): fc.Arbitrary<FuzzPath> {
  const names = [...shape.path.matchAll(/\{(\w+)\}/g)]
    .map(([, name = '']) => name)
    .filter((name) => name !== 'version');
  const values = names.map((name) => {
    const declared = (shape.params.shape as Readonly<Record<string, z.core.$ZodType>>)[name];
    const texts = declared ? valuesOf(declared, known, name).map(asText) : textsFor(name, known);
    // People put the license code where it does not belong.
    return fc.oneof({ weight: 25, arbitrary: texts }, { weight: 1, arbitrary: fc.constant(licenseCode) });
  });
  const versions = fc.oneof({ weight: 30, arbitrary: fc.constant('1') }, fc.constantFrom('', '2', '1.0', 'one', '%zz'));
  const fill = (texts: readonly string[], version: string): string => {
    const byName = new Map([['version', version], ...names.map((name, index) => [name, texts[index] ?? ''] as const)]);
    return shape.path.replace(/\{(\w+)\}/g, (_, name: string) => encode(byName.get(name) ?? ''));
  };
  const right = fc
    .tuple(fc.tuple(...values), versions)
    // A value that is empty or only dots moves the others to other places.
    .map(([texts, version]) => ({
      text: fill(texts, version),
      isElsewhere: texts.some((text) => /^\.{0,2}$/.test(text)),
    }));
  const wrong = fc
    .tuple(right, hostileText, fc.nat())
    .map(([{ text }, insert, at]) => ({ text: insertAt(text, insert, at), isElsewhere: true }));
  return fc.oneof({ weight: 12, arbitrary: right }, { weight: 1, arbitrary: wrong });
}

function queriesOf(shape: OperationShape, known: KnownValues): fc.Arbitrary<string> {
  const declared = Object.entries<z.core.$ZodType>(shape.query.shape);
  const pairs = declared.map(([name, schema]) =>
    fc.tuple(fc.constantFrom(name, name.toUpperCase()), fc.option(valuesOf(schema, known, name), { freq: 3 })),
  );
  const right = fc
    .tuple(...pairs)
    .map((all) => all.flatMap(([name, value]) => (value === null ? [] : [`${name}=${encode(asText(value))}`])));
  const wrong = fc.option(
    hostileText.map((text) => text.slice(0, 2_000)),
    { freq: 1, nil: undefined },
  );
  return fc.tuple(right, fc.nat(12), wrong).map(([parts, chance, text]) => {
    const all = chance === 0 && text !== undefined ? [...parts, text.replace(/[^\x21-\x7e]/g, '+')] : parts;
    return all.length > 0 ? `?${all.join('&')}` : '';
  });
}

function headersFor(token: string, shape: OperationShape): fc.Arbitrary<Record<string, string>> {
  const authorization = fc.oneof(
    { weight: 20, arbitrary: fc.constant(`Bearer ${token}`) },
    fc.constantFrom('', 'Bearer', 'Bearer made-up', 'Basic Og==', `bearer  ${token.slice(1)}`, 'Bearer \u00e9'),
  );
  const ranges = [
    'bytes=0-3',
    'bytes=99999-',
    'bytes=-0',
    'bytes=-2',
    'bytes=3-1',
    'bytes=0-1,3-4',
    'pages=1',
    'bytes=x',
  ];
  const range = shape.answer.kind === 'bytes' ? fc.option(fc.constantFrom(...ranges), { freq: 2 }) : fc.constant(null);
  return fc
    .tuple(authorization, range)
    .map(([given, wanted]) => ({ authorization: given, ...(wanted === null ? {} : { range: wanted }) }));
}

function headersOf(body: FuzzBody | undefined): Record<string, string> {
  return body?.contentType === undefined ? {} : { 'content-type': body.contentType };
}

/** Parameters are texts; one that is left out is an empty one. */
function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

function insertAt(text: string, insert: string, at: number): string {
  const index = '/api/v1/'.length + (at % Math.max(1, text.length - '/api/v1/'.length));
  return text.slice(0, index) + insert + text.slice(index);
}

/** A request line is one line: what would end it is left to the broken requests. */
function withoutBreaks(path: string): string {
  return path.replace(/[\r\n ]/g, '+');
}

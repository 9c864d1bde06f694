import fc from 'fast-check';
import { z } from 'zod';
import { hostileText } from './hostile-values.ts';

/** Values that exist on the server asked, by the lower-case name of the property or parameter they belong to. */
export type KnownValues = ReadonlyMap<string, readonly string[]>;

const guids = fc.uuid();

/**
 * Values a schema accepts, or nearly: what a transform or a refinement asks beyond the type is left to chance and to the
 * values known for the name.
 */
export function valuesOf(schema: z.core.$ZodType, known: KnownValues, name = ''): fc.Arbitrary<unknown> {
  const valuesOfPart = (part: z.core.$ZodType): fc.Arbitrary<unknown> => valuesOf(part, known, name);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return fc.option(valuesOfPart(schema.unwrap()), { freq: 4, nil: name === '' ? null : undefined });
  }
  if (schema instanceof z.ZodPipe) {
    return valuesOfPart(schema.in instanceof z.ZodTransform ? schema.out : schema.in);
  }
  if (schema instanceof z.ZodObject) return recordsOf(schema, known);
  if (schema instanceof z.ZodArray) return fc.array(valuesOfPart(schema.element), { maxLength: 4 });
  if (schema instanceof z.ZodUnion) return fc.oneof(...schema.options.map(valuesOfPart));
  if (schema instanceof z.ZodRecord) {
    const keys = textsFor('productid', known);
    return fc.dictionary(keys, valuesOf(schema.valueType, known, 'value'), { maxKeys: 4, noNullPrototype: true });
  }
  if (schema instanceof z.ZodLiteral) return fc.constantFrom(...schema.values);
  if (schema instanceof z.ZodEnum) return fc.constantFrom(...schema.options);
  if (schema instanceof z.ZodBoolean) return fc.boolean();
  if (schema instanceof z.ZodNumber) return numbersFor(name, known);
  if (schema instanceof z.ZodGUID) return fc.oneof(textsFor(name, known), guids);
  if (schema instanceof z.ZodString) return textsFor(name, known);
  if (schema instanceof z.ZodUnknown) return fc.jsonValue({ maxDepth: 2 });
  throw new Error(`The fuzzer knows no values for a ${schema.constructor.name}.`);
}

/** Records with the names of the schema or of older clients, sometimes with one nobody knows. */
function recordsOf(schema: z.ZodObject, known: KnownValues): fc.Arbitrary<unknown> {
  const shape: Readonly<Record<string, z.core.$ZodType>> = schema.shape;
  const values = Object.fromEntries(Object.entries(shape).map(([name, part]) => [name, valuesOf(part, known, name)]));
  const more = fc.option(fc.tuple(hostileText, fc.jsonValue({ maxDepth: 1 })), { freq: 6 });
  return fc.tuple(fc.record(values), fc.boolean(), more).map(([record, isOld, extra]) => {
    const entries = Object.entries(record).map(([name, value]) => [isOld ? capitalised(name) : name, value] as const);
    // `Object.fromEntries` defines, so that a name like `__proto__` is a name like any other.
    return Object.fromEntries(extra ? [...entries, extra] : entries);
  });
}

/** Texts for a parameter or property of that name: mostly such as exist, sometimes made-up, sometimes hostile. */
export function textsFor(name: string, known: KnownValues): fc.Arbitrary<string> {
  const existing = known.get(name.toLowerCase()) ?? ['x'];
  return fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...existing) },
    { weight: 2, arbitrary: fc.string({ minLength: 1, maxLength: 12 }) },
    { weight: 1, arbitrary: hostileText },
  );
}

function numbersFor(name: string, known: KnownValues): fc.Arbitrary<number> {
  const existing = (known.get(name.toLowerCase()) ?? ['0', '1']).map(Number).filter(Number.isFinite);
  return fc.oneof({ weight: 6, arbitrary: fc.constantFrom(0, ...existing) }, fc.integer(), fc.double({ noNaN: true }));
}

function capitalised(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

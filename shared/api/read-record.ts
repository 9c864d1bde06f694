import { z } from 'zod';

/**
 * Reads a value from the wire: property names in any letter case become the schema's own, unknown ones stay as they
 * are, then the schema validates. Both sides read this way (service decisions, "JSON").
 */
export function readRecord<S extends z.ZodType>(schema: S, value: unknown): z.ZodSafeParseResult<z.output<S>> {
  return schema.safeParse(foldNames(schema, value));
}

const namesOfObject = new WeakMap<z.ZodObject, Map<string, string>>();

function foldNames(schema: z.core.$ZodType, value: unknown): unknown {
  // Most values have no names in them, and finding out what a schema says of names costs.
  if (typeof value !== 'object' || value === null) return value;
  const inner = schemaMeant(schema, value);
  if (inner instanceof z.ZodArray) {
    return Array.isArray(value) && value.length <= mostItems(inner) ? foldItems(inner.element, value) : value;
  }
  if (inner instanceof z.ZodObject && !Array.isArray(value)) return foldObject(inner, value as Record<string, unknown>);
  return value;
}

/** The most items that a list may have: the items of a longer one are not looked at, it is refused anyway. */
export function mostItems(list: z.ZodArray): number {
  const limits = (list.def.checks ?? []).filter((check) => check instanceof z.core.$ZodCheckMaxLength);
  return Math.min(...limits.map((check) => check._zod.def.maximum));
}

function foldItems(element: z.core.$ZodType, items: readonly unknown[]): readonly unknown[] {
  const folded = items.map((item) => foldNames(element, item));
  return folded.every((item, index) => item === items[index]) ? items : folded;
}

function foldObject(schema: z.ZodObject, value: Record<string, unknown>): Record<string, unknown> {
  const names = lowerCaseNames(schema);
  const shape: Readonly<Record<string, z.core.$ZodType>> = schema.shape;
  if (hasOwnNames(shape, names, value)) return value;
  const folded: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    const name = names.get(key.toLowerCase());
    // A name that occurs twice in different cases: the exact one wins, whatever the order.
    if (name !== undefined && name !== key && Object.hasOwn(value, name)) continue;
    const property = name === undefined ? undefined : shape[name];
    Object.defineProperty(folded, name ?? key, {
      value: property ? foldNames(property, item) : item,
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return folded;
}

/** Whether a record is as the schema writes it, all the way down: then there is nothing to fold. */
function hasOwnNames(
  shape: Readonly<Record<string, z.core.$ZodType>>,
  names: ReadonlyMap<string, string>,
  value: Record<string, unknown>,
): boolean {
  for (const key of Object.keys(value)) {
    const property = Object.hasOwn(shape, key) ? shape[key] : undefined;
    if (!property && names.has(key.toLowerCase())) return false;
    const item = value[key];
    if (property && typeof item === 'object' && foldNames(property, item) !== item) return false;
  }
  return true;
}

function lowerCaseNames(schema: z.ZodObject): Map<string, string> {
  let names = namesOfObject.get(schema);
  if (!names) {
    names = new Map(Object.keys(schema.shape).map((name) => [name.toLowerCase(), name]));
    namesOfObject.set(schema, names);
  }
  return names;
}

/** The schema that decides about property names, below optional, nullable, default and preprocess. */
export function schemaMeant(schema: z.core.$ZodType, value: unknown): z.core.$ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return schemaMeant(schema.unwrap(), value);
  }
  if (schema instanceof z.ZodPipe) {
    const { in: first, out } = schema;
    return schemaMeant(first instanceof z.ZodTransform ? out : first, value);
  }
  if (schema instanceof z.ZodUnion) {
    const fitting = schema.options.find(
      (option) => schemaMeant(option, value) instanceof (Array.isArray(value) ? z.ZodArray : z.ZodObject),
    );
    return fitting ? schemaMeant(fitting, value) : schema;
  }
  return schema;
}

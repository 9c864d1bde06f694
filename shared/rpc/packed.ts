/** Records with large arrays of numbers as bytes: the numbers as they lie in memory, before them what they are in. */

const arrays = { Float32Array, Float64Array, Uint32Array } as const;
type ArrayName = keyof typeof arrays;
type NumberArray = InstanceType<(typeof arrays)[ArrayName]>;

/** Stands in the JSON where an array of numbers was. */
interface ArrayMark {
  readonly array: ArrayName;
  /** From the first of the numbers of all arrays, in bytes. */
  readonly at: number;
  readonly length: number;
}

/** Every array begins at a multiple of this, so that it can be used where it lies. */
const alignment = 8;
const aligned = (bytes: number): number => Math.ceil(bytes / alignment) * alignment;

/** Packs a record of objects, texts, numbers and arrays of numbers. */
export function pack(record: unknown): Uint8Array {
  const found: { readonly at: number; readonly array: NumberArray }[] = [];
  let at = 0;
  const text = JSON.stringify(record, (_, value: unknown) => {
    const array = nameOf(value);
    if (!array) return value;
    const mark: ArrayMark = { array, at, length: (value as NumberArray).length };
    found.push({ at, array: value as NumberArray });
    at = aligned(at + (value as NumberArray).byteLength);
    return mark;
  });
  const head = new TextEncoder().encode(text);
  const start = aligned(alignment + head.length);
  const bytes = new Uint8Array(start + at);
  new DataView(bytes.buffer).setUint32(0, head.length, true);
  bytes.set(head, alignment);
  for (const { at: place, array } of found) {
    bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), start + place);
  }
  return bytes;
}

/**
 * What was packed. Its arrays lie in `bytes`, which therefore has to begin at a multiple of 8 of its buffer.
 * @throws SyntaxError, RangeError where the bytes are not what `pack` made
 */
export function unpack(bytes: Uint8Array): unknown {
  const { buffer, byteOffset } = bytes;
  const headLength = new DataView(buffer, byteOffset).getUint32(0, true);
  const start = byteOffset + aligned(alignment + headLength);
  const text = new TextDecoder().decode(bytes.subarray(alignment, alignment + headLength));
  return JSON.parse(text, (_, value: unknown) =>
    isMark(value) ? new arrays[value.array](buffer as ArrayBuffer, start + value.at, value.length) : value,
  );
}

function nameOf(value: unknown): ArrayName | undefined {
  if (value instanceof Float32Array) return 'Float32Array';
  if (value instanceof Float64Array) return 'Float64Array';
  return value instanceof Uint32Array ? 'Uint32Array' : undefined;
}

function isMark(value: unknown): value is ArrayMark {
  return typeof value === 'object' && value !== null && 'array' in value && Object.hasOwn(arrays, String(value.array));
}

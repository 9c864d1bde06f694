import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pack, unpack } from '../../../shared/rpc/packed.ts';

const numbers = fc.oneof(
  fc.float32Array(),
  fc.float64Array(),
  fc.uint32Array(),
  fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0)),
);
const record = fc.record({ name: fc.string(), numbers, children: fc.array(fc.record({ numbers, note: fc.string() })) });

test('what was packed comes out as it was, wherever its bytes lie', () => {
  fc.assert(
    fc.property(record, fc.nat(4), (packed, before) => {
      const bytes = pack(packed);
      const room = new Uint8Array(before * 8 + bytes.length);
      room.set(bytes, before * 8);
      expect(unpack(room.subarray(before * 8))).toEqual(packed);
      expect(unpack(bytes)).toEqual(packed);
    }),
  );
});

test('bytes that end early are refused', () => {
  const bytes = pack({ numbers: Float64Array.of(1, 2, 3) });
  expect(() => unpack(bytes.slice(0, bytes.length - 8))).toThrow(RangeError);
  expect(() => unpack(bytes.slice(0, 12))).toThrow(SyntaxError);
});

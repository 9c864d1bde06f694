import fc from 'fast-check';

interface Frame {
  /** The first byte: FIN, three reserved bits, opcode. */
  readonly first: number;
  readonly isMasked: boolean;
  readonly payload: Buffer;
  /** What the header says the payload's length is, where that is not the truth. */
  readonly saysBytes?: number | undefined;
}

/** A text of a client, as RFC 6455 has it. */
export function textFrame(text: string): Buffer {
  return toBytes({ first: 0x81, isMasked: true, payload: Buffer.from(text) });
}

function toBytes({ first, isMasked, payload, saysBytes = payload.length }: Frame): Buffer {
  const mask = isMasked ? 0x80 : 0;
  const head =
    saysBytes < 126
      ? Buffer.from([first, mask | saysBytes])
      : saysBytes < 65_536
        ? Buffer.from([first, mask | 126, saysBytes >> 8, saysBytes & 0xff])
        : Buffer.concat([Buffer.from([first, mask | 127]), bigEndian(saysBytes)]);
  // A mask of zeros leaves the payload as it is.
  return Buffer.concat([head, Buffer.alloc(isMasked ? 4 : 0), payload]);
}

function bigEndian(sizeBytes: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(sizeBytes));
  return bytes;
}

const someBytes = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes));
const longPayload = fc.constantFrom(125, 126, 65_536, (1 << 20) + 1).map((length) => Buffer.alloc(length, 'x'));
const payloads = fc.oneof({ weight: 20, arbitrary: someBytes }, { weight: 1, arbitrary: longPayload });

const anyFrame: fc.Arbitrary<Buffer> = fc
  .record({
    first: fc.oneof(fc.constantFrom(0x81, 0x82, 0x01, 0x00, 0x80, 0x88, 0x89, 0x8a), fc.nat(255)),
    isMasked: fc.oneof({ weight: 9, arbitrary: fc.constant(true) }, fc.constant(false)),
    payload: payloads,
    saysBytes: fc.option(fc.oneof(fc.nat(300), fc.constantFrom(65_535, 2 ** 20 + 1, 2 ** 32, 2 ** 53)), {
      freq: 6,
      nil: undefined,
    }),
  })
  .map(toBytes);

/** What may follow a handshake and is no message: frames in any order and form, broken off, or no frames at all. */
export const brokenFrames: fc.Arbitrary<Buffer> = fc.oneof(
  fc.array(anyFrame, { minLength: 1, maxLength: 6 }).map((frames) => Buffer.concat(frames)),
  fc.tuple(anyFrame, fc.nat()).map(([frame, at]) => frame.subarray(0, at % frame.length)),
  fc.uint8Array({ minLength: 1, maxLength: 64 }).map((bytes) => Buffer.from(bytes)),
);

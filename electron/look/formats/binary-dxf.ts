import { AppError } from '../../../shared/errors/app-error.ts';
import { binaryStart } from '../../cad/dxf.ts';

/** A binary DXF as the text form of the same groups; any other bytes as the text they are. @throws AppError `look-unreadable` */
export function dxfText(bytes: Buffer): string {
  if (bytes.toString('latin1', 0, binaryStart.length) === binaryStart) return textOfGroups(bytes);
  return bytes.toString(encodingIn(bytes));
}

/** From AC1021 (2007) on texts are UTF-8; before, in the code page of a computer, of which this is the most usual. */
function encodingIn(bytes: Buffer): 'utf8' | 'latin1' {
  // The code 1 between them is a digit in a text, and a byte in binary form.
  const [, format = ''] = /\$ACADVER\W+1?\W*AC(\d{4})/.exec(bytes.toString('latin1', 0, 4096)) ?? [];
  return Number(format) >= 1021 ? 'utf8' : 'latin1';
}

function textOfGroups(bytes: Buffer): string {
  const lines: string[] = [];
  const encoding = encodingIn(bytes);
  let at = binaryStart.length;
  // Up to R12 a code is one byte, of which 255 says that two follow; later it is always two.
  const isOld = bytes[at + 1] !== 0;
  try {
    for (;;) {
      let code = isOld ? bytes.readUInt8(at) : bytes.readUInt16LE(at);
      at += isOld ? 1 : 2;
      if (isOld && code === 255) {
        code = bytes.readUInt16LE(at);
        at += 2;
      }
      const { text, sizeBytes } = valueOf(bytes, at, code, encoding);
      lines.push(String(code), text);
      at += sizeBytes;
      if (code === 0 && text === 'EOF') return lines.join('\n');
    }
  } catch (cause) {
    // Behind the end no value can be read.
    throw new AppError('look-unreadable', { detail: 'It ends in the middle.', cause });
  }
}

interface GroupValue {
  readonly text: string;
  readonly sizeBytes: number;
}

/** A value has the form that its code stands for (DXF reference, "Group code value types"). */
function valueOf(bytes: Buffer, at: number, code: number, encoding: 'utf8' | 'latin1'): GroupValue {
  const isIn = (...ranges: readonly (readonly [number, number])[]): boolean =>
    ranges.some(([from, to]) => code >= from && code <= to);
  if (isIn([10, 59], [110, 149], [210, 239], [460, 469], [1010, 1059]))
    return { text: String(bytes.readDoubleLE(at)), sizeBytes: 8 };
  if (isIn([60, 79], [170, 179], [270, 289], [370, 389], [400, 409], [1060, 1070]))
    return { text: String(bytes.readInt16LE(at)), sizeBytes: 2 };
  if (isIn([90, 99], [420, 429], [440, 459], [1071, 1071]))
    return { text: String(bytes.readInt32LE(at)), sizeBytes: 4 };
  if (isIn([160, 169])) return { text: String(bytes.readBigInt64LE(at)), sizeBytes: 8 };
  if (isIn([290, 299])) return { text: String(bytes.readUInt8(at)), sizeBytes: 1 };
  if (isIn([310, 319], [1004, 1004])) {
    const length = bytes.readUInt8(at);
    return { text: bytes.toString('hex', at + 1, at + 1 + length), sizeBytes: 1 + length };
  }
  const end = bytes.indexOf(0, at);
  if (end < 0) throw new RangeError('A text has no end.');
  return { text: bytes.toString(encoding, at, end).replace(/[\r\n]/g, ' '), sizeBytes: end + 1 - at };
}

import { createCipheriv, createHash } from 'node:crypto';
import { compoundFile } from './compound-file.ts';
import type { BodyKind } from './plan-library.ts';

/** Which body: the same seed, place and revision give the same bytes. */
interface BodyOrder {
  readonly kind: BodyKind;
  readonly sizeBytes: number;
  readonly seed: number;
  readonly place: number;
  /** How often the file was changed since it was made. */
  readonly revision: number;
}

const revit = { name: 'Revit', version: '2025' } as const;

/** The library's programs; its families name the first in their header. */
export const benchPrograms = [revit, { name: 'AutoCAD', version: '2025' }] as const;

/**
 * Bytes that pass for a whole CAD file: headers and end marks as its program writes them, and between them what no
 * compression makes smaller (drawings, families) or much (text). A family is rounded up to whole sectors.
 */
export function cadBody(order: BodyOrder): Buffer {
  const { kind, sizeBytes } = order;
  const noise = (bytes: number): Buffer => noiseOf(order, bytes);
  switch (kind) {
    case 'dwg':
      return drawing(sizeBytes, noise);
    case 'rfa':
      return compoundFile(basicFileInfo, sizeBytes, noise);
    case 'ifc':
    case 'step':
      return textOf(sizeBytes, noise, `ISO-10303-21;\nHEADER;\nENDSEC;\nDATA;\n`, 'ENDSEC;\nEND-ISO-10303-21;\n');
    case 'dxf':
      return textOf(sizeBytes, noise, '999\n', '\n  0\nEOF\n');
  }
}

const basicFileInfo = Buffer.from(`Worksharing: Not enabled\r\nFormat: ${revit.version}\r\n`, 'utf16le');

/** The part of a drawing's header that stands again at its end. */
const headerCopy = { start: 0x80, end: 0xec };

function drawing(sizeBytes: number, noise: (bytes: number) => Buffer): Buffer {
  const bytes = noise(sizeBytes);
  bytes.write('AC1032\0\0\0\0\0', 'latin1');
  bytes.copy(bytes, sizeBytes - (headerCopy.end - headerCopy.start), headerCopy.start, headerCopy.end);
  return bytes;
}

function textOf(sizeBytes: number, noise: (bytes: number) => Buffer, head: string, end: string): Buffer {
  const bytes = Buffer.alloc(sizeBytes);
  const fill = noise(Math.ceil(((sizeBytes - head.length - end.length) * 3) / 4) + 3).toString('base64');
  bytes.write(head, 'latin1');
  bytes.write(fill, head.length, sizeBytes - head.length - end.length, 'latin1');
  bytes.write(end, sizeBytes - end.length, 'latin1');
  return bytes;
}

/** The key stream of a cipher: as fast as the machine encrypts, and different for every file and revision. */
function noiseOf({ seed, place, revision }: BodyOrder, bytes: number): Buffer {
  const key = createHash('sha256').update(`${seed} ${place} ${revision}`).digest();
  return createCipheriv('aes-256-ctr', key, Buffer.alloc(16)).update(Buffer.alloc(bytes));
}

import type { RandomAccessFile } from '../../../electron/cad/random-access-file.ts';

const sectorBytes = 512;
const miniBytes = 64;
const cutoffBytes = 4096;
const endOfChain = 0xfffffffe;
const tableMark = 0xfffffffd;
const free = 0xffffffff;

interface Stream {
  readonly name: string;
  readonly content: Buffer;
}

/**
 * A compound file with these streams: sector 0 is the table, sector 1… the directory, then the mini table, the mini
 * stream, and the long streams, one behind the other.
 */
export function makeOle2File(streams: readonly Stream[]): Buffer {
  const table: number[] = [tableMark];
  const sectors: Buffer[] = [];
  const put = (content: Buffer): number => {
    const first = table.length;
    const count = Math.max(1, Math.ceil(content.length / sectorBytes));
    for (let index = 0; index < count; index += 1) table.push(index + 1 < count ? first + index + 1 : endOfChain);
    sectors.push(Buffer.concat([content, Buffer.alloc(count * sectorBytes - content.length)]));
    return first;
  };
  const directoryCount = Math.ceil((streams.length + 1) / 4);
  for (let index = 0; index < directoryCount; index += 1) {
    table.push(index + 1 < directoryCount ? index + 2 : endOfChain);
  }

  const mini: Buffer[] = [];
  const miniTable: number[] = [];
  const entries = streams.map(({ name, content }) => {
    if (content.length >= cutoffBytes) return { name, kind: 2, content, first: -1 };
    const first = miniTable.length;
    const count = Math.ceil(content.length / miniBytes);
    for (let index = 0; index < count; index += 1) miniTable.push(index + 1 < count ? first + index + 1 : endOfChain);
    mini.push(content, Buffer.alloc(count * miniBytes - content.length));
    return { name, kind: 2, content, first };
  });
  const miniTableStart = put(numbers(padded(miniTable)));
  const miniStream = Buffer.concat(mini);
  const root = directoryEntry('Root Entry', 5, put(miniStream), miniStream.length);
  const listed = entries.map(({ name, kind, content, first }) =>
    directoryEntry(name, kind, first < 0 ? put(content) : first, content.length),
  );
  const directory = Buffer.alloc(directoryCount * sectorBytes);
  Buffer.concat([root, ...listed]).copy(directory);
  return Buffer.concat([headerOf(miniTableStart), numbers(padded(table)), directory, ...sectors]);
}

function padded(table: readonly number[]): number[] {
  return [...table, ...Array<number>(sectorBytes / 4 - table.length).fill(free)];
}

function numbers(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => bytes.writeUInt32LE(value, index * 4));
  return bytes;
}

function headerOf(miniTableStart: number): Buffer {
  const header = Buffer.alloc(sectorBytes, 0xff);
  header.fill(0, 0, 76);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header);
  header.writeUInt16LE(9, 30);
  header.writeUInt16LE(6, 32);
  header.writeUInt32LE(1, 44);
  header.writeUInt32LE(1, 48);
  header.writeUInt32LE(cutoffBytes, 56);
  header.writeUInt32LE(miniTableStart, 60);
  header.writeUInt32LE(1, 64);
  header.writeUInt32LE(endOfChain, 68);
  header.writeUInt32LE(0, 76);
  return header;
}

function directoryEntry(name: string, kind: number, first: number, size: number): Buffer {
  const entry = Buffer.alloc(128);
  entry.write(name, 0, 'utf16le');
  entry.writeUInt16LE((name.length + 1) * 2, 64);
  entry.writeUInt8(kind, 66);
  entry.writeUInt32LE(first, 116);
  entry.writeUInt32LE(size, 120);
  return entry;
}

/** A compound file as large as one likes, of which each sector is made when it is read: tables, their lists, nothing else. */
export function makeLargeOle2(sizeBytes: number): { readonly file: RandomAccessFile; readonly sizeBytes: number } {
  const perSector = sectorBytes / 4;
  const count = Math.floor(sizeBytes / sectorBytes) - 1;
  const tables = Math.ceil(count / perSector);
  const lists = Math.max(0, Math.ceil((tables - 109) / (perSector - 1)));
  const directory = tables + lists;
  const listed = (first: number) => (index: number) => (first + index < tables ? first + index : free);
  const entryOf = (sector: number): number => {
    if (sector >= count) return free;
    return sector < tables ? tableMark : endOfChain;
  };
  const filled = (entries: number, valueOf: (index: number) => number) =>
    numbers(Array.from({ length: entries }, (_, index) => valueOf(index)));
  const header = Buffer.concat([headerOf(endOfChain).subarray(0, 76), filled(109, listed(0))]);
  header.writeUInt32LE(tables, 44);
  header.writeUInt32LE(directory, 48);
  header.writeUInt32LE(lists > 0 ? tables : endOfChain, 68);
  const sectorAt = (sector: number): Buffer => {
    if (sector < 0) return header;
    if (sector < tables) return filled(perSector, (index) => entryOf(sector * perSector + index));
    if (sector === directory) return Buffer.concat([directoryEntry('Root Entry', 5, endOfChain, 0), Buffer.alloc(384)]);
    if (sector > directory) return Buffer.alloc(sectorBytes);
    const list = sector - tables;
    const next = list + 1 < lists ? sector + 1 : endOfChain;
    return Buffer.concat([filled(perSector - 1, listed(109 + list * (perSector - 1))), numbers([next])]);
  };
  const read = async (position: number, length: number) => {
    const first = Math.floor(position / sectorBytes);
    const last = Math.ceil((position + length) / sectorBytes);
    const sectors = Array.from({ length: last - first }, (_, index) => sectorAt(first + index - 1));
    return Buffer.concat(sectors).subarray(position - first * sectorBytes, position - first * sectorBytes + length);
  };
  return { file: { read }, sizeBytes: (count + 1) * sectorBytes };
}

/** A ZIP with one stored entry. Its checksum is left out: readers of its beginning do not ask for it. */
export function makeZip(name: string, content: string | Buffer): Buffer {
  const nameBytes = Buffer.from(name);
  const contentBytes = typeof content === 'string' ? Buffer.from(content) : content;
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(nameBytes.length, 26);
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt32LE(contentBytes.length, 20);
  entry.writeUInt32LE(contentBytes.length, 24);
  entry.writeUInt16LE(nameBytes.length, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(entry.length + nameBytes.length, 12);
  end.writeUInt32LE(local.length + nameBytes.length + contentBytes.length, 16);
  return Buffer.concat([local, nameBytes, contentBytes, entry, nameBytes, end]);
}

/** A Rhino file of nothing but its start, some bytes and its last chunk. */
export function makeThreeDm(headerVersion: number): Buffer {
  const start = Buffer.from(`3D Geometry File Format ${String(headerVersion).padStart(8)}`);
  const content = Buffer.alloc(100, 7);
  const isLong = headerVersion >= 50;
  const last = Buffer.alloc(isLong ? 20 : 12);
  const size = start.length + content.length + last.length;
  last.writeUInt32LE(0x7fff, 0);
  if (isLong) {
    last.writeBigUInt64LE(8n, 4);
    last.writeBigUInt64LE(BigInt(size), 12);
  } else {
    last.writeUInt32LE(4, 4);
    last.writeUInt32LE(size, 8);
  }
  return Buffer.concat([start, content, last]);
}

export function makeSkpHeader(version: string): Buffer {
  const counted = (text: string) =>
    Buffer.concat([Buffer.from([0xff, 0xfe, 0xff, text.length]), Buffer.from(text, 'utf16le')]);
  return Buffer.concat([counted('SketchUp Model'), counted(version)]);
}

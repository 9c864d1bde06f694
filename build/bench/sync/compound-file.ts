const tableMark = 0xfffffffd;
const endOfChain = 0xfffffffe;
const free = 0xffffffff;
/** The table sectors a header can name by itself. */
const headerTableEntries = 109;

/**
 * A compound file (OLE2) like a Revit family: one stream that tells program and version, one of noise. First the
 * table's sectors, then the directory, then the streams.
 * @param atLeastBytes rounded up to whole sectors
 */
export function compoundFile(info: Buffer, atLeastBytes: number, noise: (bytes: number) => Buffer): Buffer {
  const sectorBytes = atLeastBytes < headerTableEntries * 128 * 512 ? 512 : 4_096;
  const perTable = sectorBytes / 4;
  const total = Math.max(5, Math.ceil(atLeastBytes / sectorBytes)) - 1;
  const tables = Math.ceil(total / perTable);
  const [directory, infoSector, content] = [tables, tables + 1, tables + 2];

  const table = new Uint32Array(tables * perTable).fill(free);
  table.fill(tableMark, 0, tables);
  table.fill(endOfChain, directory, content);
  for (let sector = content; sector < total; sector += 1) table[sector] = sector + 1 < total ? sector + 1 : endOfChain;

  const bytes = Buffer.alloc((total + 1) * sectorBytes);
  const at = (sector: number): number => (sector + 1) * sectorBytes;
  writeHeader(bytes, sectorBytes, tables, directory);
  Buffer.from(table.buffer).copy(bytes, at(0));
  writeEntry(bytes, at(directory), { name: 'Root Entry', kind: 5, first: endOfChain, sizeBytes: 0 });
  writeEntry(bytes, at(directory) + 128, { name: 'BasicFileInfo', kind: 2, first: infoSector, sizeBytes: info.length });
  const contentBytes = (total - content) * sectorBytes;
  writeEntry(bytes, at(directory) + 256, { name: 'Contents', kind: 2, first: content, sizeBytes: contentBytes });
  info.copy(bytes, at(infoSector));
  noise(contentBytes).copy(bytes, at(content));
  return bytes;
}

function writeHeader(bytes: Buffer, sectorBytes: number, tables: number, directory: number): void {
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(bytes);
  bytes.writeUInt16LE(sectorBytes === 512 ? 9 : 12, 30);
  bytes.writeUInt16LE(6, 32);
  bytes.writeUInt32LE(tables, 44);
  bytes.writeUInt32LE(directory, 48);
  // No stream is short enough for the mini stream, so that there is none.
  bytes.writeUInt32LE(0, 56);
  bytes.writeUInt32LE(endOfChain, 60);
  bytes.writeUInt32LE(endOfChain, 68);
  for (let index = 0; index < headerTableEntries; index += 1) {
    bytes.writeUInt32LE(index < tables ? index : free, 76 + index * 4);
  }
}

/** An entry of the directory: a stream, or the root (kind 5). */
interface Entry {
  readonly name: string;
  readonly kind: 2 | 5;
  /** Its first sector. */
  readonly first: number;
  readonly sizeBytes: number;
}

function writeEntry(bytes: Buffer, at: number, { name, kind, first, sizeBytes }: Entry): void {
  bytes.write(name, at, 'utf16le');
  bytes.writeUInt16LE((name.length + 1) * 2, at + 64);
  bytes.writeUInt8(kind, at + 66);
  bytes.writeUInt32LE(first, at + 116);
  bytes.writeUInt32LE(sizeBytes, at + 120);
}

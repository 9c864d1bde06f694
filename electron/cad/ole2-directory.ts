import type { BoundedFile } from './bounded-file.ts';
import { chainSectors, createSectorTable, type SectorTable } from './ole2-sectors.ts';

const signature = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const headerBytes = 512;
const entryBytes = 128;
const largestDirectoryBytes = 1024 * 1024;

export interface Ole2Entry {
  readonly name: string;
  readonly kind: 'root' | 'storage' | 'stream';
  readonly firstSector: number;
  readonly sizeBytes: number;
}

export interface Ole2Directory {
  /** In the order of the file; names repeat, because every storage has its own. */
  readonly entries: readonly Ole2Entry[];
  /** Whether the file has every sector that its tables speak of. */
  readonly isWhole: boolean;
  /** The first bytes of a stream; fewer than there are where its sector chain is broken. */
  readStreamStart(entry: Ole2Entry, limitBytes: number): Promise<Buffer>;
}

/** Whether a file begins as a compound file (OLE2, [MS-CFB]). */
export function isOle2(head: Buffer): boolean {
  return head.subarray(0, signature.length).equals(signature);
}

/**
 * Reads the directory of a compound file without reading the file: header, the table sectors on the way and the
 * directory. Every sector number is checked against the file's size and a chain that comes back on itself ends.
 * `undefined` where the bytes are none, or where header or directory are broken.
 */
export async function readOle2Directory(file: BoundedFile): Promise<Ole2Directory | undefined> {
  const header = await file.readHead(headerBytes);
  if (header.length < headerBytes || !isOle2(header)) return undefined;
  const table = await createSectorTable(file, header);
  if (!table) return undefined;
  const chain = await chainSectors(table.next, header.readUInt32LE(48), largestDirectoryBytes / table.sectorBytes);
  const entries = readEntries(await table.readSectors(chain.sectors));
  const root = entries.find((entry) => entry.kind === 'root');
  if (!root) return undefined;
  const readSmall = createMiniStreamReader(table, header, root);
  const cutoffBytes = header.readUInt32LE(56);
  return {
    entries,
    isWhole: chain.isComplete && file.sizeBytes % table.sectorBytes === 0 && (await table.isCovered()),
    readStreamStart: async (entry, limitBytes) => {
      const wanted = Math.min(entry.sizeBytes, limitBytes);
      if (entry.sizeBytes < cutoffBytes) return (await readSmall(entry.firstSector, wanted)).subarray(0, wanted);
      const streamChain = await chainSectors(table.next, entry.firstSector, Math.ceil(wanted / table.sectorBytes));
      return (await table.readSectors(streamChain.sectors)).subarray(0, wanted);
    },
  };
}

function readEntries(directory: Buffer): Ole2Entry[] {
  const kinds = new Map([
    [1, 'storage'],
    [2, 'stream'],
    [5, 'root'],
  ] as const);
  const entries: Ole2Entry[] = [];
  for (let at = 0; at + entryBytes <= directory.length; at += entryBytes) {
    const kind = kinds.get(directory.readUInt8(at + 66) as 1 | 2 | 5);
    if (!kind) continue;
    // The length counts bytes and the closing zero.
    const nameBytes = Math.min(Math.max(directory.readUInt16LE(at + 64) - 2, 0), 62);
    entries.push({
      name: directory.toString('utf16le', at, at + nameBytes),
      kind,
      firstSector: directory.readUInt32LE(at + 116),
      // The upper half is rubbish in files of the older version; no stream read here is that long.
      sizeBytes: directory.readUInt32LE(at + 120),
    });
  }
  return entries;
}

/** Streams below the cutoff lie in mini sectors inside the root's own stream, chained by a table of their own. */
function createMiniStreamReader(
  table: SectorTable,
  header: Buffer,
  root: Ole2Entry,
): (firstSector: number, wanted: number) => Promise<Buffer> {
  const miniBytes = 1 << Math.min(header.readUInt16LE(32), 12);
  const perSector = table.sectorBytes / 4;
  const sectorLimit = Math.ceil(largestDirectoryBytes / table.sectorBytes);
  return async (firstSector, wanted) => {
    const tableChain = await chainSectors(table.next, header.readUInt32LE(60), sectorLimit);
    const rootChain = await chainSectors(table.next, root.firstSector, sectorLimit);
    const next = async (sector: number): Promise<number | undefined> => {
      const holder = tableChain.sectors[Math.floor(sector / perSector)];
      return holder === undefined ? undefined : table.readEntry(holder, sector % perSector);
    };
    const chain = await chainSectors(next, firstSector, Math.ceil(wanted / miniBytes));
    const pieces: Buffer[] = [];
    for (const sector of chain.sectors) {
      const position = sector * miniBytes;
      const holder = rootChain.sectors[Math.floor(position / table.sectorBytes)];
      if (holder === undefined) break;
      pieces.push(await table.readWithin(holder, position % table.sectorBytes, miniBytes));
    }
    return Buffer.concat(pieces);
  };
}

import type { BoundedFile } from './bounded-file.ts';

/** Numbers from here on are marks (free, end of chain, table) and no sectors. */
const firstMark = 0xfffffffa;
const freeMark = 0xffffffff;
const headerTableEntries = 109;
/** Some programs lay out far more of the table than they use. */
const longestLookBack = 64;

/** A compound file's sectors and the table (FAT) that chains them. */
export interface SectorTable {
  readonly sectorBytes: number;
  /** The sector behind `sector` in its chain; a mark at the end, `undefined` where the table does not reach. */
  readonly next: (sector: number) => Promise<number | undefined>;
  readonly readSectors: (sectors: readonly number[]) => Promise<Buffer>;
  readonly readWithin: (sector: number, offset: number, length: number) => Promise<Buffer>;
  /** The 4-byte number at `index` of a sector. */
  readonly readEntry: (sector: number, index: number) => Promise<number | undefined>;
  /** Whether the file reaches as far as the last sector in use. */
  readonly isCovered: () => Promise<boolean>;
}

interface SectorChain {
  readonly sectors: readonly number[];
  /** Whether the chain came to its end mark within the limit. */
  readonly isComplete: boolean;
}

/** Follows a chain for at most `limit` sectors; a loop or a number outside the table ends it. */
export async function chainSectors(
  next: (sector: number) => Promise<number | undefined>,
  first: number,
  limit: number,
): Promise<SectorChain> {
  const seen = new Set<number>();
  let sector: number | undefined = first;
  while (sector !== undefined && sector < firstMark) {
    if (seen.has(sector) || seen.size >= limit) return { sectors: [...seen], isComplete: false };
    seen.add(sector);
    sector = await next(sector);
  }
  return { sectors: [...seen], isComplete: sector !== undefined };
}

/** `undefined` where the header states a sector size that no compound file has. */
export async function createSectorTable(file: BoundedFile, header: Buffer): Promise<SectorTable | undefined> {
  const shift = header.readUInt16LE(30);
  if (shift !== 9 && shift !== 12) return undefined;
  const sectorBytes = 1 << shift;
  const perSector = sectorBytes / 4;
  // Sector 0 stands behind the header, which takes a whole sector.
  const sectorCount = Math.max(0, Math.ceil(file.sizeBytes / sectorBytes) - 1);
  const cache = new Map<number, Promise<Buffer>>();

  const readSector = (sector: number): Promise<Buffer> => {
    if (sector >= sectorCount) return Promise.resolve(Buffer.alloc(0));
    const known = cache.get(sector);
    if (known) return known;
    const bytes = file.read((sector + 1) * sectorBytes, sectorBytes);
    cache.set(sector, bytes);
    return bytes;
  };
  const readEntry = async (sector: number, index: number): Promise<number | undefined> => {
    const bytes = await readSector(sector);
    return index * 4 + 4 <= bytes.length ? bytes.readUInt32LE(index * 4) : undefined;
  };
  const tables = await listTableSectors(header, perSector, sectorCount, readEntry);

  return {
    sectorBytes,
    readEntry,
    next: async (sector) => {
      const holder = tables[Math.floor(sector / perSector)];
      return holder === undefined || sector >= sectorCount ? undefined : readEntry(holder, sector % perSector);
    },
    readSectors: async (sectors) => Buffer.concat(await Promise.all(sectors.map(readSector))),
    readWithin: async (sector, offset, length) => (await readSector(sector)).subarray(offset, offset + length),
    isCovered: async () => {
      const last = await lastSectorInUse(tables, perSector, readSector);
      return last !== undefined && last < sectorCount;
    },
  };
}

/** The table's own sectors: 109 in the header, further ones in a chain of lists whose last number leads on. */
async function listTableSectors(
  header: Buffer,
  perSector: number,
  sectorCount: number,
  readEntry: (sector: number, index: number) => Promise<number | undefined>,
): Promise<number[]> {
  const tables: number[] = [];
  const stated = header.readUInt32LE(44);
  for (let index = 0; index < Math.min(stated, headerTableEntries); index += 1) {
    tables.push(header.readUInt32LE(76 + index * 4));
  }
  if (stated <= headerTableEntries) return tables;
  const leadsTo = (list: number) => readEntry(list, perSector - 1);
  // As many as a file of this size needs: each names `perSector - 1` sectors of the table.
  const mostLists = Math.ceil(sectorCount / perSector / (perSector - 1));
  const lists = await chainSectors(leadsTo, header.readUInt32LE(68), mostLists);
  for (const list of lists.sectors) {
    for (let index = 0; index < perSector - 1 && tables.length < stated; index += 1) {
      const table = await readEntry(list, index);
      if (table === undefined || table >= firstMark) return tables;
      tables.push(table);
    }
  }
  return tables;
}

/** Looks back from the table's end, of which the unused part is free. */
async function lastSectorInUse(
  tables: readonly number[],
  perSector: number,
  readSector: (sector: number) => Promise<Buffer>,
): Promise<number | undefined> {
  for (let table = tables.length - 1; table >= Math.max(0, tables.length - longestLookBack); table -= 1) {
    const entries = await readSector(tables[table] ?? firstMark);
    if (entries.length < perSector * 4) return undefined;
    for (let index = perSector - 1; index >= 0; index -= 1) {
      if (entries.readUInt32LE(index * 4) !== freeMark) return table * perSector + index;
    }
  }
  return undefined;
}

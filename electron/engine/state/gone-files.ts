import type { FileStat } from '../ports.ts';
import { readLocalFile, type LocalFile } from './local-file.ts';
import { isGone, type LocalRows } from './local-rows.ts';
import { sql } from './sql.ts';

/** The files that are gone, as they were when they were seen last. */
export function goneFiles({ database, mine, select, paths }: LocalRows) {
  return {
    gone: (): LocalFile[] => select(sql`*`, isGone, readLocalFile),

    /** Paths of those with this number of the disk, length and date. */
    goneLike: ({ inode, sizeBytes, modifiedMs }: Pick<FileStat, 'inode' | 'sizeBytes' | 'modifiedMs'>): string[] =>
      paths(sql`inode = ${inode} AND ${isGone} AND size_bytes = ${sizeBytes} AND modified_ms = ${modifiedMs}`),

    /** Of files that seem to be gone since a time to come, the clock was set back: they are gone since now. */
    noteClock(nowMs: number): void {
      database.run(sql`UPDATE local_file SET gone_since_ms = ${nowMs} WHERE ${mine} AND gone_since_ms > ${nowMs}`);
    },
  };
}

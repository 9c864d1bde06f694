import { existsSync, renameSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';

/** What belongs to a database file of SQLite. */
export const databaseParts = ['', '-wal', '-shm'] as const;

interface Aside {
  readonly as: 'damaged' | 'replaced';
  readonly parts: readonly (typeof databaseParts)[number][];
  readonly atMs: number;
}

/**
 * Gives parts of a database, which nobody has open, a name with a date beside it.
 * @param file of the database
 * @returns the new name of the database's file
 * @throws what renaming throws
 */
export function setFilesAside(file: string, { as, parts, atMs }: Aside): string {
  const [folder, ending] = [dirname(file), extname(file)];
  const stamp = new Date(atMs).toISOString().slice(0, 19).replaceAll(':', '-');
  const stem = `${basename(file, ending)}.${as}-${stamp}`;
  const isTaken = (name: string): boolean => databaseParts.some((part) => existsSync(join(folder, name + part)));
  let name = `${stem}${ending}`;
  for (let copy = 2; isTaken(name); copy += 1) name = `${stem}-${copy}${ending}`;
  for (const part of parts.toReversed()) {
    if (existsSync(file + part)) renameSync(file + part, join(folder, name + part));
  }
  return name;
}

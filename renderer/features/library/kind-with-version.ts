import type { FileRecord } from '../../../shared/rpc/records.ts';

/** `RFA 2025`: the kind, with the version of the program that last wrote the file where it says so. */
export function kindWithVersion(file: Pick<FileRecord, 'kind' | 'program'>): string {
  const version = /\d[\d.]*$/.exec(file.program ?? '')?.[0];
  return version === undefined ? file.kind.toUpperCase() : `${file.kind.toUpperCase()} ${version}`;
}

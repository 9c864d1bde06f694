import type { FileColumn } from '../../../shared/rpc/file-columns.ts';
import type { FileSort } from '../../../shared/rpc/file-sort.ts';
import type { Statement } from '../ports.ts';
import { raw, sql } from './sql.ts';

/** What each column of the table is sorted by; what has no value comes last either way. */
const sortedBy: Readonly<Record<FileColumn, string>> = {
  // The name is what stands behind the last slash of the path.
  name: `lower(replace(path, rtrim(path, replace(path, '/', '')), ''))`,
  state: 'file_state',
  version: `CAST(substr(version, 1, instr(version, '.') - 1) AS INTEGER) * 1000000 + CAST(substr(version, instr(version, '.') + 1) AS INTEGER)`,
  class: 'COALESCE(class_name, class_code)',
  program: 'program',
  size: 'size_bytes',
  changed: 'modified_ms',
};

const byClass = sql`class_code IS NULL, class_code, path, library_id`;

/** Whether files come by class, so that those of one class are neighbours. */
export const isByClass = (sort: FileSort | undefined): boolean => sort === undefined;

/** The terms of an ORDER BY over named files; those that are equal in the column come by class. */
export function inOrder(sort: FileSort | undefined): Statement {
  if (!sort) return byClass;
  const by = sortedBy[sort.column];
  return sql`${raw(`(${by}) IS NULL, ${by} ${sort.descending ? 'DESC' : 'ASC'}`)}, ${byClass}`;
}

import type { FileRecord } from '../../../shared/rpc/file-records.ts';
import { extensionOf } from '../../../shared/model/cad-kind.ts';

/** The name of a file without its extension, which its kind says already. */
export function shownName(file: Pick<FileRecord, 'name'>): string {
  const extension = extensionOf(file.name);
  return extension === '' ? file.name : file.name.slice(0, -extension.length - 1);
}

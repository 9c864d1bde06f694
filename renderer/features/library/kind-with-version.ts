import { cadKindOf, folderKind } from '../../../shared/model/cad-kind.ts';
import type { FileRecord } from '../../../shared/rpc/file-records.ts';

/**
 * `RFA 2025`, `IFC 4`: the kind, with the version of its own program or format where the file says so.
 * @param folder what a folder is called
 */
export function kindWithVersion(file: Pick<FileRecord, 'kind' | 'program'>, folder: string): string {
  if (file.kind === folderKind) return folder;
  const kind = file.kind.toUpperCase();
  const [, name = '', version] = /^(.*?)\s*(\d[\d.]*)$/.exec(file.program ?? '') ?? [];
  const isItsOwn = name !== '' && [kind, cadKindOf(`file.${file.kind}`)?.application].includes(name);
  return isItsOwn && version !== undefined ? `${kind} ${version}` : kind;
}

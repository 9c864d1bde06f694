import type { FileRecord } from '../../../shared/rpc/file-records.ts';
import { extensionOf, folderKind } from '../../../shared/model/cad-kind.ts';
import { visibleText } from '../../../shared/words/visible-text.ts';

/** The name of a file without its extension, which its kind says already. */
export function shownName(file: Pick<FileRecord, 'name' | 'kind'>): string {
  const extension = shownExtension(file);
  return visibleText(extension === '' ? file.name : file.name.slice(0, -extension.length));
}

/** The extension with its dot; a folder has none, whatever its name looks like. */
export function shownExtension({ name, kind }: Pick<FileRecord, 'name' | 'kind'>): string {
  const extension = kind === folderKind ? '' : extensionOf(name);
  return extension === '' ? '' : name.slice(-extension.length - 1);
}

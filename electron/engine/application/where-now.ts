import { extensionOf } from '../../../shared/model/cad-kind.ts';
import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { PlacedFile, ShownFile } from '../../../shared/rpc/file-calls.ts';
import { fileIdOf } from '../tree/paths.ts';
import type { FileOfLibrary } from './files-by-id.ts';

/**
 * Where a file stands that is not at its path any more: the only one that has its key, as one key has one file. One
 * without a key is told by its length and date, which stay when its name changes. What was there before is not it, also
 * where both had one key.
 * @returns nothing where none is, or several are
 */
export function whereNow({ libraryId, keeper, path }: FileOfLibrary, shown: ShownFile): PlacedFile | undefined {
  const { files } = keeper.context;
  const looks = { sizeBytes: shown.sizeBytes, modifiedMs: shown.modifiedAtMs };
  const isNew = (other: string): boolean => (files.get(other)?.sinceMs ?? 0) >= shown.shownAtMs;
  const paths =
    shown.key === undefined
      ? files.appearedPaths(looks, shown.shownAtMs).filter((other) => extensionOf(other) === extensionOf(path))
      : files.presentPathsOf(shown.key as ContentKeyText).filter((other) => isNew(other));
  const [only, ...others] = paths.filter((other) => other !== path);
  if (only === undefined || others.length > 0) return undefined;
  return { fileId: fileIdOf(libraryId, only), path: only };
}

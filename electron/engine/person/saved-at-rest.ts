import { createComparison } from '../observe/compare-scan.ts';
import type { LibraryFolder } from '../observe/library-folder.ts';
import { scan } from '../observe/scan.ts';
import type { LibraryChoices, LibraryRecords } from '../state/library-state.ts';

/**
 * Looks through the folder of a library that nothing watches, for files that were saved since it was last looked at.
 * Nothing is read or noted. A folder that is not there, or not proven to be the library, says nothing of its files.
 * @returns their paths
 */
export async function savedAtRest(context: LibraryRecords & LibraryChoices & LibraryFolder): Promise<string[]> {
  const { disk, files } = context;
  const comparison = createComparison(files.present());
  const options = { markerId: context.markerId(), ignored: context.ignoreRules(), onFile: comparison.see };
  const result = await scan(disk, options).catch(() => undefined);
  return result?.proven ? comparison.end(result, new Set()).different.map(({ path }) => path) : [];
}

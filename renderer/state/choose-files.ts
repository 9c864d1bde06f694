import { mostChosenAtOnce } from '../../shared/rpc/file-columns.ts';
import type { ChosenFile, FileQuestion } from '../../shared/rpc/file-sort.ts';
import type { EngineClient } from '../connect/engine-client.ts';

/** The files between two places of a list, both of them too, with no more than what choosing many needs. */
export async function chooseFiles(
  { files: { choose } }: Pick<EngineClient, 'files'>,
  question: FileQuestion,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<ChosenFile[]> {
  const files: ChosenFile[] = [];
  for (let offset = from; offset <= to; offset += mostChosenAtOnce) {
    const limit = Math.min(mostChosenAtOnce, to - offset + 1);
    const found = await choose({ ...question, offset, limit });
    files.push(...found);
    if (found.length < limit) break;
  }
  return files;
}

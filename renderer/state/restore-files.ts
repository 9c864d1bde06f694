import { inLists } from '../../shared/model/in-lists.ts';
import type { EngineClient } from '../connect/engine-client.ts';

/** The contract takes more of them, but a message of a browser has no room for so many names. */
const mostAtOnce = 1_000;

/** Has files that are gone fetched again. @returns how many */
export async function restoreFiles(client: EngineClient, fileIds: readonly string[]): Promise<number> {
  let count = 0;
  for (const some of inLists(fileIds, mostAtOnce)) count += (await client.files.restore({ fileIds: [...some] })).count;
  return count;
}

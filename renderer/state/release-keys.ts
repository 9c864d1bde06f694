import { inLists } from '../../shared/model/in-lists.ts';
import type { EngineClient } from '../connect/engine-client.ts';

/** The contract takes that many keys in one call. */
const mostAtOnce = 1_000;

/** Has all of these published with one comment. @returns how many were queued */
export async function releaseKeys(client: EngineClient, keys: readonly string[], comment: string): Promise<number> {
  let queued = 0;
  for (const some of inLists(keys, mostAtOnce))
    queued += (await client.publish.release({ keys: [...some], comment: comment.trim() })).queued;
  return queued;
}

/** Takes back those of them that were not sent. @returns how many it was */
export async function withdrawKeys(client: EngineClient, keys: readonly string[]): Promise<number> {
  let count = 0;
  for (const some of inLists(keys, mostAtOnce)) count += (await client.publish.withdraw({ keys: [...some] })).count;
  return count;
}

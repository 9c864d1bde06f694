import { inLists } from '../../shared/model/in-lists.ts';
import { allRefused, joinPublished } from '../../shared/rpc/join-answers.ts';
import type { PublishAnswer } from '../../shared/rpc/release-records.ts';
import type { EngineClient } from '../connect/engine-client.ts';
import { readError } from '../connect/read-error.ts';

/** The contract takes that many keys in one call. */
const mostAtOnce = 1_000;

/** Has all of these published with one comment. @throws what the first call did; what a later one did is told of its keys */
export async function releaseKeys(
  client: EngineClient,
  keys: readonly string[],
  comment: string,
): Promise<PublishAnswer> {
  const answers: PublishAnswer[] = [];
  for (const some of inLists(keys, mostAtOnce)) {
    try {
      answers.push(await client.publish.release({ keys: [...some], comment: comment.trim() }));
    } catch (thrown) {
      if (answers.length === 0) throw thrown;
      answers.push(allRefused(some, readError(thrown, true) ?? { code: 'cancelled' }));
    }
  }
  return joinPublished(answers);
}

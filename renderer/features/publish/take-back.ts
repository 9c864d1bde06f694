import { joinWithdrawn } from '../../../shared/rpc/join-answers.ts';
import { mostReleasedAtOnce } from '../../../shared/rpc/release-limits.ts';
import { actInLists, type Acting } from '../../state/act-in-lists.ts';

/** Takes queued releases back, as far as they were not sent, and says what became of each. */
export async function takeBackReleases(app: Acting, entryIds: readonly number[]): Promise<void> {
  const answers = await actInLists(app, entryIds, mostReleasedAtOnce, (client, some) =>
    client.publish.withdraw({ entryIds: some }),
  );
  if (answers.length === 0) return;
  const answer = joinWithdrawn(answers);
  app.notices.done(app.texts.activity.takenBack(answer), { isLeft: answer.withdrawn === 0 });
}

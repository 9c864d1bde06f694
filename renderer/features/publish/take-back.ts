import { joinWithdrawn } from '../../../shared/rpc/join-answers.ts';
import { mostReleasedAtOnce } from '../../../shared/rpc/release-limits.ts';
import { actInLists, toldOf, type Acting } from '../../state/act-in-lists.ts';

/** Takes queued releases back, as far as they were not sent, and says what became of each. */
export async function takeBackReleases(app: Acting, entryIds: readonly number[]): Promise<void> {
  const { answers, unanswered } = await actInLists(app, entryIds, mostReleasedAtOnce, (client, some) =>
    client.publish.withdraw({ entryIds: some }),
  );
  if (answers.length === 0) return;
  const answer = joinWithdrawn(answers);
  app.notices.done(toldOf(app, app.texts.activity.takenBack(answer), unanswered), { isLeft: answer.withdrawn === 0 });
}

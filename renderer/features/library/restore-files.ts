import { actInLists, toldOf, type Acting } from '../../state/act-in-lists.ts';

/** The contract takes more of them, but a message of a browser has no room for so many names. */
const mostAtOnce = 1_000;

/** Has files that are gone fetched again, and says how many. */
export async function restoreFiles(app: Acting, fileIds: readonly string[]): Promise<void> {
  const { answers, unanswered } = await actInLists(app, fileIds, mostAtOnce, (client, some) =>
    client.files.restore({ fileIds: some }),
  );
  if (answers.length === 0) return;
  const count = answers.reduce((sum, answer) => sum + answer.count, 0);
  app.notices.done(toldOf(app, app.texts.library.removed.restored(count), unanswered));
}

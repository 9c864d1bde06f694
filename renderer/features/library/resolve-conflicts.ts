import type { AnswerGiven, ConflictOrder } from '../../../shared/rpc/file-calls.ts';
import type { ConflictChoice } from '../../../shared/rpc/file-records.ts';
import type { EngineClient } from '../../connect/engine-client.ts';
import { readError } from '../../connect/read-error.ts';
import type { App } from '../../state/app.svelte.ts';

/** A file of which a person ended the conflict, and their answer. */
interface ResolvedFile {
  readonly fileId: string;
  readonly answer: AnswerGiven;
}

/** What was done for each of several files, and why the first of the others failed. */
interface Done<T> {
  readonly done: readonly T[];
  readonly failure: unknown;
}

/** A file in conflict, with what is shown of it. */
type ConflictShown = Omit<ConflictOrder, 'choice'>;

/** Ends conflicts one after the other, all in one way. One that cannot be ended does not keep the others from it. */
export async function resolveAll(app: App, files: readonly ConflictShown[], choice: ConflictChoice): Promise<void> {
  const texts = app.texts.library.detail;
  const resolved = await app.act(
    (client) =>
      eachOf(files, async ({ fileId, key: shown, theirVersion, theirSha256 }) => {
        const order = { fileId, key: shown, theirVersion, theirSha256, choice };
        return { fileId, answer: await client.files.resolveConflict(order) };
      }),
    ({ done: { length } }) => (length === 1 ? texts.conflictResolved[choice] : texts.conflictsResolved[choice](length)),
    { act: (client, { done }) => undoEach(app, client, done), done: () => undefined },
  );
  sayFailure(app, resolved?.failure);
}

/** Opens the conflict of a file again, as far as nothing of the answer went to the service. */
export const undoResolve = (app: App, file: ResolvedFile): Promise<unknown> =>
  app.act((client) => undoEach(app, client, [file]));

/** What went to the service stays there, and is said; of a single file, theirs is offered in its place. */
async function undoEach(app: App, client: EngineClient, files: readonly ResolvedFile[]): Promise<void> {
  const texts = app.texts.library.detail;
  const { done, failure } = await eachOf(files, async (file) => ({
    ...file,
    ...(await client.files.undoResolve({ fileId: file.fileId, answer: file.answer })),
  }));
  const [sent, ...othersSent] = done.filter(({ reopened }) => !reopened);
  const reopened = done.filter((one) => one.reopened).length;
  if (reopened > 0) app.notices.done(texts.conflictsReopened(reopened));
  if (othersSent.length > 0) app.notices.done(texts.conflictsSent(othersSent.length + 1), { isLeft: true });
  else if (sent) {
    const { fileId, version } = sent;
    const { key, theirVersion } = sent.answer;
    const offer = {
      label: texts.conflictRestoreTheirs(theirVersion),
      act: () =>
        void app.act(
          (ofRestoring) => ofRestoring.versions.restore({ fileId, key, version: theirVersion }),
          app.texts.copies.restored,
        ),
    };
    app.notices.done(texts.conflictSent(version), { isLeft: true, offer: version === undefined ? undefined : offer });
  }
  sayFailure(app, failure);
}

function sayFailure(app: App, failure: unknown): void {
  const error = failure === undefined ? undefined : readError(failure, app.session.connected);
  if (error) app.notices.failed(error);
}

/** @throws what the first one threw, where none could be done */
async function eachOf<T, R>(all: readonly T[], act: (one: T) => Promise<R>): Promise<Done<R>> {
  const done: R[] = [];
  const failures: unknown[] = [];
  for (const one of all) {
    try {
      done.push(await act(one));
    } catch (thrown) {
      failures.push(thrown);
    }
  }
  if (done.length === 0) throw failures[0];
  return { done, failure: failures[0] };
}

import type { ErrorAction } from '../../../shared/errors/actions.ts';
import type { Explanation, ExplanationAction } from '../../../shared/rpc/explanation.ts';
import type { FileRecord } from '../../../shared/rpc/file-records.ts';
import type { ChangeAnswerChoice, ChangeQuestionRecord } from '../../../shared/rpc/library-records.ts';
import { fileActionWords } from '../../../shared/words/actions.ts';
import type { App } from '../../state/app.svelte.ts';
import { answerQuestion } from './answer-question.ts';
import { onePerLabel } from './one-per-label.ts';
import { setPaused } from './pause-library.ts';
import { scanLibrary } from './scan-library.ts';
import { retryQueued } from '../activity/retry-queued.ts';
import { routeOfAction } from '../errors/route-of-action.ts';

/** Something a person can press where it is told why a file stands as it does. */
export interface WhyButton {
  readonly label: string;
  /** Resolves once it is carried out, or its failure is shown. */
  readonly act: () => Promise<unknown>;
}

interface Asked {
  readonly app: App;
  readonly file: FileRecord;
  readonly why: Explanation;
  /** The file is no longer in the list. */
  readonly ongone: () => void;
}

/** The question about many changes that a file waits for. */
export function questionOf({ app, file, why }: Omit<Asked, 'ongone'>): ChangeQuestionRecord | undefined {
  const { reason } = why;
  if (reason.code !== 'manyChanges' && reason.code !== 'leftAsAnswered') return undefined;
  const about = reason.code === 'manyChanges' ? reason : { kind: 'overwrite' };
  return app.session.status?.libraries
    .find(({ libraryId }) => libraryId === file.libraryId)
    ?.questions.find(({ kind, isKept }) => kind === about.kind && isKept === (reason.code === 'leftAsAnswered'));
}

/** The buttons for what can be done from here; what is done in a form beneath, or elsewhere, has none. */
export function whyButtons(asked: Asked): WhyButton[] {
  // Several actions may come to the same: what holds a file up is lifted elsewhere, and then it is tried again.
  return onePerLabel(asked.why.actions.flatMap((action) => buttonsOf(action, asked)));
}

function buttonsOf(action: ExplanationAction, asked: Asked): WhyButton[] {
  const { app, file } = asked;
  switch (action) {
    case 'try-now':
    case 'try-again':
    case 'close-program':
    case 'lift-read-only':
    case 'replace-link':
    case 'move-file':
    case 'free-space':
    case 'allow-writing':
      return [retry(asked)];
    case 'look-again':
    case 'check-folder':
    case 'repair-links':
      return [scan(asked)];
    case 'resume-library':
      return [resume(asked)];
    case 'confirm-folder':
      return [confirmFolder(asked), scan(asked)];
    case 'answer-question':
    case 'replace-after-all':
      return answers(asked);
    case 'declare-program':
    case 'raise-version':
      return [declarePrograms(asked)];
    case 'put-back':
      return file.key === undefined ? [] : [restore(asked), confirmRemoval(asked)];
    default: {
      const route = routeOfAction[action as ErrorAction];
      if (!route) return [];
      return [
        { label: app.texts.errors.buttons[action as ErrorAction], act: () => Promise.resolve(app.router.go(route)) },
      ];
    }
  }
}

const retry = ({ app, why: { entryId } }: Asked): WhyButton => ({
  label: app.texts.activity.retry,
  act: () => retryQueued(app, entryId),
});

const scan = ({ app, file: { libraryId } }: Asked): WhyButton => ({
  label: app.texts.library.why.lookAgain,
  act: () => scanLibrary(app, libraryId),
});

const resume = ({ app, file: { libraryId } }: Asked): WhyButton => ({
  label: app.texts.library.pausing.resume,
  async act() {
    const library = app.session.status?.libraries.find((one) => one.libraryId === libraryId);
    if (library) await setPaused(app, library, false);
  },
});

const declarePrograms = ({ app }: Asked): WhyButton => ({
  label: app.texts.library.why.declarePrograms,
  act: () => Promise.resolve(app.router.go({ view: 'settings', section: 'libraries' })),
});

const confirmFolder = ({ app, file: { libraryId } }: Asked): WhyButton => ({
  label: app.texts.library.wayOut.confirm,
  act: () =>
    app.act(
      (client) => client.libraries.confirm({ libraryId }),
      () => app.texts.library.wayOut.confirmed,
    ),
});

const restore = ({ app, file: { fileId } }: Asked): WhyButton => ({
  label: fileActionWords[app.language].restore,
  act: () =>
    app.act(
      (client) => client.files.restore({ fileIds: [fileId] }),
      ({ count }) => app.texts.library.removed.restored(count),
    ),
});

const confirmRemoval = ({ app, file: { fileId }, ongone }: Asked): WhyButton => ({
  label: app.texts.library.removed.confirm,
  async act() {
    const isStillHere = app.router.markPlace();
    const answer = await app.act(
      (client) => client.files.confirmRemoval({ fileIds: [fileId] }),
      () => app.texts.library.removed.confirmed,
      {
        act: (client) => client.files.undoConfirmRemoval({ fileId }),
        done: () => app.texts.library.removed.listedAgain,
      },
    );
    if (answer && isStillHere()) ongone();
  },
});

function answers(asked: Asked): WhyButton[] {
  const question = questionOf(asked);
  if (!question) return [];
  const { app, file } = asked;
  const { manyChanges } = app.texts.library;
  const { kind, isKept } = question;
  const choices: ChangeAnswerChoice[] = isKept ? ['goOn'] : ['keep', 'goOn'];
  return choices.map((answer) => ({
    label: manyChanges[answer][kind],
    act: () => answerQuestion(app, file.libraryId, question, answer),
  }));
}

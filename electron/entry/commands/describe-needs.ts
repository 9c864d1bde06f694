import { describeError, type ErrorRecord } from '../../../shared/errors/app-error.ts';
import type { FailedWork, SavedLateRecord } from '../../../shared/rpc/status-answer.ts';

/** What needs a person and no file that is there tells of, in lines for people. */
export function describeNeeds({
  savedLate,
  failedWork,
  linksProblem,
}: {
  readonly savedLate: readonly SavedLateRecord[];
  readonly failedWork: readonly FailedWork[];
  readonly linksProblem?: ErrorRecord | undefined;
}): string[] {
  return [
    ...(linksProblem ? [describeError(linksProblem)] : []),
    ...savedLate.map(describeSavedLate),
    ...failedWork.map(describeFailedWork),
  ];
}

function describeSavedLate({ path, copy }: SavedLateRecord): string {
  return [
    `  ${path}: a program saved into it after it was replaced. That save is kept, and not in the library:`,
    `    ${copy}`,
    '    “cadsync restore-backup COPY” puts it back, “cadsync leave-backup COPY” leaves it there.',
  ].join('\n');
}

const failures: Readonly<Record<FailedWork['operation'], string>> = {
  upload: 'it could not be sent',
  download: 'it could not be fetched',
  release: 'its release could not be sent, and the file is not there any more',
};

function describeFailedWork({ operation, title, path, error }: FailedWork): string {
  const why = error ? ` ${describeError(error)}` : '';
  const withdraw = operation === 'release' && path !== undefined;
  return [
    `  ${path ?? title}: ${failures[operation]}.${why}`,
    ...(withdraw ? ['    “cadsync release FILE --withdraw” takes it back, and a sync tries it again.'] : []),
  ].join('\n');
}

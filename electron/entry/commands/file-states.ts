import { describeError } from '../../../shared/errors/app-error.ts';
import type { FileRecord, FileState } from '../../../shared/rpc/records.ts';
import type { createFileList } from '../../engine/state/file-list.ts';

type FileList = ReturnType<typeof createFileList>;

/** A file that a person has to do something about, with what is the matter in words. */
export interface FileForPerson {
  readonly path: string;
  readonly state: FileState;
  readonly reason: string;
}

/** The states of files in words, as the command line says them. */
export const stateWords: Readonly<Record<FileState, string>> = {
  upToDate: 'up to date',
  draft: 'up to date as drafts',
  settling: 'being saved',
  waiting: 'waiting',
  uploading: 'uploading',
  downloading: 'downloading',
  conflict: 'in conflict',
  needsYou: 'needing you',
  unassigned: 'without a class',
  doublyClaimed: 'sharing a key with another file',
  removedHere: 'removed here',
  openElsewhere: 'open in a program',
};

const reasons: Partial<Record<FileState, string>> = {
  conflict: 'It changed here and on the service. Both versions are kept.',
  unassigned: 'Its path names no ETIM class and modelling class, and no link does.',
  doublyClaimed: 'Another file in the library has the same key. Neither is sent.',
};

/** At most so many files are named. */
const namedAtMost = 100;

/** Files of a library that wait for a person, by path. */
export function filesForPerson(files: FileList, serviceId: string | undefined, libraryId: string): FileForPerson[] {
  return (['needsYou', 'unassigned'] as const)
    .flatMap(
      (filter) =>
        files.list({ serviceId, libraryId, filter, languageCode: 'en', search: '', offset: 0, limit: namedAtMost })
          .rows,
    )
    .slice(0, namedAtMost)
    .map((row) => ({ path: row.path, state: row.state, reason: reasonOf(row) }));
}

export function describeForPerson(file: FileForPerson): string {
  return `  ${file.path}: ${stateWords[file.state]}. ${file.reason}`;
}

function reasonOf(row: FileRecord): string {
  return row.error ? describeError(row.error) : (reasons[row.state] ?? '');
}

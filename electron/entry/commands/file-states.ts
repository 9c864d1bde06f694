import type { Explanation } from '../../../shared/rpc/explanation.ts';
import type { FileState } from '../../../shared/rpc/file-records.ts';
import { isOfLibrary } from '../../../shared/rpc/standings.ts';
import type { ExplainedFileRecord } from '../../../shared/rpc/status-answer.ts';
import { englishSpeaker } from '../../../shared/words/explanations/english-speaker.ts';
import { putIntoWords } from '../../../shared/words/explanations/put-into-words.ts';

/** A file that a person has to do something about, with what is the matter in words. */
export interface FileForPerson {
  readonly path: string;
  readonly state: FileState;
  /** Empty while its library is paused: that is said of the library, once for all its files. */
  readonly reason: string;
}

/** The states of files in words, as the command line says them. */
export const stateWords: Readonly<Record<FileState, string>> = {
  upToDate: 'up to date',
  unconfirmed: 'up to date when last compared',
  draft: 'up to date as drafts',
  settling: 'to be read',
  missing: 'missing',
  waiting: 'waiting',
  releaseQueued: 'going out as the next release',
  notSent: 'not sent as the settings say',
  notFetched: 'older than on the service',
  uploading: 'uploading',
  downloading: 'downloading',
  conflict: 'in conflict',
  needsYou: 'needing you',
  unassigned: 'without a class',
  otherProgram: 'of a program or version the library is not for',
  doublyClaimed: 'sharing a key with another file',
  releaseLost: 'whose release the service lost',
  removedHere: 'removed here',
  openElsewhere: 'open in a program',
};

/** @param root of the file's library */
export function fileForPerson(root: string, { path, state, explanation }: ExplainedFileRecord): FileForPerson {
  const below = path.slice(root.length);
  return {
    // Elsewhere than on Windows a backslash is part of a name.
    path: (root.includes('\\') ? below.replaceAll('\\', '/') : below).replace(/^\/+/, ''),
    state: state ?? 'needsYou',
    reason: isOfLibrary(explanation) ? '' : whyForPerson(explanation),
  };
}

/** What is the matter with a file, and what a person can do about it. */
export function whyForPerson(explanation: Explanation): string {
  const words = putIntoWords(explanation, englishSpeaker(Date.now()));
  return [words.reason, detailOf(explanation), words.toDo].filter((sentence) => sentence !== '').join(' ');
}

export function describeForPerson({ path, state, reason }: FileForPerson): string {
  return `  ${path}: ${stateWords[state]}.${reason === '' ? '' : ` ${reason}`}`;
}

/** What is special about this failure. */
function detailOf({ reason }: Explanation): string {
  const detail = 'error' in reason ? reason.error?.detail : undefined;
  return detail === undefined || /[.!?…]$/.test(detail) ? (detail ?? '') : `${detail}.`;
}

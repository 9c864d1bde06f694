import type { ErrorRecord } from '../../../shared/errors/app-error.ts';
import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { Sha256 } from '../../../shared/model/sha256.ts';
import { errorRecord } from '../../../shared/rpc/error-record.ts';
import type { Missing } from '../tree/assign-key.ts';
import { flag, number, optionalJson, optionalNumber, optionalText, shape, text, type RowOf } from './row.ts';
import { sql } from './sql.ts';

/** What stands in the local tree for one file. */
export type LocalFile = RowOf<typeof readLocalFile>;

/** As much of a file as a scan compares; one that was not seen lately is not `settled`. */
export type PresentFile = Pick<LocalFile, 'sizeBytes' | 'modifiedMs' | 'changedMs' | 'settled'>;

/** Problems of what cannot take part at all; see `ScanResult`. */
const withholding: readonly ErrorRecord['code'][] = ['backslash-in-name', 'garbled-name', 'folder-unreadable'];

/** Whether it stands in the tree only for people to know why it cannot take part. */
export function isWithheld({ problem }: Pick<LocalFile, 'problem'>): boolean {
  return problem !== undefined && withholding.includes(problem.code);
}

/** The problem of a file that is not seen where it was, while nothing proves that it is gone. */
export const notSeen: ErrorRecord = { code: 'file-not-seen' };

/** Whether a file is not seen where it was, while nothing proves that it is gone. */
export function isNotSeen({ problem }: Pick<LocalFile, 'problem'>): boolean {
  return problem?.code === notSeen.code;
}

/** Whether a row is of a file that is seen: only the few with a problem are looked into. */
export const isSeen = sql`(problem IS NULL OR json_extract(problem, '$.code') <> ${notSeen.code})`;

/** What reading a file that stood still told. */
export interface Reading extends Pick<
  LocalFile,
  'sha256' | 'key' | 'missing' | 'program' | 'programVersion' | 'problem'
> {
  /** The key it was agreed on under and has no more; where none is said, what was known of that stays. */
  readonly leftKey?: ContentKeyText | undefined;
  /** The service whose bytes were just put here. */
  readonly fetchedFrom?: string | undefined;
  /** When the bytes are to be read again, where they were not read just now. */
  readonly rereadDueMs?: number | undefined;
}

/** Why a file cannot be read or sent; one that this version of the app cannot tell counts as none. */
export const problem = optionalJson('problem', errorRecord.optional().catch(undefined));

export const readPresentFile = shape<PresentFile>({
  sizeBytes: number('size_bytes'),
  modifiedMs: number('modified_ms'),
  changedMs: optionalNumber('changed_ms'),
  settled: flag('settled'),
});

export const readLocalFile = shape({
  path: text('path'),
  sizeBytes: number('size_bytes'),
  modifiedMs: number('modified_ms'),
  inode: text('inode'),
  /** When anything about it changed last, as the disk says it; `undefined` in a state of before that was noted. */
  changedMs: optionalNumber('changed_ms'),
  /** The service whose bytes were put here, where nobody has saved the file since. */
  fetchedFrom: optionalText('fetched_from'),
  settled: flag('settled'),
  /** Since when the file is as it is. */
  sinceMs: number('since_ms'),
  sha256: optionalText<Sha256>('sha256'),
  key: optionalText<ContentKeyText>('content_key'),
  goneSinceMs: optionalNumber('gone_since_ms'),
  /** Which class or program is missing, when it was read and has no key. */
  missing: optionalText<Missing>('missing'),
  problem,
  program: optionalText('program'),
  /** The version of its program that its header says. */
  programVersion: optionalText('program_version'),
  /** The key under which it was agreed on, until it came to have another class or program. */
  leftKey: optionalText<ContentKeyText>('left_key'),
  /** When its bytes are to be read again, whatever its outside says. */
  rereadDueMs: optionalNumber('reread_due_ms'),
});

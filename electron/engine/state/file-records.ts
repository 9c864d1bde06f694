import type { ErrorRecord } from '../../../shared/errors/app-error.ts';
import { cadKindOf, folderKind } from '../../../shared/model/cad-kind.ts';
import { parseContentKey } from '../../../shared/model/content-key.ts';
import { formatVersion } from '../../../shared/model/version.ts';
import type { HeldBackRecord } from '../../../shared/rpc/held-back-record.ts';
import type { FileRecord, FileState } from '../../../shared/rpc/file-records.ts';
import type { ChangeKind } from '../judge/bounded-change.ts';
import type { Verdict } from '../judge/verdict.ts';
import { rowOf, type Row } from './row.ts';

export interface ClassGroup {
  readonly etimClassCode?: string | undefined;
  readonly etimClassVersion?: string | undefined;
  readonly className?: string | undefined;
  readonly count: number;
}

/** The id of a file for the window. */
export function fileIdOf(libraryId: string, path: string): string {
  return `${libraryId}/${path}`;
}

export function readGroup(value: unknown): ClassGroup {
  const row = rowOf(value);
  const key = keyParts(row.optionalText('content_key'));
  return {
    etimClassCode: key?.etimClassCode,
    etimClassVersion: key?.etimClassCodeVersion,
    className: row.optionalText('class_name'),
    count: row.number('n'),
  };
}

/** Written by this app only, from a verdict. */
export function readVerdict(text: string): Verdict {
  return JSON.parse(text) as Verdict;
}

export function readFile(value: unknown, isRunning: (entryId: number) => boolean): FileRecord {
  const row = rowOf(value);
  const path = row.text('path');
  const judged = row.optionalText('verdict');
  const verdict = judged === undefined ? undefined : readVerdict(judged);
  const keyText = row.optionalText('content_key');
  const key = keyParts(keyText);
  const error = verdict && errorOf(verdict);
  return {
    fileId: fileIdOf(row.text('library_id'), path),
    libraryId: row.text('library_id'),
    path,
    name: path.slice(path.lastIndexOf('/') + 1),
    kind: kindOf(path, error),
    program: row.optionalText('program'),
    sizeBytes: row.number('size_bytes'),
    modifiedAtMs: row.number('modified_ms'),
    state: movingState(row, verdict, isRunning) ?? (row.text('file_state') as FileState),
    version: row.optionalText('version'),
    key: keyText,
    etimClassCode: key?.etimClassCode,
    etimClassVersion: key?.etimClassCodeVersion,
    className: row.optionalText('class_name'),
    modellingClassCode: key?.etimModelCode,
    modellingClassVersion: key?.etimModelCodeVersion,
    languageCode: key?.languageCode,
    heldBack: verdict && heldBackOf(verdict),
    error,
  };
}

/** Of what is no CAD file only folders are listed: those that cannot take part. */
function kindOf(path: string, error: ErrorRecord | undefined): string {
  return (error?.code === 'folder-unreadable' ? undefined : cadKindOf(path)?.kind) ?? folderKind;
}

/** What a person is told beside the state: what the last try came to, or why the file waits for an answer. */
function errorOf(verdict: Verdict): ErrorRecord | undefined {
  if (verdict.kind === 'asked') return { code: askedCodes[verdict.change] };
  return 'error' in verdict ? verdict.error : undefined;
}

const askedCodes = {
  removal: 'many-files-gone',
  overwrite: 'many-files-replaced',
  rollback: 'many-files-rolled-back',
} as const satisfies Record<ChangeKind, ErrorRecord['code']>;

export function heldBackOf(verdict: Verdict): HeldBackRecord | undefined {
  if (verdict.kind === 'asFollowed') {
    return { would: 'download', because: 'follow', version: verdict.newer && formatVersion(verdict.newer) };
  }
  if (verdict.kind !== 'heldBack') return undefined;
  const { would, because, version } = verdict;
  return { would, because, version: version && formatVersion(version) };
}

/** What runs is known to the queue only; its file is then on its way. */
function movingState(
  row: Row,
  verdict: Verdict | undefined,
  isRunning: (entryId: number) => boolean,
): FileState | undefined {
  const entryId = row.optionalNumber('entry_id');
  if (verdict?.kind !== 'transfer' || entryId === undefined || !isRunning(entryId)) return undefined;
  return verdict.operation === 'upload' ? 'uploading' : 'downloading';
}

function keyParts(text: string | undefined) {
  const key = text === undefined ? undefined : parseContentKey(text);
  return key?.ok ? key.value : undefined;
}

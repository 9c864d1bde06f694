import type { ErrorRecord } from '../../../shared/errors/app-error.ts';
import { cadKindOf, folderKind } from '../../../shared/model/cad-kind.ts';
import { parseContentKey } from '../../../shared/model/content-key.ts';
import { errorRecord } from '../../../shared/rpc/error-record.ts';
import type { HeldBackRecord } from '../../../shared/rpc/held-back-record.ts';
import type { FileRecord, FileState } from '../../../shared/rpc/file-records.ts';
import type { ChangeKind } from '../plan/bounded-change.ts';
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

export function readFile(value: unknown, isRunning: (entryId: number) => boolean): FileRecord {
  const row = rowOf(value);
  const path = row.text('path');
  const state = movingState(row, isRunning) ?? (row.text('file_state') as FileState);
  const keyText = row.optionalText('content_key');
  const key = keyParts(keyText);
  const major = row.optionalNumber('major');
  const problem =
    state === 'needsYou'
      ? (row.optionalText('problem') ?? row.optionalText('entry_error'))
      : row.optionalText('entry_error');
  const error = heldBack(row) ?? (problem === undefined ? undefined : errorRecord.safeParse(JSON.parse(problem)).data);
  return {
    fileId: fileIdOf(row.text('library_id'), path),
    libraryId: row.text('library_id'),
    path,
    name: path.slice(path.lastIndexOf('/') + 1),
    kind: kindOf(path, error),
    program: row.optionalText('program'),
    sizeBytes: row.number('size_bytes'),
    modifiedAtMs: row.number('modified_ms'),
    state,
    version: major === undefined ? undefined : `${major}.${row.number('minor')}`,
    key: keyText,
    etimClassCode: key?.etimClassCode,
    etimClassVersion: key?.etimClassCodeVersion,
    className: row.optionalText('class_name'),
    modellingClassCode: key?.etimModelCode,
    modellingClassVersion: key?.etimModelCodeVersion,
    languageCode: key?.languageCode,
    heldBack: readHeldBack(row),
    error,
  };
}

/** Of what is no CAD file only folders are listed: those that cannot take part. */
function kindOf(path: string, error: ErrorRecord | undefined): string {
  return (error?.code === 'folder-unreadable' ? undefined : cadKindOf(path)?.kind) ?? folderKind;
}

/** Why a file waits that is one of many which are gone, would be replaced or went back. */
function heldBack(row: Row): ErrorRecord | undefined {
  const standing = row.optionalText('change_standing');
  if (standing !== 'asked' && standing !== 'kept') return undefined;
  return { code: heldBackCodes[row.text('change_kind') as ChangeKind] };
}

const heldBackCodes = {
  removal: 'many-files-gone',
  overwrite: 'many-files-replaced',
  rollback: 'many-files-rolled-back',
} as const satisfies Record<ChangeKind, ErrorRecord['code']>;

function readHeldBack(row: Row): HeldBackRecord | undefined {
  const would = row.optionalText('held_would') as HeldBackRecord['would'] | undefined;
  if (would === undefined || row.text('file_state') === 'removedHere') return undefined;
  const major = row.optionalNumber('held_major');
  const version = major === undefined ? undefined : `${major}.${row.number('held_minor')}`;
  return { would, because: row.text('held_because') as HeldBackRecord['because'], version };
}

/** What runs is known to the queue only; its file is then on its way. */
function movingState(row: Row, isRunning: (entryId: number) => boolean): FileState | undefined {
  const entryId = row.optionalNumber('entry_id');
  if (row.text('file_state') !== 'waiting' || entryId === undefined || !isRunning(entryId)) return undefined;
  return row.text('operation') === 'upload' ? 'uploading' : 'downloading';
}

function keyParts(text: string | undefined) {
  const key = text === undefined ? undefined : parseContentKey(text);
  return key?.ok ? key.value : undefined;
}

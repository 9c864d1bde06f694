import type { ErrorRecord } from '../../../shared/errors/app-error.ts';
import { cadKindOf, folderKind } from '../../../shared/model/cad-kind.ts';
import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import { formatVersion, type Version } from '../../../shared/model/version.ts';
import type { HeldBackRecord } from '../../../shared/rpc/held-back-record.ts';
import type { FileGroup, FileRecord, FileState } from '../../../shared/rpc/file-records.ts';
import { releaseStepOf, type ReleaseStep } from '../../../shared/rpc/release-step.ts';
import type { ChangeKind } from '../judge/bounded-change.ts';
import type { HeldBackBecause } from '../judge/policy.ts';
import { sentDraftOf, type Verdict, type VerdictOf } from '../judge/verdict.ts';
import type { SqlRow } from '../ports.ts';
import { contentKey, count, number, optionalNumber, optionalText, shape, text } from './row.ts';
import { fileIdOf } from '../tree/paths.ts';
import { keyOf } from '../tree/key-of.ts';

const ofKey = optionalText('content_key');
const className = optionalText('class_name');
const verdictText = text('verdict');
const unassigned = number('unassigned');

const readColumns = shape({
  libraryId: text('library_id'),
  path: text('path'),
  program: optionalText('program'),
  sizeBytes: number('size_bytes'),
  modifiedAtMs: number('modified_ms'),
  sha256: optionalText('sha256'),
  version: optionalText('version'),
  className,
  keyText: ofKey,
  isJudged: (row) => row['verdict'] !== null,
  entryId: optionalNumber('entry_id'),
  isPublishable: (row) => row['publishable'] === 1,
  state: text<FileState>('file_state'),
});

/** A version of the service that the settings keep from a library that has no file of it. */
export interface NotFetched {
  readonly title: string;
  readonly key: ContentKeyText;
  readonly because: HeldBackBecause;
  readonly version: Version;
}

export function readGroup(row: SqlRow): FileGroup {
  const key = keyOf(ofKey(row));
  return {
    etimClassCode: key?.etimClassCode,
    etimClassVersion: key?.etimClassCodeVersion,
    className: className(row),
    count: count(row),
    unassigned: unassigned(row),
  };
}

/** Written by this app only, from a verdict: what another version said was judged again before. */
export function readVerdict(row: SqlRow): Verdict {
  return JSON.parse(verdictText(row)) as Verdict;
}

export function readFile(row: SqlRow, isRunning: (entryId: number) => boolean): FileRecord {
  const { libraryId, path, keyText, isJudged, entryId, state, ...told } = readColumns(row);
  const verdict = isJudged ? readVerdict(row) : undefined;
  const key = keyOf(keyText);
  const error = verdict && errorOf(verdict);
  return {
    ...told,
    fileId: fileIdOf(libraryId, path),
    libraryId,
    path,
    name: path.slice(path.lastIndexOf('/') + 1),
    kind: kindOf(path, error),
    state: movingState(entryId, verdict, isRunning) ?? state,
    key: keyText,
    etimClassCode: key?.etimClassCode,
    etimClassVersion: key?.etimClassCodeVersion,
    modellingClassCode: key?.etimModelCode,
    modellingClassVersion: key?.etimModelCodeVersion,
    languageCode: key?.languageCode,
    theirVersion: verdict?.kind === 'conflict' ? formatVersion(verdict.theirVersion) : undefined,
    heldBack: verdict && heldBackOf(verdict),
    release: verdict?.release,
    toRelease: verdict && told.isPublishable ? toReleaseOf(verdict) : undefined,
    error,
  };
}

function toReleaseOf(verdict: Verdict): ReleaseStep | undefined {
  const draft = sentDraftOf(verdict);
  return draft && releaseStepOf(draft);
}

const titleBase = text('base_filename');
const titleExtension = text('file_extension');

/** @param row of a verdict that holds a version back, with the version's names */
export function readNotFetched(row: SqlRow): NotFetched {
  const { because, version } = readVerdict(row) as VerdictOf<'heldBack'> & Pick<NotFetched, 'version'>;
  return { title: `${titleBase(row)}.${titleExtension(row)}`, key: contentKey(row), because, version };
}

/** What was found equal may be called up to date only where that is confirmed. */
export function honestState(state: FileState, confirmed: boolean): FileState {
  return state === 'upToDate' && !confirmed ? 'unconfirmed' : state;
}

/** Of what is no CAD file only folders are listed: those that cannot take part. */
function kindOf(path: string, error: ErrorRecord | undefined): string {
  return (error?.code === 'folder-unreadable' ? undefined : cadKindOf(path)?.kind) ?? folderKind;
}

/** What a person is told beside the state: what the last try came to, or why the file waits for an answer. */
function errorOf(verdict: Verdict): ErrorRecord | undefined {
  if (verdict.kind === 'asked') return verdict.isKept ? undefined : { code: askedCodes[verdict.change] };
  return 'error' in verdict ? verdict.error : undefined;
}

const askedCodes = {
  removal: 'many-files-gone',
  overwrite: 'many-files-replaced',
  rollback: 'many-files-rolled-back',
} as const satisfies Record<ChangeKind, ErrorRecord['code']>;

function heldBackOf(verdict: Verdict): HeldBackRecord | undefined {
  if (verdict.kind === 'asFollowed') {
    return { would: 'download', because: 'follow', version: verdict.newer && formatVersion(verdict.newer) };
  }
  if (verdict.kind !== 'heldBack') return undefined;
  const { would, because, version } = verdict;
  return { would, because, version: version && formatVersion(version) };
}

/** What runs is known to the queue only; its file is then on its way. */
function movingState(
  entryId: number | undefined,
  verdict: Verdict | undefined,
  isRunning: (entryId: number) => boolean,
): FileState | undefined {
  if (verdict?.kind !== 'transfer' || entryId === undefined || !isRunning(entryId)) return undefined;
  return verdict.operation === 'upload' ? 'uploading' : 'downloading';
}

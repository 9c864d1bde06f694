import { AppError, type InputFault } from '../errors/app-error.ts';
import { defaultContentType, formatContentKey, type ContentKey } from '../model/content-key.ts';
import { parseVersion, type Version } from '../model/version.ts';
import { contentKeyOf } from './content-key-of.ts';
import type { CadMetadata } from './schemas/cad-metadata.ts';

/** A record that is to be stored, read and found to be complete. */
export interface DraftRecord {
  readonly key: ContentKey;
  /** Empty for the file itself. */
  readonly attachmentName: string;
  /** The version it has to follow, `none`, or undefined: whichever. */
  readonly base: Version | 'none' | undefined;
  readonly given: CadMetadata;
}

/**
 * @param keeps how a name is kept: what is compared with names that were stored has to be as those are
 * @throws AppError `invalid-request` naming every record that is incomplete or wrong: nothing is then stored
 */
export function readDraftRecords(body: CadMetadata | readonly CadMetadata[], keeps = asGiven): readonly DraftRecord[] {
  const { drafts, faults } = findDraftRecords(body, keeps);
  if (faults.length > 0) throw new AppError('invalid-request', { faults });
  return drafts;
}

/** The part of a record that is its sender's to say; the rest is what a service makes of it, anew for each version. */
export function givenPart(record: CadMetadata): CadMetadata {
  const { changeDate: _date, version: _text, majorVersion: _major, minorVersion: _minor, ...rest } = record;
  const { blobId: _blob, sha256: _sha, size: _size, released: _released, ...more } = rest;
  const { comments: _comments, baseVersion: _base, waiting: _waiting, ...given } = more;
  return given;
}

const asGiven = (name: string): string => name;

interface FoundRecords {
  /** Those without a fault. */
  readonly drafts: readonly DraftRecord[];
  readonly faults: readonly InputFault[];
}

/** What a request is about, also one that the service refuses. */
export function findDraftRecords(body: CadMetadata | readonly CadMetadata[], keeps = asGiven): FoundRecords {
  const isList = Array.isArray(body);
  const records: readonly CadMetadata[] = isList ? body : [body as CadMetadata];
  const faults: InputFault[] = [];
  const seen = new Set<string>();
  const drafts: DraftRecord[] = [];
  for (const [index, record] of records.entries()) {
    const pointer = isList ? `/${index}` : '';
    const draft = readDraft(record, { pointer, keeps });
    const name = 'detail' in draft ? '' : keeps(`${formatContentKey(draft.key)}\n${draft.attachmentName}`);
    if ('detail' in draft) faults.push(draft);
    else if (seen.has(name)) faults.push({ in: 'body', pointer, detail: 'the same CAD file is named twice' });
    else drafts.push(draft);
    seen.add(name);
  }
  if (records.length === 0) faults.push({ in: 'body', pointer: '', detail: 'at least one record is expected' });
  return { drafts, faults };
}

function readDraft(
  record: CadMetadata,
  { pointer, keeps }: { readonly pointer: string; readonly keeps: typeof asGiven },
): DraftRecord | InputFault {
  const key = contentKeyOf({ ...record, type: record.type?.trim() || defaultContentType });
  if (!key.ok) return { in: 'body', pointer, detail: key.fault.detail };
  const text = record.baseVersion?.trim() ?? '';
  const base = text === '' ? undefined : text.toLowerCase() === 'none' ? 'none' : parseVersion(text);
  if (text !== '' && base === undefined) {
    return { in: 'body', pointer: `${pointer}/baseVersion`, detail: 'a version such as 2.3 is expected, or none' };
  }
  return { key: key.value, attachmentName: keeps(record.attachmentName?.trim() ?? ''), base, given: record };
}

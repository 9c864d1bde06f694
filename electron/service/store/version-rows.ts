import { z } from 'zod';
import type { CadMetadata } from '../../../shared/api/schemas/cad-metadata.ts';
import type { ContentKey } from '../../../shared/model/content-key.ts';
import type { LanguageCode } from '../../../shared/model/language.ts';
import type { History, HistoryFilter, StoredVersion } from './store.ts';
import { readBlob } from './blob-rows.ts';

/** What names a history, and the column of each. Hashes are made of the values in this order, so it never changes. */
export const columnOf = {
  applicationName: 'application_name',
  applicationVersion: 'application_version',
  etimClassCode: 'etim_class_code',
  etimClassCodeVersion: 'etim_class_code_version',
  etimModelCode: 'etim_model_code',
  etimModelCodeVersion: 'etim_model_code_version',
  type: 'type',
  languageCode: 'language_code',
  attachmentName: 'attachment_name',
} as const satisfies Record<keyof HistoryFilter, string>;

type KeyName = keyof typeof columnOf;

const keyNames = Object.keys(columnOf) as KeyName[];

/** The columns that name a history, in the order of `keyValues`. */
export const keyColumns = keyNames.map((name) => columnOf[name]);

/** The names of what a filter gives, in the order of the columns. */
export function namesGiven(filter: HistoryFilter): KeyName[] {
  return keyNames.filter((name) => filter[name] !== undefined);
}

/** The key columns in the order in which all histories are listed: that of an index. */
export const placeColumns = [
  'application_name',
  'etim_class_code',
  'etim_model_code',
  'application_version',
  'etim_class_code_version',
  'etim_model_code_version',
  'type',
  'language_code',
  'attachment_name',
] as const satisfies readonly (typeof keyColumns)[number][];

/** What a history holds in `placeColumns`. */
export function placeOf(key: ContentKey, attachmentName: string): string[] {
  const values = keyValues(key, attachmentName);
  return placeColumns.map((column) => values[keyColumns.indexOf(column)] ?? '');
}

/** What the key columns hold for a history. */
export function keyValues(key: ContentKey, attachmentName: string): string[] {
  const named: Readonly<Record<KeyName, string>> = { ...key, languageCode: key.languageCode ?? '', attachmentName };
  return keyNames.map((name) => named[name]);
}

const keyRow = z.object({
  history_id: z.number(),
  application_name: z.string(),
  application_version: z.string(),
  etim_class_code: z.string(),
  etim_class_code_version: z.string(),
  etim_model_code: z.string(),
  etim_model_code_version: z.string(),
  type: z.string(),
  language_code: z.string(),
  attachment_name: z.string(),
});

const historyRow = keyRow.extend({
  newest_major: z.number(),
  newest_minor: z.number(),
  release_major: z.number().nullable(),
});

const versionRow = keyRow.extend({
  major: z.number(),
  minor: z.number(),
  changed_at: z.number(),
  comments: z.string().nullable(),
  record: z.string(),
});

/** Reads a row of a history joined with its newest version and release. */
export function readHistory(row: unknown): History {
  const columns = historyRow.parse(row);
  return {
    historyId: columns.history_id,
    key: contentKeyOf(columns),
    attachmentName: columns.attachment_name,
    newest: { major: columns.newest_major, minor: columns.newest_minor },
    newestRelease: columns.release_major === null ? undefined : { major: columns.release_major, minor: 0 },
  };
}

/** Reads where a history is in the list of all. */
export function readPlace(row: unknown): { readonly historyId: number; readonly place: readonly string[] } {
  const columns = keyRow.parse(row);
  return { historyId: columns.history_id, place: placeColumns.map((column) => columns[column]) };
}

/** Reads a row of a version joined with its history and blob. */
export function readVersion(row: unknown): StoredVersion {
  const columns = versionRow.parse(row);
  return {
    key: contentKeyOf(columns),
    attachmentName: columns.attachment_name,
    version: { major: columns.major, minor: columns.minor },
    changedAt: columns.changed_at,
    comments: columns.comments ?? undefined,
    blob: readBlob(row),
    // What stands here went through the record's schema when it came in, and only this service writes it.
    record: JSON.parse(columns.record) as CadMetadata,
  };
}

const listedRow = z.object({ listed_at: z.number(), history_id: z.number() });

/** A place in the order of change: after all histories that are listed under that time, up to that one. */
export interface ChangePlace {
  readonly listedAt: number;
  readonly historyId: number;
}

/** Reads where a row stands in the order of change. */
export function readChangePlace(row: unknown): ChangePlace {
  const { listed_at: listedAt, history_id: historyId } = listedRow.parse(row);
  return { listedAt, historyId };
}

function contentKeyOf(columns: z.output<typeof keyRow>): ContentKey {
  return {
    applicationName: columns.application_name,
    applicationVersion: columns.application_version,
    etimClassCode: columns.etim_class_code,
    etimClassCodeVersion: columns.etim_class_code_version,
    etimModelCode: columns.etim_model_code,
    etimModelCodeVersion: columns.etim_model_code_version,
    type: columns.type,
    ...(columns.language_code === '' ? {} : { languageCode: columns.language_code as LanguageCode }),
  };
}

import type { ViewCaller } from '../../../shared/api/caller.ts';
import { contentKeyOf, versionOf } from '../../../shared/api/content-key-of.ts';
import type { CadMetadata } from '../../../shared/api/schemas/cad-metadata.ts';
import { formatContentKey, type ContentKey } from '../../../shared/model/content-key.ts';
import { compareVersions, formatVersion, isRelease } from '../../../shared/model/version.ts';
import type { z } from 'zod';
import type { contentList, ContentQuestion, ContentRecord } from '../../../shared/rpc/service-records.ts';
import { dateOf, noneOnNotFound } from '../remote/remote-items.ts';
import { createListAge } from './products.ts';

/**
 * The CAD files that the service has for a pair of classes, in each of these programs; one request whatever their number.
 * Each is told with its newest release, where nothing of it was released with its newest draft: what whoever names no
 * version gets.
 */
export async function listContent(
  service: ViewCaller,
  question: ContentQuestion,
): Promise<z.output<typeof contentList>> {
  const { options, standing } = createListAge();
  const [only, ...more] = question.programs;
  const asked =
    only && more.length === 0
      ? service.call('getMetadata', { params: { ...programOf(only), ...versioned(question) }, query: {} }, options)
      : service.call('findMetadata', { params: {}, query: {}, body: criteriaOf(question) }, options);
  // None where the service knows of none.
  return { files: currentOfEach(await noneOnNotFound(asked)), ...standing() };
}

function programOf({ name, version }: ContentQuestion['programs'][number]) {
  return { applicationName: name, applicationVersion: version };
}

function criteriaOf({ programs, ...classes }: ContentQuestion) {
  const { etimClassCode, etimClassCodeVersion, etimModelCode, etimModelCodeVersion } = versioned(classes);
  return programs.map(({ name, version }) => ({
    identifier: {
      application: { name, version },
      etim: {
        classCode: etimClassCode,
        classCodeVersion: etimClassCodeVersion,
        modelCode: etimModelCode,
        modelCodeVersion: etimModelCodeVersion,
      },
    },
    // All versions: what a service takes for the current one where it has no release is open.
    options: { majorVersion: -1, minorVersion: -1 },
  }));
}

function versioned<Classes extends Omit<ContentQuestion, 'programs'>>(classes: Classes) {
  const { etimClassCode, etimModelCode, etimClassCodeVersion = '1', etimModelCodeVersion = '1' } = classes;
  return { etimClassCode, etimClassCodeVersion, etimModelCode, etimModelCodeVersion };
}

function currentOfEach(records: readonly CadMetadata[]): ContentRecord[] {
  const current = new Map<string, Named>();
  for (const record of records) {
    const key = contentKeyOf(record);
    // Records that do not name their file, and attachments, are no CAD files.
    if (!key.ok || record.attachmentName !== undefined) continue;
    const text = formatContentKey(key.value);
    const known = current.get(text)?.record;
    if (!known || goesBefore(record, known)) current.set(text, { key: key.value, record });
  }
  return [...current.values()].map(recordOf);
}

/** A record, with the file that it names. */
interface Named {
  readonly key: ContentKey;
  readonly record: CadMetadata;
}

/** Whether one record of a file stands for it rather than another one. Dates tell it only where versions do not. */
function goesBefore(record: CadMetadata, other: CadMetadata): boolean {
  const [version, otherVersion] = [versionOf(record), versionOf(other)];
  if (!version || !otherVersion) return (dateOf(record) ?? -Infinity) > (dateOf(other) ?? -Infinity);
  if (isRelease(version) !== isRelease(otherVersion)) return isRelease(version);
  return compareVersions(version, otherVersion) > 0;
}

function recordOf({ key, record }: Named): ContentRecord {
  const { applicationName, applicationVersion, type, languageCode } = key;
  const { baseFilename = '', fileExtension = '' } = record;
  const version = versionOf(record);
  return {
    key: formatContentKey(key),
    fileName: fileExtension === '' ? baseFilename : `${baseFilename}.${fileExtension}`,
    program: { name: applicationName, version: applicationVersion },
    type,
    languageCode,
    version: version && formatVersion(version),
    changedMs: dateOf(record),
  };
}

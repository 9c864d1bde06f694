import type { ViewCaller } from '../../../shared/api/caller.ts';
import { contentKeyOf, versionOf } from '../../../shared/api/content-key-of.ts';
import type { CadMetadata } from '../../../shared/api/schemas/cad-metadata.ts';
import { formatContentKey } from '../../../shared/model/content-key.ts';
import { formatVersion } from '../../../shared/model/version.ts';
import type { z } from 'zod';
import type { contentList, ContentQuestion, ContentRecord } from '../../../shared/rpc/service-records.ts';
import { dateOf, noneOnNotFound } from '../remote/remote-items.ts';
import { createListAge } from './products.ts';

/** The CAD files that the service has for a pair of classes, in each of these programs; one request whatever their number. */
export async function listContent(
  service: ViewCaller,
  question: ContentQuestion,
): Promise<z.output<typeof contentList>> {
  const { options, standing } = createListAge();
  const [only, ...more] = question.programs;
  const records =
    only && more.length === 0
      ? await metadataOfOne(service, only, question, options)
      : await service.call('findMetadata', { params: {}, query: {}, body: criteriaOf(question) }, options);
  return { files: newestOfEach(records), ...standing() };
}

type Options = ReturnType<typeof createListAge>['options'];

/** None where the service knows of none. */
async function metadataOfOne(
  service: ViewCaller,
  { name, version }: ContentQuestion['programs'][number],
  question: ContentQuestion,
  options: Options,
): Promise<CadMetadata[]> {
  const params = { applicationName: name, applicationVersion: version, ...versioned(question) };
  return noneOnNotFound(service.call('getMetadata', { params, query: {} }, options));
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
    options: { majorVersion: -1, minorVersion: -1 },
  }));
}

function versioned<Classes extends Omit<ContentQuestion, 'programs'>>(classes: Classes) {
  const { etimClassCode, etimModelCode, etimClassCodeVersion = '1', etimModelCodeVersion = '1' } = classes;
  return { etimClassCode, etimClassCodeVersion, etimModelCode, etimModelCodeVersion };
}

function newestOfEach(records: readonly CadMetadata[]): ContentRecord[] {
  const newest = new Map<string, ContentRecord>();
  for (const record of records) {
    const found = recordOf(record);
    const known = found && newest.get(found.key);
    if (found && (known?.changedMs ?? -Infinity) <= (found.changedMs ?? 0)) newest.set(found.key, found);
  }
  return [...newest.values()];
}

/** `undefined` for a record that does not name its file. */
function recordOf(record: CadMetadata): ContentRecord | undefined {
  const key = contentKeyOf(record);
  if (!key.ok) return undefined;
  const { applicationName, applicationVersion, type, languageCode } = key.value;
  const { baseFilename = '', fileExtension = '' } = record;
  const version = versionOf(record);
  return {
    key: formatContentKey(key.value),
    fileName: fileExtension === '' ? baseFilename : `${baseFilename}.${fileExtension}`,
    program: { name: applicationName, version: applicationVersion },
    type,
    languageCode,
    version: version && formatVersion(version),
    changedMs: dateOf(record),
  };
}

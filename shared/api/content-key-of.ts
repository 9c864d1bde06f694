import { readContentKey, type ContentKey } from '../model/content-key.ts';
import type { Parsed } from '../model/parsed.ts';
import type { Version } from '../model/version.ts';
import type { CadContentVersion, CadMetadata, CadMetadataCriteria } from './schemas/cad-metadata.ts';

/** The content key a metadata record belongs to, or what is missing in it. */
export function contentKeyOf(record: CadMetadata): Parsed<ContentKey> {
  return readContentKey(
    {
      applicationName: record.application?.name ?? '',
      applicationVersion: record.application?.version ?? '',
      etimClassCode: record.etim?.classCode ?? '',
      etimClassCodeVersion: record.etim?.classCodeVersion ?? '',
      etimModelCode: record.etim?.modelCode ?? '',
      etimModelCodeVersion: record.etim?.modelCodeVersion ?? '',
      type: record.type ?? '',
    },
    record.languageCode,
  );
}

/** The part of a metadata record that names its content key. */
export function metadataIdentity(key: ContentKey): CadMetadata {
  return {
    application: { name: key.applicationName, version: key.applicationVersion },
    etim: {
      classCode: key.etimClassCode,
      classCodeVersion: key.etimClassCodeVersion,
      modelCode: key.etimModelCode,
      modelCodeVersion: key.etimModelCodeVersion,
    },
    type: key.type,
    ...(key.languageCode ? { languageCode: key.languageCode } : {}),
  };
}

/** The part of a version in a list (operation 20) that says which one it is. */
export function contentVersionIdentity(key: ContentKey, { major, minor }: Version): CadContentVersion {
  return {
    cadversion: key.applicationVersion,
    etimclassversion: Number(key.etimClassCodeVersion),
    modelclassversion: Number(key.etimModelCodeVersion),
    languagecode: key.languageCode ?? '',
    major,
    minor,
  };
}

/** A criterion for the newest version of a key, drafts included (major and minor "not chosen", −1). */
export function newestVersionCriterion(key: ContentKey): CadMetadataCriteria {
  return criterionFor(key, { majorVersion: -1, minorVersion: -1 });
}

/** A criterion for one version of a key. Services that know no types in criteria answer those of other types too. */
export function versionCriterion(key: ContentKey, { major, minor }: Version): CadMetadataCriteria {
  return criterionFor(key, { majorVersion: major, minorVersion: minor, type: key.type });
}

function criterionFor(key: ContentKey, options: CadMetadataCriteria['options']): CadMetadataCriteria {
  const { application, etim } = metadataIdentity(key);
  return { identifier: { application, etim }, options: { languageCode: key.languageCode ?? '', ...options } };
}

/**
 * The version a metadata record stands for: our extension fields, else the last two numbers of its version text
 * (`nl.1.1.2020.3.0`, wire format 3.4). `undefined` when the service says neither.
 */
export function versionOf(record: CadMetadata): Version | undefined {
  if (record.majorVersion !== undefined && record.minorVersion !== undefined) {
    return { major: record.majorVersion, minor: record.minorVersion };
  }
  const match = /(?:^|\.)(\d{1,9})\.(\d{1,9})$/.exec(record.version ?? '');
  return match ? { major: Number(match[1]), minor: Number(match[2]) } : undefined;
}
